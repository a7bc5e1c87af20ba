//! A hydraulic cam phaser: stator and rotor turn with a phase between them, which the oil in two chambers moves and a
//! spool controls.
//!
//! Its gallery is fed from a node of a hydraulic network, and may feed another.

mod parameters;
mod phaser;

use engine_laws::{AMBIENT, OMEGA};
use fmu_builder::*;
use parameters::Parameters;

pub use phaser::{Applied, At, Duct, Phaser, Rates};

/// The handles of its variables.
pub struct CamPhaser {
    parameters: Parameters,
    q0: Parameter,
    torque: [Input; 2],
    p_in: Input,
    spool: Input,
    p_out: Input,
    phi: [State; 2],
    omega: [State; 2],
    p_a: State,
    p_b: State,
    p_p: State,
    q_in: State,
    v_in: State,
    q_out: State,
    v_out: State,
    dissipated: Integral,
    work_external: Integral,
    work_ports: Integral,
    psi: Output,
    psidot: Output,
    q_in_node: Output,
    energy: Output,
}

impl Model for CamPhaser {
    const NAME: &'static str = "cam-phaser";
    const DESCRIPTION: &'static str =
        "A hydraulic cam phaser: stator and rotor with two chambers of oil between them.";
    const LINEAR: Option<bool> = Some(false);
    const SOLVER: Option<SolverKind> = Some(SolverKind::Bs23);
    const RELATIVE_TOLERANCE: f64 = 0.01;
    const STEP_SIZE: f64 = 1e-5;
    const STOP_TIME: f64 = 0.02;

    fn declare(v: &mut Variables) -> Self {
        let parameters = Parameters::declare(v);
        let speed = v.parameter("omega0", 0.5 * OMEGA, "rad/s", "initial speed of both parts");
        let pressure = v.parameter("p0", 4e5, "Pa", "initial pressure of chambers and gallery");
        v.at_least(pressure, 1.0);
        let q0 = v.parameter("Q0", 0.0, "m3/s", "initial flow through inlet and outlet");
        let parts = ["stator", "rotor"];
        let [(phi_s, omega_s), (phi_r, omega_r)] = parts.map(|part| declare_part(v, part, speed));
        let chambers = ["p_A", "p_B", "p_P"].map(|name| {
            let p = v.state(name, pressure, "Pa", "pressure in chamber A, B or the gallery P");
            v.error_scale(p, 2e3);
            p
        });
        let [p_a, p_b, p_p] = chambers;
        let before = "volume pushed into the node before the inlet, less than nothing";
        let (q_in, v_in) =
            declare_line(v, ["Q_in", "V_in"], ["flow through the inlet into the gallery", before]);
        let behind = "volume pushed into the node behind the outlet";
        let (q_out, v_out) =
            declare_line(v, ["Q_out", "V_out"], ["flow through the outlet into its node", behind]);
        v.position(v_out, q_out);
        v.evaluations("evaluations");
        Self {
            parameters,
            q0,
            torque: parts.map(|part| v.input(&format!("{part}.M"), 0.0, "N.m", "torque on it")),
            p_in: v.input("p_in", 4e5, "Pa", "pressure in the node before the inlet"),
            spool: v.input("s", 0.5, "", "position of the spool from 0 to 1, closed at 0.5"),
            p_out: v.input("p_out", 4e5, "Pa", "pressure in the node behind the outlet"),
            phi: [phi_s, phi_r],
            omega: [omega_s, omega_r],
            p_a,
            p_b,
            p_p,
            q_in,
            v_in,
            q_out,
            v_out,
            dissipated: v.integral("dissipated", "J", "energy dissipated"),
            work_external: v.integral("work_external", "J", "work of volumes"),
            work_ports: v.integral("work_ports", "J", "work of torques and of p_in and p_out"),
            psi: v.output("psi", "rad", "phase of the rotor before the stator"),
            psidot: v.output("psidot", "rad/s", "its rate"),
            q_in_node: v.output("Q_in_node", "m3/s", "flow into the node before the inlet"),
            energy: v.output("energy", "J", "energy stored"),
        }
    }

    fn start(&self, s: &Sample, x: &mut States) {
        for state in [self.phi[0], self.phi[1], self.v_in, self.v_out] {
            x[state] = 0.0;
        }
        let through = self.parameters.read(s).outlet.map_or(0.0, |_| s[self.q0]);
        (x[self.q_in], x[self.q_out]) = (s[self.q0], through);
    }

    #[inline]
    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        let at = self.at(s);
        let torque = self.torque.map(|of| s[of]);
        let (p_in, p_out) = (s[self.p_in], s[self.p_out]);
        let applied = Applied { torque, p_in, spool: s[self.spool], p_out };
        let rates = self.parameters.read(s).rates(&at, &applied);
        for part in 0..2 {
            dx[self.phi[part]] = at.omega[part];
            dx[self.omega[part]] = rates.omega[part];
        }
        dx[self.p_a] = rates.p_a;
        dx[self.p_b] = rates.p_b;
        dx[self.p_p] = rates.p_p;
        dx[self.q_in] = rates.q_in;
        dx[self.v_in] = -at.q_in;
        dx[self.q_out] = rates.q_out;
        dx[self.v_out] = at.q_out;
        let turned = torque[0] * at.omega[0] + torque[1] * at.omega[1];
        dx[self.dissipated] = rates.dissipated;
        dx[self.work_external] = rates.of_volumes;
        dx[self.work_ports] = turned + (p_in - AMBIENT) * at.q_in - (p_out - AMBIENT) * at.q_out;
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        let (at, phaser) = (self.at(s), self.parameters.read(s));
        y[self.psi] = phaser.phase(&at);
        y[self.psidot] = at.omega[1] - at.omega[0];
        y[self.q_in_node] = -at.q_in;
        y[self.energy] = phaser.energy(&at);
    }
}

impl CamPhaser {
    #[inline]
    fn at(&self, s: &Sample) -> At {
        let [p_a, p_b, p_p] = [s[self.p_a], s[self.p_b], s[self.p_p]];
        let [q_in, q_out] = [s[self.q_in], s[self.q_out]];
        At {
            phi: self.phi.map(|x| s[x]),
            omega: self.omega.map(|x| s[x]),
            p_a,
            p_b,
            p_p,
            q_in,
            q_out,
        }
    }
}

/// Angle and speed of the stator or the rotor.
fn declare_part(v: &mut Variables, part: &str, speed: Parameter) -> (State, State) {
    let phi = v.computed_state(&format!("{part}.phi"), "rad", "angle turned since the start");
    let omega = v.state(&format!("{part}.omega"), speed, "rad/s", "angular velocity");
    v.position(phi, omega);
    v.error_scale(phi, 1e-5);
    v.error_scale(omega, 1.0);
    (phi, omega)
}

/// Flow through inlet or outlet, and the volume pushed into its node.
fn declare_line(v: &mut Variables, names: [&str; 2], texts: [&str; 2]) -> (State, State) {
    let flow = v.computed_state(names[0], "m3/s", texts[0]);
    let volume = v.computed_state(names[1], "m3", texts[1]);
    v.error_scale(flow, 1e-8);
    v.no_error_control(volume);
    (flow, volume)
}

#[cfg(feature = "fmu")]
export_fmu!(CamPhaser);
