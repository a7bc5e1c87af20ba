//! Models with simple closed forms, run by FMPy for co-simulation and for model exchange.

use crate::fmpy::{Run, largest_error};

/// The largest relative error of `columns` over `stop`, in steps of a hundredth of it.
fn check<const N: usize>(
    (model, stop): (&str, f64),
    start: &[(&str, f64)],
    columns: [&str; N],
    exact: impl Fn(f64) -> [f64; N],
) {
    // The tolerance bounds the error of a step; those of CVode add up over some hundred.
    for (kind, bound) in [("cs", 1e-8), ("me", 1e-6)] {
        let (interval, tolerance) = (stop / 100.0, Some(1e-9));
        let run = Run { model, kind, stop, interval, tolerance, start };
        let Some(csv) = run.simulate() else { return };
        let error = largest_error(&csv, columns, &exact);
        assert!(error < bound, "{model}, {kind}: {error:e}");
    }
}

#[test]
fn the_hydraulic_line_follows_its_closed_form() {
    let (l, r, v0, q0, p_supply, p): (f64, f64, f64, f64, f64, f64) =
        (8.5e6, 2e8, 2e-6, -1e-3, 2.1e6, 1e5);
    let start = [("L", l), ("R", r), ("V0", v0), ("Q0", q0), ("p_supply", p_supply), ("p", p)];
    check(("hydraulic-line", 0.2), &start, ["Q", "V"], |t| {
        let (tau, q_end) = (l / r, (p_supply - p) / r);
        let rest = (q0 - q_end) * (-t / tau).exp();
        [q_end + rest, v0 + q_end * t + tau * (q0 - q_end - rest)]
    });
}

#[test]
fn the_thermal_mass_warms_up_by_its_heat_flow() {
    let start = [("C", 450.0), ("T0", 310.0), ("P", 80.0), ("source", 25.0)];
    check(("thermal-mass", 20.0), &start, ["T", "heat"], |t| {
        [310.0 + 105.0 * t / 450.0, 105.0 * t]
    });
}

#[test]
fn the_controller_answers_a_constant_error_by_its_closed_form() {
    let (kp, ki, kd, tf, e): (f64, f64, f64, f64, f64) = (3.0, 8.0, 0.2, 0.05, 0.7);
    let start = [("kp", kp), ("ki", ki), ("kd", kd), ("tf", tf), ("setpoint", e)];
    check(("pid", 1.0), &start, ["u", "error", "filtered"], |t| {
        let decay = (-t / tf).exp();
        [kp * e + ki * e * t + kd * e / tf * decay, e, e * (1.0 - decay)]
    });
}

#[test]
fn the_free_planar_link_turns_evenly_on_a_parabola() {
    let start = [("x0", 1.0), ("vx0", 3.0), ("vy0", 4.0), ("phi0", 0.3), ("omega0", 2.0)];
    check(("free-planar-link", 1.0), &start, ["phi", "x1", "y2"], |t| {
        let (x, y) = (1.0 + 3.0 * t, 4.0 * t - 0.5 * 9.81 * t * t);
        let phi = 0.3 + 2.0 * t;
        [phi, x - 0.5 * phi.cos(), y + 0.5 * phi.sin()]
    });
}

#[test]
fn the_planar_link_on_its_spring_is_an_oscillator() {
    let (inertia, c, free, phi0): (f64, f64, f64, f64) = (0.5, 40.0, 0.3, 1.1);
    let start = [("m", 0.0), ("J", inertia), ("c", c), ("phi_free", free), ("phi0", phi0)];
    check(("planar-link", 1.0), &start, ["phi", "omega"], |t| {
        let w = (c / inertia).sqrt();
        let (sin, cos) = (w * t).sin_cos();
        [free + (phi0 - free) * cos, (free - phi0) * w * sin]
    });
}

#[test]
fn the_slotted_link_turns_with_a_constant_torque() {
    let start = [("m", 0.0), ("J", 0.5), ("torque", 2.0), ("phi0", 0.3), ("omega0", -1.0)];
    check(("slotted-link", 1.0), &start, ["phi", "omega"], |t| {
        [0.3 - t + 2.0 * t * t, 4.0 * t - 1.0]
    });
}

#[test]
fn the_jointed_body_swings_across_its_axis_and_slides_along_it() {
    let (c, m): (f64, f64) = (50.0, 2.0);
    let kind_inline = ("kind", 9.0);
    let axes = [("axis_x", 1.0), ("axis_z", 0.0), ("partner_axis_x", 1.0), ("partner_axis_z", 0.0)];
    let joint = [kind_inline, ("stiffness", c), ("damping", 0.0), ("m", m), ("g_z", 0.0)];
    let start = [("r0_y", 0.3), ("v0_z", 2.0), ("v0_x", 0.7)];
    let start = [&axes[..], &joint, &start].concat();
    check(("jointed-body", 1.0), &start, ["r_x", "r_y", "r_z", "partner_force_y"], |t| {
        let w = (c / m).sqrt();
        let y = 0.3 * (w * t).cos();
        [0.7 * t, y, 2.0 / w * (w * t).sin(), c * y]
    });
}

#[test]
fn the_rigid_body_falls_while_it_turns_evenly_about_a_principal_axis() {
    let start = [("v0_z", 4.0), ("r0_x", 1.0), ("v0_x", 3.0), ("omega0_y", 2.0)];
    check(("rigid-body", 1.0), &start, ["r_x", "r_z", "q_w", "q_y"], |t| {
        [1.0 + 3.0 * t, 4.0 * t - 0.5 * 9.81 * t * t, t.cos(), t.sin()]
    });
}

#[test]
fn the_natural_pendulum_turns_evenly_without_gravity() {
    let (length, v0): (f64, f64) = (5.0, 2.0);
    let start = [("g_y", 0.0), ("v0_y", v0), ("r0_x", 3.0), ("r0_z", 4.0)];
    check(("natural-pendulum", 4.0), &start, ["r_x", "r_y", "v_z"], |t| {
        let (s, c) = (v0 / length * t).sin_cos();
        [3.0 * c, 5.0 * s, -0.8 * v0 * s]
    });
}

#[test]
fn the_cable_keeps_its_energy_while_its_tip_is_held() {
    let start = [("g_y", 0.0), ("g_z", -9.81)];
    let mass = 7200.0 * std::f64::consts::PI * 0.02_f64.powi(2) * 8.0;
    check(("ancf-cable", 1.0), &start, ["energy"], |_| [mass * 9.81 * 2.5]);
}
