//! One FMU of a whole engine, and the same engine in several: the same motion, up to the error of the coupling.
//!
//! All slaves integrate by RK4 with micro steps so short that what is left is the extrapolation of the coupling forces. It is
//! compared with the largest errors that an independent implementation of the same models has with the same splits, rules
//! and macro steps over the whole run (0.12 s of the V6 engine, 0.06 s of the others), of which the first milliseconds are
//! a part. A coupling that is missing, or acts a macro step too late, is far outside.

use std::collections::HashMap;
use std::f64::consts::PI;
use std::path::Path;

use super::slaves;
use macrostep_tests::{largest_difference, run_scenario};

const DEGREE: f64 = PI / 180.0;
const MILLIMETRE: f64 = 1e-3;
const BAR: f64 = 1e5;

/// Variables of the whole engine, with the unit and the number of the largest error allowed.
type Bounds = [(&'static str, f64, f64)];

/// Columns by the names that variables have in the whole engine: part and variable.
struct Motion(HashMap<String, Vec<f64>>);

impl Motion {
    /// Runs a scenario with some settings; a slave that is a group has the part in the names of its variables.
    fn of(scenario: &str, settings: &[&str], micro_step: f64, groups: &[&str]) -> Self {
        let mut all = vec!["results.interval=1e-4".to_string()];
        all.extend(settings.iter().map(ToString::to_string));
        for slave in slaves(scenario).iter().filter(|slave| *slave != "controller") {
            all.push(format!("slaves.{slave}.start.solver=\"rk4\""));
            all.push(format!("slaves.{slave}.start.micro_step={micro_step:?}"));
        }
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        let (csv, _) = run_scenario(&Path::new("engine").join(scenario), &all);
        Self(csv.header().iter().map(|name| (full_name(name, groups), csv.column(name))).collect())
    }

    fn check(&self, split: &Self, what: &str, bounds: &Bounds) {
        for (name, unit, bound) in bounds {
            let [one, other] = [self, split].map(|motion| {
                motion.0.get(*name).unwrap_or_else(|| panic!("{what}: there is no {name}"))
            });
            let error = largest_difference(one, other) / unit;
            assert!(error < *bound, "{what}, {name}: {error:.3e}, more than {bound:.3e}");
            assert!(error > 0.0, "{what}, {name}: no error at all; is it the same run?");
        }
    }
}

/// The name without the slave where that is a group.
fn full_name(column: &str, groups: &[&str]) -> String {
    match column.split_once('.') {
        Some((slave, variable)) if groups.contains(&slave) => variable.into(),
        _ => column.into(),
    }
}

#[test]
fn the_v6_engine_moves_as_its_three_drives_do() {
    let one = Motion::of("v6-one.toml", &["simulation.stop=3e-3"], 5e-7, &["engine"]);
    let three = Motion::of("v6-three.toml", &["simulation.stop=3e-3"], 5e-7, &[]);
    let bounds = [
        ("drive2.cam1.phi", DEGREE, 2.78e-4),
        ("drive2.cam2.phi", DEGREE, 2.56e-4),
        ("drive3.cam1.phi", DEGREE, 3.35e-4),
        ("drive3.cam2.phi", DEGREE, 3.16e-4),
        ("drive1.rail.s", MILLIMETRE, 4.85e-4),
        ("drive2.rail.s", MILLIMETRE, 1.21e-4),
        ("drive3.rail.s", MILLIMETRE, 1.50e-4),
    ];
    one.check(&three, "three FMUs", &bounds);
}

/// The tensioners' ball cage asks for the short micro step.
#[test]
fn the_flat_engine_moves_as_its_two_and_four_parts_do() {
    let [one, two, four] = [
        ("flat-one.toml", &["engine"][..]),
        ("flat-two.toml", &["drives", "tensioners"]),
        ("flat-four.toml", &[]),
    ]
    .map(|(scenario, groups)| Motion::of(scenario, &["simulation.stop=2e-3"], 1e-7, groups));
    let names = [
        ("left.cam1.phi", DEGREE, [2.92e-5, 8.22e-5]),
        ("left.cam2.phi", DEGREE, [2.61e-5, 7.65e-5]),
        ("right.cam1.phi", DEGREE, [2.21e-5, 6.39e-5]),
        ("right.cam2.phi", DEGREE, [2.02e-5, 5.77e-5]),
        ("left.rail.s", MILLIMETRE, [2.37e-4, 2.84e-4]),
        ("right.rail.s", MILLIMETRE, [1.90e-4, 1.45e-4]),
        ("tensioner_left.x", MILLIMETRE, [5.14e-4, 4.43e-4]),
        ("tensioner_right.x", MILLIMETRE, [5.65e-4, 3.90e-4]),
        ("tensioner_left.p_h", BAR, [0.055, 0.0578]),
        ("tensioner_right.p_h", BAR, [0.0747, 0.0714]),
        ("tensioner_left.p_b", BAR, [0.055, 0.0577]),
        ("tensioner_left.p_c", BAR, [0.0392, 0.0332]),
    ];
    one.check(&two, "two FMUs", &names.map(|(name, unit, [bound, _])| (name, unit, bound)));
    one.check(&four, "four FMUs", &names.map(|(name, unit, [_, bound])| (name, unit, bound)));
}

/// With seven slaves; fewer cut fewer connections, and their errors are not larger.
const BANK: [(&str, f64, f64); 11] = [
    ("chain.exhaust.phi", DEGREE, 5.14e-5),
    ("chain.intake.phi", DEGREE, 5.53e-5),
    ("intake_phaser.psi", 1.0, 1.20e-6),
    ("exhaust_phaser.psi", 1.0, 5.92e-7),
    ("intake_phaser.p_A", BAR, 0.0113),
    ("intake_phaser.p_B", BAR, 0.00189),
    ("exhaust_phaser.p_A", BAR, 0.00263),
    ("exhaust_phaser.p_B", BAR, 0.00186),
    ("tensioner.x", MILLIMETRE, 3.42e-4),
    ("tensioner.p_h", BAR, 0.184),
    ("exhaust_valves.phi", DEGREE, 5.02e-5),
];

#[test]
fn the_bank_moves_as_its_two_three_four_and_six_parts_do() {
    let one = Motion::of("bank-one-uncontrolled.toml", &["simulation.stop=2e-3"], 5e-7, &["bank"]);
    for (scenario, groups) in [
        ("bank-two.toml", &["rest"][..]),
        ("bank-three.toml", &["intake", "exhaust"]),
        ("bank-four.toml", &["intake", "exhaust", "tension"]),
        ("bank-six.toml", &["phaser_in", "tension"]),
    ] {
        one.check(&Motion::of(scenario, &["simulation.stop=2e-3"], 5e-7, groups), scenario, &BANK);
    }
}

/// The controller samples at 1 and 2 ms and acts 10 µs later, inside the one FMU as between the seven.
#[test]
fn the_bank_with_a_controller_moves_as_its_seven_parts_do() {
    let one = Motion::of("bank-one.toml", &["simulation.stop=3e-3"], 5e-7, &["bank"]);
    let seven =
        Motion::of("bank-seven.toml", &["simulation.stop=3e-3"], 5e-7, &["phaser_in", "tension"]);
    one.check(&seven, "seven FMUs", &BANK);
    let spools = [("controller.s_ex", 1.0, 2.76e-5), ("controller.s_in", 1.0, 4.21e-5)];
    one.check(&seven, "seven FMUs", &spools);
}

/// The rule of the springs, `lin-2-3-opt`, has order 3, and the signals that the controller samples are continued by cubics. An
/// action that came a macro step late would leave an error of order 1.
#[test]
fn the_error_of_the_controlled_bank_is_of_order_three() {
    let one = Motion::of("bank-one.toml", &["simulation.stop=1.5e-3"], 5e-7, &["bank"]);
    let error = |step: &str| {
        let settings = ["simulation.stop=1.5e-3", &format!("simulation.step={step}")];
        let seven = Motion::of("bank-seven.toml", &settings, 5e-7, &[]);
        largest_difference(&one.0["controller.s_in"], &seven.0["controller.s_in"])
    };
    let (coarse, fine) = (error("1e-5"), error("5e-6"));
    let order = (coarse / fine).log2();
    assert!((order - 3.0).abs() < 0.5, "{coarse:e}, {fine:e}: order {order}");
}
