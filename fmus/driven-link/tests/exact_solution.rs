//! The driven link against the balances of momentum and its prescribed motion.

use driven_link::DrivenLink;
use fmu_builder::SolverKind;
use fmu_builder::runtime::Instance;

const H: f64 = 1e-3;
const M: f64 = 2.0;
const J: f64 = 0.3;
const D: f64 = 0.4;
const NAMES: [&str; 6] = ["x", "y", "vx", "vy", "phi", "omega"];

fn started(more: &[(&str, f64)]) -> Instance<DrivenLink> {
    let start = [("m", M), ("J", J), ("d", D), ("phi0", 0.7), ("omega0", 2.0), ("vx0", 0.5)];
    Instance::started(SolverKind::Own, &[&start[..], more].concat()).unwrap()
}

/// One step with the marker driven to a velocity, and the angle too; states before and after.
fn step(link: &mut Instance<DrivenLink>, n: usize, v: [f64; 2], omega: f64) -> [[f64; 6]; 2] {
    let before = link.reals(NAMES).unwrap();
    let inputs = ["x_in", "y_in", "vx_in", "vy_in", "phi_in", "omega_in"];
    let references = inputs.map(|name| link.reference(name).unwrap());
    let values = [before[0], before[1], v[0], v[1], before[4], omega];
    link.set_real(&references, &values).unwrap();
    link.do_step(n as f64 * H, H).unwrap();
    [before, link.reals(NAMES).unwrap()]
}

/// Velocity of the centre of mass.
fn centre([_, _, vx, vy, phi, omega]: [f64; 6]) -> [f64; 2] {
    let (sin, cos) = phi.sin_cos();
    [vx - D * omega * sin, vy + D * omega * cos]
}

#[test]
fn momenta_balance_with_the_reaction_and_the_marker_is_driven() {
    for hold in [0.0, 1.0] {
        let mut link = started(&[("hold_angle", hold)]);
        for n in 0..200 {
            let v = [0.3 * (0.1 * n as f64).cos(), 0.2];
            let [old, new] = step(&mut link, n, v, 1.5);
            let [fx, fy, torque] =
                link.reals(["reaction_x", "reaction_y", "reaction_torque"]).unwrap();
            let (before, after) = (centre(old), centre(new));
            assert!((M * (after[0] - before[0]) + H * fx).abs() < 1e-12);
            assert!((M * (after[1] - before[1] + H * 9.81) + H * fy).abs() < 1e-12);
            let (sin, cos) = old[4].sin_cos();
            // r from the marker to the centre at the start of the step; −reaction acts at the marker.
            let moment = D * (cos * fy - sin * fx) - torque;
            assert!((J * (new[5] - old[5]) - H * moment).abs() < 1e-12);
            // (11d): the marker's velocity with the lever of the start of the step.
            let marker = [after[0] + D * new[5] * sin, after[1] - D * new[5] * cos];
            assert!((marker[0] - v[0]).abs() < 1e-12 && (marker[1] - v[1]).abs() < 1e-12);
            assert!(hold == 0.0 || (new[5] - 1.5).abs() < 1e-12);
            assert!(hold == 1.0 || torque == 0.0);
        }
    }
}

#[test]
fn on_a_marker_at_rest_it_is_a_pendulum() {
    // Small swings about the rest position, with the period of the pendulum.
    let swing = (M * 9.81 * D / (J + M * D * D)).sqrt();
    let down = -std::f64::consts::FRAC_PI_2;
    let start = [("phi0", down), ("omega0", 1e-3 * swing), ("vx0", 0.0)];
    let mut link = started(&start);
    let references = ["x_in", "y_in"].map(|name| link.reference(name).unwrap());
    link.set_real(&references, &[0.0, 0.0]).unwrap();
    for n in 0..2000 {
        link.do_step(n as f64 * H, H).unwrap();
        let exact = 1e-3 * (swing * (n + 1) as f64 * H).sin();
        let [phi, x, y] = link.reals(["phi", "x", "y"]).unwrap();
        assert!((phi - down - exact).abs() < 1e-5 && x.hypot(y) < 1e-8, "{n}");
    }
    // At rest the marker bears the weight.
    let mut hanging = started(&[("phi0", down), ("omega0", 0.0), ("vx0", 0.0)]);
    hanging.do_step(0.0, H).unwrap();
    let [fx, fy] = hanging.reals(["reaction_x", "reaction_y"]).unwrap();
    assert!(fx.abs() < 1e-12 && (fy + M * 9.81).abs() < 1e-12);
}
