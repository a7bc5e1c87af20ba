//! Events without end: told, not passed over.

use fmu_builder::runtime::Instance;
use fmu_builder::*;

use crate::ball::G;

/// A condition that its own event makes begin again.
struct Chattering {
    d: Discrete,
    odd: Condition,
    even: Condition,
}

impl Model for Chattering {
    const NAME: &'static str = "chattering";
    const DESCRIPTION: &'static str = "for tests";

    fn declare(v: &mut Variables) -> Self {
        let zero = v.parameter("zero", 0.0, "", "");
        let d = v.discrete("d", zero, "", "");
        Self { d, odd: v.condition("odd"), even: v.condition("even") }
    }

    fn conditions(&self, s: &Sample, c: &mut Conditions) {
        c[self.odd] = s[self.d] % 2.0 - 0.5;
        c[self.even] = -c[self.odd];
    }

    fn event(&self, s: &Sample, e: &mut Event) {
        e[self.d] = s[self.d] + 1.0;
    }
}

#[test]
fn events_without_end_are_told() {
    let problems = check::<Chattering>();
    let words = "the run cannot begin: at t = 0 s events follow each other without end (conditions that begin: \"odd\")";
    assert!(problems[0].starts_with(words), "{problems:?}");
}

/// A ball that never rests.
struct Zeno(State, State, Condition);

impl Model for Zeno {
    const NAME: &'static str = "zeno";
    const DESCRIPTION: &'static str = "for tests";

    fn declare(v: &mut Variables) -> Self {
        let one = v.parameter("one", 1e-6, "", "");
        let zero = v.parameter("zero", 0.0, "", "");
        Self(v.state("h", one, "", ""), v.state("v", zero, "1/s", ""), v.condition("ground"))
    }

    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        dx[self.0] = s[self.1];
        dx[self.1] = -G;
    }

    fn conditions(&self, s: &Sample, c: &mut Conditions) {
        c[self.2] = -s[self.0];
    }

    fn event(&self, s: &Sample, e: &mut Event) {
        e[self.0] = 0.0;
        e[self.1] = -0.5 * s[self.1];
    }
}

#[test]
fn events_that_come_ever_closer_are_refused_not_passed_over() {
    let mut instance = Instance::<Zeno>::started(SolverKind::Exact, &[]).unwrap();
    let failure = instance.do_step(0.0, 0.1).unwrap_err().to_string();
    assert!(failure.contains("conditions began to hold more than 10000 times"), "{failure}");
}
