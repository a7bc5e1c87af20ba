//! The largest stable step of a method, and what the publication says of these steps.

use super::system::Method;
use crate::bench::Bench;
use crate::error::{ReproduceError, limit};
use crate::figure::{Figure, Section};
use crate::target::{Standing, Target};
use macrostep::analysis::Scan;

/// What an error of 1e-12 in ρ moves a small limit by, in s: the decay there is
/// (d1 + d2)/(2 (m1 + m2)) = 0.075 1/s.
const ROUNDING: f64 = 1e-11;

/// The largest stable step in s; infinite where there is none up to 1e-2 s.
pub struct Limit {
    pub method: Method,
    /// ck and dk.
    pub pair: (f64, f64),
    /// By an independent implementation, and how well it is known.
    pub recomputed: f64,
    relative: f64,
    /// By the production code.
    pub found: f64,
}

impl Limit {
    /// A limit yet to be found.
    pub fn new(method: &Method, pair: (f64, f64), recomputed: Option<f64>, relative: f64) -> Self {
        let recomputed = recomputed.unwrap_or(f64::INFINITY);
        Self { method: method.clone(), pair, recomputed, relative, found: f64::NAN }
    }

    /// Finds it: the first exit from ρ < 1, by the scan of `macrostep study stability --largest-step` over six decades.
    pub fn find(&self, bench: &Bench) -> Result<f64, ReproduceError> {
        let (ck, dk) = self.pair;
        let mut stability = bench.stability(self.method.scenario(bench, ck, dk, "stale"))?;
        let scan = Scan { from: 1e-8, to: 1e-2, tolerance: 0.0, density: 1e-2, accuracy: 1e-9 };
        limit(stability.largest_step(&scan)?.value)
    }

    /// The row of a table.
    pub fn figure(&self) -> Figure {
        let target =
            Target { absolute: ROUNDING, ..Target::relative(self.recomputed, self.relative) };
        let target = if self.recomputed.is_infinite() {
            Target::absolute(f64::INFINITY, 0.0)
        } else {
            target
        };
        Figure::new(self.method.name(), self.found).recomputed(target)
    }
}

/// What a claim compares: the second limit is that of the first one's method, changed.
struct Claim {
    text: &'static str,
    applies: fn(&Method) -> bool,
    change: fn(&mut Method),
    holds: fn(f64, f64) -> bool,
}

const CLAIMS: [Claim; 6] = [
    Claim {
        text: "C0 at least as stable as C1",
        applies: |method| method.rule == "extripol-c0",
        change: |method| method.rule = "extripol-c1".into(),
        // Equal ones differ by rounding.
        holds: |c0, c1| c0 >= (1.0 - 1e-6) * c1 - ROUNDING,
    },
    Claim {
        text: "Gauss-Seidel at least as stable as Jacobi, Lagrange",
        applies: |method| method.sweep == "gauss-seidel" && method.rule == "polynomial",
        change: |method| method.sweep = "jacobi".into(),
        holds: |gauss_seidel, jacobi| gauss_seidel >= jacobi,
    },
    Claim {
        text: "no unstable step: D/D, Gauss-Seidel, Lagrange, k = 0",
        applies: |method| {
            !method.is_force_displacement()
                && (method.sweep.as_str(), method.rule.as_str()) == ("gauss-seidel", "polynomial")
                && method.degree == 0
        },
        change: |_| (),
        holds: |limit, _| limit.is_infinite(),
    },
    Claim {
        text: "linear more stable than constant: F/D, Gauss-Seidel, C1",
        applies: |method| common(method, 1) && method.rule == "extripol-c1",
        change: |method| method.degree = 0,
        holds: |linear, constant| linear > constant,
    },
    Claim {
        text: "linear more stable than constant: F/D, Gauss-Seidel, Lagrange",
        applies: |method| common(method, 1) && method.rule == "polynomial",
        change: |method| method.degree = 0,
        holds: |linear, constant| linear > constant,
    },
    Claim {
        text: "quadratic less stable than linear: F/D, Gauss-Seidel, Lagrange",
        applies: |method| common(method, 2) && method.rule == "polynomial",
        change: |method| method.degree = 1,
        holds: |quadratic, linear| quadratic <= linear,
    },
];

/// The most common coupling.
fn common(method: &Method, degree: usize) -> bool {
    method.is_force_displacement() && method.sweep == "gauss-seidel" && method.degree == degree
}

/// In how many cases each claim holds; the publication says in all that its figures show.
pub fn claims(limits: &[Limit]) -> Section {
    let figure = |claim: &Claim| {
        let cases: Vec<(&Limit, &Limit)> = limits
            .iter()
            .filter(|limit| (claim.applies)(&limit.method))
            .map(|limit| {
                let mut other = limit.method.clone();
                (claim.change)(&mut other);
                let same = |known: &&Limit| known.pair == limit.pair && known.method == other;
                (limit, limits.iter().find(same).expect("all combinations have a limit"))
            })
            .collect();
        let count = |value: fn(&Limit) -> f64| {
            cases.iter().filter(|(a, b)| (claim.holds)(value(a), value(b))).count() as f64
        };
        let (all, recomputed) = (cases.len() as f64, count(|limit| limit.recomputed));
        let printed = Target::absolute(all, 0.0).standing(Standing::NotSo, recomputed < all);
        Figure::new(claim.text, count(|limit| limit.found))
            .printed(printed)
            .recomputed(Target::absolute(recomputed, 0.0))
    };
    Section::new("claims: in how many cases they hold", CLAIMS.iter().map(figure).collect())
}
