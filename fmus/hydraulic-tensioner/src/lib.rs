//! A hydraulic chain tensioner: a piston on a spring and on oil, which a check valve lets in and a gap lets out.
//!
//! It is fed by a pump that turns with the crank, or from a node of a hydraulic network.

mod parameters;
mod tensioner;

use engine_laws::{AMBIENT, Crank, pump};
use fmu_builder::*;
use parameters::Parameters;

pub use tensioner::{At, Rates, Tensioner};

/// The handles of its variables.
pub struct HydraulicTensioner {
    parameters: Parameters,
    supply: Choice,
    p_node0: Parameter,
    force: Input,
    p: Input,
    x: State,
    v: State,
    p_h: State,
    p_b: State,
    p_c: State,
    q_l: State,
    volume: State,
    dissipated: Integral,
    work_external: Integral,
    work_ports: Integral,
    flow: Output,
    energy: Output,
}

/// Where the oil comes from: the items of `supply` in their order.
const SUPPLIES: [(&str, &str); 2] = [
    ("pump", "an oil pump that turns with the crank"),
    ("node", "a node whose pressure is the input p"),
];

impl Model for HydraulicTensioner {
    const NAME: &'static str = "hydraulic-tensioner";
    const DESCRIPTION: &'static str =
        "A hydraulic chain tensioner: a piston on oil behind a check valve.";
    const LINEAR: Option<bool> = Some(false);
    const SOLVER: Option<SolverKind> = Some(SolverKind::Bs23);
    const RELATIVE_TOLERANCE: f64 = 0.01;
    const STEP_SIZE: f64 = 5e-6;
    const STOP_TIME: f64 = 0.02;

    fn declare(v: &mut Variables) -> Self {
        let parameters = Parameters::declare(v);
        let supply = v.choice("supply", &SUPPLIES, "where the oil comes from");
        let p_node0 = v.parameter("p_node0", 4e5, "Pa", "initial pressures if a node supplies it");
        v.at_least(p_node0, 1.0);
        let none = v.parameter("x0", 0.0, "m", "initial position of the piston");
        let rest = v.parameter("v0", 0.0, "m/s", "initial velocity of the piston");
        let still = v.parameter("Q_l0", 0.0, "m3/s", "initial flow out of the supply");
        let (x, velocity) = (
            v.state("x", none, "m", "position of the piston, outwards"),
            v.state("v", rest, "m/s", "velocity of the piston"),
        );
        v.position(x, velocity);
        let pressures = [
            v.computed_state("p_h", "Pa", "pressure in the chamber"),
            v.computed_state("p_b", "Pa", "pressure in the cage of the ball"),
            v.computed_state("p_c", "Pa", "pressure in the feed bore"),
        ];
        let q_l = v.state("Q_l", still, "m3/s", "flow out of the supply");
        let volume = v.computed_state("V", "m3", "volume pushed into the node, less than nothing");
        for (state, scale) in [(x, 1e-6), (velocity, 0.05), (q_l, 1e-8)] {
            v.error_scale(state, scale);
        }
        for p in pressures {
            v.error_scale(p, 2e3);
            v.nominal(p, 1e5);
        }
        v.no_error_control(volume);
        let [p_h, p_b, p_c] = pressures;
        v.evaluations("evaluations");
        Self {
            parameters,
            supply,
            p_node0,
            force: v.input("F", 0.0, "N", "force on the piston, outwards"),
            p: v.input("p", 4e5, "Pa", "pressure in the node that supplies it"),
            x,
            v: velocity,
            p_h,
            p_b,
            p_c,
            q_l,
            volume,
            dissipated: v.integral("dissipated", "J", "energy dissipated"),
            work_external: v.integral("work_external", "J", "work of the pump and of volumes"),
            work_ports: v.integral("work_ports", "J", "work of F and p"),
            flow: v.output("Q", "m3/s", "flow into the node"),
            energy: v.output("energy", "J", "energy stored"),
        }
    }

    fn start(&self, s: &Sample, x: &mut States) {
        let pressure = if self.has_pump(s) { pump(Crank::at(0.0).speed) } else { s[self.p_node0] };
        for p in [self.p_h, self.p_b, self.p_c] {
            x[p] = pressure;
        }
        x[self.volume] = 0.0;
    }

    #[inline]
    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        let (at, force, has_pump) = (self.at(s), s[self.force], self.has_pump(s));
        let p_s = if has_pump { pump(Crank::at(s.t).speed) } else { s[self.p] };
        let rates = self.parameters.read(s).rates(&at, force, p_s);
        dx[self.x] = at.v;
        dx[self.v] = rates.v;
        dx[self.p_h] = rates.p_h;
        dx[self.p_b] = rates.p_b;
        dx[self.p_c] = rates.p_c;
        dx[self.q_l] = rates.q_l;
        dx[self.volume] = -at.q_l;
        let supplied = (p_s - AMBIENT) * at.q_l;
        let [by_pump, by_node] = if has_pump { [supplied, 0.0] } else { [0.0, supplied] };
        dx[self.dissipated] = rates.dissipated;
        dx[self.work_external] = rates.of_volume + by_pump;
        dx[self.work_ports] = force * at.v + by_node;
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        y[self.flow] = -s[self.q_l];
        y[self.energy] = self.parameters.read(s).energy(&self.at(s));
    }
}

impl HydraulicTensioner {
    fn has_pump(&self, s: &Sample) -> bool {
        s.chosen(self.supply) == 0
    }

    #[inline]
    fn at(&self, s: &Sample) -> At {
        let [x, v] = [s[self.x], s[self.v]];
        let [p_h, p_b, p_c] = [s[self.p_h], s[self.p_b], s[self.p_c]];
        At { x, v, p_h, p_b, p_c, q_l: s[self.q_l] }
    }
}

#[cfg(feature = "fmu")]
export_fmu!(HydraulicTensioner);
