//! What a rigid coupling of two masses costs at equal error, with each method.

use std::time::Instant;

use macrostep::scenario::build::build;

use super::{checked, slave};

/// The methods: their name, scheme and inputs, slaves and coupling.
struct Method {
    name: &'static str,
    scheme: &'static str,
    slaves: Slaves,
    coupling: &'static str,
}

/// Which FMUs the masses are.
#[derive(Clone, Copy, PartialEq)]
enum Slaves {
    /// The second takes motion.
    Driven,
    /// Both take forces and have the solver two-step.
    TwoStep,
    /// Both take forces and are solved exactly.
    Exact,
}

const CONSTRAINT: &str = "law = 'constraint'\nmotion = 'index-1'\n";
const METHODS: [Method; 11] = [
    Method {
        name: "constraint, explicit, index-1",
        scheme: "[scheme]\nsweep = 'gauss-seidel'\norder = ['driven', 'mass']\n",
        slaves: Slaves::Driven,
        coupling: CONSTRAINT,
    },
    Method {
        name: "constraint, fixed point to 1e-3, at most 10 iterations",
        scheme: "[scheme]\nkind = 'fixed-point'\nsweep = 'gauss-seidel'\norder = ['driven', 'mass']\nrelaxation = 1.0\n\
                 relative = 1e-3\niterations = 10\non_divergence = 'go-on'\n",
        slaves: Slaves::Driven,
        coupling: CONSTRAINT,
    },
    Method {
        name: "constraint, Newton",
        scheme: "[scheme]\nkind = 'newton'\n",
        slaves: Slaves::Driven,
        coupling: CONSTRAINT,
    },
    Method {
        name: "constraint, semi-implicit",
        scheme: "[scheme]\nkind = 'semi-implicit'\n",
        slaves: Slaves::Driven,
        coupling: CONSTRAINT,
    },
    Method {
        name: "rigid link of positions, semi-implicit, held force",
        scheme: "[scheme]\nkind = 'semi-implicit'\n[inputs]\nextrapolation = 'hold'\n",
        slaves: Slaves::TwoStep,
        coupling: "law = 'rigid-link'\nlevel = 'position'\n",
    },
    Method {
        name: "rigid link of velocities, semi-implicit, held force",
        scheme: "[scheme]\nkind = 'semi-implicit'\n[inputs]\nextrapolation = 'hold'\n",
        slaves: Slaves::TwoStep,
        coupling: "law = 'rigid-link'\n",
    },
    Method {
        name: "rigid link of accelerations, semi-implicit, held force",
        scheme: "[scheme]\nkind = 'semi-implicit'\n[inputs]\nextrapolation = 'hold'\n",
        slaves: Slaves::TwoStep,
        coupling: "law = 'rigid-link'\nlevel = 'acceleration'\n",
    },
    Method {
        name: "rigid link of velocities, semi-implicit, degree 1, exact slaves",
        scheme: "[scheme]\nkind = 'semi-implicit'\n[inputs]\nextrapolation = 'polynomial'\ndegree = 1\n",
        slaves: Slaves::Exact,
        coupling: "law = 'rigid-link'\n",
    },
    Method {
        name: "spring 1e6 N/m, semi-implicit, degree 1, exact slaves",
        scheme: "[scheme]\nkind = 'semi-implicit'\n[inputs]\nextrapolation = 'polynomial'\ndegree = 1\n",
        slaves: Slaves::Exact,
        coupling: "law = 'spring-damper'\nstiffness = 1e6\n",
    },
    Method {
        name: "spring 1e8 N/m, semi-implicit, degree 1, exact slaves",
        scheme: "[scheme]\nkind = 'semi-implicit'\n[inputs]\nextrapolation = 'polynomial'\ndegree = 1\n",
        slaves: Slaves::Exact,
        coupling: "law = 'spring-damper'\nstiffness = 1e8\n",
    },
    Method {
        name: "spring 1e6 N/m, explicit, degree 1, exact slaves",
        scheme: "[inputs]\nextrapolation = 'polynomial'\ndegree = 1\n",
        slaves: Slaves::Exact,
        coupling: "law = 'spring-damper'\nstiffness = 1e6\n",
    },
];
/// Relative errors at which run times are compared.
const WANTED: [f64; 3] = [3e-2, 3e-3, 3e-4];
/// Steps are 10 ms divided by these.
const DIVIDE: [u32; 13] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];
/// Runs of which the fastest counts.
const REPEATED: usize = 5;

fn text(method: &Method, step: f64) -> String {
    let common = "v0 = 0.1";
    let pair = match method.slaves {
        Slaves::Driven => [
            slave("mass", "marker-oscillator", &format!("k = 5000.0, {common}")),
            slave("driven", "driven-mass", &format!("{common}, force = 0.0")),
        ],
        Slaves::TwoStep => [("mass", 5000.0), ("driven", 0.0)]
            .map(|(name, k)| slave(name, "marker-oscillator", &format!("k = {k:e}, {common}"))),
        Slaves::Exact => [("mass", 5000.0), ("driven", 0.0)].map(|(name, c)| {
            slave(name, "oscillator", &format!("m = 1.0, c = {c:e}, d = 0.0, {common}"))
        }),
    };
    let Method { scheme, coupling, .. } = method;
    format!(
        "[simulation]\nstop = 0.5\nstep = {step:e}\n{scheme}{}{}[[couplings]]\nbetween = ['mass', 'driven']\n{coupling}",
        pair[0], pair[1]
    )
}

/// The largest error of the first mass relative to its amplitude, and the fastest of some runs in s; none if it fails.
fn run(method: &Method, step: f64) -> Option<(f64, f64)> {
    let scenario = checked(text(method, step), false);
    let (mut error, mut time) = (0.0_f64, f64::INFINITY);
    for _ in 0..REPEATED {
        let mut simulation = build(&scenario).expect("FMUs start");
        let names = simulation.network().output_names();
        let x = names.iter().position(|name| name == "mass.x").expect("coupled");
        simulation.initialize().expect("FMUs start");
        let begin = Instant::now();
        error = 0.0;
        while simulation.advance().ok()? {
            let t = simulation.t();
            error = error.max((simulation.point().y[x] / 0.002 - (50.0 * t).sin()).abs());
        }
        time = time.min(begin.elapsed().as_secs_f64());
    }
    Some((error, time))
}

/// For each method the longest step that keeps an error, and its run time.
pub fn print() {
    let wanted = WANTED.map(|error| format!("{:.2} %", 100.0 * error));
    println!("| method | {} |\n|---|---|---|---|", wanted.join(" | "));
    for method in &METHODS {
        let runs: Vec<_> = DIVIDE
            .iter()
            .map(|parts| 0.01 / f64::from(*parts))
            .filter_map(|step| run(method, step).map(|(error, time)| (step, error, time)))
            .collect();
        let cells = WANTED.map(|wanted| {
            let enough = runs.iter().filter(|(_, error, _)| *error <= wanted);
            let cheapest = enough.min_by(|a, b| a.2.total_cmp(&b.2));
            cheapest.map_or("not reached".into(), |(step, _, time)| {
                format!("{:.3} ms (H = {step:.0e} s)", 1e3 * time)
            })
        });
        println!("| {} | {} |", method.name, cells.join(" | "));
    }
}
