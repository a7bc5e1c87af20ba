//! The table as a user sees it.

use super::macrostep;
use macrostep_tests::{c_fmu, succeed};

const EXPECTED: &str = "\
check                declared   found
load the library     -          works
initialisation       -          works
save and restore     yes        exact
serialise the state  yes        exact: 464 bytes
input derivatives    yes        ignored
output derivatives   order 1    right
variable step        yes        same trajectory
second instance      yes        independent
reset                -          repeats exactly
direct feedthrough   0 pairs    as declared
end after stop time  -          accepted
time of a step       -          TIME
messages             -          0 per step, 0 with logging on
";

#[test]
fn the_table_shows_what_is_declared_beside_what_is_found() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let json = folder.path().join("report.json");
    let mut probe = macrostep();
    probe.arg("probe").arg(c_fmu("derivatives_ignored")).arg("--json").arg(&json);
    let table = String::from_utf8(succeed(&mut probe).stdout).expect("UTF-8");
    let time = table.lines().find(|line| line.starts_with("time of a step")).expect("a time");
    assert!(time.contains("µs (median of 19; longest ") && time.ends_with(" for 0.1 s"), "{time}");
    assert_eq!(table.replace(&time[32..], "TIME"), EXPECTED);

    let report = std::fs::read_to_string(json).expect("a report");
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!(report["macrostep"], env!("CARGO_PKG_VERSION"));
    assert_eq!(report["model"], "derivatives_ignored");
    assert_eq!(report["hash"].as_str().map(str::len), Some(32));
}
