//! A body with a heat capacity and one temperature: C dT/dt = P + source.

use fmu_builder::*;

/// The handles of its variables.
pub struct ThermalMass {
    capacity: Parameter,
    t0: Parameter,
    heat_flow: Input,
    source: Input,
    temperature: State,
    heat: Output,
}

impl Model for ThermalMass {
    const NAME: &'static str = "thermal-mass";
    const DESCRIPTION: &'static str = "A body with a heat capacity and one temperature.";
    const LINEAR: Option<bool> = Some(true);

    fn declare(v: &mut Variables) -> Self {
        let capacity = v.parameter("C", 1000.0, "J/K", "heat capacity");
        let t0 = v.parameter("T0", 293.15, "K", "initial temperature");
        v.at_least(capacity, 1e-9);
        let temperature = v.state("T", t0, "K", "temperature");
        v.nominal(temperature, 300.0);
        Self {
            capacity,
            t0,
            heat_flow: v.input("P", 0.0, "W", "heat flow into the body from its neighbours"),
            source: v.input("source", 0.0, "W", "heat released in the body"),
            temperature,
            heat: v.output("heat", "J", "heat taken up since the start"),
        }
    }

    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        dx[self.temperature] = (s[self.heat_flow] + s[self.source]) / s[self.capacity];
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        y[self.heat] = s[self.capacity] * (s[self.temperature] - s[self.t0]);
    }
}

#[cfg(feature = "fmu")]
export_fmu!(ThermalMass);
