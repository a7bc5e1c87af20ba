//! What a model computes at a point: everything it declares, the same each time, and numbers.

use crate::layout::Layout;
use crate::model::Model;
use crate::own_method::OwnMethod;
use crate::sample::{Conditions, Outputs, RememberedOutputs, Sample, States};
use crate::settings::SETTINGS;
use crate::variables::{Kind, Variables};

/// A model to be evaluated.
pub(super) struct Values<'a, M> {
    pub model: &'a M,
    pub v: &'a Variables,
    pub l: Layout,
}

/// A function of the model and what it computes.
#[derive(Clone, Copy, PartialEq)]
enum Function {
    Start,
    Derivatives,
    Outputs,
    Conditions,
    OwnStep,
}

impl<M: Model> Values<'_, M> {
    /// What is wrong at a point with known values; at the start everything must be a number too.
    pub fn at(&self, point: &[f64], is_start: bool) -> Vec<String> {
        let mut problems = Vec::new();
        for function in [
            Function::Start,
            Function::Derivatives,
            Function::Outputs,
            Function::Conditions,
            Function::OwnStep,
        ] {
            if function == Function::OwnStep && !M::OWN_STEP {
                continue;
            }
            self.check_function(function, point, is_start, &mut problems);
        }
        if problems.is_empty() {
            self.check_positions(point, &mut problems);
            self.check_start(point, &mut problems);
        }
        problems
    }

    /// Computes twice from different leftovers: what differs was not computed.
    fn check_function(
        &self,
        function: Function,
        point: &[f64],
        is_start: bool,
        problems: &mut Vec<String>,
    ) {
        let s = self.l.sample(point);
        let (first, second) = match (self.run(function, &s, 0.0), self.run(function, &s, 1.0)) {
            (Ok(first), Ok(second)) => (first, second),
            // Any step may be refused, but not for lack of one.
            (Err(reason), _) | (_, Err(reason)) => {
                if reason.contains("but has none") {
                    problems.push(format!("OWN_STEP is true, but {reason}: write `own_step`"));
                }
                return;
            }
        };
        let again = self.run(function, &s, 0.0);
        for (i, name) in self.names(function).enumerate() {
            let computed = first[i].to_bits() == second[i].to_bits();
            let same = again.as_ref().is_ok_and(|a| a[i].to_bits() == first[i].to_bits());
            if !same {
                problems.push(format!(
                    "{name:?} is computed anew and differs at the same point; a model must keep nothing between calls"
                ));
            } else if !computed {
                problems.push(function.forgotten(&name));
            } else if is_start && !first[i].is_finite() && function != Function::OwnStep {
                let what = function.noun();
                problems.push(format!(
                    "{what}{name:?} is {} at the start values; choose others, or let the model compute a number there",
                    first[i]
                ));
            } else if function == Function::Outputs {
                problems.extend(self.wrong_type(i, first[i]));
            }
        }
    }

    /// What a function fills in, over what was there before.
    fn run(&self, function: Function, s: &Sample, before: f64) -> Result<Vec<f64>, &'static str> {
        let (n, mut filled) = (self.v.states.len(), vec![before; self.names(function).count()]);
        match function {
            Function::Outputs => {
                let (y, m) = filled.split_at_mut(self.v.outputs.len());
                self.model.outputs(s, &mut Outputs { y });
                if let Some(count) = self.v.evaluations {
                    y[count.0] = 0.0;
                }
                // What an own method does not fill in is zero.
                m.fill(0.0);
                if let Some(own) = self.own_method(s) {
                    own.outputs(&mut RememberedOutputs { m });
                }
            }
            Function::Conditions => self.model.conditions(s, &mut Conditions { c: &mut filled }),
            Function::Derivatives => {
                let (x, q) = filled.split_at_mut(n);
                self.model.derivatives(s, &mut States { x, q });
            }
            Function::OwnStep => {
                let (x, q) = filled.split_at_mut(n);
                let h = SETTINGS[0].1;
                let s_end = Sample { t: s.t + h, ..*s };
                let z = &mut States { x, q };
                match self.own_method(s) {
                    Some(mut own) => own.step(s, &s_end, h, z)?,
                    None => self.model.own_step(s, &s_end, h, z)?,
                }
            }
            Function::Start => {
                let mut all = vec![before; n + self.v.integrals.len()];
                let (x, q) = all.split_at_mut(n);
                self.model.start(s, &mut States { x, q });
                let computed = x.iter().zip(&self.v.state_starts).filter(|(_, p)| p.is_none());
                filled = computed.map(|(x, _)| *x).collect();
            }
        }
        Ok(filled)
    }

    fn own_method(&self, s: &Sample) -> Option<Box<dyn OwnMethod>> {
        if M::OWN_METHOD { self.model.own_method(s) } else { None }
    }

    /// The names of what a function computes.
    fn names(&self, function: Function) -> Box<dyn Iterator<Item = String> + '_> {
        let v = self.v;
        let states = v.states.iter().chain(&v.integrals).map(|state| state.name.clone());
        match function {
            Function::Derivatives | Function::OwnStep => Box::new(states),
            Function::Outputs => {
                Box::new(v.outputs.iter().chain(&v.remembered).map(|output| output.name.clone()))
            }
            Function::Conditions => Box::new(v.conditions.iter().cloned()),
            Function::Start => {
                let states = v.states.iter().zip(&v.state_starts);
                let computed = states.filter(|(_, start)| start.is_none());
                Box::new(computed.map(|(state, _)| state.name.clone()))
            }
        }
    }

    /// An Integer or Boolean output must be one.
    fn wrong_type(&self, output: usize, value: f64) -> Option<String> {
        let outputs = &self.v.outputs;
        let output =
            outputs.get(output).unwrap_or_else(|| &self.v.remembered[output - outputs.len()]);
        let fits = match output.kind {
            Kind::Integer => value == f64::from(value as i32),
            Kind::Boolean => value == 0.0 || value == 1.0,
            _ => true,
        };
        let (name, kind) = (&output.name, output.kind);
        (!fits).then(|| format!("{name:?} is computed as {value}, which is not of type {kind:?}"))
    }

    /// ẋ = v must hold where it is declared.
    fn check_positions(&self, point: &[f64], problems: &mut Vec<String>) {
        let s = self.l.sample(point);
        let Ok(rates) = self.run(Function::Derivatives, &s, 0.0) else { return };
        for (x, v) in &self.v.positions {
            let (rate, speed) = (rates[x.0], s[*v]);
            if (rate - speed).abs() > 1e-9 * (rate.abs() + speed.abs()) {
                let (x, v) = (&self.v.states[x.0].name, &self.v.states[v.0].name);
                problems.push(format!(
                    "{x:?} is declared to be the position whose velocity is {v:?}, but its derivative is {rate} where {v:?} is {speed}"
                ));
            }
        }
    }

    /// What `start` computes may depend on parameters only.
    fn check_start(&self, point: &[f64], problems: &mut Vec<String>) {
        let mut moved = point.to_vec();
        moved[Layout::TIME] += 1.5;
        moved[self.l.u..self.l.y].iter_mut().for_each(|known| *known += 0.5 + 0.1 * known.abs());
        let run = |known: &[f64]| self.run(Function::Start, &self.l.sample(known), 0.0);
        let (Ok(here), Ok(there)) = (run(point), run(&moved)) else { return };
        for ((name, here), there) in self.names(Function::Start).zip(here).zip(there) {
            if here.to_bits() != there.to_bits() {
                problems.push(format!(
                    "the start value of {name:?} depends on more than parameters; `start` is asked before anything else is known"
                ));
            }
        }
    }
}

impl Function {
    /// What it computes, before a name.
    fn noun(self) -> &'static str {
        match self {
            Self::Derivatives => "the derivative of ",
            Self::Start => "the start value of ",
            Self::Outputs => "output ",
            Self::Conditions => "condition ",
            Self::OwnStep => "",
        }
    }

    /// What to say of a variable that it does not compute.
    fn forgotten(self, name: &str) -> String {
        let (what, function) = match self {
            Self::Derivatives => ("a derivative", "derivatives"),
            Self::Start => ("a start value", "start"),
            Self::Outputs => ("a value", "outputs"),
            Self::Conditions => ("a number", "conditions"),
            Self::OwnStep => ("a value at the end of a step", "own_step"),
        };
        format!("{name:?} is not given {what} everywhere; compute it in `{function}`")
    }
}
