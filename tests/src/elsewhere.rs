//! Runs of one scenario with its FMUs in the master's process and elsewhere.

use std::path::Path;
use std::process::Output;

use crate::printed;

/// Where FMUs run: the option of the command line, and how the summary calls it.
#[derive(Clone, Copy)]
pub struct Elsewhere {
    option: &'static str,
    place: &'static str,
}

/// In processes of their own.
pub const ISOLATED: Elsewhere = Elsewhere { option: "--isolate", place: ", in its own process" };
/// In sandboxes.
pub const SANDBOXED: Elsewhere = Elsewhere { option: "--sandbox", place: ", in a sandbox" };

impl Elsewhere {
    /// Runs a scenario, which writes `results`, with these options here and elsewhere. Both must end with this code,
    /// say the same to the user, and leave the same results, which are returned if there are any.
    pub fn compare(
        self,
        run: impl Fn(&[&str]) -> Output,
        results: &Path,
        options: &[&str],
        code: i32,
    ) -> Option<Vec<u8>> {
        let said = |output: &Output| String::from_utf8_lossy(&output.stderr).into_owned();
        let run = |options: &[&str]| {
            let output = run(options);
            assert_eq!(output.status.code(), Some(code), "{options:?}: {}", printed(&output));
            let left = std::fs::read(results).ok();
            // The next run must not find them.
            let _ = std::fs::remove_file(results);
            (output, left)
        };
        let (here, wanted) = run(options);
        let (elsewhere, left) = run(&[options, &[self.option]].concat());
        assert_eq!(said(&elsewhere), said(&here), "{options:?}");
        assert!(left == wanted, "{options:?}: the results differ");
        let summary = String::from_utf8_lossy(&elsewhere.stdout);
        assert_eq!(summary.contains(self.place), wanted.is_some(), "{options:?}: {summary}");
        wanted
    }
}
