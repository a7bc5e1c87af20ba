//! The laws of `[[couplings]]`, one file each: the fields that a user writes, the variables that they join, and
//! what is said of them. Their formulas are in `coupling::law`.
//!
//! A law is added by its file and a line in `standard`.

mod constraint;
mod hydraulic_node;
mod joint;
pub mod parameters;
mod pin_in_slot;
mod rigid_link;
mod rotational_spring_damper;
mod spring_damper;
mod sum;
mod thermal_conductance;
mod variables;

use coupling::law::CouplingLaw;
use serde::de::DeserializeOwned;

use self::constraint::ConstraintSection;
use self::hydraulic_node::HydraulicNodeSection;
use self::joint::JointSection;
use self::pin_in_slot::PinInSlotSection;
use self::rigid_link::RigidLinkSection;
use self::rotational_spring_damper::RotationalSpringDamperSection;
use self::spring_damper::SpringDamperSection;
use self::sum::SumSection;
use self::thermal_conductance::ThermalConductanceSection;
pub use self::variables::{Numbers, Port, Term, Variables};

/// The laws that every scenario knows.
pub(super) fn standard() -> Vec<(&'static str, ReadLaw)> {
    vec![
        ("spring-damper", read::<SpringDamperSection>),
        ("rotational-spring-damper", read::<RotationalSpringDamperSection>),
        ("hydraulic-node", read::<HydraulicNodeSection>),
        ("pin-in-slot", read::<PinInSlotSection>),
        ("thermal-conductance", read::<ThermalConductanceSection>),
        ("joint", read::<JointSection>),
        ("constraint", read::<ConstraintSection>),
        ("rigid-link", read::<RigidLinkSection>),
        ("sum", read::<SumSection>),
    ]
}

/// What a user writes of one law in `[[couplings]]`, besides `law` and `inputs`.
pub trait LawSection {
    /// Checks the values and finds the variables that it joins.
    fn wire(&self, variables: &mut dyn Variables) -> Result<WiredLaw, String>;

    /// Its parameters in a drawing, a line each.
    fn label(&self) -> Vec<String> {
        Vec::new()
    }

    /// Whether energy swings between the slaves that it couples: inputs are then continued from further back
    /// than the last value, even where no derivatives are known.
    fn is_of_second_order(&self) -> bool {
        false
    }

    /// Whether the law is an equation, which gives no formula for its inputs.
    fn is_equation(&self) -> bool {
        false
    }

    /// Whether the law predicts its inputs itself, by the rule of `inputs`; they are then held over a step.
    fn predicts(&self) -> bool {
        false
    }

    /// What a user may change of it where the coupling is not zero-stable, each as a request.
    fn remedies(&self) -> Vec<String> {
        Vec::new()
    }

    /// The columns of what it tells of each communication point, each with its unit.
    fn tells(&self, _variables: &dyn Variables) -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }
}

/// The columns of a gap at position and velocity level, of an angle or not.
fn gap_columns(angle: bool) -> [(&'static str, &'static str); 2] {
    match angle {
        true => [("gap", "rad"), ("gap_rate", "rad/s")],
        false => [("gap", "m"), ("gap_rate", "m/s")],
    }
}

/// What builds a law once its variables have numbers in u and y.
pub type BuildLaw = dyn Fn(&Numbers) -> Box<dyn CouplingLaw> + Send + Sync;

/// What a section comes to.
pub enum WiredLaw {
    /// A law that is built once its variables have numbers in u and y.
    Law(Box<BuildLaw>),
    /// Plain connections, which it has added to the variables.
    Connections,
}

impl WiredLaw {
    /// A law that is built once its variables have numbers; it may be built several times.
    pub fn new<L: CouplingLaw + 'static>(
        build: impl Fn(&Numbers) -> L + Send + Sync + 'static,
    ) -> Self {
        Self::Law(Box::new(move |numbers| Box::new(build(numbers))))
    }
}

/// Reads the section of a law from its fields.
pub(super) type ReadLaw = fn(&toml::Table) -> Result<Box<dyn LawSection>, toml::de::Error>;

/// Reads a section of the given type.
pub(super) fn read<S: LawSection + DeserializeOwned + 'static>(
    fields: &toml::Table,
) -> Result<Box<dyn LawSection>, toml::de::Error> {
    Ok(Box::new(fields.clone().try_into::<S>()?))
}
