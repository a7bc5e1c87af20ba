//! Which rule for the motion allows how heavy a driven body.

use macrostep::analysis::stability::Stability;
use macrostep::scenario::build::build;

use super::{checked, slave};

const MOTIONS: [&str; 4] = ["original", "index-1", "index-2", "index-3"];
/// ω₀₁H, with ω₀₁² = 5000 1/s².
const OMEGA_H: f64 = 0.01;
const STIFFNESS: f64 = 5000.0;
/// A spectral radius up to this is stable.
const STABLE: f64 = 1.0 + 1e-6;
/// The runs whose errors are printed: a light driven mass.
const LIGHT: f64 = 0.1;
const STEP: f64 = 1e-3;

/// The rules, with the settings of `inputs`; `{}` stands for the ρ∞ of the solver.
const RULES: [(&str, &str); 8] = [
    ("`two-step-hermite`", "extrapolation = 'two-step-hermite', rho_inf = {}"),
    ("`hermite`, 1 point", "extrapolation = 'hermite', points = 1"),
    ("`hermite`, 2 points", "extrapolation = 'hermite', points = 2"),
    ("`hermite`, 3 points", "extrapolation = 'hermite', points = 3"),
    ("`hold`", "extrapolation = 'hold'"),
    ("`polynomial`, degree 1", "extrapolation = 'polynomial', degree = 1"),
    ("`polynomial`, degree 2", "extrapolation = 'polynomial', degree = 2"),
    ("`polynomial`, degree 3", "extrapolation = 'polynomial', degree = 3"),
];

fn text(rule: &str, motion: &str, rho_inf: f64, mass: f64, step: f64) -> String {
    let rule = rule.replace("{}", &format!("{rho_inf}"));
    [
        format!(
            "[simulation]\nstop = 0.5\nstep = {step:e}\n[scheme]\nsweep = 'gauss-seidel'\norder = ['driven', 'mass']\n"
        ),
        slave(
            "mass",
            "marker-oscillator",
            &format!("k = {STIFFNESS}, v0 = 0.1, rho_inf = {rho_inf}, history = true, v0_1 = 0.1, x0_1 = {:e}", -0.1 * step),
        ),
        slave("driven", "driven-mass", &format!("m = {mass:e}, v0 = 0.1, force = 0.0")),
        format!(
            "[[couplings]]\nlaw = 'constraint'\nbetween = ['mass', 'driven']\nmotion = '{motion}'\ninputs = {{ {rule} }}\n"
        ),
    ]
    .concat()
}

fn is_stable(rule: &str, motion: &str, rho_inf: f64, mass: f64) -> bool {
    let step = OMEGA_H / STIFFNESS.sqrt();
    let mut stability = Stability::of(&checked(text(rule, motion, rho_inf, mass, step), false))
        .expect("FMUs start");
    let radius = stability.spectral_radius(step).expect("steps succeed").expect("it is linear");
    radius <= STABLE
}

/// The mass ratio up to which all are stable, to 1 %, looked at every 5 %.
fn limit(rule: &str, motion: &str, rho_inf: f64) -> f64 {
    let mut last = 0.0;
    let mut mass = 0.02;
    while mass < 30.0 && is_stable(rule, motion, rho_inf, mass) {
        (last, mass) = (mass, mass * 1.05);
    }
    if last == 0.0 {
        return 0.0;
    }
    while mass / last > 1.01 {
        let middle = (last * mass).sqrt();
        if is_stable(rule, motion, rho_inf, middle) { last = middle } else { mass = middle }
    }
    last
}

/// The largest error of the first mass relative to its amplitude; none if the run fails.
fn error(rule: &str, motion: &str, rho_inf: f64) -> Option<f64> {
    let scenario = checked(text(rule, motion, rho_inf, LIGHT, STEP), false);
    let mut simulation = build(&scenario).expect("FMUs start");
    let names = simulation.network().output_names();
    let x = names.iter().position(|name| name == "mass.x").expect("it is coupled");
    simulation.initialize().expect("FMUs start");
    let omega = (STIFFNESS / (1.0 + LIGHT)).sqrt();
    let mut error = 0.0_f64;
    while simulation.advance().ok()? {
        let (t, y) = (simulation.t(), &simulation.point().y);
        error = error.max((y[x] - 0.1 / omega * (omega * t).sin()).abs() * omega / 0.1);
    }
    Some(error)
}

/// A row for each rule: for each kind of inputs the largest mass ratio and its ρ∞, and the error with a light driven mass.
pub fn print() {
    println!("| motion by | {} | error with index-1 | with index-3 |", MOTIONS.join(" | "));
    println!("|---|---|---|---|---|---|---|");
    for (name, rule) in RULES {
        let limits = MOTIONS.map(|motion| {
            let of = |k: u32| (limit(rule, motion, f64::from(k) / 10.0), f64::from(k) / 10.0);
            (0..=10).map(of).fold((0.0, 0.0), |best, one| if one.0 > best.0 { one } else { best })
        });
        let cells = limits.map(|(mass, rho)| match mass {
            0.0 => "none".into(),
            mass => format!("{mass:.2} (ρ∞ = {rho})"),
        });
        let runs = [1, 3].map(|k| match error(rule, MOTIONS[k], limits[k].1) {
            Some(error) => format!("{:.2} %", 100.0 * error),
            None => "fails".into(),
        });
        println!("| {name} | {} | {} |", cells.join(" | "), runs.join(" | "));
    }
}
