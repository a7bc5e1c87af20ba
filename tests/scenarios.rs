//! Every scenario of `scenarios/` passes the strict check, runs, and shows what it says it shows.

use std::path::{Path, PathBuf};

use macrostep_tests::{fmu, largest_difference, macrostep, root, run_scenario as run, succeed};

/// Every scenario under a folder, at any depth.
fn scenarios(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    for path in entries.map(|entry| entry.expect("the folder can be read").path()) {
        if path.is_dir() {
            found.extend(scenarios(&path));
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn every_scenario_passes_the_strict_check_and_runs_to_its_end() {
    let all = scenarios(&root().join("scenarios"));
    assert!(!all.is_empty(), "no scenario was found");
    fmu("oscillator");
    for scenario in &all {
        succeed(macrostep().args(["check", "--strict"]).arg(scenario));
        let (csv, sidecar) = run(scenario, &[]);
        let name = scenario.display();
        assert_eq!(sidecar["status"], "completed", "{name}");
        assert_eq!(csv.column("time").last().copied(), sidecar["stop"].as_f64(), "{name}");
        for column in csv.header() {
            assert!(csv.column(column).iter().all(|x| x.is_finite()), "{name}: {column}");
        }
    }
}

#[test]
fn every_scenario_says_at_its_top_what_it_is() {
    for scenario in scenarios(&root().join("scenarios")) {
        let text = std::fs::read_to_string(&scenario).expect("a scenario");
        assert!(text.starts_with("# "), "{} begins without a comment", scenario.display());
    }
}

#[test]
fn the_two_mass_oscillator_moves_alike_however_it_is_cut() {
    let reference = ["simulation.step=5e-5", "inputs.degree=3"];
    let (reference, _) = run(Path::new("two-mass/explicit.toml"), &reference);
    let reference: Vec<f64> = reference.column("left.x").into_iter().step_by(20).collect();
    // Errors in m on an amplitude of 1.77 m; degree 1 has order 2, degree 2 order 3.
    let cuts = [
        ("explicit", 1.2e-3),
        ("force-displacement", 1.2e-3),
        ("spring-damper-fmu", 1.2e-3),
        ("gauss-seidel", 1e-4),
        ("semi-implicit-force-displacement", 4e-4),
        ("semi-implicit-displacement", 2e-4),
    ];
    for (name, tolerance) in cuts {
        let (csv, _) = run(&Path::new("two-mass").join(format!("{name}.toml")), &[]);
        let error = largest_difference(&csv.column("left.x"), &reference);
        assert!(error < tolerance, "{name}: {error} m");
    }
    let stale = ["scheme.feedthrough=stale"];
    let (stale, _) = run(Path::new("two-mass/spring-damper-fmu.toml"), &stale);
    let error = largest_difference(&stale.column("left.x"), &reference);
    assert!(error > 3e-3, "a late force should be seen: {error} m");
}

#[test]
fn the_nonlinear_oscillator_follows_its_file() {
    let (csv, _) = run(Path::new("nonlinear-oscillator/csv-force.toml"), &[]);
    let (time, x, force) = (csv.column("time"), csv.column("mass.x"), csv.column("mass.force"));
    let at = |t: f64| time.iter().position(|time| (time - t).abs() < 1e-9).expect("a point there");
    assert_eq!([force[at(0.5)], force[at(3.0)], force[at(7.0)]], [5.0, 10.0, 0.0]);
    // Equilibrium of x + 0.5 x³ = 10.
    assert!((x[at(4.9)] - 2.4695).abs() < 1e-3, "{}", x[at(4.9)]);
}

#[test]
fn forces_of_two_couplings_add_up_in_the_chain() {
    let (csv, _) = run(Path::new("chain/three-masses.toml"), &[]);
    let forces = ["first.force", "last.force"].map(|name| csv.column(name));
    let sum: Vec<f64> = forces[0].iter().zip(&forces[1]).map(|(a, b)| -(a + b)).collect();
    // Rounding of sums of forces up to 2000 N.
    assert!(largest_difference(&csv.column("middle.force"), &sum) < 1e-9);
}

#[test]
fn the_links_of_the_double_pendulum_stay_joined() {
    let (csv, _) = run(Path::new("double-pendulum/semi-implicit.toml"), &[]);
    // Joint forces up to 84 N per axis at 1e5 N/m.
    for axis in ["x", "y"] {
        let [tip, end] = ["first.", "second."].map(|slave| format!("{slave}{axis}"));
        let gap = largest_difference(&csv.column(&tip), &csv.column(&format!("{end}1")));
        assert!(gap < 1e-3, "{axis}: {gap} m");
    }
}

#[test]
fn the_slider_crank_keeps_its_energy_and_moves_alike_with_fewer_coupling_variables() {
    let [(all, _), (fewer, _)] = ["semi-implicit", "pin-position"]
        .map(|name| run(Path::new(&format!("slider-crank/{name}.toml")), &[]));
    for csv in [&all, &fewer] {
        let [crank, rocker, lambda] =
            ["crank.energy", "rocker.energy", "crank.lambda"].map(|name| csv.column(name));
        let energy = |k: usize| crank[k] + rocker[k] + lambda[k].powi(2) / 2e3;
        let drift = (0..crank.len()).map(|k| (energy(k) - energy(0)).abs()).fold(0.0, f64::max);
        // Of third order in the step; 1.2e-4 J were found by an independent implementation.
        assert!(drift < 1.5e-4, "{drift} J");
    }
    let difference = largest_difference(&all.column("rocker.phi"), &fewer.column("rocker.phi"));
    assert!(difference < 2e-6, "{difference} rad");
}

#[test]
fn the_beam_with_a_container_swings_as_the_reference() {
    // An independent implementation of Zhang et al. (2022), section 4.3, coupled in deflection and slope: largest deflections in
    // mm over half seconds, to two digits after the point.
    let reference = [7.04, 12.30, 17.18, 20.83];
    for (name, accuracy) in [("beam-clamped-container", 7e-4), ("beam-container", 8e-4)] {
        let (csv, _) = run(&Path::new("constraint").join(format!("{name}.toml")), &[]);
        let x = csv.column("beam.x");
        for (half, reference) in x[1..].chunks(5000).zip(reference) {
            let largest = half.iter().fold(0.0_f64, |largest, x| largest.max(1e3 * x.abs()));
            assert!((largest / reference - 1.0).abs() < accuracy, "{name}: {largest} {reference}");
        }
    }
}

#[test]
fn spheres_in_a_container_hold_the_amplitude_near_resonance() {
    // Zhang et al. (2022), section 4.3: 3.1 mm in the last second by an independent implementation. What spheres do is
    // chaotic, and rows lie 2 ms apart, in which the phase goes on by 0.2: 0.5 % at a maximum.
    for (name, column) in [("single-mass", "mass.x"), ("beam", "beam.x")] {
        let (csv, _) = run(&Path::new("particle-damper").join(format!("{name}.toml")), &[]);
        let (time, y) = (csv.column("time"), csv.column(column));
        let last = time.iter().zip(&y).filter(|(time, _)| **time > 1.0);
        let largest = last.fold(0.0_f64, |largest, (_, y)| largest.max(1e3 * y.abs()));
        assert!((largest / 3.1 - 1.0).abs() < 0.155, "{name}: {largest} mm");
        // Every sphere stays in the container, from its floor at y = 0 on, but for overlaps of 1 % of its radius.
        let [wall, ceiling] = [0.01, 0.01184];
        let reach = 0.99 * (3.0 * 7e-3 / (4.0 * std::f64::consts::PI * 11344.0 * 20.0)).cbrt();
        for i in 1..=20 {
            let [x, y, z] =
                ["x", "y", "z"].map(|axis| csv.column(&format!("damper.r[{i}].{axis}")));
            for ((x, y), z) in x.iter().zip(&y).zip(&z) {
                let inside = (reach..ceiling - reach).contains(y) && x.hypot(*z) < wall - reach;
                assert!(inside, "{name}: sphere {i} at {x} {y} {z}");
            }
        }
    }
}
