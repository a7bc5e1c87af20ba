//! A valve train: a cam shaft of segments with torsion between them, and on each of its cams two valves with springs
//! whose coils surge.

mod cam;
mod parameters;
mod shaft;
mod train;
mod valve;

use engine_laws::OMEGA;
use fmu_builder::*;
use parameters::Parameters;

pub use cam::{Cam, Lift};
pub use shaft::Shaft;
pub use train::{Train, VALVES_PER_CAM};
pub use valve::Valve;

/// The handles of its variables.
pub struct ValveTrain {
    parameters: Parameters,
    omega0: Parameter,
    torque: Input,
    phi: StateList,
    omega: StateList,
    valves: Vec<ValveStates>,
    dissipated: Integral,
    work_external: Integral,
    work_ports: Integral,
    energy: Output,
}

/// A valve and the coils of its spring: positions and velocities.
#[derive(Clone, Copy)]
struct ValveStates {
    q: StateList,
    w: StateList,
}

impl Model for ValveTrain {
    const NAME: &'static str = "valve-train";
    const DESCRIPTION: &'static str = "A cam shaft with valves on springs whose coils surge.";
    const LINEAR: Option<bool> = Some(false);
    const SOLVER: Option<SolverKind> = Some(SolverKind::Bs23);
    const RELATIVE_TOLERANCE: f64 = 0.01;
    const STEP_SIZE: f64 = 1e-5;
    const STOP_TIME: f64 = 0.02;

    fn declare(v: &mut Variables) -> Self {
        let segments = v.structural_number("segments", 3, "cams, each on a segment of the shaft");
        let coils = v.structural_number("coils", 120, "coil masses of each valve spring");
        for (name, count) in [("segments", segments), ("coils", coils)] {
            if count == 0 {
                v.problem(format!("{name} = 0 leaves nothing to move; take at least 1"));
            }
        }
        let (segments, coils) = (segments.max(1), coils.max(1));
        let parameters = Parameters::declare(v);
        let omega0 = v.parameter("omega0", 0.5 * OMEGA, "rad/s", "initial speed of the shaft");
        let [phi, omega] = declare_shaft(v, segments);
        let valves = (1..=segments * VALVES_PER_CAM).map(|k| declare_valve(v, k, coils)).collect();
        v.evaluations("evaluations");
        Self {
            parameters,
            omega0,
            torque: v.input("M", 0.0, "N.m", "torque on the drive end"),
            phi,
            omega,
            valves,
            dissipated: v.integral("dissipated", "J", "energy dissipated"),
            work_external: v.integral("work_external", "J", "none: nothing else acts"),
            work_ports: v.integral("work_ports", "J", "work of M"),
            energy: v.output("energy", "J", "energy stored"),
        }
    }

    fn start(&self, s: &Sample, x: &mut States) {
        let (train, omega) = (self.parameters.read(s), s[self.omega0]);
        x[self.phi].fill(0.0);
        x[self.omega].fill(omega);
        for (k, valve) in self.valves.iter().enumerate() {
            let lift = train.lift(k / VALVES_PER_CAM, self.phi.len(), 0.0);
            train.valve.start_positions(lift, &mut x[valve.q]);
            train.valve.start_velocities(lift.slope * omega, &mut x[valve.w]);
        }
    }

    #[inline]
    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        let train = self.parameters.read(s);
        let (phi, omega, torque) = (&s[self.phi], &s[self.omega], s[self.torque]);
        let mut dissipated = 0.0;
        dx[self.phi].copy_from_slice(omega);
        for (i, valves) in self.valves.chunks_exact(VALVES_PER_CAM).enumerate() {
            let lift = train.lift(i, phi.len(), phi[i]);
            let mut on_cam = if i == 0 { torque } else { 0.0 };
            for valve in valves {
                let (q, w) = (&s[valve.q], &s[valve.w]);
                dx[valve.q].copy_from_slice(w);
                let a = &mut dx[valve.w];
                let (force, power) =
                    train.valve.accelerations(lift, lift.slope * omega[i], [q, w], a);
                on_cam -= force * lift.slope;
                dissipated += power;
            }
            dx[self.omega][i] = on_cam;
        }
        dissipated += train.shaft.accelerations([phi, omega], &mut dx[self.omega]);
        dx[self.dissipated] = dissipated;
        dx[self.work_external] = 0.0;
        dx[self.work_ports] = torque * omega[0];
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        let train = self.parameters.read(s);
        let phi = &s[self.phi];
        let mut energy = train.shaft.energy([phi, &s[self.omega]]);
        for (k, valve) in self.valves.iter().enumerate() {
            let i = k / VALVES_PER_CAM;
            let lift = train.lift(i, phi.len(), phi[i]);
            energy += train.valve.energy(lift, [&s[valve.q], &s[valve.w]]);
        }
        y[self.energy] = energy;
    }
}

/// Angles and speeds of the segments; those of the first, the drive end, are outputs.
fn declare_shaft(v: &mut Variables, segments: usize) -> [StateList; 2] {
    let mut list = |name: &str, unit, text, scale| {
        let further = (2..=segments).map(|i| format!("segment[{i}].{name}"));
        let states = v.computed_states([name.to_string()].into_iter().chain(further), unit, text);
        states.iter().for_each(|state| v.error_scale(state, scale));
        states.iter().skip(1).for_each(|state| v.local(state));
        states
    };
    let phi = list("phi", "rad", "angle turned since the start", 1e-5);
    let omega = list("omega", "rad/s", "angular velocity", 1.0);
    phi.iter().zip(omega.iter()).for_each(|(phi, omega)| v.position(phi, omega));
    [phi, omega]
}

/// Valve `k` with its coils.
fn declare_valve(v: &mut Variables, k: usize, coils: usize) -> ValveStates {
    let mut list = |[valve, coil]: [&str; 2], unit, text, scale| {
        let coils = (1..=coils).map(|j| format!("valve[{k}].{coil}[{j}]"));
        let names = [format!("valve[{k}].{valve}")].into_iter().chain(coils);
        let states = v.computed_states(names, unit, text);
        for state in states.iter() {
            v.error_scale(state, scale);
            v.local(state);
        }
        states
    };
    let q = list(["x", "q"], "m", "position of the valve or a coil, opening", 1e-6);
    let w = list(["v", "w"], "m/s", "velocity of the valve or a coil", 0.05);
    q.iter().zip(w.iter()).for_each(|(q, w)| v.position(q, w));
    ValveStates { q, w }
}

#[cfg(feature = "fmu")]
export_fmu!(ValveTrain);
