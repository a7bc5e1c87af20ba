//! `[[couplings]]`: the laws that the master evaluates. `docs/laws.md` gives their formulas.

use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use super::{JointSection, RuleSection};

/// `[[couplings]]`
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "law", rename_all = "kebab-case", deny_unknown_fields)]
pub enum CouplingSection {
    /// Spring and damper along a line; by default between `x`, `v` and `force`.
    SpringDamper(SpringDamperSection),
    /// Spring and damper about an axis; by default between `phi`, `omega` and `torque`.
    RotationalSpringDamper(SpringDamperSection),
    /// A volume of fluid in which lines meet; by default with `V`, `Q` and `p`.
    HydraulicNode(HydraulicNodeSection),
    /// The pin of one body in a slot of another; by default between `x`, `y`, `phi` and `lambda`.
    PinInSlot(PinInSlotSection),
    /// Heat conducted between two bodies; by default between `T` and `P`.
    ThermalConductance(ThermalConductanceSection),
    /// A flexible joint in space; by default between `r`, `q`, `v`, `omega` and `force`, `torque`.
    Joint(Box<JointSection>),
    /// An input as a weighted sum of outputs.
    Sum(SumSection),
}

/// `inputs = { … }` of a coupling; places inside a coupling are not known.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CouplingRule {
    extrapolation: Option<String>,
    degree: Option<usize>,
    points: Option<usize>,
    a: Option<Vec<f64>>,
    b: Option<Vec<f64>>,
}

impl CouplingRule {
    /// The same with one place for all.
    pub fn at(&self, place: &Range<usize>) -> RuleSection {
        let Self { extrapolation, degree, points, a, b } = self.clone();
        RuleSection {
            extrapolation: extrapolation.map(|name| Spanned::new(place.clone(), name)),
            degree: degree.map(|degree| Spanned::new(place.clone(), degree)),
            points: points.map(|points| Spanned::new(place.clone(), points)),
            a,
            b,
        }
    }
}

impl CouplingSection {
    /// How the inputs that it determines are continued.
    pub fn inputs(&self) -> &CouplingRule {
        match self {
            Self::SpringDamper(section) | Self::RotationalSpringDamper(section) => &section.inputs,
            Self::HydraulicNode(section) => &section.inputs,
            Self::PinInSlot(section) => &section.inputs,
            Self::ThermalConductance(section) => &section.inputs,
            Self::Joint(section) => &section.inputs,
            Self::Sum(section) => &section.inputs,
        }
    }
}

/// A spring and damper between two bodies.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpringDamperSection {
    /// The two slaves.
    pub between: [String; 2],
    /// N/m or N·m/rad.
    pub stiffness: Option<f64>,
    /// Force over stretch as points, instead of a stiffness.
    pub stiffness_table: Option<Vec<[f64; 2]>>,
    /// N·s/m or N·m·s/rad.
    pub damping: Option<f64>,
    /// Force over stretch rate as points, instead of a damping.
    pub damping_table: Option<Vec<[f64; 2]>>,
    /// Whether tables are joined by monotone cubics instead of lines.
    #[serde(default)]
    pub smooth: bool,
    /// m or rad.
    #[serde(default)]
    pub rest_length: f64,
    /// The output with the position or angle, on each side.
    pub position: Option<[String; 2]>,
    /// The output with the velocity or angular velocity, on each side.
    pub velocity: Option<[String; 2]>,
    /// The input that takes the force or torque, on each side.
    pub force: Option<[String; 2]>,
    /// How the inputs that it determines are continued, instead of what slaves or `[inputs]` say.
    #[serde(default)]
    pub inputs: CouplingRule,
}

/// A volume of fluid in which lines meet.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HydraulicNodeSection {
    /// The slaves whose lines meet.
    pub lines: Vec<String>,
    /// V_K in m³.
    pub node_volume: f64,
    /// Bulk modulus in Pa; that of the liquid alone where there is gas in it.
    pub modulus: f64,
    /// How the modulus depends on the pressure.
    #[serde(default)]
    pub compressibility: CompressibilityKind,
    /// Volume of gas per volume of liquid at the reference pressure.
    pub gas_fraction: Option<f64>,
    /// Isentropic exponent of the gas.
    pub gas_exponent: Option<f64>,
    /// Pressure in Pa at which the gas fraction is given.
    pub reference_pressure: Option<f64>,
    /// Pressure in Pa where the volumes of the lines have their initial values.
    #[serde(default = "one_bar")]
    pub initial_pressure: f64,
    /// Those initial values in m³, for each line.
    pub initial_volume: Option<Vec<f64>>,
    /// The output with the volume that a line has pushed into the node, for each.
    pub volume: Option<Vec<String>>,
    /// The output with the flow into the node, for each.
    pub flow: Option<Vec<String>>,
    /// The input that takes the pressure, for each.
    pub pressure: Option<Vec<String>>,
    /// How the inputs that it determines are continued, instead of what slaves or `[inputs]` say.
    #[serde(default)]
    pub inputs: CouplingRule,
}

/// How the bulk modulus depends on the pressure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CompressibilityKind {
    /// Not at all.
    #[default]
    Constant,
    /// As at the pressure of the last communication point.
    Stepped,
    /// As at the present pressure.
    PressureDependent,
}

/// The pin of one body in a straight slot of another, in the plane.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PinInSlotSection {
    /// The slave with the pin, and the one with the slot.
    pub between: [String; 2],
    /// N/m.
    pub stiffness: f64,
    /// N·s/m.
    #[serde(default)]
    pub damping: f64,
    /// The outputs with x and y of the pin, and of a point of the slot.
    pub position: Option<[[String; 2]; 2]>,
    /// The outputs with the velocities of both.
    pub velocity: Option<[[String; 2]; 2]>,
    /// The output with the angle of the slot.
    pub angle: Option<String>,
    /// The output with its rate.
    pub angular_velocity: Option<String>,
    /// The input that takes the force across the slot, on each side.
    pub force: Option<[String; 2]>,
    /// How the inputs that it determines are continued, instead of what slaves or `[inputs]` say.
    #[serde(default)]
    pub inputs: CouplingRule,
}

/// Heat conducted between two bodies.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThermalConductanceSection {
    /// The two slaves.
    pub between: [String; 2],
    /// W/K.
    pub conductance: f64,
    /// The output with the temperature, on each side.
    pub temperature: Option<[String; 2]>,
    /// The input that takes the heat flow into the body, on each side.
    pub heat_flow: Option<[String; 2]>,
    /// How the inputs that it determines are continued, instead of what slaves or `[inputs]` say.
    #[serde(default)]
    pub inputs: CouplingRule,
}

/// An input as a weighted sum of outputs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SumSection {
    /// `slave.input`
    pub to: String,
    /// `slave.output`, for each term.
    pub from: Vec<String>,
    /// Factors, for each term; 1 if not given.
    pub gain: Option<Vec<f64>>,
    /// Summand.
    #[serde(default)]
    pub offset: f64,
    /// Whether units are compared and converted.
    #[serde(default = "yes")]
    pub units: bool,
    /// How the inputs that it determines are continued, instead of what slaves or `[inputs]` say.
    #[serde(default)]
    pub inputs: CouplingRule,
}

fn yes() -> bool {
    true
}

fn one_bar() -> f64 {
    1e5
}
