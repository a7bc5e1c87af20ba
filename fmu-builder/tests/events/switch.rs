//! A switch with hysteresis: state events that inputs cause.

use fmu_builder::runtime::Instance;
use fmu_builder::*;

use crate::boolean;

/// Heat on below and off above a band around an input: T is given from outside.
pub struct Switch {
    t: Input,
    enabled: Input,
    on: Discrete,
    power: Output,
    cold: Condition,
    warm: Condition,
}

impl Model for Switch {
    const NAME: &'static str = "switch";
    const DESCRIPTION: &'static str = "for tests";

    fn declare(v: &mut Variables) -> Self {
        let off = v.parameter("off", 0.0, "", "");
        let on = v.discrete("on", off, "", "");
        v.boolean(on);
        let enabled = v.input("enabled", 1.0, "", "");
        v.boolean(enabled);
        Self {
            t: v.input("T", 293.0, "K", ""),
            enabled,
            on,
            power: v.output("power", "W", ""),
            cold: v.condition("cold"),
            warm: v.condition("warm"),
        }
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        y[self.power] = 1000.0 * s[self.on] * s[self.enabled];
    }

    fn conditions(&self, s: &Sample, c: &mut Conditions) {
        c[self.cold] = 290.0 - s[self.t];
        c[self.warm] = s[self.t] - 295.0;
    }

    fn event(&self, _s: &Sample, e: &mut Event) {
        if e.begins(self.cold) {
            e[self.on] = 1.0;
        }
        if e.begins(self.warm) {
            e[self.on] = 0.0;
        }
    }
}

#[test]
fn hysteresis_on_an_input_that_jumps_or_moves_loses_no_crossing() {
    let mut instance = Instance::<Switch>::started(SolverKind::Dopri5, &[]).unwrap();
    let t = [instance.reference("T").unwrap()];
    let mut switched = Vec::new();
    for (k, value) in [293.0, 289.0, 293.0, 296.0, 293.0, 280.0].into_iter().enumerate() {
        instance.set_real(&t, &[value]).unwrap();
        instance.do_step(k as f64, 1.0).unwrap();
        switched.push(boolean(&mut instance, "on"));
    }
    assert_eq!(switched, [false, true, true, false, false, true]);
    // From 280 to 300 and back in one step each: it passes 295 on the way up, 290 on the way down.
    for (k, slope) in [(6, 20.0), (7, -20.0)] {
        instance.set_input_derivatives(&t, &[1], &[slope]).unwrap();
        instance.do_step(f64::from(k), 1.0).unwrap();
        assert_eq!(boolean(&mut instance, "on"), slope < 0.0);
    }
    assert_eq!(instance.real("power").unwrap(), 1000.0);
    let enabled = [instance.reference("enabled").unwrap()];
    instance.set_boolean(&enabled, &[false]).unwrap();
    assert_eq!(instance.real("power").unwrap(), 0.0);
}
