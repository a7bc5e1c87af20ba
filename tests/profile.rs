//! What `--profile` leaves: a table, a trace, a picture.

use macrostep_tests::{c_fmu, macrostep, succeed};

#[test]
fn a_profile_accounts_for_every_macro_step() {
    let folder = tempfile::tempdir().unwrap();
    let (scenario, results) = (folder.path().join("two.toml"), folder.path().join("two.csv"));
    let text = format!(
        "[simulation]\nstop = 0.5\nstep = 1e-3\n\
         [slaves.slow]\nfmu = '{0}'\nstart = {{ v0 = 1, parts = 400 }}\n\
         [slaves.fast]\nfmu = '{0}'\n\
         [[couplings]]\nlaw = 'spring-damper'\nbetween = ['slow', 'fast']\n\
         stiffness = 1000\ndamping = 10\n",
        c_fmu("mass").display()
    );
    std::fs::write(&scenario, text).unwrap();
    let mut command = macrostep();
    command.arg("run").arg(&scenario).arg("-o").arg(&results).arg("--profile");
    let printed = String::from_utf8(succeed(&mut command).stdout).unwrap();

    // Columns: name, calls, mean, p99, busy, waits.
    let row = |name: &str| -> Vec<f64> {
        let line = printed.lines().find(|line| line.starts_with(name)).expect("a row");
        line.split_whitespace().skip(1).map(|word| word.parse().unwrap()).collect()
    };
    let (slow, fast) = (row("slow "), row("fast "));
    for row in [&slow, &fast] {
        assert_eq!(row[0], 500.0, "{printed}");
        assert!((row[3] + row[4] - 100.0).abs() < 0.3, "{printed}");
    }
    // The upper end of the median's class is at least the mean of the faster half.
    assert!(slow[1] > 10.0 * fast[1] && slow[2] > 10.0 * fast[1], "{printed}");

    let trace = std::fs::read_to_string(folder.path().join("two.csv.trace.json")).unwrap();
    let trace: serde_json::Value = serde_json::from_str(&trace).unwrap();
    let events = trace["traceEvents"].as_array().unwrap();
    let count = |what: &str| events.iter().filter(|event| event["ph"] == what).count();
    assert_eq!((count("X"), count("i")), (1000, 500));
    let picture = std::fs::read_to_string(folder.path().join("two.csv.timeline.svg")).unwrap();
    assert!(picture.contains(">slow</text>") && picture.trim_end().ends_with("</svg>"));
    assert!(picture.contains("20 macro steps in"), "{picture}");
    // Two slaves in 20 steps on one thread, the master before, between and after them, and the background.
    assert_eq!(picture.matches("height=\"18\" fill=\"#0072b2\"").count(), 40);
    let master = picture.matches("height=\"18\" fill=\"#606060\"").count();
    assert!((21..=41).contains(&master), "{master}");
    assert!(picture.contains(">master</text>") && picture.contains(">real time in µs</text>"));
    assert_eq!(picture.matches("% busy</text>").count(), 3);
}
