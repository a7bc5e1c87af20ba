//! Which parts of a sandbox the running system offers.

/// What there is to confine a process with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Support {
    /// Whether processes can be confined at all.
    pub processes: bool,
    /// The version of Landlock up to 6, which confines access to files; 0 if there is none.
    pub landlock: u8,
    /// Whether calls of the system can be refused by seccomp.
    pub seccomp: bool,
}

impl Support {
    /// What does not hold, in words; none if everything holds.
    pub fn missing(self) -> Option<String> {
        if !self.processes {
            return Some("there is no sandbox on this system".into());
        }
        let files = match self.landlock {
            0 => Some(
                "the kernel has no Landlock, so the FMU can read and write all files that you can",
            ),
            1 | 2 => {
                Some("the kernel's Landlock is old, so the FMU can empty files that you can write")
            }
            _ => None,
        };
        let calls = (!self.seccomp).then_some(
            "the kernel has no seccomp filters, so the FMU can use the network, start processes \
             and send signals",
        );
        let missing: Vec<&str> = files.into_iter().chain(calls).collect();
        (!missing.is_empty()).then(|| missing.join("; "))
    }

    /// Whether any part beyond limits of memory and the like holds.
    pub fn is_any(self) -> bool {
        self.processes && (self.landlock > 0 || self.seccomp)
    }
}

/// What the running system offers.
#[cfg(target_os = "linux")]
pub fn support() -> Support {
    use std::sync::OnceLock;
    static SUPPORT: OnceLock<Support> = OnceLock::new();
    let find = || Support {
        processes: true,
        landlock: super::files::version(),
        seccomp: super::calls::are_refusable(),
    };
    *SUPPORT.get_or_init(find)
}

/// What the running system offers: nothing.
#[cfg(not(target_os = "linux"))]
pub fn support() -> Support {
    Support::default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_hold_is_said() {
        let full = Support { processes: true, landlock: 3, seccomp: true };
        assert_eq!(full.missing(), None);
        assert!(full.is_any());
        let missing = |support: Support| support.missing().unwrap();
        assert!(missing(Support { landlock: 0, ..full }).contains("no Landlock"));
        assert!(missing(Support { landlock: 2, ..full }).contains("Landlock is old"));
        assert!(missing(Support { seccomp: false, ..full }).contains("no seccomp"));
        let neither = Support { landlock: 0, seccomp: false, ..full };
        assert!(missing(neither).contains("Landlock") && missing(neither).contains("seccomp"));
        assert!(!neither.is_any());
        assert!(missing(Support::default()).contains("on this system"));
    }
}
