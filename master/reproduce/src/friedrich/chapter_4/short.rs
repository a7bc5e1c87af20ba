//! The first milliseconds of all engines, whole and cut.

use super::case::{Case, Name, bank, flat_cut, flat_one, traces, v6_elastic, v6_rigid, v6_three};
use super::engine::{BANK_ONE, BANK_SEVEN, FLAT_FOUR, FLAT_TWO};
use super::reference::reference;
use crate::bench::Bench;
use crate::entry::Entry;
use crate::error::ReproduceError;
use crate::figure::{Evidence, Section};

pub const ENTRY: Entry = Entry {
    name: "friedrich/chapter-4/short",
    title: "The engines of sections 4.2 to 4.4: their first milliseconds",
    about: "The thesis prints no parameters of its engines. These are models of our own of the same kind, and the numbers are those of an independent implementation of \
            the same models, not of the thesis. Engines as one FMU: RK4 with 0.25 µs for (a) with elastic shafts, 0.5 µs with rigid ones, 0.05 µs for (b), 0.25 µs for (c). Cut: (a) into three slaves with \
            Lin 2,3,Opt and (b) into two and four with Const 2,3,Opt, H = 5 µs, (c) into seven with Lin 2,3,Opt, H = 10 µs. Differences between cut and one are bounded by the largest of the whole run of the independent \
            implementation (0.12 s and 0.06 s); those of (c) by 1.5 times it, because the controller here samples inputs that are extrapolated to the end of a step. So are the energy that extrapolation makes \
            and the residual of the balance.",
    fmus: &[
        "cam-phaser",
        "chain-bank-1",
        "chain-drive-1",
        "chain-drive-2",
        "chain-drive-3",
        "chain-flat-left",
        "chain-flat-right",
        "flat-engine",
        "flat-engine-drives",
        "flat-engine-tensioners",
        "hydraulic-tensioner",
        "phase-controller",
        "v6-bank",
        "v6-bank-intake-phaser",
        "v6-bank-tensioner",
        "v6-engine",
        "v6-engine-rigid",
        "valve-train",
    ],
    run,
    pictures: None,
};

/// Ends of the runs of (a), (b) and (c) in s.
const STOP: [f64; 3] = [5e-3, 2e-3, 2e-3];

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let [a, b, c] = STOP;
    let cases = [
        (v6_elastic(a), "(a) as one, elastic shafts"),
        (v6_rigid(a), "(a) as one, rigid shafts"),
        (v6_three("lin23_5e-6", "lin-2-3-opt", 5e-6, a), "(a) in three, Lin 2,3,Opt"),
        (flat_one(5e-8, b), "(b) as one"),
        (flat_cut("b2_c23", FLAT_TWO, "const-2-3-opt", b), "(b) in two, Const 2,3,Opt"),
        (flat_cut("b4_c23", FLAT_FOUR, "const-2-3-opt", b), "(b) in four, Const 2,3,Opt"),
        (bank("one", BANK_ONE, 2.5e-7, c), "(c) as one"),
        (bank("c7", BANK_SEVEN, 5e-7, c), "(c) in seven, Lin 2,3,Opt"),
    ];
    let (cases, titles): (Vec<Case>, Vec<&str>) = cases.into_iter().unzip();
    let (found, known) = (traces(bench, &cases)?, reference());
    let mut sections = Vec::new();
    for (k, case) in cases.iter().enumerate() {
        let (known, trace, signals) = (known.of(case.name), &found[k], case.signals());
        let one = case.setup.engine.slaves().count() == 1;
        let mut figures = if one {
            known.samples(case.run, trace, &signals)
        } else {
            let whole = cases.iter().position(|other| other.name == case.name).unwrap_or(k);
            // Known to three digits.
            let factor = if case.name == Name::Bank { 1.5 } else { 1.005 };
            known.bounded(case.run, [trace, &found[whole]], &signals, factor)
        };
        figures.extend(known.bounded_energies(case.run, &case.energies(trace)));
        let evidence = if one { Evidence::WholeSystem } else { Evidence::Run };
        sections.push(Section::new(titles[k], figures).evidence(evidence));
    }
    Ok(sections)
}
