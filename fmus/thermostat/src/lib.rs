//! A room with a heater that is switched on when it is cold and off when it is warm:
//! C dT/dt = on · power + gain − (T − T_outside)/R.

use fmu_builder::*;

/// The handles of its variables.
pub struct Thermostat {
    capacity: Parameter,
    resistance: Parameter,
    power: Parameter,
    setpoint: Parameter,
    band: Parameter,
    outside: Input,
    gain: Input,
    temperature: State,
    heat: Integral,
    on: Discrete,
    switchings: Discrete,
    cold: Condition,
    warm: Condition,
}

impl Model for Thermostat {
    const NAME: &'static str = "thermostat";
    const DESCRIPTION: &'static str = "A room whose heater is switched with hysteresis.";

    fn declare(v: &mut Variables) -> Self {
        let capacity = v.parameter("C", 1e5, "J/K", "heat capacity of the room");
        let resistance = v.parameter("R", 0.01, "K/W", "thermal resistance to the outside");
        let setpoint = v.parameter("setpoint", 293.15, "K", "middle of the band");
        let band = v.parameter("band", 1.0, "K", "width of the band");
        let t0 = v.parameter("T0", 288.15, "K", "initial temperature");
        let off = v.parameter("on0", 0.0, "", "whether the heater is on before the start");
        let none = v.parameter("switchings0", 0.0, "", "switchings before the start");
        v.at_least(capacity, 1e-9);
        v.at_least(resistance, 1e-9);
        v.at_least(band, 0.0);
        v.tunable(setpoint);
        v.boolean(off);
        v.integer(none);
        let (on, switchings) = (
            v.discrete("on", off, "", "whether the heater is on"),
            v.discrete("switchings", none, "", "how often it has been switched"),
        );
        v.boolean(on);
        v.integer(switchings);
        let temperature = v.state("T", t0, "K", "temperature");
        v.nominal(temperature, 300.0);
        Self {
            capacity,
            resistance,
            power: v.parameter("power", 2000.0, "W", "heat flow of the heater"),
            setpoint,
            band,
            outside: v.input("T_outside", 278.15, "K", "temperature outside"),
            gain: v.input("P", 0.0, "W", "heat flow into the room from elsewhere"),
            temperature,
            heat: v.integral("heat", "J", "heat given by the heater"),
            on,
            switchings,
            cold: v.condition("cold"),
            warm: v.condition("warm"),
        }
    }

    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        let heating = s[self.on] * s[self.power];
        let loss = (s[self.temperature] - s[self.outside]) / s[self.resistance];
        dx[self.temperature] = (heating + s[self.gain] - loss) / s[self.capacity];
        dx[self.heat] = heating;
    }

    fn conditions(&self, s: &Sample, c: &mut Conditions) {
        c[self.cold] = s[self.setpoint] - 0.5 * s[self.band] - s[self.temperature];
        c[self.warm] = s[self.temperature] - s[self.setpoint] - 0.5 * s[self.band];
    }

    fn event(&self, s: &Sample, e: &mut Event) {
        if e.begins(self.cold) {
            e[self.on] = 1.0;
        } else if e.begins(self.warm) {
            e[self.on] = 0.0;
        }
        e[self.switchings] = s[self.switchings] + (e[self.on] - s[self.on]).abs();
    }
}

#[cfg(feature = "fmu")]
export_fmu!(Thermostat);
