//! A PID controller with filtered derivative, limits and anti-windup:
//! u = limited(kp e + I + kd (e − z)/tf) with e = setpoint − measurement.

use fmu_builder::*;

/// The handles of its variables.
pub struct Pid {
    kp: Parameter,
    ki: Parameter,
    kd: Parameter,
    tf: Parameter,
    tt: Parameter,
    u_min: Parameter,
    u_max: Parameter,
    setpoint: Input,
    measurement: Input,
    integral: State,
    filtered: State,
    error: Output,
    u: Output,
}

impl Pid {
    fn error(&self, s: &Sample) -> f64 {
        s[self.setpoint] - s[self.measurement]
    }

    /// ż of the filter z that follows the error: the filtered derivative of the error.
    fn slope(&self, s: &Sample) -> f64 {
        (self.error(s) - s[self.filtered]) / s[self.tf]
    }

    /// What the controller asks for, and what the limits leave of it.
    fn action(&self, s: &Sample) -> (f64, f64) {
        let asked = s[self.kp] * self.error(s) + s[self.integral] + s[self.kd] * self.slope(s);
        (asked, asked.min(s[self.u_max]).max(s[self.u_min]))
    }
}

impl Model for Pid {
    const NAME: &'static str = "pid";
    const DESCRIPTION: &'static str = "A PID controller with filtered derivative and limits.";

    fn declare(v: &mut Variables) -> Self {
        let tf = v.parameter("tf", 0.01, "s", "time constant of the derivative's filter");
        let tt = v.parameter("tt", 1.0, "s", "time constant of the anti-windup");
        let i0 = v.parameter("i0", 0.0, "", "initial integral part");
        let z0 = v.parameter("z0", 0.0, "", "initial filtered error");
        v.at_least(tf, 1e-9);
        v.at_least(tt, 1e-9);
        Self {
            kp: v.parameter("kp", 1.0, "", "proportional gain"),
            ki: v.parameter("ki", 0.0, "1/s", "integral gain"),
            kd: v.parameter("kd", 0.0, "s", "derivative gain"),
            tf,
            tt,
            u_min: v.parameter("u_min", -1e30, "", "smallest action"),
            u_max: v.parameter("u_max", 1e30, "", "largest action"),
            setpoint: v.input("setpoint", 0.0, "", "what the measurement should be"),
            measurement: v.input("measurement", 0.0, "", "what it is"),
            integral: v.state("integral", i0, "", "integral part"),
            filtered: v.state("filtered", z0, "", "filtered error"),
            error: v.output("error", "", "setpoint − measurement"),
            u: v.output("u", "", "action"),
        }
    }

    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        let (asked, u) = self.action(s);
        dx[self.integral] = s[self.ki] * self.error(s) + (u - asked) / s[self.tt];
        dx[self.filtered] = self.slope(s);
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        y[self.error] = self.error(s);
        y[self.u] = self.action(s).1;
    }
}

#[cfg(feature = "fmu")]
export_fmu!(Pid);
