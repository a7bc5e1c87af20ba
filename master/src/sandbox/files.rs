//! Which files a sandboxed process may read and write, by Landlock.

use std::env;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, BitFlags, CompatLevel, Compatible, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetError, Scope, make_bitflags, path_beneath_rules,
};

use super::Sandbox;

/// The newest version of Landlock that is used.
const NEWEST: ABI = ABI::V6;

/// What every program reads: libraries, the time zone, what the processor is, itself.
const SYSTEM: [&str; 25] = [
    "/usr",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/nix/store",
    "/gnu/store",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/ld.so.preload",
    "/etc/locale.alias",
    "/etc/localtime",
    "/etc/nsswitch.conf",
    "/etc/ssl/openssl.cnf",
    "/etc/timezone",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/self",
    "/proc/stat",
    "/proc/sys/vm/overcommit_memory",
    "/sys/devices/system",
    "/dev/random",
    "/dev/urandom",
];

/// Devices that keep nothing.
const DEVICES: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/full"];

/// Variables with libraries and modules or their folders, separated by colons.
const FOLDERS: [&str; 4] = ["LD_LIBRARY_PATH", "MACROSTEP_LIBPYTHON", "PYTHONHOME", "PYTHONPATH"];

/// The version of Landlock that the kernel offers, as far as it matters here; 0 for none.
pub fn version() -> u8 {
    let offers = |abi: ABI| {
        let ruleset = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
        let ruleset = ruleset.handle_access(AccessFs::from_all(abi));
        match abi {
            ABI::V6 => ruleset.and_then(|ruleset| ruleset.scope(Scope::from_all(abi))).is_ok(),
            _ => ruleset.is_ok(),
        }
    };
    let versions = [ABI::V1, ABI::V2, ABI::V3, ABI::V4, ABI::V5, ABI::V6];
    versions.into_iter().take_while(|abi| offers(*abi)).map(|abi| abi as u8).last().unwrap_or(0)
}

/// From now on this thread, and those that it starts, read and write nothing else.
pub fn restrict(sandbox: &Sandbox, folder: &Path, scratch: &Path) -> Result<(), RulesetError> {
    let read: BitFlags<AccessFs> = make_bitflags!(AccessFs::{ReadFile | ReadDir});
    let keeps_nothing = read | AccessFs::WriteFile | AccessFs::Truncate;
    let unwanted = make_bitflags!(AccessFs::{Execute | MakeChar | MakeBlock | MakeSock | IoctlDev});
    let write = AccessFs::from_all(NEWEST) & !unwanted;
    let given = sandbox.read.iter().cloned();
    let readable = given.chain(from_environment()).chain([folder.into()]);
    Ruleset::default()
        .handle_access(AccessFs::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?
        .add_rules(path_beneath_rules(SYSTEM, read))?
        .add_rules(path_beneath_rules(readable, read))?
        .add_rules(path_beneath_rules(DEVICES, keeps_nothing))?
        .add_rules(path_beneath_rules([scratch], write))?
        .restrict_self()?;
    Ok(())
}

fn from_environment() -> impl Iterator<Item = PathBuf> {
    let values = FOLDERS.into_iter().filter_map(env::var_os);
    let folders = values.flat_map(|value| env::split_paths(&value).collect::<Vec<_>>());
    folders.filter(|folder| folder.is_absolute())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a thread of its own, once confined, can do something.
    fn confined<T: Send + 'static>(
        folder: &Path,
        scratch: &Path,
        deed: impl FnOnce() -> T + Send + 'static,
    ) -> T {
        let (folder, scratch) = (folder.to_path_buf(), scratch.to_path_buf());
        let thread = std::thread::spawn(move || {
            restrict(&Sandbox::default(), &folder, &scratch).unwrap();
            deed()
        });
        thread.join().unwrap()
    }

    #[test]
    fn only_what_is_named_is_read_and_only_the_scratch_folder_is_written() {
        if version() == 0 {
            eprintln!("skipped: the kernel has no Landlock");
            return;
        }
        let [fmu, scratch, other] = [(); 3].map(|()| tempfile::tempdir().unwrap());
        let secret = other.path().join("secret");
        std::fs::write(&secret, "s").unwrap();
        std::fs::write(fmu.path().join("a"), "a").unwrap();
        let (in_fmu, in_scratch) = (fmu.path().join("a"), scratch.path().join("b"));
        let own = in_fmu.clone();
        assert!(confined(fmu.path(), scratch.path(), move || std::fs::read(own).is_ok()));
        assert!(confined(fmu.path(), scratch.path(), || std::fs::read("/dev/null").is_ok()));
        let made = move || std::fs::write(in_scratch, "b").is_ok();
        assert!(confined(fmu.path(), scratch.path(), made));
        assert!(!confined(fmu.path(), scratch.path(), move || std::fs::write(in_fmu, "b").is_ok()));
        assert!(!confined(fmu.path(), scratch.path(), move || std::fs::read(secret).is_ok()));
    }
}
