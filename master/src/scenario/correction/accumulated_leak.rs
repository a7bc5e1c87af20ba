//! `correction = "accumulated-leak"`: the accumulated leak is taken back in the next step.

use coupling::energy::AccumulatedLeak;

use super::{CorrectionKind, Needs};

pub(super) const ACCUMULATED_LEAK: CorrectionKind = CorrectionKind {
    name: "accumulated-leak",
    label: "by the accumulated leak",
    cap: AccumulatedLeak::CAP,
    needs: Needs::BothSides,
    build: |cap| Box::new(AccumulatedLeak { cap }),
};
