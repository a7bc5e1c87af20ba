//! What a macro step costs: against a bare loop of C calls, from scheme to scheme, over the number of
//! slaves, on one thread and two.
//!
//! Chains of mass FMUs coupled by springs and dampers; `parts` makes their steps as dear as wanted. The
//! two sides of a case run in turn in one process; its ratio is the median of those of the turns, with
//! their quartiles. Run by
//!
//!     cargo bench -p macrostep-tests --bench speed -- [--runs 21] [--steps N] [--json FILE] [words in the names of cases, or one name]

mod bare;
mod case;
mod chain;

use bare::{Bare, Way};
use case::{Case, Options, Runner};
use chain::Chain;

/// `parts` for which a step takes about 1 µs and 50 µs; with 1 it takes about 30 ns.
const MICRO: u32 = 60;
const FIFTY_MICRO: u32 = 3000;

const SCHEMES: [(&str, &str); 6] = [
    ("semi-implicit, Jacobian reused", "kind = 'semi-implicit'"),
    ("semi-implicit, Broyden", "kind = 'semi-implicit'\njacobian = 'broyden'"),
    ("semi-implicit, Jacobian in every step", "kind = 'semi-implicit'\njacobian = 'every-step'"),
    ("Newton to 1e-9", "kind = 'newton'"),
    ("fixed point to 1e-9, Aitken", "kind = 'fixed-point'"),
    ("quasi-Newton to 1e-9", "kind = 'quasi-newton'\niterations = 200"),
];

fn bare(masses: u32, parts: u32, way: Way) -> Runner {
    Bare::new(masses, parts, way).runner()
}

/// Against the bare loop.
fn floor() -> Vec<Case> {
    let explicit = |masses, parts| Chain { masses, parts, ..Chain::default() };
    let case = |name: &str, base: Runner, ours: Chain| {
        Case::new(name, ("bare C loop", base), ("macrostep", ours.runner()))
    };
    let linear = Chain { degree: 1, ..explicit(2, 1) };
    let semi =
        |masses| Chain { scheme: "kind = 'semi-implicit'", degree: 1, ..explicit(masses, 1) };
    vec![
        case("two of 30 ns", bare(2, 1, Way::Held), explicit(2, 1)).at_most(2.0),
        case("two of 30 ns, CSV", bare(2, 1, Way::Held), explicit(2, 1).recorded()).at_most(4.0),
        case("two of 30 ns, linear inputs", bare(2, 1, Way::Linear), linear.clone()),
        case("two of 30 ns, linear inputs, CSV", bare(2, 1, Way::Linear), linear.recorded()),
        case("two of 1 µs, CSV", bare(2, MICRO, Way::Held), explicit(2, MICRO).recorded())
            .at_most(1.05),
        case("semi-implicit, two", bare(2, 1, Way::Corrected), semi(2)).at_most(2.0),
        case("semi-implicit, 100", bare(100, 1, Way::Corrected), semi(100)).at_most(2.0),
        case("explicit, 10", bare(10, 1, Way::Held), explicit(10, 1)),
        case("explicit, 100", bare(100, 1, Way::Held), explicit(100, 1)),
        case("explicit, 1000", bare(1000, 1, Way::Held), explicit(1000, 1)),
    ]
}

/// Schemes against the explicit one.
fn schemes() -> Vec<Case> {
    let sizes = [2, 10, 50].into_iter();
    let all = sizes.flat_map(|masses| SCHEMES.map(|(name, scheme)| (masses, name, scheme)));
    let case = |(masses, name, scheme)| {
        let chain = |scheme| Chain { masses, scheme, degree: 1, ..Chain::default() };
        let explicit = ("explicit", chain("kind = 'explicit'").runner());
        let case = Case::new(
            &format!("scheme, {masses}: {name}"),
            explicit,
            (name, chain(scheme).runner()),
        );
        if (masses, name) == (2, SCHEMES[0].0) { case.at_most(2.3) } else { case }
    };
    all.map(case).collect()
}

/// Cost per slave over that in a chain of ten.
fn scaling() -> Vec<Case> {
    let case = |masses: u32, threads: &'static str| {
        let of = |masses, threads| {
            Chain { masses, threads, ..Chain::default() }.runner().per_slave(masses)
        };
        let name = format!("per slave, {masses} on {threads}");
        let case = Case::new(&name, ("10 slaves", of(10, "1")), ("these", of(masses, threads)));
        if (masses, threads) == (1000, "1") { case.at_most(1.2) } else { case }
    };
    let sizes = [2, 10, 100, 1000].into_iter();
    sizes.flat_map(|masses| ["1", "2"].map(|threads| case(masses, threads))).collect()
}

/// Threads as many as cores, if they pay, against one.
fn threads() -> Vec<Case> {
    let case = |name: &str, parts: u32| {
        let two = |threads| Chain { parts, threads, ..Chain::default() }.runner();
        Case::new(name, ("one thread", two("1")), ("threads = \"auto\"", two("'auto'")))
    };
    vec![
        case("threads, two of 50 µs", FIFTY_MICRO).at_most(1.0 / 1.8),
        case("threads, two of 1 µs", MICRO).at_most(1.05),
        case("threads, two of 30 ns", 1),
    ]
}

fn main() {
    let options = Options::from_arguments();
    let cases = [floor(), scaling(), threads(), schemes()].into_iter().flatten();
    case::run_all(cases.collect(), &options);
}
