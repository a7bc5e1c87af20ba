//! The coupled systems on which step control is measured.

use macrostep_tests::fmu;

/// A coupled system, without what a method says of it.
pub struct System {
    pub name: &'static str,
    pub stop: f64,
    /// The step of the reference solution in s.
    pub fine: f64,
    /// Slaves and couplings, with `FMUS` for the folder of FMUs.
    text: &'static str,
}

impl System {
    /// The scenario by which it is run, with a method and the first or only macro step.
    pub fn scenario(&self, method: &str, step: f64) -> String {
        let folder =
            fmu("oscillator").parent().expect("FMUs lie in a folder").display().to_string();
        let Self { stop, text, .. } = self;
        format!(
            "[simulation]\nstop = {stop:?}\nstep = {step:e}\n{method}\n{}",
            text.replace("FMUS", &folder)
        )
    }

    /// The scenario with controlled steps, the first of which is a thousandth of the time span.
    pub fn controlled(&self, method: &str, tolerance: f64) -> String {
        let method = format!("{method}\n[step_control]\ntolerance = {tolerance:e}");
        self.scenario(&method, self.stop / 1000.0)
    }
}

/// Ways to take the steps, by their names.
pub const METHODS: [(&str, &str); 3] = [
    ("explicit, default rule", "[scheme]\nkind = 'explicit'"),
    (
        "semi-implicit, degree 1",
        "[scheme]\nkind = 'semi-implicit'\n[inputs]\nextrapolation = 'polynomial'\ndegree = 1",
    ),
    (
        "semi-implicit, degree 2",
        "[scheme]\nkind = 'semi-implicit'\n[inputs]\nextrapolation = 'polynomial'\ndegree = 2",
    ),
];

pub const SYSTEMS: [System; 5] = [
    System { name: "two-mass", stop: 1.0, fine: 2e-5, text: include_str!("two-mass.toml") },
    System {
        name: "nonlinear pair",
        stop: 10.0,
        fine: 1e-4,
        text: include_str!("nonlinear-pair.toml"),
    },
    System {
        name: "double pendulum",
        stop: 2.0,
        fine: 2e-5,
        text: include_str!("double-pendulum.toml"),
    },
    System {
        name: "hydraulic pair",
        stop: 0.1,
        fine: 2e-6,
        text: include_str!("hydraulic-pair.toml"),
    },
    System {
        name: "thermal with control",
        stop: 200.0,
        fine: 4e-3,
        text: include_str!("thermal-control.toml"),
    },
];
