//! Energy of each model alone: stored + dissipated − work of the inputs stays what it was.

use crate::fmpy::Run;
use macrostep_tests::Csv;

/// The largest change of stored + dissipated − work, relative to the largest of its terms.
fn imbalance(csv: &Csv) -> f64 {
    let column = |name: &str| csv.column(name);
    let (energy, dissipated, work) = (column("energy"), column("dissipated"), column("work"));
    let terms = energy.iter().chain(&dissipated).chain(&work);
    let scale = terms.fold(0.0, |most: f64, term| most.max(term.abs()));
    let balance = |k: usize| energy[k] + dissipated[k] - work[k];
    let change = |k: usize| (balance(k) - balance(0)).abs();
    assert!(dissipated.last() > Some(&0.0), "nothing was dissipated");
    assert!(work.last().is_some_and(|work| *work != 0.0), "no work was done");
    (0..energy.len()).map(change).fold(0.0, f64::max) / scale
}

/// By solver: exact, RK4 and the adaptive ones.
fn check(model: &str, start: &[(&str, f64)], cases: &[(&str, f64, f64)]) {
    for (kind, solver, bound) in cases {
        let mut start = start.to_vec();
        start.push(("solver", *solver));
        let (stop, interval, tolerance) = (3.0, 0.03, Some(1e-9));
        let run = Run { model, kind, stop, interval, tolerance, start: &start };
        let Some(csv) = run.simulate() else { return };
        let found = imbalance(&csv);
        assert!(found < *bound, "{model}, {kind}, solver {solver}: {found:e}");
    }
}

/// Rounding of 100 steps for exact; tolerance 1e-9 over some hundred steps for the others.
const LINEAR: [(&str, f64, f64); 5] = [
    ("cs", 1.0, 1e-12),
    ("cs", 3.0, 1e-9),
    ("cs", 4.0, 3e-7),
    ("cs", 5.0, 3e-7),
    ("me", 1.0, 1e-6),
];

#[test]
fn the_oscillator_keeps_account_of_its_energy() {
    let start = [("m", 2.0), ("c", 200.0), ("d", 2.0), ("x0", 0.3), ("v0", -1.0), ("force", 40.0)];
    check("oscillator", &start, &LINEAR);
}

#[test]
fn the_base_excited_oscillator_keeps_account_of_its_energy() {
    // The neighbour stands still, away from the middle.
    let start = [
        ("m", 2.0),
        ("c", 200.0),
        ("d", 2.0),
        ("cc", 100.0),
        ("dc", 1.0),
        ("x0", 0.3),
        ("v0", -1.0),
        ("x_in", 0.1),
        ("force", 40.0),
    ];
    check("base-excited-oscillator", &start, &LINEAR);
}

#[test]
fn the_nonlinear_oscillator_keeps_account_of_its_energy() {
    let start = [
        ("m", 2.0),
        ("c", 20.0),
        ("c3", 30.0),
        ("d", 0.5),
        ("d3", 0.1),
        ("x0", 0.3),
        ("v0", -1.0),
        ("force", 4.0),
        ("amplitude", 3.0),
        ("omega", 4.0),
    ];
    check("nonlinear-oscillator", &start, &LINEAR[1..]);
}

#[test]
fn the_planar_link_keeps_account_of_its_energy() {
    let start = [
        ("c", 20.0),
        ("d", 0.5),
        ("phi_free", 0.3),
        ("phi0", 1.0),
        ("fx", 3.0),
        ("lambda", 2.0),
        ("direction", 0.7),
    ];
    check("planar-link", &start, &LINEAR[1..]);
}

#[test]
fn the_hydraulic_line_keeps_account_of_its_energy() {
    let start = [("L", 8.5e6), ("R", 5e6), ("Q0", -1e-3), ("p_supply", 2e6), ("p", 5e5)];
    check("hydraulic-line", &start, &LINEAR);
}

/// The body of `jointed-body` away from a partner that stands still, turned, off its place.
const JOINTED: [(&str, f64); 22] = [
    ("stiffness", 300.0),
    ("cubic_stiffness", 2e3),
    ("damping", 5.0),
    ("rotational_stiffness", 20.0),
    ("rotational_cubic_stiffness", 30.0),
    ("rotational_damping", 0.4),
    ("J_x", 0.05),
    ("J_z", 0.2),
    ("point_x", -0.4),
    ("partner_point_x", 0.2),
    ("axis_y", 0.3),
    ("r0_x", 0.5),
    ("q0_y", 0.2),
    ("v0_y", -1.0),
    ("omega0_x", 2.0),
    ("omega0_z", -1.0),
    ("partner_r_z", 0.1),
    ("partner_q_x", 0.3),
    ("force_x", 2.0),
    ("force_y", -3.0),
    ("torque_x", 0.2),
    ("torque_z", -0.1),
];

#[test]
fn the_jointed_body_keeps_account_of_its_energy_with_every_kind_of_joint() {
    for kind in 1..=10 {
        let start = [&JOINTED[..], &[("kind", f64::from(kind))]].concat();
        // The fifth is the revolute joint.
        check("jointed-body", &start, if kind == 5 { &LINEAR[1..] } else { &LINEAR[2..3] });
    }
}
