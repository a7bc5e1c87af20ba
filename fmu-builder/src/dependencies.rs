//! On which knowns each output and derivative depends, found by trying.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::layout::Layout;
use crate::model::Model;
use crate::points::{count, random_point};
use crate::random::Random;
use crate::variables::{Kind, Variable, Variables};

/// For every output and derivative the positions of the knowns it depends on.
///
/// At several points each known in turn is set to NaN and to two other values; whatever then
/// changes, depends on it. A model that panics at such a value counts as depending on it.
pub(crate) struct Dependencies {
    layout: Layout,
    /// `depends[unknown][known]`, the unknowns counted from the first output.
    depends: Vec<Vec<bool>>,
}

impl Dependencies {
    pub fn find<M: Model>(model: &M, variables: &Variables) -> Self {
        let layout = Layout::new(variables);
        let depends = vec![vec![false; layout.y]; layout.end - layout.y];
        let mut found = Self { layout, depends };
        let mut random = Random::new();
        let mut point = layout.start_values(model, variables);
        let start = point.clone();
        for k in 0..=count(variables) {
            found.try_point(model, variables, &point, &mut random);
            point = random_point(&layout, variables, &start, k, &mut random);
        }
        found
    }

    /// The knowns on which the unknown at that position depends.
    pub fn of(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let row = &self.depends[at - self.layout.y];
        row.iter().enumerate().filter(|(_, depends)| **depends).map(|(known, _)| known)
    }

    fn try_point<M: Model>(
        &mut self,
        model: &M,
        variables: &Variables,
        point: &[f64],
        random: &mut Random,
    ) {
        let Some(base) = evaluate(model, &self.layout, point) else { return };
        for known in 0..self.layout.y {
            for other in others(point[known], self.layout.known(variables, known), random) {
                let mut changed = point.to_vec();
                changed[known] = other;
                let changed = evaluate(model, &self.layout, &changed);
                for (i, row) in self.depends.iter_mut().enumerate() {
                    row[known] |= changed.as_ref().is_none_or(|c| !same(c[i], base[i]));
                }
            }
        }
    }
}

/// What a known is changed to: other numbers, other whole numbers, or all items of a choice.
fn others(value: f64, variable: Option<&Variable>, random: &mut Random) -> Vec<f64> {
    let within = |other: &f64| {
        let bounds = variable.map_or((None, None), |variable| (variable.min, variable.max));
        bounds.0.is_none_or(|min| *other >= min) && bounds.1.is_none_or(|max| *other <= max)
    };
    match variable.map_or(Kind::Real, |variable| variable.kind) {
        Kind::Choice => {
            let items = variable.map_or(0, |choice| choice.items.len());
            (1..=items).map(|item| item as f64).collect()
        }
        Kind::Boolean => vec![0.0, 1.0],
        Kind::Integer => {
            let steps = [-3.0, -2.0, -1.0, 1.0, 2.0, 3.0, 10.0];
            steps.map(|step| value + step).into_iter().filter(within).collect()
        }
        Kind::Real => {
            let near = value + 0.1 * random.symmetric() * value.abs().max(1.0);
            vec![f64::NAN, near, -value + random.symmetric()]
        }
    }
}

fn same(a: f64, b: f64) -> bool {
    a == b || (a.is_nan() && b.is_nan())
}

/// Outputs and derivatives at a point; `None` if the model panics.
fn evaluate<M: Model>(model: &M, layout: &Layout, point: &[f64]) -> Option<Vec<f64>> {
    let mut values = point.to_vec();
    values[layout.y..].fill(0.0);
    let run = AssertUnwindSafe(|| {
        layout.evaluate_outputs(model, &mut values);
        layout.evaluate_derivatives(model, &mut values);
        if let Some(own) = layout.own_method(model, &values) {
            layout.recall(&*own, &mut values);
        }
    });
    catch_unwind(run).ok()?;
    Some(values[layout.y..layout.end].to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{Derivatives, Outputs, Sample};
    use crate::variables::{Input, Output, Parameter, State};

    /// Outputs that hide their dependencies: behind a switch, a clamp, a panic, a product with zero.
    struct Hidden {
        p: Parameter,
        u: Input,
        w: Input,
        x: State,
        clamped: Output,
        guarded: Output,
        none: Output,
    }

    impl Model for Hidden {
        const NAME: &'static str = "hidden";
        const DESCRIPTION: &'static str = "for tests";

        fn declare(v: &mut Variables) -> Self {
            let p = v.parameter("p", 0.0, "", "");
            Self {
                p,
                u: v.input("u", 0.0, "", ""),
                w: v.input("w", 1.0, "", ""),
                x: v.state("x", p, "", ""),
                clamped: v.output("clamped", "", ""),
                guarded: v.output("guarded", "", ""),
                none: v.output("none", "", ""),
            }
        }

        fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
            dx[self.x] = s[self.p] * s[self.u] * s.t;
        }

        fn outputs(&self, s: &Sample, y: &mut Outputs) {
            y[self.clamped] = s[self.u].clamp(-0.2, 0.2);
            assert!(s[self.w].is_finite(), "w must be finite");
            y[self.guarded] = if s[self.w] > 0.0 { s[self.x] } else { 0.0 };
            y[self.none] = 3.0;
        }
    }

    #[test]
    fn hidden_dependencies_are_found() {
        let mut v = Variables::default();
        let model = Hidden::declare(&mut v);
        let found = Dependencies::find(&model, &v);
        let l = Layout::new(&v);
        let of = |at: usize| found.of(at).collect::<Vec<_>>();
        // The panic at w = NaN makes everything depend on w.
        assert_eq!(of(l.y), [l.u, l.u + 1]);
        assert_eq!(of(l.y + 1), [l.u + 1, l.x]);
        assert_eq!(of(l.y + 2), [l.u + 1]);
        assert_eq!(of(l.dx), [Layout::TIME, Layout::P, l.u, l.u + 1]);
    }
}
