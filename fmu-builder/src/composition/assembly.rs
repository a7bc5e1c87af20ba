//! The declaration of a composition: parts, and couplings by the names of their variables.

use super::coupling::{Coupling, Node, Rigid};
use super::part::{AnyModel, declare};
use super::port::{End, Line, PartId, Port};
use crate::model::Model;
use crate::structural::Structural;
use crate::variables::Variables;

/// How to make a model, and what it says of itself.
pub(super) type Declare = fn(&mut Variables) -> Box<dyn AnyModel>;

/// A part as it was declared.
pub(super) struct PartSpec {
    pub name: &'static str,
    pub model: &'static str,
    /// Why it cannot be a part, if it cannot.
    pub unfit: Option<&'static str>,
    pub declare: Declare,
    pub structural: Structural,
    pub start: Vec<(String, f64)>,
}

impl PartSpec {
    /// The name of the FMU of this part alone.
    pub fn fmu(&self) -> &str {
        self.structural.name.as_deref().unwrap_or(self.model)
    }
}

/// What a composition consists of, filled by [`Composition::assemble`](super::Composition::assemble).
pub struct Assembly<'a> {
    pub(super) system: Specification,
    /// For structural parameters of the composition.
    variables: &'a mut Variables,
}

/// Parts and couplings as they were declared.
#[derive(Default)]
pub(super) struct Specification {
    pub parts: Vec<PartSpec>,
    pub couplings: Vec<Coupling>,
    pub rigid: Vec<Rigid>,
}

impl Specification {
    /// The full name of a variable.
    pub fn name(&self, port: &Port) -> String {
        format!("{}.{}", self.parts[port.part.0].name, port.name)
    }
}

/// A part that is being declared.
pub struct PartBuilder<'b, 'a> {
    assembly: &'b mut Assembly<'a>,
    at: usize,
}

impl PartBuilder<'_, '_> {
    /// Another start value of a parameter or an unconnected input; of a choice the number of its item.
    #[must_use]
    pub fn start(self, name: &str, value: f64) -> Self {
        self.assembly.system.parts[self.at].start.push((name.into(), value));
        self
    }

    /// A structural parameter, and the name of the FMU that is exported with it.
    #[must_use]
    pub fn structural(self, fmu: &str, name: &str, value: impl ToString) -> Self {
        let structural = &mut self.assembly.system.parts[self.at].structural;
        *structural = std::mem::take(structural).named(fmu).with(name, value);
        self
    }

    /// The part.
    pub fn part(self) -> PartId {
        PartId(self.at)
    }
}

impl<'a> Assembly<'a> {
    pub(super) fn new(variables: &'a mut Variables) -> Self {
        Self { system: Specification::default(), variables }
    }

    /// A part: a model under a name of its own.
    pub fn part<M: Model>(&mut self, name: &'static str) -> PartBuilder<'_, 'a> {
        let steps = "brings an integrator of its own; parts must be ẋ = f(t, x, u)";
        let unfit = (M::OWN_METHOD || M::ONLY_OWN_STEP || M::TWO_STEP).then_some(steps);
        self.system.parts.push(PartSpec {
            name,
            model: M::NAME,
            unfit,
            declare: declare::<M>,
            structural: Structural::default(),
            start: Vec::new(),
        });
        PartBuilder { at: self.system.parts.len() - 1, assembly: self }
    }

    /// A structural parameter of the composition: which of its variants it is.
    pub fn structural_text(&mut self, name: &str, default: &str, description: &str) -> String {
        self.variables.structural_text(name, default, description)
    }

    /// Tells that something is wrong, as [`Variables::problem`].
    pub fn problem(&mut self, text: String) {
        self.variables.problem(text);
    }

    /// A spring and damper: λ = c (x_b − x_a) + d (v_b − v_a), λ on a and −λ on b.
    pub fn spring_damper(&mut self, ends: [End; 2], stiffness: f64, damping: f64) {
        self.system.couplings.push(Coupling::SpringDamper { ends, stiffness, damping });
    }

    /// A volume of fluid in which lines meet.
    pub fn hydraulic_node(&mut self, lines: Vec<Line>, node: Node) {
        self.system.couplings.push(Coupling::HydraulicNode { lines, node });
    }

    /// A signal: an input that follows an output.
    pub fn signal(&mut self, from: Port, to: Port) {
        self.system.couplings.push(Coupling::Signal { from, to });
    }

    /// Two bodies that move as one: velocities with a common derivative (m_a v̇_a + m_b v̇_b)/(m_a + m_b), where the masses
    /// (or inertias) are parameters. There is no such law between FMUs, so both must be in one.
    pub fn rigid(&mut self, velocities: [Port; 2], masses: [Port; 2]) {
        self.system.rigid.push(Rigid { velocities, masses });
    }
}
