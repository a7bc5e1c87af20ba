//! A part of a composed model: a model of any type, and where its variables stand.

use std::ops::Range;

use crate::dependencies::Dependencies;
use crate::model::Model;
use crate::sample::{Conditions, Derivatives, Event, Outputs, Sample, States};
use crate::variables::Variables;

/// A model whose type does not matter.
pub(super) trait AnyModel: Send {
    fn check(&self, s: &Sample) -> Result<(), String>;
    fn derivatives(&self, s: &Sample, dx: &mut Derivatives);
    fn outputs(&self, s: &Sample, y: &mut Outputs);
    fn start(&self, s: &Sample, x: &mut States);
    fn conditions(&self, s: &Sample, c: &mut Conditions);
    fn event(&self, s: &Sample, e: &mut Event);
    fn dependencies(&self, v: &Variables) -> Dependencies;
}

impl<M: Model> AnyModel for M {
    fn check(&self, s: &Sample) -> Result<(), String> {
        Model::check(self, s)
    }
    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        Model::derivatives(self, s, dx);
    }
    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        Model::outputs(self, s, y);
    }
    fn start(&self, s: &Sample, x: &mut States) {
        Model::start(self, s, x);
    }
    fn conditions(&self, s: &Sample, c: &mut Conditions) {
        Model::conditions(self, s, c);
    }
    fn event(&self, s: &Sample, e: &mut Event) {
        Model::event(self, s, e);
    }
    fn dependencies(&self, v: &Variables) -> Dependencies {
        Dependencies::find(self, v)
    }
}

/// Declares a model.
pub(super) fn declare<M: Model>(v: &mut Variables) -> Box<dyn AnyModel> {
    Box::new(M::declare(v))
}

/// A part, and where its variables stand among those of the composition.
pub(super) struct Part {
    pub name: &'static str,
    pub model: Box<dyn AnyModel>,
    pub p: Range<usize>,
    /// Among the inputs of all parts, connected or not.
    pub u: Range<usize>,
    pub d: Range<usize>,
    pub x: Range<usize>,
    pub q: Range<usize>,
    /// Among the outputs of all parts.
    pub y: Range<usize>,
    pub clocks: Range<usize>,
    pub conditions: Range<usize>,
}

impl Part {
    /// What the part knows of what the composition knows, with the inputs of all parts.
    #[inline]
    pub fn sample<'a>(&self, s: &Sample<'a>, u: &'a [f64]) -> Sample<'a> {
        Sample {
            t: s.t,
            p: &s.p[self.p.clone()],
            u: &u[self.u.clone()],
            d: &s.d[self.d.clone()],
            x: &s.x[self.x.clone()],
            q: &s.q[self.q.clone()],
        }
    }

    /// The part's own among the numbers to fill in.
    #[inline]
    pub fn states<'a>(&self, all: &'a mut States) -> States<'a> {
        States { x: &mut all.x[self.x.clone()], q: &mut all.q[self.q.clone()] }
    }

    /// Whether anything moves in it between events.
    pub fn is_continuous(&self) -> bool {
        !(self.x.is_empty() && self.q.is_empty())
    }
}
