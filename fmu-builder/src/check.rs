//! Whether a model is what it declares to be: tried at its start values and at random points.

mod values;

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::dependencies::Dependencies;
use crate::layout::Layout;
use crate::linearity::nonlinear_state;
use crate::model::Model;
use crate::panics;
use crate::points::points;
use crate::runtime::{Instance, Interface};
use crate::structural::Structural;
use crate::variables::Variables;
use values::Values;

/// What is wrong with a model, each in words that name the variable and say what to do; nothing if
/// it can be exported.
pub fn check<M: Model>() -> Vec<String> {
    check_as::<M>(&Structural::default())
}

/// What is wrong with a model that has structural parameters.
pub fn check_as<M: Model>(structural: &Structural) -> Vec<String> {
    let found = catch_unwind(|| {
        let mut variables = Variables::chosen(structural);
        let model = M::declare(&mut variables);
        let mut problems = variables.problems();
        problems.extend(unknown_structural(&variables));
        let name = structural.name.as_deref().unwrap_or(M::NAME);
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || name.contains(unfit) {
            problems.push(format!(
                "NAME = {name:?} cannot be the name of a file; write letters and digits joined by hyphens",
            ));
        }
        if problems.is_empty() {
            problems = Checked { model, variables }.problems();
        }
        problems
    });
    found.unwrap_or_else(|panic| {
        vec![format!("the model panics while it is checked: {}", panics::message(&*panic))]
    })
}

/// Structural parameters that were chosen, but are not there.
fn unknown_structural(v: &Variables) -> Option<String> {
    let is_known = |name: &str| v.structural.iter().any(|(known, ..)| known == name);
    let unknown = v.chosen.names().find(|name| !is_known(name))?;
    let known: Vec<&str> = v.structural.iter().map(|(name, ..)| name.as_str()).collect();
    let known = if known.is_empty() { "it has none".into() } else { known.join(", ") };
    Some(format!("there is no structural parameter {unknown:?}; there are: {known}"))
}

fn unfit(c: char) -> bool {
    !(c.is_ascii_alphanumeric() || c == '-' || c == '_')
}

/// A model whose declarations are right.
struct Checked<M> {
    model: M,
    variables: Variables,
}

impl<M: Model> Checked<M> {
    fn problems(&self) -> Vec<String> {
        let mut problems = self.roles();
        let points = points(&self.model, &self.variables);
        for (i, point) in points.iter().enumerate() {
            // Away from the start values a model may refuse, by a message or a panic.
            let try_it = || match self.model.check(&Layout::new(&self.variables).sample(point)) {
                Ok(()) => self.values().at(point, i == 0),
                Err(_) => Vec::new(),
            };
            match catch_unwind(AssertUnwindSafe(try_it)) {
                Ok(found) => problems.extend(found),
                Err(panic) if i == 0 => {
                    let message = panics::message(&*panic);
                    problems.push(format!("the model panics at its start values: {message}"));
                }
                Err(_) => {}
            }
        }
        if problems.is_empty() {
            problems.extend(self.structure());
            problems.extend(self.start());
        }
        let mut told = Vec::new();
        problems.retain(|problem| {
            !told.contains(problem) && {
                told.push(problem.clone());
                true
            }
        });
        problems
    }

    fn values(&self) -> Values<'_, M> {
        Values { model: &self.model, v: &self.variables, l: Layout::new(&self.variables) }
    }

    /// Discrete states that nothing changes, and an own method that is not all there is.
    fn roles(&self) -> Vec<String> {
        let v = &self.variables;
        let mut problems = self.discretes_at_rest();
        if M::OWN_METHOD && !(M::OWN_STEP && M::ONLY_OWN_STEP) {
            problems.push("OWN_METHOD is true; write OWN_STEP and ONLY_OWN_STEP = true too".into());
        }
        if M::OWN_METHOD && v.has_events() {
            problems.push("a model with OWN_METHOD cannot have events".into());
        }
        if !M::OWN_METHOD && !v.remembered.is_empty() {
            let name = &v.remembered[0].name;
            problems
                .push(format!("{name:?} is an output of an own method; write OWN_METHOD = true"));
        }
        let start = Layout::new(v).start_values(&self.model, v);
        let s = Layout::new(v).sample(&start);
        if M::OWN_METHOD && self.model.check(&s).is_ok() && self.model.own_method(&s).is_none() {
            problems.push("OWN_METHOD is true, but there is none: write `own_method`".into());
        }
        problems
    }

    /// Discrete states that nothing changes.
    fn discretes_at_rest(&self) -> Vec<String> {
        let v = &self.variables;
        let still = v.clocks.is_empty() && v.conditions.is_empty();
        let told = |name: &str| {
            format!(
                "{name:?}: nothing ever changes this discrete state; declare a clock or a condition"
            )
        };
        let discretes = v.discretes.iter().filter(|_| still);
        discretes.map(|discrete| told(&discrete.name)).collect()
    }

    /// What depends on what it must not depend on.
    fn structure(&self) -> Vec<String> {
        let (v, l) = (&self.variables, Layout::new(&self.variables));
        let found = Dependencies::find(&self.model, v);
        let states: Vec<_> = v.states.iter().chain(&v.integrals).map(|state| &state.name).collect();
        let mut problems = Vec::new();
        for at in l.derivatives() {
            for q in found.of(at).filter(|known| (l.q..l.y).contains(known)) {
                let (state, integral) = (states[at - l.dx], &v.integrals[q - l.q].name);
                problems.push(format!(
                    "the derivative of {state:?} depends on the integral {integral:?}; declare {integral:?} as a state"
                ));
            }
        }
        let linear = M::LINEAR == Some(true);
        if let Some(state) = linear.then(|| nonlinear_state(&self.model, v)).flatten() {
            let name = states[state];
            problems.push(format!(
                "LINEAR = Some(true), but the derivative of {name:?} is not affine in states and inputs with constant coefficients; take LINEAR away"
            ));
        }
        problems
    }

    /// The run must be able to begin, unless the model says that its default parameters do not fit.
    fn start(&self) -> Option<String> {
        let (v, l) = (&self.variables, Layout::new(&self.variables));
        let start = l.start_values(&self.model, v);
        self.model.check(&l.sample(&start)).ok()?;
        let begin = AssertUnwindSafe(|| {
            let mut instance = Instance::<M>::structured(Interface::CoSimulation, &v.chosen);
            instance.enter_initialization()?;
            instance.exit_initialization()
        });
        match catch_unwind(begin) {
            Ok(begun) => begun.err().map(|failure| format!("the run cannot begin: {failure}")),
            Err(panic) => Some(format!("the run cannot begin: {}", panics::message(&*panic))),
        }
    }
}

#[cfg(test)]
mod tests;
