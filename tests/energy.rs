//! Energy between slaves: the monitor's books, corrections and steps by the power residual, on FMUs.

use std::path::Path;

use macrostep::analysis::energy::Effect;
use macrostep::scenario::Scenario;
use macrostep::scenario::build::build;
use macrostep::scenario::check::{Options, check};
use macrostep::scenario::read::{Override, read};
use macrostep_tests::{fmu, macrostep, printed, root, run_scenario, succeed};

/// An example of `scenarios/energy` with some fields set.
fn example(name: &str, settings: &[(&str, &str)]) -> Scenario {
    checked(name, settings, Options::default())
}

fn checked(name: &str, settings: &[(&str, &str)], options: Options) -> Scenario {
    fmu("oscillator");
    let path = root().join("scenarios/energy").join(name);
    let set =
        |(field, value): &(&str, &str)| Override { field: (*field).into(), value: (*value).into() };
    let overrides: Vec<Override> = settings.iter().map(set).collect();
    let (source, file) = read(&path, &overrides).unwrap();
    check(source, &file, path.parent().unwrap(), options).unwrap()
}

/// Columns of a run in memory: values of one output and of one number of the monitor at each point.
fn run(scenario: &Scenario, output: &str, monitored: usize) -> Vec<(f64, f64)> {
    let mut simulation = build(scenario).unwrap();
    let names = simulation.network().output_names();
    let output = names.iter().position(|name| name == output).unwrap();
    simulation.initialize().unwrap();
    let mut rows = Vec::new();
    while simulation.advance().unwrap() {
        rows.push((simulation.point().y[output], simulation.point().energy[monitored]));
    }
    rows
}

/// The slave integrates the work of its input itself; with held inputs and the exact solver the monitor
/// must find the same, whatever the scheme does, whatever is corrected and however often a step is
/// taken again.
#[test]
fn what_is_exchanged_is_the_work_that_the_slave_counts() {
    let schemes: [&[(&str, &str)]; 7] = [
        &[],
        &[("scheme.feedthrough", "stale")],
        &[("scheme.sweep", "gauss-seidel")],
        &[("scheme.kind", "semi-implicit")],
        &[("scheme.kind", "newton")],
        &[("slaves.owner.step", "5e-3")],
        &[("step_control", "{ estimate = 'energy', tolerance = 0.02, longest = 0.01 }")],
    ];
    for scheme in schemes {
        for correction in ["none", "accumulated-leak", "passivity"] {
            let mut settings = scheme.to_vec();
            settings.push(("bonds.spring.correction", correction));
            let scenario = example("one-rate.toml", &settings);
            let rows = run(&scenario, "other.work", 0);
            let largest = rows.iter().fold(0.0, |a: f64, row| a.max(row.0.abs()));
            assert!(largest > 100.0, "{scheme:?}: nothing was exchanged");
            let cycle = scenario.slaves.iter().map(|slave| slave.every as usize).max().unwrap();
            for (k, (work, exchanged)) in rows.iter().enumerate().skip(cycle - 1).step_by(cycle) {
                let off = (work - exchanged).abs();
                assert!(off < 1e-11 * largest * (k + 1) as f64, "{scheme:?}, {correction}: {off}");
            }
        }
    }
}

#[test]
fn without_energy_outputs_the_residual_is_a_good_estimate_of_the_leak() {
    for reading in ["fresh", "stale"] {
        let settings = [("scheme.feedthrough", reading), ("bonds.spring.correction", "none")];
        let (csv, sidecar) = run_scenario(
            Path::new("energy/one-rate.toml"),
            &settings
                .map(|(field, value)| format!("{field}={value}"))
                .each_ref()
                .map(String::as_str),
        );
        let residual: f64 = csv.column("energy.spring.residual").iter().sum::<f64>() * 1e-3;
        let leak = *csv.column("energy.spring.accumulated").last().unwrap();
        assert!((residual / leak - 1.0).abs() < 0.05, "{reading}: {residual} J for {leak} J");
        let bond = &sidecar["summary"]["bonds"][0];
        assert_eq!(bond["name"], "spring");
        assert!((bond["leak"].as_f64().unwrap() / leak - 1.0).abs() < 1e-12, "{bond}");
    }
}

#[test]
fn who_does_not_tell_its_energy_is_named_and_a_growing_leak_is_told() {
    let output =
        succeed(macrostep().arg("run").arg(root().join("scenarios/energy/haptic.toml")).args([
            "--set",
            "bonds.hand.correction=none",
            "--no-results",
        ]));
    let said = printed(&output);
    assert!(said.contains("what happens inside device is not known"), "{said}");
    let warning = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(warning.contains("bond \"hand\": the leak per cycle grows, from "), "{warning}");
    let quiet = succeed(
        macrostep().arg("run").arg(root().join("scenarios/energy/haptic.toml")).arg("--no-results"),
    );
    assert_eq!(String::from_utf8_lossy(&quiet.stderr), "");
}

/// A correction never makes a run unstable that was stable without it. `macrostep study energy` looks
/// at finer grids; docs/energy.md shows one.
#[test]
fn no_correction_makes_a_stable_run_unstable() {
    let stable = |gain: f64| gain <= 1.1;
    let mut helped = 0;
    for point in grid() {
        let Effect { without, with } = Effect::of(&example("one-rate.toml", &point)).unwrap();
        assert!(!stable(without) || stable(with), "{point:?}: {without}, {with}");
        helped += usize::from(!stable(without) && stable(with));
    }
    assert!(helped > 40, "corrections helped {helped} runs");
}

/// What a correction can take back in a step is limited by its cap, whichever it is; a run in which it is cut off most
/// of the time has a warning.
#[test]
fn a_correction_holds_while_its_cap_is_seldom_reached_and_warns_beyond() {
    for correction in ["accumulated-leak", "passivity"] {
        for (cap, holds) in [("1", true), ("0.25", false)] {
            let settings = [
                format!("bonds.left.correction={correction}"),
                format!("bonds.right.correction={correction}"),
                format!("bonds.left.cap={cap}"),
                format!("bonds.right.cap={cap}"),
            ];
            let path = root().join("scenarios/energy/three-in-a-row.toml");
            let mut command = macrostep();
            command.arg("run").arg(path).arg("--no-results");
            settings.iter().for_each(|setting| _ = command.args(["--set", setting]));
            let output = succeed(&mut command);
            let warned = String::from_utf8_lossy(&output.stderr).into_owned();
            let limit = warned.contains("bond \"left\": the correction was cut off at its cap in ");
            let grows = warned.contains("bond \"left\": the leak per cycle grows");
            assert_eq!((limit, grows), (!holds, !holds), "{correction}, cap {cap}: {warned}");
        }
    }
}

/// The pause is in no publication, and helps nowhere on this grid.
#[test]
fn pauses_make_no_run_stable_that_is_not_stable_without_them() {
    let stable = |point: &[(&str, &str)]| {
        Effect::of(&example("one-rate.toml", point)).expect("it runs").with <= 1.1
    };
    let (mut lost, mut gained) = (0, 0);
    for point in grid() {
        let paused: Vec<_> = point.into_iter().chain([("bonds.spring.pause", "true")]).collect();
        match (stable(&point), stable(&paused)) {
            (true, false) => lost += 1,
            (false, true) => gained += 1,
            _ => {}
        }
    }
    assert!(gained == 0 && lost > 0, "stable by pauses: {gained}, unstable by them: {lost}");
}

/// Settings of every point: reading of the force, correction, stiffness, damping and step.
fn grid() -> Vec<[(&'static str, &'static str); 7]> {
    let mut points = Vec::new();
    for reading in ["fresh", "stale"] {
        for correction in ["accumulated-leak", "passivity"] {
            for stiffness in ["1", "30", "1e3", "3e4", "1e5"] {
                for damping in ["0", "0.1", "1", "10"] {
                    let steps = ["2e-4", "1e-3", "5e-3", "2e-2", "5e-2"];
                    points.extend(steps.map(|step| {
                        [
                            ("scheme.feedthrough", reading),
                            ("bonds.spring.correction", correction),
                            ("slaves.owner.start.cc", stiffness),
                            ("slaves.owner.start.d", damping),
                            ("slaves.owner.start.dc", damping),
                            ("slaves.other.start.d", damping),
                            ("simulation.step", step),
                        ]
                    }));
                }
            }
        }
    }
    points
}

#[test]
fn steps_by_the_power_residual_follow_the_tolerance() {
    let leak = |tolerance: &str| {
        let control = format!("{{ estimate = 'energy', tolerance = {tolerance}, longest = 0.05 }}");
        let settings = [("step_control", control.as_str()), ("bonds.spring.correction", "none")];
        let scenario = example("one-rate.toml", &settings);
        let rows = run(&scenario, "other.x", 5);
        (rows.last().unwrap().1.abs(), rows.len())
    };
    let [coarse, middle, fine] = ["0.1", "0.01", "0.001"].map(leak);
    // Held inputs are of first order: a tenth of the residual takes ten times as many steps.
    for (larger, smaller) in [(coarse, middle), (middle, fine)] {
        let (less, more) = (smaller.0 / larger.0, smaller.1 as f64 / larger.1 as f64);
        assert!(less < 0.3 && (3.0..30.0).contains(&more), "{larger:?} {smaller:?}");
    }
}

#[test]
fn a_corrected_run_is_not_taken_for_linear() {
    for (correction, linear) in [("none", true), ("accumulated-leak", false)] {
        let options = Options { no_results: true, unwatched: true, ..Options::default() };
        let settings = [("bonds.spring.correction", correction)];
        let scenario = checked("one-rate.toml", &settings, options);
        let stability = macrostep::analysis::Stability::of(&scenario).unwrap();
        assert_eq!(stability.is_linear(), linear, "{correction}");
    }
}
