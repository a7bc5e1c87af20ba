//! What a constraint remembers of its markers, and what it predicts from that.

use super::{Constraint, StepStart};
use crate::id::{InputId, OutputId};
use crate::law::{Memory, Prediction};
use crate::slave::{Slot, Step};

impl Prediction for Constraint {
    fn points(&self) -> usize {
        self.past.points()
    }

    fn predict(&mut self, step: &Step, each: &mut dyn FnMut(InputId, f64)) {
        let Some((body, b)) = self.now else { return };
        let h = step.end - step.t;
        let a = body.at(self.a.offset);
        self.start = Some(StepStart { body, a, b, closed: self.held.closed(&a, &b), h });
        let a = self.past.predict(step.h).at(self.a.offset);
        let prescribed = self.prescribe(&a);
        self.b.write(&prescribed, each);
        self.prescribed = Some(prescribed);
    }

    fn forget(&mut self) {
        self.past.forget();
        (self.start, self.now, self.prescribed) = (None, None, None);
    }

    fn tell(&mut self, t: f64, y: &[f64]) {
        let before = match (&self.now, self.past.t_before(t)) {
            (Some((body, _)), Some(h)) => Some((body, h)),
            // The point is told again.
            _ => self.start.as_ref().map(|start| (&start.body, start.h)),
        };
        let body = self.a.motion.read(&|output: OutputId| y[output.0], before);
        self.past.tell(t, &body);
        self.now = Some((body, self.marker_b(y)));
    }
}

impl Memory for Constraint {
    fn accept(&mut self, t: f64, y: &[f64]) {
        let (a, b) = (self.a.marker(&|o: OutputId| y[o.0], self.start.as_ref()), self.marker_b(y));
        self.look(t, y, &a, &b);
        self.tell(t, y);
    }

    fn save(&mut self, slot: Slot) {
        let Self { past, now, record, kept, .. } = self;
        let kept = &mut kept[slot as usize];
        past.save(&mut kept.past);
        (kept.now, kept.record) = (*now, *record);
    }

    fn restore(&mut self, slot: Slot) {
        let Self { past, now, record, kept, .. } = self;
        let kept = &kept[slot as usize];
        past.restore(&kept.past);
        (*now, *record) = (kept.now, kept.record);
    }
}
