//! The joint of the body: its parameters, and what it does by the formulas of
//! [`coupling::law::joint`].

use coupling::law::joint::{Body, Compliance, JointStiffness, Kind, Marker, TorqueAxis, Wrench};
use fmu_builder::*;
use rigid_motion::vectors::parameters;
use rigid_motion::{Load, Vector};

/// Which end of the joint the body is.
const ENDS: [(&str, &str); 2] =
    [("first", "the body is i, its partner is j"), ("second", "the body is j, its partner is i")];

/// What the joint does, and what it takes up.
pub(crate) struct Action {
    pub on_body: Load,
    pub on_partner: Load,
    /// Energy of its springs.
    pub energy: f64,
    /// Power that its dampers turn into heat.
    pub heat: f64,
}

/// The handles of the joint's parameters.
pub(crate) struct Joint {
    kind: Choice,
    end: Choice,
    /// In the body, and in its partner.
    places: [Place; 2],
    translation: Spring,
    rotation: Spring,
}

impl Joint {
    pub fn declare(v: &mut Variables) -> Self {
        let items = Kind::ALL.map(|kind| (kind.name(), meaning(kind)));
        Self {
            kind: v.choice("kind", &items, "what the joint restrains"),
            end: v.choice("end", &ENDS, "which end of the joint the body is"),
            places: [
                Place::declare(v, "", "the body"),
                Place::declare(v, "partner_", "the partner"),
            ],
            translation: Spring::declare(v, ["", "N/m", "N/m3", "N.s/m"], [1e4, 30.0]),
            rotation: Spring::declare(v, ["rotational_", "N.m", "N.m", "N.m.s"], [200.0, 0.5]),
        }
    }

    /// Says which direction is missing, if one is.
    pub fn check(&self, s: &Sample) -> Result<(), String> {
        let kind = self.kind(s);
        self.places.iter().zip(["", "partner_"]).try_for_each(|(place, prefix)| {
            let [axis, normal] = [place.axis, place.normal].map(|of| vector(s, of));
            if place.marker(s, kind).is_some() {
                Ok(())
            } else if kind.fixes_twist() {
                Err(format!(
                    "{prefix}axis {axis:?} and {prefix}normal {normal:?} span no plane; give two \
                     directions by {prefix}axis_x, … and {prefix}normal_x, …"
                ))
            } else {
                Err(format!(
                    "{prefix}axis {axis:?} has no direction; give one by {prefix}axis_x, {prefix}axis_y \
                     and {prefix}axis_z"
                ))
            }
        })
    }

    /// What it does to the body and to its partner; not a number where a direction is missing.
    pub fn act(&self, s: &Sample, body: Body<f64>, partner: Body<f64>) -> Action {
        let kind = self.kind(s);
        let [Some(own), Some(other)] = self.places.each_ref().map(|place| place.marker(s, kind))
        else {
            return Action::unknown();
        };
        let is_second = s.chosen(self.end) == 1;
        let bodies = ordered([body, partner], is_second);
        let (mut on, mut energy, mut heat) = ([Wrench::zero(); 2], 0.0, 0.0);
        for primitive in kind.primitives(ordered([own, other], is_second), &self.stiffness(s)) {
            let [on_i, on_j] = primitive.act(&bodies, None);
            let (stored, taken) = primitive.energy_and_heat(&bodies);
            on = [on[0] + on_i, on[1] + on_j];
            (energy, heat) = (energy + stored, heat + taken);
        }
        let [on_body, on_partner] = ordered(on, is_second)
            .map(|Wrench { force, torque }| Load { force: force.0, torque: torque.0 });
        Action { on_body, on_partner, energy, heat }
    }

    fn kind(&self, s: &Sample) -> Kind {
        Kind::ALL[s.chosen(self.kind)]
    }

    fn stiffness(&self, s: &Sample) -> JointStiffness {
        let [translation, rotation] =
            [&self.translation, &self.rotation].map(|of| of.compliance(s));
        JointStiffness { translation, rotation, torque_axis: TorqueAxis::Product }
    }
}

impl Action {
    fn unknown() -> Self {
        let load = Load { force: [f64::NAN; 3], torque: [f64::NAN; 3] };
        Self { on_body: load, on_partner: load, energy: f64::NAN, heat: f64::NAN }
    }
}

/// Body and partner as i and j of the joint, or back.
fn ordered<T>([a, b]: [T; 2], is_second: bool) -> [T; 2] {
    if is_second { [b, a] } else { [a, b] }
}

fn vector(s: &Sample, handles: [Parameter; 3]) -> Vector {
    handles.map(|handle| s[handle])
}

/// Where the joint sits on one side.
struct Place {
    point: [Parameter; 3],
    axis: [Parameter; 3],
    normal: [Parameter; 3],
}

impl Place {
    fn declare(v: &mut Variables, prefix: &str, whose: &str) -> Self {
        let mut of = |name: &str, start: Vector, unit: &str, what: &str| {
            let what = format!("{what}, in the frame of {whose}");
            parameters(v, &format!("{prefix}{name}"), start, unit, &what)
        };
        Self {
            point: of("point", [0.0; 3], "m", "the joint's point from the centre of mass"),
            axis: of("axis", [0.0, 0.0, 1.0], "", "the joint's axis, of any length"),
            normal: of("normal", [1.0, 0.0, 0.0], "", "a direction beside the axis"),
        }
    }

    /// The marker of a joint of that kind, which needs no axis or no normal perhaps.
    fn marker(&self, s: &Sample, kind: Kind) -> Option<Marker> {
        let axis = if kind.has_axis() { vector(s, self.axis) } else { [0.0, 0.0, 1.0] };
        let normal = kind.fixes_twist().then(|| vector(s, self.normal));
        Marker::new(vector(s, self.point), axis, normal)
    }
}

/// Springs and dampers of one sort.
struct Spring {
    stiffness: Parameter,
    cubic: Parameter,
    damping: Parameter,
}

impl Spring {
    fn declare(v: &mut Variables, [prefix, c, c3, d]: [&str; 4], start: [f64; 2]) -> Self {
        let mut of = |name: &str, start: f64, unit: &str, what: &str| {
            let parameter = v.parameter(&format!("{prefix}{name}"), start, unit, what);
            v.at_least(parameter, 0.0);
            parameter
        };
        Self {
            stiffness: of("stiffness", start[0], c, "force or torque per gap"),
            cubic: of("cubic_stiffness", 0.0, c3, "force or torque per third power of the gap"),
            damping: of("damping", start[1], d, "force or torque per rate of the gap"),
        }
    }

    fn compliance(&self, s: &Sample) -> Compliance {
        let stiffness = [s[self.stiffness], s[self.cubic]];
        Compliance { stiffness: stiffness.into(), damping: s[self.damping].into() }
    }
}

fn meaning(kind: Kind) -> &'static str {
    match kind {
        Kind::Atpoint => "points meet",
        Kind::Inplane => "a point of i stays in a plane of j",
        Kind::Perpendicular => "axes stay at right angles",
        Kind::Universal => "points meet, axes stay at right angles",
        Kind::Revolute => "points meet, axes stay parallel",
        Kind::Translational => "a point of i slides along the axis of j, without turning",
        Kind::Cylindrical => "a point of i slides along the axis of j, axes stay parallel",
        Kind::Planar => "a point of i stays in a plane of j, axes stay parallel",
        Kind::Inline => "a point of i slides along the axis of j",
        Kind::Orientation => "no turning",
    }
}
