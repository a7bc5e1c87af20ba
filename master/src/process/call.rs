//! Which FMI function each slave is in, kept in one word, so that it can be told after a crash.

use std::sync::atomic::{AtomicU64, Ordering};

/// What an FMU is in while its library is loaded.
pub const LOADING: &str = "loading";
/// What an FMU is in while its library is unloaded.
pub const UNLOADING: &str = "unloading";

/// What a process is in when nothing but its end is left.
pub const ENDING: &str = "ending";

/// What a slave can be in.
const NAMES: [&str; 31] = [
    LOADING,
    UNLOADING,
    ENDING,
    "fmi2SetDebugLogging",
    "fmi2Instantiate",
    "fmi2FreeInstance",
    "fmi2SetupExperiment",
    "fmi2EnterInitializationMode",
    "fmi2ExitInitializationMode",
    "fmi2Terminate",
    "fmi2Reset",
    "fmi2GetReal",
    "fmi2GetInteger",
    "fmi2GetBoolean",
    "fmi2GetString",
    "fmi2SetReal",
    "fmi2SetInteger",
    "fmi2SetBoolean",
    "fmi2SetString",
    "fmi2DoStep",
    "fmi2GetFMUstate",
    "fmi2SetFMUstate",
    "fmi2FreeFMUstate",
    "fmi2SerializedFMUstateSize",
    "fmi2SerializeFMUstate",
    "fmi2DeSerializeFMUstate",
    "fmi2GetDirectionalDerivative",
    "fmi2SetRealInputDerivatives",
    "fmi2GetRealOutputDerivatives",
    "fmi2GetRealStatus",
    "fmi2GetBooleanStatus",
];

/// The place where a slave notes in which function it is.
#[derive(Clone, Copy)]
pub struct Note(&'static AtomicU64);

impl Note {
    /// A note in this word.
    pub(super) fn new(word: &'static AtomicU64) -> Self {
        Self(word)
    }

    /// A note that nobody reads.
    pub fn unread() -> Self {
        static NOWHERE: AtomicU64 = AtomicU64::new(0);
        Self(&NOWHERE)
    }

    /// A function of the slave is about to be called.
    #[inline(always)]
    pub fn enter(self, function: &'static str) -> InCall {
        self.0.store(code(function), Ordering::Relaxed);
        InCall(self)
    }

    #[inline(always)]
    pub(super) fn clear(self) {
        self.0.store(0, Ordering::Relaxed);
    }
}

/// A call under way. An exception that leaves it ends the process here, while it is known whose it is.
#[must_use]
pub struct InCall(Note);

impl InCall {
    /// The function has returned.
    #[inline(always)]
    pub fn leave(self) {
        self.0.clear();
        std::mem::forget(self);
    }
}

impl Drop for InCall {
    #[cold]
    fn drop(&mut self) {
        std::process::abort();
    }
}

/// Whether something that a slave can be in is no FMI function.
pub fn is_outside_calls(call: &str) -> bool {
    [LOADING, UNLOADING, ENDING].contains(&call)
}

/// The length of a name and the seven letters after its first four, which no two names share.
#[inline(always)]
const fn code(function: &str) -> u64 {
    let letters = function.as_bytes();
    let mut code = letters.len() as u64;
    let mut k = 4;
    while k < 11 && k < letters.len() {
        code |= (letters[k] as u64) << (8 * (k - 3));
        k += 1;
    }
    code
}

/// The function that a word stands for; none if the slave was in none.
pub fn function(word: u64) -> Option<&'static str> {
    NAMES.into_iter().find(|name| code(name) == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_has_a_word_of_its_own() {
        for name in NAMES {
            assert_eq!(function(code(name)), Some(name));
        }
        assert_eq!(function(0), None);
    }
}
