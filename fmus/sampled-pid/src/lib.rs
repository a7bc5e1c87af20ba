//! A PID controller that samples at a clock of its own and holds its action in between:
//! uₖ = limited(kp eₖ + Iₖ + kd (eₖ − eₖ₋₁)/T) with Iₖ = Iₖ₋₁ + ki T eₖ.

use fmu_builder::*;

/// The handles of its variables.
pub struct SampledPid {
    kp: Parameter,
    ki: Parameter,
    kd: Parameter,
    period: Parameter,
    u_min: Parameter,
    u_max: Parameter,
    setpoint: Input,
    measurement: Input,
    integral: Discrete,
    error: Discrete,
    u: Discrete,
    samples: Discrete,
    clock: Clock,
}

impl Model for SampledPid {
    const NAME: &'static str = "sampled-pid";
    const DESCRIPTION: &'static str = "A PID controller that samples at a clock of its own.";

    fn declare(v: &mut Variables) -> Self {
        let period = v.parameter("period", 0.01, "s", "sample period");
        v.at_least(period, 1e-9);
        let i0 = v.parameter("i0", 0.0, "", "initial integral part");
        let e0 = v.parameter("e0", 0.0, "", "error before the first sample");
        let u0 = v.parameter("u0", 0.0, "", "action before the first sample");
        let none = v.parameter("samples0", 0.0, "", "samples taken before the start");
        let gains = [
            v.parameter("kp", 1.0, "", "proportional gain"),
            v.parameter("ki", 0.0, "1/s", "integral gain"),
            v.parameter("kd", 0.0, "s", "derivative gain"),
        ];
        let [kp, ki, kd] = gains;
        gains.into_iter().for_each(|gain| v.tunable(gain));
        let samples = v.discrete("samples", none, "", "samples taken");
        v.integer(none);
        v.integer(samples);
        Self {
            kp,
            ki,
            kd,
            period,
            u_min: v.parameter("u_min", -1e30, "", "smallest action"),
            u_max: v.parameter("u_max", 1e30, "", "largest action"),
            setpoint: v.input("setpoint", 0.0, "", "what the measurement should be"),
            measurement: v.input("measurement", 0.0, "", "what it is"),
            integral: v.discrete("integral", i0, "", "integral part"),
            error: v.discrete("error", e0, "", "setpoint − measurement at the last sample"),
            u: v.discrete("u", u0, "", "action"),
            samples,
            clock: v.clock(period),
        }
    }

    fn event(&self, s: &Sample, e: &mut Event) {
        if e.ticks(self.clock) {
            let error = s[self.setpoint] - s[self.measurement];
            let integral = s[self.integral] + s[self.ki] * s[self.period] * error;
            let slope = (error - s[self.error]) / s[self.period];
            let asked = s[self.kp] * error + integral + s[self.kd] * slope;
            let u = asked.min(s[self.u_max]).max(s[self.u_min]);
            // While a limit holds the integral part stands still.
            e[self.integral] = if u == asked { integral } else { s[self.integral] };
            e[self.error] = error;
            e[self.u] = u;
            e[self.samples] = s[self.samples] + 1.0;
        }
    }
}

#[cfg(feature = "fmu")]
export_fmu!(SampledPid);
