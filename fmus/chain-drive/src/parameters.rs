//! The parameters of the FMU: what may differ from the layout without changing where the chain lies.

use fmu_builder::{Parameter, Sample, Variables};

use crate::drive::{Values, WheelValues};
use crate::layout::{Layout, MAX_WHEELS, Rotation, Wheel};
use crate::links::Links;
use crate::rail::{Guide, Tensioner};
use crate::wheel::{Bearing, Load, Teeth};

/// Masses and inertias are at least this, in kg or kg·m².
const LEAST_MASS: f64 = 1e-9;
/// Lengths and speeds that something is divided by are at least this, in m or m/s.
const LEAST_LENGTH: f64 = 1e-12;

/// Their handles.
pub struct Parameters {
    links: [Parameter; 4],
    teeth: [Parameter; 5],
    bearing: [Parameter; 2],
    guide: [Parameter; 6],
    tensioner: [Parameter; 5],
    wheels: Vec<WheelParameters>,
}

struct WheelParameters {
    mass: Parameter,
    /// Of a wheel whose rotation is not prescribed: J, friction, third, sixth, shift.
    turning: Option<[Parameter; 5]>,
    /// Of one that is driven: stiffness and damping.
    driven: Option<[Parameter; 2]>,
}

/// Name, default, unit, description.
type Row<'a> = (&'a str, f64, &'a str, &'a str);

fn declare<const N: usize>(v: &mut Variables, stem: &str, rows: [Row; N]) -> [Parameter; N] {
    rows.map(|(name, start, unit, text)| v.parameter(&format!("{stem}.{name}"), start, unit, text))
}

impl Parameters {
    /// Declares them with the values of a layout.
    pub fn declare(v: &mut Variables, layout: &Layout) -> Self {
        Self {
            links: links(v, &layout.links),
            teeth: teeth(v, &layout.teeth),
            bearing: bearing(v, &layout.bearing),
            guide: guide(v, &layout.rail.guide),
            tensioner: tensioner(v, &layout.tensioner),
            wheels: layout.wheels.iter().map(|wheel| WheelParameters::declare(v, wheel)).collect(),
        }
    }

    /// Their values, with room for those of the wheels.
    #[inline]
    pub fn values<'w>(&self, s: &Sample, wheels: &'w mut [WheelValues; MAX_WHEELS]) -> Values<'w> {
        for (wheel, handles) in wheels.iter_mut().zip(&self.wheels) {
            *wheel = handles.values(s);
        }
        let [mass, stiffness, damping, articulation] = self.links.map(|p| s[p]);
        let links = Links { mass, stiffness, damping, articulation };
        let [height, roundness, stiffness, damping, rounding] = self.teeth.map(|p| s[p]);
        let teeth = Teeth { height, roundness, stiffness, damping, rounding };
        let [stiffness, damping] = self.bearing.map(|p| s[p]);
        let bearing = Bearing { stiffness, damping };
        let [mass, damper, stiffness, damping, rounding, friction] = self.guide.map(|p| s[p]);
        let guide = Guide { mass, damper, stiffness, damping, rounding, friction };
        let [preload, stiffness, damping_out, damping_in, speed] = self.tensioner.map(|p| s[p]);
        let tensioner = Tensioner { preload, stiffness, damping_out, damping_in, speed };
        Values { links, teeth, bearing, wheels: &wheels[..self.wheels.len()], guide, tensioner }
    }
}

impl WheelParameters {
    fn declare(v: &mut Variables, wheel: &Wheel) -> Self {
        let name = wheel.name.as_str();
        let [mass] = declare(v, name, [("m", wheel.mass, "kg", "mass of the wheel")]);
        v.at_least(mass, LEAST_MASS);
        let turning = (wheel.rotation != Rotation::Prescribed).then(|| {
            let rows = [
                ("J", wheel.inertia, "kg.m2", "moment of inertia of the wheel"),
                ("dv", wheel.friction, "N.m.s/rad", "viscous friction of its rotation"),
                ("M1", wheel.load.third, "N.m", "load torque of three periods per revolution"),
                ("M2", wheel.load.sixth, "N.m", "load torque of six periods per revolution"),
                ("shift", wheel.load.shift, "rad", "angle by which the load torque is ahead"),
            ];
            let turning = declare(v, name, rows);
            v.at_least(turning[0], LEAST_MASS);
            turning
        });
        let driven = match wheel.rotation {
            Rotation::Driven { stiffness, damping } => Some(declare(
                v,
                name,
                [
                    ("c", stiffness, "N.m/rad", "stiffness between the crank and the wheel"),
                    ("d", damping, "N.m.s/rad", "damping between the crank and the wheel"),
                ],
            )),
            _ => None,
        };
        Self { mass, turning, driven }
    }

    #[inline]
    fn values(&self, s: &Sample) -> WheelValues {
        let mass = s[self.mass];
        let Some(turning) = self.turning else {
            return WheelValues { mass, rotation: Rotation::Prescribed, ..WheelValues::default() };
        };
        let [inertia, friction, third, sixth, shift] = turning.map(|p| s[p]);
        let rotation = match self.driven.map(|driven| driven.map(|p| s[p])) {
            Some([stiffness, damping]) => Rotation::Driven { stiffness, damping },
            None => Rotation::Free,
        };
        WheelValues { mass, inertia, friction, load: Load { third, sixth, shift }, rotation }
    }
}

fn links(v: &mut Variables, links: &Links) -> [Parameter; 4] {
    let rows = [
        ("m", links.mass, "kg", "mass of a pin with its share of both links"),
        ("c", links.stiffness, "N/m", "stiffness of a link"),
        ("d", links.damping, "N.s/m", "damping of a link"),
        ("d_art", links.articulation, "N.m.s/rad", "friction between neighbouring links"),
    ];
    let links = declare(v, "link", rows);
    v.at_least(links[0], LEAST_MASS);
    links
}

fn teeth(v: &mut Variables, teeth: &Teeth) -> [Parameter; 5] {
    let rows = [
        ("h", teeth.height, "m", "depth of a seat"),
        ("e_t", teeth.roundness, "", "roundness of the bottom of a seat"),
        ("k", teeth.stiffness, "N/m", "stiffness of the contact of pin and tooth"),
        ("chi", teeth.damping, "s/m", "damping of that contact"),
        ("eps", teeth.rounding, "m", "half the range over which that contact begins"),
    ];
    let teeth = declare(v, "teeth", rows);
    v.at_least(teeth[1], LEAST_LENGTH);
    v.at_least(teeth[4], LEAST_LENGTH);
    teeth
}

fn bearing(v: &mut Variables, bearing: &Bearing) -> [Parameter; 2] {
    let rows = [
        ("k", bearing.stiffness, "N/m", "stiffness of the bearing of each wheel"),
        ("d", bearing.damping, "N.s/m", "damping of the bearing of each wheel"),
    ];
    declare(v, "bearing", rows)
}

fn guide(v: &mut Variables, guide: &Guide) -> [Parameter; 6] {
    let rows = [
        ("m", guide.mass, "kg", "mass of the rail"),
        ("d", guide.damper, "N.s/m", "damping of the travel of the rail"),
        ("k", guide.stiffness, "N/m", "stiffness of the contact of pin and rail"),
        ("chi", guide.damping, "s/m", "damping of that contact"),
        ("eps", guide.rounding, "m", "half the range over which that contact begins"),
        ("mu", guide.friction, "", "friction of the rail"),
    ];
    let guide = declare(v, "rail", rows);
    v.at_least(guide[0], LEAST_MASS);
    v.at_least(guide[4], LEAST_LENGTH);
    guide
}

fn tensioner(v: &mut Variables, tensioner: &Tensioner) -> [Parameter; 5] {
    let rows = [
        ("F0", tensioner.preload, "N", "preload of the internal tensioner"),
        ("c", tensioner.stiffness, "N/m", "stiffness of the internal tensioner"),
        ("d_out", tensioner.damping_out, "N.s/m", "its damping while it moves out"),
        ("d_in", tensioner.damping_in, "N.s/m", "its damping while it is pushed in"),
        ("v0", tensioner.speed, "m/s", "the speed over which one damping passes into the other"),
    ];
    let tensioner = declare(v, "tensioner", rows);
    v.at_least(tensioner[4], LEAST_LENGTH);
    tensioner
}
