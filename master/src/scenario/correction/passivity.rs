//! `correction = "passivity"`: what the giver has made is damped away.

use coupling::energy::Passivity;

use super::{CorrectionKind, Needs};

pub(super) const PASSIVITY: CorrectionKind = CorrectionKind {
    name: "passivity",
    label: "for passivity",
    cap: Passivity::CAP,
    needs: Needs::Giver,
    build: |cap| Box::new(Passivity { cap }),
};
