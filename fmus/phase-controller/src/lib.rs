//! A sampled controller of two cam phasers, of the exhaust and of the intake: PI on the phase, D on its rate, with
//! limits; each acts on the spool of its phaser.

mod channel;

use fmu_builder::*;

pub use channel::Gains;

/// The handles of its variables; first exhaust, then intake.
pub struct PhaseController {
    gains: [Parameter; 4],
    period: Parameter,
    start: Parameter,
    ramp: Parameter,
    step_time: Parameter,
    step: Parameter,
    psi: [Input; 2],
    psidot: [Input; 2],
    delay: Parameter,
    integral: [Discrete; 2],
    /// What was computed last, and from when on it acts.
    computed: [Discrete; 2],
    due: Discrete,
    spool: [Discrete; 2],
    clock: Clock,
    acts: Condition,
}

/// When nothing is due, in s.
const NEVER: f64 = 1e30;

/// Exhaust and intake, as their variables end.
const CHANNELS: [&str; 2] = ["ex", "in"];

impl Model for PhaseController {
    const NAME: &'static str = "phase-controller";
    const DESCRIPTION: &'static str = "A sampled controller of two cam phasers.";

    fn declare(v: &mut Variables) -> Self {
        let of = Gains::default();
        let period = v.parameter("period", of.period, "s", "sample period");
        v.at_least(period, 1e-9);
        let delay =
            v.parameter("delay", 0.0, "s", "from a sample until the spools move, below a period");
        v.at_least(delay, 0.0);
        let never = v.parameter("due0", NEVER, "s", "when an action from before the start is due");
        let limit = v.parameter("I_max", of.limit, "", "largest integral part");
        v.at_least(limit, 0.0);
        let s0 = v.parameter("s0", 0.5, "", "position of the spools before the first sample");
        let i0 = v.parameter("I0", 0.0, "", "integral parts before the first sample");
        let gains = [
            v.parameter("k_P", of.proportional, "1/rad", "proportional gain"),
            v.parameter("k_I", of.integral, "1/rad/s", "integral gain"),
            v.parameter("k_D", of.derivative, "s/rad", "derivative gain"),
            limit,
        ];
        Self {
            gains,
            period,
            start: v.parameter("set0", 0.05, "rad", "set values at t = 0"),
            ramp: v.parameter("ramp", 1.5, "rad/s", "rate of the set value of the exhaust"),
            step_time: v.parameter("step_time", 0.02, "s", "when that of the intake steps"),
            step: v.parameter("step", 0.1, "rad", "by how much"),
            psi: CHANNELS.map(|c| v.input(&format!("psi_{c}"), 0.05, "rad", "phase")),
            psidot: CHANNELS.map(|c| v.input(&format!("psidot_{c}"), 0.0, "rad/s", "its rate")),
            delay,
            integral: CHANNELS.map(|c| v.discrete(&format!("I_{c}"), i0, "", "integral part")),
            computed: CHANNELS.map(|c| {
                v.discrete(&format!("next_s_{c}"), s0, "", "position that was computed last")
            }),
            due: v.discrete("due", never, "s", "when it is taken"),
            spool: CHANNELS.map(|c| {
                let text = "position of the spool from 0 to 1, closed at 0.5";
                v.discrete(&format!("s_{c}"), s0, "", text)
            }),
            clock: v.clock(period),
            acts: v.condition("acts"),
        }
    }

    fn check(&self, s: &Sample) -> Result<(), String> {
        if s[self.delay] < s[self.period] {
            return Ok(());
        }
        let (delay, period) = (s[self.delay], s[self.period]);
        Err(format!("delay = {delay} s must be below the period, {period} s"))
    }

    /// Positive once what was computed is due, however the end of a step there is rounded.
    fn conditions(&self, s: &Sample, c: &mut Conditions) {
        c[self.acts] = s.t - s[self.due] + 1e-9 * s[self.period];
    }

    fn event(&self, s: &Sample, e: &mut Event) {
        if e.ticks(self.clock) {
            let [proportional, integral, derivative, limit] = self.gains.map(|gain| s[gain]);
            let gains = Gains { proportional, integral, derivative, limit, period: s[self.period] };
            let set = self.set_values(s);
            for c in 0..2 {
                let (psi, psidot) = (s[self.psi[c]], s[self.psidot[c]]);
                let (spool, grown) = gains.sample(set[c], psi, psidot, s[self.integral[c]]);
                e[self.computed[c]] = spool;
                e[self.integral[c]] = grown;
                if s[self.delay] == 0.0 {
                    e[self.spool[c]] = spool;
                }
            }
            e[self.due] = if s[self.delay] == 0.0 { NEVER } else { s.t + s[self.delay] };
        }
        if e.begins(self.acts) {
            (0..2).for_each(|c| e[self.spool[c]] = s[self.computed[c]]);
            e[self.due] = NEVER;
        }
    }
}

impl PhaseController {
    /// A ramp for the exhaust, a step for the intake.
    fn set_values(&self, s: &Sample) -> [f64; 2] {
        // A sample at the instant of the step sees it, however its time is rounded.
        let stepped = s.t >= s[self.step_time] - 1e-6 * s[self.period];
        let step = if stepped { s[self.step] } else { 0.0 };
        [s[self.start] + s[self.ramp] * s.t, s[self.start] + step]
    }
}

#[cfg(feature = "fmu")]
export_fmu!(PhaseController);
