//! Memory does not grow with the run.
#![cfg(target_os = "linux")]

use std::io::Read;
use std::process::Stdio;

use macrostep_tests::{c_fmu, macrostep};

/// The largest resident memory of a run of so many steps, in kB.
fn peak(steps: u32, results: &str) -> f64 {
    let folder = tempfile::tempdir().unwrap();
    let scenario = folder.path().join("two.toml");
    let text = format!(
        "[simulation]\nstop = {}\nstep = 1e-4\n\
         [slaves.a]\nfmu = '{1}'\nstart = {{ v0 = 1 }}\n[slaves.b]\nfmu = '{1}'\n\
         [[couplings]]\nlaw = 'spring-damper'\nbetween = ['a', 'b']\n\
         stiffness = 1000\ndamping = 10\n",
        f64::from(steps) * 1e-4,
        c_fmu("mass").display()
    );
    std::fs::write(&scenario, text).unwrap();
    let mut command = macrostep();
    command.args(["run", "--quiet"]).arg(&scenario).arg("-o").arg(folder.path().join(results));
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    // The highest mark so far of the run, which its supervisor has started, is read until both are gone.
    let threads = format!("/proc/{}/task", child.id());
    let mut peak: f64 = 0.0;
    while child.try_wait().unwrap().is_none() {
        let started = |thread: std::io::Result<std::fs::DirEntry>| {
            std::fs::read_to_string(thread.ok()?.path().join("children")).ok()
        };
        let run: String =
            std::fs::read_dir(&threads).into_iter().flatten().filter_map(started).collect();
        let status = format!("/proc/{}/status", run.trim());
        let text = std::fs::read_to_string(status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let mark = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse().ok());
        peak = peak.max(mark.unwrap_or(0.0));
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    let mut deferred_log = String::new();
    child.stderr.take().unwrap().read_to_string(&mut deferred_log).unwrap();
    assert!(child.wait().unwrap().success(), "{deferred_log}");
    peak
}

#[test]
fn ten_times_the_steps_need_no_more_memory() {
    let (short, long) = (peak(100_000, "results.csv"), peak(1_000_000, "results.csv"));
    assert!(short > 1000.0, "{short} kB");
    assert!(long < 1.1 * short, "{long} kB after {short} kB");
}
