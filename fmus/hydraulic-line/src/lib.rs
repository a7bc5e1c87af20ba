//! A column of fluid between a supply and a node: L dQ/dt = p_supply − p − R Q, dV/dt = Q.

use fmu_builder::*;

/// The handles of its variables.
pub struct HydraulicLine {
    inertance: Parameter,
    resistance: Parameter,
    p_supply: Input,
    p: Input,
    volume: State,
    flow: State,
    dissipated: Integral,
    work: Integral,
    v_supply: Output,
    q_supply: Output,
    energy: Output,
}

impl Model for HydraulicLine {
    const NAME: &'static str = "hydraulic-line";
    const DESCRIPTION: &'static str =
        "A column of fluid with inertia and friction between a supply and a node.";
    const LINEAR: Option<bool> = Some(true);

    fn declare(v: &mut Variables) -> Self {
        let inertance = v.parameter("L", 8.5e6, "kg/m4", "inertance, density · length / area");
        let resistance = v.parameter("R", 1e8, "Pa.s/m3", "resistance of laminar friction");
        let v0 = v.parameter("V0", 0.0, "m3", "initial volume pushed into the node");
        let q0 = v.parameter("Q0", 0.0, "m3/s", "initial flow");
        v.at_least(inertance, 1e-9);
        let volume = v.state("V", v0, "m3", "volume pushed into the node");
        let flow = v.state("Q", q0, "m3/s", "flow into the node");
        v.position(volume, flow);
        v.nominal(volume, 1e-6);
        v.nominal(flow, 1e-4);
        Self {
            inertance,
            resistance,
            p_supply: v.input("p_supply", 1e5, "Pa", "pressure at the supply"),
            p: v.input("p", 1e5, "Pa", "pressure in the node"),
            volume,
            flow,
            dissipated: v.integral("dissipated", "J", "energy dissipated by friction"),
            work: v.integral("work", "J", "work of both pressures on the column"),
            v_supply: v.output("V_supply", "m3", "volume pushed out at the supply"),
            q_supply: v.output("Q_supply", "m3/s", "flow out at the supply"),
            energy: v.output("energy", "J", "kinetic energy"),
        }
    }

    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        let pressure = s[self.p_supply] - s[self.p];
        let friction = s[self.resistance] * s[self.flow];
        dx[self.volume] = s[self.flow];
        dx[self.flow] = (pressure - friction) / s[self.inertance];
        dx[self.dissipated] = friction * s[self.flow];
        dx[self.work] = pressure * s[self.flow];
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        y[self.v_supply] = -s[self.volume];
        y[self.q_supply] = -s[self.flow];
        y[self.energy] = 0.5 * s[self.inertance] * s[self.flow].powi(2);
    }
}

#[cfg(feature = "fmu")]
export_fmu!(HydraulicLine);
