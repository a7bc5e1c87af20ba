//! Global orders of schemes and degrees on FMUs, in the three decompositions of a coupling. The bench `orders` prints
//! all of them, tests hold a part.

use macrostep::scenario::build::build;
use macrostep::scenario::check::{Options, check};
use macrostep::scenario::read::{Override, read};
use macrostep_tests::{fmu, root};

/// Schemes as in `[scheme]`. Iterations go on until they can no longer be seen in the order.
pub const SCHEMES: [(&str, &str); 6] = [
    ("explicit, Jacobi", "{ kind = 'explicit' }"),
    ("explicit, Gauss–Seidel", "{ kind = 'explicit', sweep = 'gauss-seidel' }"),
    ("semi-implicit", "{ kind = 'semi-implicit' }"),
    ("newton", "{ kind = 'newton', relative = 1e-11 }"),
    (
        "fixed-point",
        "{ kind = 'fixed-point', relaxation = 1.0, relative = 1e-11, iterations = 200 }",
    ),
    ("quasi-newton", "{ kind = 'quasi-newton', relative = 1e-11, iterations = 200 }"),
];

/// A coupling in one decomposition, from a scenario of the project.
pub struct Problem {
    pub name: &'static str,
    pub decomposition: &'static str,
    scenario: &'static str,
    slaves: [&'static str; 2],
    /// What makes the slaves more accurate than the coupling.
    solver: [&'static str; 2],
    /// The stop time and the longer of two steps in s.
    stop: f64,
    step: f64,
}

const TWO_MASS: Problem = Problem {
    name: "two masses (linear)",
    decomposition: "force/force",
    scenario: "two-mass/explicit.toml",
    slaves: ["left", "right"],
    solver: ["solver='exact'", "absolute_tolerance=1e-14"],
    stop: 0.2,
    step: 1e-3,
};

const PENDULUM: Problem = Problem {
    name: "double pendulum in space (nonlinear)",
    decomposition: "force/force",
    scenario: "spatial/double-pendulum.toml",
    slaves: ["upper", "lower"],
    solver: ["relative_tolerance=1e-12", "absolute_tolerance=1e-13"],
    stop: 0.01,
    step: 1e-4,
};

/// The linear ones, then the nonlinear ones.
pub const PROBLEMS: [Problem; 6] = [
    TWO_MASS,
    Problem {
        decomposition: "force/displacement",
        scenario: "two-mass/force-displacement.toml",
        ..TWO_MASS
    },
    Problem {
        decomposition: "displacement/displacement",
        scenario: "two-mass/semi-implicit-displacement.toml",
        ..TWO_MASS
    },
    PENDULUM,
    Problem {
        decomposition: "force/displacement",
        scenario: "spatial/force-displacement.toml",
        ..PENDULUM
    },
    Problem {
        decomposition: "displacement/displacement",
        scenario: "spatial/displacement-displacement.toml",
        ..PENDULUM
    },
];

/// Outputs at the communication points of the longer step.
type Points = Vec<Vec<f64>>;

impl Problem {
    /// A run with the longer step divided by `parts`; none where it fails.
    fn run(&self, scheme: &str, degree: usize, parts: usize) -> Result<Points, String> {
        let path = root().join("scenarios").join(self.scenario);
        let mut sets = vec![
            format!("simulation.stop={:e}", self.stop),
            format!("simulation.step={:e}", self.step / parts as f64),
            format!("scheme={scheme}"),
            format!("inputs={{ extrapolation = 'polynomial', degree = {degree} }}"),
        ];
        for slave in self.slaves {
            sets.extend(self.solver.map(|setting| format!("slaves.{slave}.start.{setting}")));
        }
        let sets: Vec<Override> = sets.iter().map(|set| set.parse().unwrap()).collect();
        // Exported, as they are now.
        fmu("oscillator");
        let (source, file) = read(&path, &sets).map_err(|error| error.to_string())?;
        let folder = path.parent().unwrap();
        let scenario = check(source, &file, folder, Options::default());
        let scenario = scenario.map_err(|error| error.to_string())?;
        let mut simulation = build(&scenario).map_err(|error| error.to_string())?;
        simulation.initialize().map_err(|error| error.to_string())?;
        let mut points = Vec::new();
        while simulation.advance().map_err(|error| error.to_string())? {
            if simulation.progress().taken.is_multiple_of(parts as u64) {
                points.push(simulation.point().y.as_slice().to_vec());
            }
        }
        Ok(points)
    }

    /// A run whose error is nothing beside those of others.
    pub fn reference(&self) -> Points {
        self.run(SCHEMES[3].1, 3, 16).unwrap()
    }

    /// The largest errors with the longer step and with half of it, relative to the largest value of each output, and
    /// the order that they show.
    pub fn order(
        &self,
        scheme: &str,
        degree: usize,
        reference: &Points,
    ) -> Result<([f64; 2], f64), String> {
        let error = |parts: usize| {
            let points = self.run(scheme, degree, parts)?;
            assert_eq!(points.len(), reference.len());
            let error = |i: usize| {
                let pairs = || points.iter().zip(reference).map(|(y, exact)| (y[i], exact[i]));
                let size = pairs().map(|(_, exact)| exact.abs()).fold(0.0, f64::max);
                let off = pairs().map(|(y, exact)| (y - exact).abs()).fold(0.0, f64::max);
                // What hardly moves, such as motion out of the plane, says nothing.
                if size > 1e-9 { off / size } else { 0.0 }
            };
            Ok::<f64, String>((0..points[0].len()).map(error).fold(0.0, f64::max))
        };
        let errors = [error(1)?, error(2)?];
        Ok((errors, (errors[0] / errors[1]).log2()))
    }
}
