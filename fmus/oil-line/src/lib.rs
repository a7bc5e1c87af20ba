//! A line of oil with inertia and friction from a source into a node: I Q̇ = p_src − p − R Q − Q|Q|/K².
//!
//! The source is a pump that turns with the crank, the surroundings, or a pressure from outside.

mod line;

use engine_laws::{AMBIENT, Crank, pump};
use fmu_builder::*;

pub use line::Line;

/// The handles of its variables.
pub struct OilLine {
    inertance: Parameter,
    resistance: Parameter,
    conductance: Parameter,
    source: Choice,
    p_source: Input,
    p: Input,
    flow: State,
    volume: State,
    dissipated: Integral,
    work_external: Integral,
    work_ports: Integral,
    energy: Output,
}

/// Where the oil comes from: the items of `source` in their order.
const SOURCES: [(&str, &str); 3] = [
    ("pump", "an oil pump that turns with the crank"),
    ("ambient", "the surroundings, at 1 bar"),
    ("input", "the input p_source"),
];

impl Model for OilLine {
    const NAME: &'static str = "oil-line";
    const DESCRIPTION: &'static str =
        "A line of oil from a pump, the surroundings or another model into a node.";
    const LINEAR: Option<bool> = Some(false);
    const SOLVER: Option<SolverKind> = Some(SolverKind::Bs23);
    const RELATIVE_TOLERANCE: f64 = 0.01;
    const STEP_SIZE: f64 = 1e-5;
    const STOP_TIME: f64 = 0.02;

    fn declare(v: &mut Variables) -> Self {
        let of = Line::default();
        let inertance = v.parameter("I", of.inertance, "Pa.s2/m3", "inertance");
        let resistance = v.parameter("R", of.resistance, "Pa.s/m3", "resistance of laminar flow");
        // Its unit has broken exponents, which units of an FMU have not.
        let text = "conductance of turbulent flow in m3/(s.Pa^0.5)";
        let conductance = v.parameter("K", of.conductance, "", text);
        v.at_least(inertance, 1e-9);
        v.at_least(conductance, 1e-15);
        let source = v.choice("source", &SOURCES, "where the oil comes from");
        let q0 = v.parameter("Q0", 0.0, "m3/s", "initial flow into the node");
        let flow = v.state("Q", q0, "m3/s", "flow into the node");
        let volume = v.computed_state("V", "m3", "volume pushed into the node");
        v.position(volume, flow);
        v.error_scale(flow, 1e-8);
        v.no_error_control(volume);
        v.evaluations("evaluations");
        Self {
            inertance,
            resistance,
            conductance,
            source,
            p_source: v.input("p_source", AMBIENT, "Pa", "pressure of the source, if it is input"),
            p: v.input("p", AMBIENT, "Pa", "pressure in the node"),
            flow,
            volume,
            dissipated: v.integral("dissipated", "J", "energy dissipated by friction"),
            work_external: v.integral("work_external", "J", "work of the pump"),
            work_ports: v.integral("work_ports", "J", "work of p and p_source"),
            energy: v.output("energy", "J", "kinetic energy"),
        }
    }

    fn start(&self, _s: &Sample, x: &mut States) {
        x[self.volume] = 0.0;
    }

    #[inline]
    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        let (q, p) = (s[self.flow], s[self.p]);
        let (p_src, is_port) = match s.chosen(self.source) {
            0 => (pump(Crank::at(s.t).speed), false),
            1 => (AMBIENT, false),
            _ => (s[self.p_source], true),
        };
        let (dq, dissipated) = self.line(s).rates(q, p_src, p);
        dx[self.flow] = dq;
        dx[self.volume] = q;
        let supplied = (p_src - AMBIENT) * q;
        let [external, port] = if is_port { [0.0, supplied] } else { [supplied, 0.0] };
        dx[self.dissipated] = dissipated;
        dx[self.work_external] = external;
        dx[self.work_ports] = port - (p - AMBIENT) * q;
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        y[self.energy] = self.line(s).energy(s[self.flow]);
    }
}

impl OilLine {
    fn line(&self, s: &Sample) -> Line {
        Line {
            inertance: s[self.inertance],
            resistance: s[self.resistance],
            conductance: s[self.conductance],
        }
    }
}

#[cfg(feature = "fmu")]
export_fmu!(OilLine);
