//! The beam in motion: free, driven by its base, saved and restored.

mod modes;

use cantilever_beam::CantileverBeam;
use crank_slider::CrankSlider;
use fmu_builder::runtime::Instance;
use fmu_builder::{Model, SolverKind};
use modes::{beam, modes};

const M_TIP: f64 = 0.0555;
const J_TIP: f64 = 4.04166e-6;

fn started<M: Model>(solver: SolverKind, more: &[(&str, f64)]) -> Instance<M> {
    let start = [("m_tip", M_TIP), ("J_tip", J_TIP)];
    Instance::started(solver, &[&start[..], more].concat()).unwrap()
}

/// Steps of length `h` until `stop`, calling `look` after each.
fn run<M: Model>(
    beam: &mut Instance<M>,
    h: f64,
    stop: f64,
    mut look: impl FnMut(&mut Instance<M>, f64),
) {
    for k in 0..(stop / h).round() as usize {
        beam.do_step(k as f64 * h, h).unwrap();
        let t = beam.time();
        look(beam, t);
    }
}

/// The names of the initial deflections and slopes.
fn start_names(nodes: usize) -> Vec<String> {
    let of_node = |node: usize| {
        let stem = if node == nodes { String::new() } else { format!("node{node}_") };
        ["x0", "phi0"].map(|name| format!("{stem}{name}"))
    };
    (1..=nodes).flat_map(of_node).collect()
}

#[test]
fn a_natural_mode_swings_alone_and_with_errors_of_second_order() {
    let (omega, shape) = modes(&beam::<20>(M_TIP, J_TIP)).swap_remove(1);
    let shape = 1e-3 / shape[38] * shape;
    let names = start_names(20);
    let error = |rho: f64, h: f64| {
        let start = names.iter().map(String::as_str).zip(shape.iter().copied());
        let start: Vec<_> = start.chain([("rho_inf", rho), ("l_cra", 0.0)]).collect();
        let mut largest = 0.0_f64;
        let mut beam = started::<CantileverBeam>(SolverKind::TwoStep, &start);
        run(&mut beam, h, 0.04, |beam, t| {
            let [x, middle] = beam.reals(["x", "node10_x"]).unwrap();
            let cos = (omega * t).cos();
            largest = largest.max((x - shape[38] * cos).abs());
            largest = largest.max((middle - shape[18] * cos).abs());
        });
        largest
    };
    for rho in [0.0, 0.25, 1.0] {
        let errors = [1e-4, 5e-5].map(|h| error(rho, h));
        let order = (errors[0] / errors[1]).log2();
        assert!((order - 2.0).abs() < 0.1, "{rho}: {errors:?}");
    }
}

#[test]
fn the_two_step_scheme_is_its_formula() {
    // Two degrees of freedom, so that M a = f − K q is solved by hand, from a motion with a history.
    let (h, rho) = (1e-4, 0.25);
    let d = 4.0 - (1.0 - rho) * (1.0 - rho);
    let b = [2.0 / d, 4.0 * rho / d, 2.0 * rho * rho / d];
    let a2 = b.iter().sum::<f64>() - 1.0;
    let [mut old, mut now] = [
        [[1e-3, 2e-2], [0.3, -2.0], [50.0, -900.0]],
        [[1.1e-3, 1.9e-2], [0.2, -1.0], [40.0, 700.0]],
    ];
    let names = [["x0", "phi0"], ["v0", "omega0"], ["a0", "alpha0"]];
    let mut values: Vec<(String, f64)> = vec![("rho_inf".into(), rho), ("history".into(), 1.0)];
    for level in 0..3 {
        for n in 0..2 {
            values.push((names[level][n].into(), now[level][n]));
            values.push((format!("{}_1", names[level][n]), old[level][n]));
        }
    }
    let values: Vec<_> = values.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    let mut instance = started::<CantileverBeam<1>>(SolverKind::TwoStep, &values);
    let beam = beam::<1>(M_TIP, J_TIP);
    let (mass, stiffness) = (beam.element.mass(), beam.element.stiffness());
    let crank = CrankSlider { radius: 2.5e-4, rod: 0.01, omega: 31.0 * std::f64::consts::PI };
    let inputs = ["force", "torque"].map(|name| instance.reference(name).unwrap());
    let mut t = 0.0;
    for k in 0..200 {
        let load = [(0.1 * f64::from(k)).sin(), 0.01 * (0.3 * f64::from(k)).cos()];
        instance.set_real(&inputs, &load).unwrap();
        instance.do_step(t, h).unwrap();
        t += h;
        let (beta, [y, _, ddy]) = (h * b[0], crank.motion(t));
        let past = |level: usize, n: usize| {
            let (x, rate) = (level, level + 1);
            (1.0 - a2) * now[x][n]
                + a2 * old[x][n]
                + h * (b[1] * now[rate][n] + b[2] * old[rate][n])
        };
        let [p, q] = [1, 0].map(|level| [0, 1].map(|n| past(level, n)));
        // (M + β² K) a = f − K (q + β p), with the base in column 0.
        let tip = [[M_TIP, 0.0], [0.0, J_TIP]];
        let entry = |i: usize, j: usize| {
            mass[(2 + i, 2 + j)] + tip[i][j] + beta * beta * stiffness[(2 + i, 2 + j)]
        };
        let right = [0, 1].map(|i| {
            let elastic = |j: usize| stiffness[(2 + i, 2 + j)] * (q[j] + beta * p[j]);
            load[i] - elastic(0) - elastic(1) - mass[(2 + i, 0)] * ddy - stiffness[(2 + i, 0)] * y
        });
        let determinant = entry(0, 0) * entry(1, 1) - entry(0, 1) * entry(1, 0);
        let a = [
            (right[0] * entry(1, 1) - entry(0, 1) * right[1]) / determinant,
            (entry(0, 0) * right[1] - right[0] * entry(1, 0)) / determinant,
        ];
        let v = [0, 1].map(|n| p[n] + beta * a[n]);
        (old, now) = (now, [[0, 1].map(|n| q[n] + beta * v[n]), v, a]);
        let found = instance.reals(["x", "phi", "v", "omega", "a", "alpha"]).unwrap();
        for (found, expected) in found.into_iter().zip(now.into_iter().flatten()) {
            assert!((found - expected).abs() < 1e-10 * (1e-3 + expected.abs()), "{k}");
        }
    }
}

#[test]
fn near_resonance_it_swings_as_the_reference() {
    // Zhang et al. (2022), section 4.3, all masses at the tip; largest deflections in mm over half seconds.
    let reference = [7.467, 13.746, 20.383, 26.176];
    let mut found = [0.0_f64; 4];
    let mut beam = started::<CantileverBeam>(SolverKind::TwoStep, &[]);
    run(&mut beam, 1e-4, 2.0, |beam, t| {
        let part = ((2.0 * t - 1e-6) as usize).min(3);
        found[part] = found[part].max(1e3 * beam.real("x").unwrap().abs());
    });
    for (found, reference) in found.into_iter().zip(reference) {
        assert!((found / reference - 1.0).abs() < 5e-4, "{found} {reference}");
    }
}

#[test]
fn a_stiff_beam_follows_its_base() {
    let crank = CrankSlider { radius: 1e-3, rod: 0.01, omega: 97.0 };
    let more = [("l_cra", 1e-3), ("omega_cra", 97.0), ("E", 1e18), ("rho_inf", 0.0)];
    let mut beam = started::<CantileverBeam<3>>(SolverKind::TwoStep, &more);
    run(&mut beam, 1e-4, 0.1, |beam, t| {
        let [y, dy, ddy] = crank.motion(t);
        let [x, base, v_base, force] = beam.reals(["x", "x_base", "v_base", "force_base"]).unwrap();
        assert_eq!([base, v_base], [y, dy]);
        assert!((x - y).abs() < 1e-8, "{x} {y}");
        // All of it is accelerated by the base.
        let mass = M_TIP + modes::DENSITY * modes::LENGTH;
        assert!(t < 0.01 || (force - mass * ddy).abs() < 1e-3, "{force} {}", mass * ddy);
    });
}

#[test]
fn energy_and_work_are_in_balance() {
    // Few elements, so that an explicit solver of high order is stable with short steps.
    let more = [("force", 0.3), ("torque", -0.02), ("x0", 1e-3), ("micro_step", 2e-6)];
    let mut beam = started::<CantileverBeam<2>>(SolverKind::Rk4, &more);
    let before = beam.real("energy").unwrap();
    assert!(before > 1e-3);
    let mut largest = 0.0_f64;
    run(&mut beam, 1e-3, 0.2, |beam, _| {
        let [energy, work] = beam.reals(["energy", "work"]).unwrap();
        assert!((energy - before - work).abs() < 1e-9, "{}", energy - before - work);
        largest = largest.max(work.abs());
    });
    assert!(largest > 2e-3, "{largest}");
}

#[test]
fn the_two_step_scheme_loses_little_energy() {
    let balance = |h: f64| {
        let more = [("rho_inf", 1.0), ("x0", 1e-3)];
        let mut beam = started::<CantileverBeam<1>>(SolverKind::TwoStep, &more);
        let before = beam.real("energy").unwrap();
        let mut off = 0.0_f64;
        run(&mut beam, h, 0.1, |beam, _| {
            let [energy, work] = beam.reals(["energy", "work"]).unwrap();
            off = off.max((energy - before - work).abs());
        });
        off
    };
    let off = [2e-5, 1e-5].map(balance);
    assert!(((off[0] / off[1]).log2() - 2.0).abs() < 0.2, "{off:?}");
}

#[test]
fn a_restored_run_repeats_bit_for_bit() {
    let mut beam = started::<CantileverBeam>(SolverKind::TwoStep, &[("force", 0.5)]);
    beam.do_step(0.0, 1e-4).unwrap();
    let saved = beam.snapshot();
    let go_on = |beam: &mut Instance<CantileverBeam>| {
        let mut t = 1e-4;
        for h in [1e-4, 1.3e-4, 1e-4, 1e-4 * (1.0 + 1e-13)] {
            beam.do_step(t, h).unwrap();
            t += h;
        }
        beam.reals(["x", "v", "a", "phi", "node7_omega_1", "work", "energy"]).unwrap()
    };
    let first = go_on(&mut beam);
    beam.do_step(beam.time(), 0.4).unwrap();
    beam.restore(&saved).unwrap();
    assert_eq!(go_on(&mut beam), first);
    let mut other = started::<CantileverBeam>(SolverKind::TwoStep, &[]);
    other.restore(&saved).unwrap();
    assert_eq!(go_on(&mut other), first);
}

#[test]
fn other_solvers_come_to_the_same_motion() {
    let names = ["x", "v", "phi", "node1_x"];
    let more = [("force", 0.3), ("micro_step", 2e-6)];
    let [exact, other, two_step] =
        [SolverKind::Rk4, SolverKind::Rodas4, SolverKind::TwoStep].map(|solver| {
            let mut beam = started::<CantileverBeam<2>>(solver, &more);
            run(&mut beam, 1e-3, 0.05, |_, _| {});
            beam.reals(names).unwrap()
        });
    for n in 0..4 {
        let scale = [1e-3, 0.1, 1e-2, 1e-3][n];
        assert!((other[n] - exact[n]).abs() < 1e-7 * scale, "{other:?} {exact:?}");
        assert!((two_step[n] - exact[n]).abs() < 1e-6 * scale, "{two_step:?} {exact:?}");
    }
}

#[test]
fn wrong_parameters_are_refused_in_words() {
    let start = |values: &[(&str, f64)]| {
        let failure = Instance::<CantileverBeam>::started(SolverKind::TwoStep, values);
        failure.err().unwrap().to_string()
    };
    assert!(start(&[("l_cra", 0.02)]).contains("the crank cannot turn"));
    assert!(start(&[("m_tip", -1.0)]).contains("m_tip"));
    assert!(start(&[("height", 0.0)]).contains("height"));
}
