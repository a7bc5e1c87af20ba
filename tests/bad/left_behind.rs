//! What a run that fails leaves on the disk: complete results, and nothing where it must not write.

use std::path::Path;

use macrostep_tests::{Csv, printed, succeed};

use super::command;

#[test]
fn results_up_to_a_failure_are_complete_and_say_so() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let results = folder.path().join("results.csv");
    let output =
        command("run").arg("nan_output.toml").arg("-o").arg(&results).output().expect("it starts");
    assert_eq!(output.status.code(), Some(1), "{}", printed(&output));

    // Steps of 0.1 s; y = t until it is NaN at 0.5 s.
    let csv = Csv::read(&results);
    let times = csv.column("time");
    assert_eq!(times, [0.0, 0.1, 0.2, 0.3, 0.4].map(|t: f64| (t * 10.0).round() * 0.1));
    for (t, y) in times.iter().zip(csv.column("tank.y")) {
        assert!((t - y).abs() < 1e-12, "y = {y} at t = {t}");
    }
    let text = std::fs::read_to_string(&results).expect("results");
    assert!(text.ends_with('\n'), "the last row is cut off");

    let sidecar = std::fs::read_to_string(folder.path().join("results.csv.json"));
    let sidecar: serde_json::Value =
        serde_json::from_str(&sidecar.expect("a sidecar")).expect("JSON");
    assert_eq!(sidecar["status"], "failed");
    let error = sidecar["error"].as_str().expect("a message");
    assert!(error.starts_with("t = 0.5 s: slave \"tank\": y became NaN"), "{error}");
    assert_eq!(sidecar["summary"]["steps"], 4);
}

#[test]
fn a_picture_is_drawn_of_results_up_to_a_failure() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let picture = folder.path().join("picture.svg");
    let mut run = command("run");
    run.arg("nan_output.toml").arg("-o").arg(folder.path().join("r.csv")).arg("--plot");
    let output = run.arg(&picture).output().expect("macrostep starts");
    assert_eq!(output.status.code(), Some(1), "{}", printed(&output));
    assert!(std::fs::read_to_string(picture).expect("a picture").contains("tank.y"));
}

#[test]
fn a_picture_that_cannot_be_drawn_is_told_before_the_run() {
    for picture in ["picture.jpg", "picture", "file/picture.svg"] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("file"), "").expect("a file");
        let results = folder.path().join("results.csv");
        let mut run = command("run");
        run.arg("nan_output.toml").arg("-o").arg(&results).arg("--plot");
        let output = run.arg(folder.path().join(picture)).output().expect("macrostep starts");
        assert_eq!(output.status.code(), Some(2), "{}", printed(&output));
        assert!(!results.exists(), "{picture}: the run has begun");
    }
}

/// Files under a folder, at any depth.
fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path.display().to_string());
        }
    }
    found
}

#[test]
fn archives_that_reach_out_or_swell_leave_nothing_behind() {
    let archives =
        ["fmu_escape", "fmu_escape_absolute", "fmu_escape_link", "fmu_bomb", "fmu_bomb_lying"];
    for name in archives {
        let folder = tempfile::tempdir().expect("a temporary folder");
        // Deep enough that ../../evil.txt from a folder inside still lies in `folder`.
        let unpacked = folder.path().join("a/b/c");
        std::fs::create_dir_all(&unpacked).expect("a folder");
        let mut run = command("run");
        run.arg(format!("{name}.toml")).env("TMPDIR", &unpacked).env("MACROSTEP_CACHE", &unpacked);
        let output = run.arg("--no-results").output().expect("macrostep starts");
        assert_eq!(output.status.code(), Some(2), "{}", printed(&output));
        let locks = unpacked.join("locks");
        let left =
            files(folder.path()).into_iter().filter(|file| !Path::new(file).starts_with(&locks));
        assert_eq!(left.collect::<Vec<_>>(), Vec::<String>::new(), "{name}");
        assert!(!Path::new("/tmp/macrostep_evil.txt").exists(), "{name} wrote outside");
    }
}

#[test]
fn an_unpacked_fmu_stays_in_the_cache_and_nowhere_else() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (temporary, cache) = (folder.path().join("tmp"), folder.path().join("cache"));
    std::fs::create_dir(&temporary).expect("a folder");
    for _ in 0..2 {
        let mut run = command("run");
        run.args(["input_unconnected.toml", "--no-results"]);
        succeed(run.env("TMPDIR", &temporary).env("MACROSTEP_CACHE", &cache));
        assert_eq!(files(&temporary), Vec::<String>::new());
        let entries = std::fs::read_dir(cache.join("fmus")).expect("a folder");
        let folders = entries.filter(|entry| entry.as_ref().expect("an entry").path().is_dir());
        assert_eq!(folders.count(), 1, "one FMU is unpacked once");
    }
}

#[test]
fn where_there_is_no_cache_an_unpacked_fmu_is_removed_after_the_run() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut run = command("run");
    run.args(["input_unconnected.toml", "--no-results"]).env("TMPDIR", folder.path());
    for variable in ["MACROSTEP_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"] {
        run.env_remove(variable);
    }
    succeed(&mut run);
    assert_eq!(files(folder.path()), Vec::<String>::new());
}
