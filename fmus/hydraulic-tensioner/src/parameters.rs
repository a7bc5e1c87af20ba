//! The parameters of the tensioner as variables of the FMU.

use crate::tensioner::{BORE_TRANSITION, CHECK_VALVE_TRANSITION, Tensioner};
use engine_laws::{Oil, Orifice};
use fmu_builder::{Parameter, Sample, Variables};

/// Their handles.
pub(crate) struct Parameters {
    mass: Parameter,
    area: Parameter,
    preload: Parameter,
    stiffness: Parameter,
    damping: Parameter,
    chamber: Parameter,
    cage: Parameter,
    feed: Parameter,
    check_valve: Parameter,
    bore: Parameter,
    gap: Parameter,
    inertance: Parameter,
    resistance: Parameter,
    air: Parameter,
}

impl Parameters {
    pub fn declare(v: &mut Variables) -> Self {
        let of = Tensioner::default();
        let air = v.parameter("air", 0.02, "", "volume of air per volume of liquid at 1 bar");
        v.at_least(air, 0.0);
        let mut positive = |name, value, unit, text| {
            let parameter = v.parameter(name, value, unit, text);
            v.at_least(parameter, 1e-15);
            parameter
        };
        Self {
            mass: positive("m", of.mass, "kg", "mass of the piston"),
            chamber: positive("V_h0", of.chamber, "m3", "volume of the chamber at x = 0"),
            cage: positive("V_b", of.cage, "m3", "volume of the cage of the ball"),
            feed: positive("V_c", of.feed, "m3", "volume of the feed bore"),
            inertance: positive("I", of.inertance, "Pa.s2/m3", "inertance of the feed line"),
            area: v.parameter("A", of.area, "m2", "area of the piston"),
            preload: v.parameter("F_s0", of.preload, "N", "force of the spring at x = 0"),
            stiffness: v.parameter("k_s", of.stiffness, "N/m", "stiffness of the spring"),
            damping: v.parameter("d", of.damping, "N.s/m", "friction of the piston"),
            check_valve: v.parameter("A_cv", 6e-6, "m2", "opening of the check valve"),
            bore: v.parameter("A_b", 3e-6, "m2", "opening from the cage into the chamber"),
            gap: v.parameter("G", of.gap, "m3/s/Pa", "conductance of the gap around the piston"),
            resistance: v.parameter("R", of.resistance, "Pa.s/m3", "resistance of the feed line"),
            air,
        }
    }

    #[inline]
    pub fn read(&self, s: &Sample) -> Tensioner {
        Tensioner {
            mass: s[self.mass],
            area: s[self.area],
            preload: s[self.preload],
            stiffness: s[self.stiffness],
            damping: s[self.damping],
            chamber: s[self.chamber],
            cage: s[self.cage],
            feed: s[self.feed],
            check_valve: Orifice::new(s[self.check_valve], CHECK_VALVE_TRANSITION),
            bore: Orifice::new(s[self.bore], BORE_TRANSITION),
            gap: s[self.gap],
            inertance: s[self.inertance],
            resistance: s[self.resistance],
            oil: Oil::new(s[self.air]),
        }
    }
}
