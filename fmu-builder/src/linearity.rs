//! Whether a model is linear, found by trying.

use std::any::TypeId;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

use crate::layout::Layout;
use crate::model::Model;
use crate::points::points;
use crate::solver::affine::Coefficients;
use crate::structural::Structural;
use crate::system::ModelSystem;
use crate::variables::Variables;

/// Whether the derivatives of a model's states are affine in states, inputs and discrete states with
/// constant coefficients: as it declares, or as trying shows.
pub fn is_linear<M: Model>() -> bool {
    is_linear_as::<M>(&Structural::default())
}

/// The same for a model with structural parameters.
pub(crate) fn is_linear_as<M: Model>(structural: &Structural) -> bool {
    M::LINEAR.unwrap_or_else(|| found::<M>(structural))
}

/// What trying shows, remembered for every model: instances are made often.
fn found<M: Model>(structural: &Structural) -> bool {
    static FOUND: Mutex<Option<HashMap<(TypeId, Structural), bool>>> = Mutex::new(None);
    let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    *found.get_or_insert_default().entry((TypeId::of::<M>(), structural.clone())).or_insert_with(
        || {
            let mut variables = Variables::chosen(structural);
            let model = M::declare(&mut variables);
            nonlinear_state(&model, &variables).is_none()
        },
    )
}

/// The number of a state whose derivative is not affine, with default or other parameters.
///
/// Where the model panics, it is not affine either; parameters that do not fit are passed over.
pub(crate) fn nonlinear_state<M: Model>(model: &M, v: &Variables) -> Option<usize> {
    let layout = Layout::new(v);
    points(model, v).into_iter().find_map(|point| {
        let p = &point[Layout::P..layout.settings];
        let try_it = AssertUnwindSafe(|| {
            model.check(&layout.sample(&point)).ok()?;
            Coefficients::find(&ModelSystem::new(model, v, p)).err()
        });
        catch_unwind(try_it).unwrap_or(Some(0))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{Derivatives, Sample};
    use crate::variables::{Input, Parameter, State};

    /// ẋ of one of several kinds.
    struct Kind<const K: usize> {
        limit: Parameter,
        u: Input,
        x: State,
    }

    impl<const K: usize> Model for Kind<K> {
        const NAME: &'static str = "kind";
        const DESCRIPTION: &'static str = "for tests";

        fn declare(v: &mut Variables) -> Self {
            let x0 = v.parameter("x0", 0.0, "", "");
            let limit = v.parameter("limit", 1e30, "", "");
            Self { limit, u: v.input("u", 0.0, "", ""), x: v.state("x", x0, "", "") }
        }

        fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
            let (x, u) = (s[self.x], s[self.u]);
            dx[self.x] = match K {
                0 => 3.0 * u - 1e6 * x + 7.0,
                1 => (u - x).clamp(-s[self.limit], s[self.limit]),
                2 => u - x * s.t,
                3 => u - x * u,
                4 => u + if x.abs() < 1e-2 { 0.0 } else { x },
                5 => (s[self.limit] - 1e30) * x * x,
                _ => [1.0][x.abs() as usize],
            };
        }
    }

    #[test]
    fn linear_is_what_is_affine_everywhere() {
        assert!(is_linear::<Kind<0>>());
        let others = [
            is_linear::<Kind<1>>(),
            is_linear::<Kind<2>>(),
            is_linear::<Kind<3>>(),
            is_linear::<Kind<4>>(),
            is_linear::<Kind<5>>(),
            is_linear::<Kind<6>>(),
        ];
        assert_eq!(others, [false; 6]);
    }
}
