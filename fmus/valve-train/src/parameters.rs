//! The parameters of the valve train as variables of the FMU.

use crate::cam::Cam;
use crate::shaft::Shaft;
use crate::train::Train;
use crate::valve::Valve;
use engine_laws::Contact;
use fmu_builder::{Parameter, Sample, Variables};

/// Their handles.
pub(crate) struct Parameters {
    shaft: [Parameter; 4],
    phase: Parameter,
    cam: [Parameter; 2],
    valve: [Parameter; 6],
    cam_stiffness: Parameter,
    seat_stiffness: Parameter,
    contact: [Parameter; 2],
}

impl Parameters {
    pub fn declare(v: &mut Variables) -> Self {
        let Train { shaft, cam, valve, phase } = Train::default();
        let mut positive = |name, value, unit, text| {
            let parameter = v.parameter(name, value, unit, text);
            v.at_least(parameter, 1e-12);
            parameter
        };
        let inertia = positive("J", shaft.inertia, "kg.m2", "moment of inertia of a segment");
        let width = positive("width", cam.width, "rad", "from the tip of a cam to the end of lift");
        let mass = positive("m", valve.mass, "kg", "mass of a valve");
        let spring = positive("m_s", valve.spring_mass, "kg", "mass of a spring");
        let rounding = valve.cam.rounding;
        let eps = positive("eps", rounding, "m", "half the range over which a contact begins");
        let stiffness = valve.cam.stiffness;
        let cam_stiffness = positive("k_cam", stiffness, "N/m", "stiffness of cam and valve");
        let seat_stiffness = positive("k_seat", stiffness, "N/m", "stiffness of the seat");
        Self {
            shaft: [
                inertia,
                v.parameter("c", shaft.stiffness, "N.m/rad", "stiffness between segments"),
                v.parameter("d", shaft.damping, "N.m.s/rad", "damping between segments"),
                v.parameter("d_b", shaft.bearing, "N.m.s/rad", "friction of a bearing"),
            ],
            phase: v.parameter(
                "phase",
                phase,
                "rad",
                "angle of the first cam from its tip at t = 0",
            ),
            cam: [v.parameter("h", cam.height, "m", "height of a cam"), width],
            valve: [
                mass,
                v.parameter("F_0", valve.preload, "N", "force of a spring at x = 0"),
                v.parameter("k_s", valve.stiffness, "N/m", "stiffness of a spring"),
                v.parameter("d_s", valve.damping, "N.s/m", "damping of a spring"),
                spring,
                v.parameter("gap", valve.gap, "m", "gap between cam and closed valve"),
            ],
            cam_stiffness,
            seat_stiffness,
            contact: [v.parameter("chi", valve.cam.damping, "s/m", "damping of contacts"), eps],
        }
    }

    #[inline]
    pub fn read(&self, s: &Sample) -> Train {
        let [inertia, stiffness, damping, bearing] = self.shaft.map(|of| s[of]);
        let shaft = Shaft { inertia, stiffness, damping, bearing };
        let [height, width] = self.cam.map(|of| s[of]);
        let [chi, rounding] = self.contact.map(|of| s[of]);
        let contact =
            |stiffness: Parameter| Contact { stiffness: s[stiffness], damping: chi, rounding };
        let [mass, preload, stiffness, damping, spring_mass, gap] = self.valve.map(|of| s[of]);
        let (cam, seat) = (contact(self.cam_stiffness), contact(self.seat_stiffness));
        Train {
            shaft,
            cam: Cam { height, width },
            valve: Valve { mass, preload, stiffness, damping, spring_mass, gap, cam, seat },
            phase: s[self.phase],
        }
    }
}
