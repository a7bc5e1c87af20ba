//! The parameters of the phaser as variables of the FMU.

use crate::phaser::{Duct, Phaser, TRANSITION};
use engine_laws::{Contact, Oil, Orifice};
use fmu_builder::{Choice, Parameter, Sample, Variables};

/// Their handles.
pub(crate) struct Parameters {
    stator: Parameter,
    rotor: Parameter,
    displacement: Parameter,
    dead_volume: Parameter,
    start: Parameter,
    range: Parameter,
    damping: Parameter,
    stop: [Parameter; 3],
    spool: Parameter,
    leak: Parameter,
    leak_out: Parameter,
    gallery: Parameter,
    inlet: [Parameter; 2],
    outlet: Choice,
    outlet_line: [Parameter; 2],
    air: Parameter,
}

/// Whether there is a line on from the gallery: the items of `outlet` in their order.
const OUTLETS: [(&str, &str); 2] =
    [("closed", "nothing leaves the gallery but to the chambers"), ("open", "a line to p_out")];

impl Parameters {
    pub fn declare(v: &mut Variables) -> Self {
        let of = Phaser::default();
        let Contact { stiffness, damping, rounding } = of.stop;
        let outlet = v.choice("outlet", &OUTLETS, "whether a line leaves the gallery");
        let mut not_below = |min, name, value, unit, text| {
            let parameter = v.parameter(name, value, unit, text);
            v.at_least(parameter, min);
            parameter
        };
        let mut positive = |name, value, unit, text| not_below(1e-15, name, value, unit, text);
        let (stator, rotor) = (
            positive("J_s", of.stator, "kg.m2", "moment of inertia of the stator"),
            positive("J_r", of.rotor, "kg.m2", "moment of inertia of the rotor"),
        );
        let dead_volume = positive("V_d", of.dead_volume, "m3", "volume of a chamber at its stop");
        let gallery = positive("V_P", of.gallery, "m3", "volume of the gallery");
        let i_in = positive("I_in", of.inlet.inertance, "Pa.s2/m3", "inertance of the inlet");
        let i_out = positive("I_out", 6e6, "Pa.s2/m3", "inertance of the outlet");
        let eps = positive("eps_stop", rounding, "rad", "half the range over which a stop begins");
        let air = not_below(0.0, "air", 0.02, "", "volume of air per volume of liquid at 1 bar");
        let stop = [
            v.parameter("k_stop", stiffness, "N.m/rad", "stiffness of the stops"),
            v.parameter("chi_stop", damping, "s/rad", "damping of the stops"),
            eps,
        ];
        let laminar = "Pa.s/m3";
        Self {
            stator,
            rotor,
            displacement: v.parameter("D", of.displacement, "m3/rad", "displacement"),
            dead_volume,
            start: v.parameter("psi0", of.start, "rad", "initial phase"),
            range: v.parameter("psi_max", of.range, "rad", "phase at the upper stop"),
            damping: v.parameter("d", of.damping, "N.m.s/rad", "friction"),
            stop,
            spool: v.parameter("A_v", 12e-6, "m2", "opening of an edge of the spool"),
            leak: v.parameter("G_AB", of.leak, "m3/s/Pa", "leak between the chambers"),
            leak_out: v.parameter("G_T", of.leak_out, "m3/s/Pa", "leak of a chamber to ambient"),
            gallery,
            inlet: [
                i_in,
                v.parameter("R_in", of.inlet.resistance, laminar, "resistance of the inlet"),
            ],
            outlet,
            outlet_line: [i_out, v.parameter("R_out", 2e9, laminar, "resistance of the outlet")],
            air,
        }
    }

    #[inline]
    pub fn read(&self, s: &Sample) -> Phaser {
        let [stiffness, damping, rounding] = self.stop.map(|of| s[of]);
        let duct = |[inertance, resistance]: [Parameter; 2]| Duct {
            inertance: s[inertance],
            resistance: s[resistance],
        };
        Phaser {
            stator: s[self.stator],
            rotor: s[self.rotor],
            displacement: s[self.displacement],
            dead_volume: s[self.dead_volume],
            start: s[self.start],
            range: s[self.range],
            damping: s[self.damping],
            stop: Contact { stiffness, damping, rounding },
            spool: Orifice::new(s[self.spool], TRANSITION),
            leak: s[self.leak],
            leak_out: s[self.leak_out],
            gallery: s[self.gallery],
            inlet: duct(self.inlet),
            outlet: (s.chosen(self.outlet) == 1).then(|| duct(self.outlet_line)),
            oil: Oil::new(s[self.air]),
        }
    }
}
