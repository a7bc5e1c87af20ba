//! Co-simulation: input derivatives, the step, output derivatives.

use super::access::unknown;
use super::phase::VALUES;
use super::{Failure, Instance, Phase};
use crate::inputs::MAX_ORDER;
use crate::layout::Layout;
use crate::model::Model;
use crate::solver::Span;
use crate::system::ModelSystem;
use crate::variables::Kind;

/// Where input derivatives can be set.
const DERIVATIVES: &[Phase] = &[Phase::Stepping, Phase::Initializing, Phase::Instantiated];

impl<M: Model> Instance<M> {
    /// `fmi2SetRealInputDerivatives`: they hold for the next step only.
    ///
    /// Over a step the input is u(τ) = u + u⁽¹⁾ τ + u⁽²⁾ τ²/2 + u⁽³⁾ τ³/6. The first derivative also counts at the
    /// present point, for the derivatives of outputs that depend on the input at once.
    pub fn set_input_derivatives(
        &mut self,
        references: &[u32],
        orders: &[i32],
        values: &[f64],
    ) -> Result<(), Failure> {
        const FUNCTION: &str = "fmi2SetRealInputDerivatives";
        self.phase.require(FUNCTION, DERIVATIVES)?;
        for ((reference, order), value) in references.iter().zip(orders).zip(values) {
            let at = *reference as usize;
            if !self.layout.inputs().contains(&at) {
                return Err(self.not_possible(FUNCTION, at, "is not an input"));
            }
            if self.kinds[at] != Kind::Real {
                return Err(self.not_possible(FUNCTION, at, "is not Real and has no derivatives"));
            }
            let order = usize::try_from(*order).unwrap_or(0);
            if !(1..=MAX_ORDER).contains(&order) {
                return Err(self.not_possible(
                    FUNCTION,
                    at,
                    "takes derivatives of order 1, 2 and 3",
                ));
            }
            self.inputs.set_derivative(at - self.layout.u, order, *value);
            if order == 1 {
                self.du[at - self.layout.u] = *value;
            }
        }
        Ok(())
    }

    /// `fmi2DoStep`: integrates from `t` over `h`; then the inputs stand at their end values.
    pub fn do_step(&mut self, t: f64, h: f64) -> Result<(), Failure> {
        self.phase.require("fmi2DoStep", &[Phase::Stepping])?;
        self.check_point(t, h)?;
        if self.solver_stale {
            self.renew_solver()?;
        }
        let inputs = self.layout.inputs();
        self.inputs.set_values(&self.values[self.layout.givens()]);
        if self.events.is_some() {
            self.step_through_events(t, h)?;
        } else {
            self.step_at_once(t, h)?;
        }
        self.values[Layout::TIME] = t + h;
        self.last_h = h;
        if self.inputs.degree() > 0 {
            self.inputs.derivatives_at(h, &mut self.du);
            self.inputs.at(h, &mut self.values[inputs]);
            self.inputs.hold();
        } else {
            self.du.fill(0.0);
        }
        self.mark_changed();
        Ok(())
    }

    /// Moves states and integrals where nothing can happen within the step.
    #[inline]
    fn step_at_once(&mut self, t: f64, h: f64) -> Result<(), Failure> {
        if let Some(own) = &self.own {
            self.own_before.clear();
            own.save(&mut self.own_before);
        }
        let done = self.try_step(t, h);
        if done.is_err()
            && let Some(own) = &mut self.own
        {
            own.restore(&self.own_before);
        }
        done
    }

    #[inline]
    fn try_step(&mut self, t: f64, h: f64) -> Result<(), Failure> {
        let states = self.layout.continuous_states();
        let p = &self.values[Layout::P..self.layout.settings];
        let own = self.own.as_deref_mut();
        let system = ModelSystem::new(&self.model, &self.variables, p).with_own(own);
        let solver = self.solver.as_deref_mut().expect("made when the initialisation ended");
        let z = &self.values[states.clone()];
        let done = solver.step(&system, Span { t, h }, &self.inputs, z, &mut self.z);
        let evaluations = system.evaluations.get();
        done.map_err(|error| Failure::Refused { t, h, reason: error.to_string() })?;
        self.check_finite(t, h)?;
        self.layout.count(evaluations, &mut self.values);
        self.values[states].copy_from_slice(&self.z);
        Ok(())
    }

    /// `fmi2GetRealOutputDerivatives` of order 1, at the end of the last step.
    ///
    /// For a state it is ẋ. For another output it is a difference quotient of order 4 along the
    /// solution, with the inputs going on as at the end of the step, or with the slopes set since.
    pub fn output_derivatives(
        &mut self,
        references: &[u32],
        orders: &[i32],
        values: &mut [f64],
    ) -> Result<(), Failure> {
        const FUNCTION: &str = "fmi2GetRealOutputDerivatives";
        self.phase.require(FUNCTION, VALUES)?;
        self.refresh_starts()?;
        let l = self.layout;
        if references.iter().any(|reference| l.outputs().contains(&(*reference as usize))) {
            self.differentiate_in_time()?;
        }
        for ((reference, order), value) in references.iter().zip(orders).zip(values) {
            let at = *reference as usize;
            if *order != 1 {
                return Err(self.not_possible(FUNCTION, at, "has derivatives of order 1 only"));
            }
            *value = if self.kinds.get(at).is_some_and(|kind| *kind != Kind::Real) {
                return Err(self.not_possible(FUNCTION, at, "is not Real"));
            } else if l.outputs().contains(&at) {
                self.slopes[at - l.y]
            } else if l.discretes().contains(&at) || l.remembered().contains(&at) {
                0.0
            } else if l.continuous_states().contains(&at) {
                self.refresh_computed(at - l.x + l.dx)?;
                self.values[at - l.x + l.dx]
            } else {
                return Err(self.not_possible(FUNCTION, at, "is not an output"));
            };
        }
        Ok(())
    }

    /// The slopes of everything computed, in the direction in which time moves the knowns.
    fn differentiate_in_time(&mut self) -> Result<(), Failure> {
        let l = self.layout;
        if !l.derivatives().is_empty() {
            self.refresh_computed(l.dx)?;
        }
        self.direction.fill(0.0);
        self.direction[Layout::TIME] = 1.0;
        self.direction[l.givens()].copy_from_slice(&self.du);
        self.direction[l.continuous_states()].copy_from_slice(&self.values[l.derivatives()]);
        // A sixteenth of the macro step resolves whatever the coupling resolves.
        let limit = if self.last_h > 0.0 { self.last_h / 16.0 } else { 1e-3 };
        self.differentiate(limit);
        Ok(())
    }

    /// Steps follow each other without gaps; rounding in the master's clock is allowed for.
    fn check_point(&self, t: f64, h: f64) -> Result<(), Failure> {
        let wrong = |reason: String| Failure::BadArgument { function: "fmi2DoStep", reason };
        if !(h > 0.0 && h.is_finite()) {
            return Err(wrong(format!("the step size {h} s must be positive")));
        }
        let now = self.time();
        if (t - now).abs() <= 1e-6 * h + 1e-12 * now.abs() {
            return Ok(());
        }
        Err(wrong(format!(
            "the step begins at t = {t} s, but the instance stands at t = {now} s; continue from there or restore a state"
        )))
    }

    fn check_finite(&self, t: f64, h: f64) -> Result<(), Failure> {
        match self.z.iter().position(|z| !z.is_finite()) {
            None => Ok(()),
            Some(i) => {
                let (name, value) = (self.name(self.layout.x + i), self.z[i]);
                Err(Failure::Refused { t, h, reason: format!("\"{name}\" became {value}") })
            }
        }
    }

    /// The error for a variable that exists but cannot serve here.
    pub(super) fn not_possible(
        &self,
        function: &'static str,
        at: usize,
        reason: &'static str,
    ) -> Failure {
        if at >= self.layout.end {
            return unknown(function, Kind::Real, at as u32);
        }
        Failure::NotPossible { function, variable: self.name(at), reason }
    }
}
