//! An instance of a model while it runs: values, inputs over a step, solver, and its life.
//!
//! This is the whole behaviour of an FMU in safe Rust. The C functions of `export` and the slave
//! of `in_process` only translate their calls.

mod access;
mod by_name;
mod directional;
mod event_step;
mod events;
mod failure;
mod location;
mod model_exchange;
mod phase;
mod snapshot;
mod stepping;

pub use access::SOLVER_REFERENCE;
pub use failure::Failure;
pub use phase::{Interface, Phase};
pub use snapshot::Snapshot;

use crate::inputs::Inputs;
use crate::layout::Layout;
use crate::linearity::is_linear_as;
use crate::model::Model;
use crate::own_method::OwnMethod;
use crate::solver::{Settings, Solver, build};
use crate::solver_kind::SolverKind;
use crate::structural::Structural;
use crate::system::ModelSystem;
use crate::variables::{Kind, Parameter, Variable, Variables};
use events::Events;
use phase::{BEFORE, RUNNING};

/// One running copy of a model.
///
/// Setting, getting, stepping, saving into an existing snapshot and restoring allocate nothing,
/// except in messages of errors.
pub struct Instance<M> {
    model: M,
    variables: Variables,
    layout: Layout,
    interface: Interface,
    phase: Phase,
    /// All variables, by value reference, and what events remember.
    values: Vec<f64>,
    /// The type of every variable, by value reference.
    kinds: Vec<Kind>,
    outputs_stale: bool,
    derivatives_stale: bool,
    kind: SolverKind,
    /// Made when the initialisation ends, for the parameters of then.
    solver: Option<Box<dyn Solver>>,
    /// Whether a tunable parameter has changed since.
    solver_stale: bool,
    /// Where the model has one; made at the start, for the parameters of then.
    own: Option<Box<dyn OwnMethod>>,
    /// Whether a parameter has changed since.
    own_stale: bool,
    /// What it remembers at the start of a step that may still be refused.
    own_before: Vec<f64>,
    /// Where something can happen at an instant.
    events: Option<Box<Events>>,
    inputs: Inputs,
    /// u̇ at the end of the last step.
    du: Vec<f64>,
    /// Length of the last step, 0 before the first.
    last_h: f64,
    /// States and integrals at the end of a step that may still be refused.
    z: Vec<f64>,
    /// A second set of values for difference quotients, and their results.
    probe: Vec<f64>,
    slopes: Vec<f64>,
    direction: Vec<f64>,
}

impl<M: Model> Instance<M> {
    /// A new instance with all variables at their start values.
    ///
    /// # Panics
    /// If a declaration of the model is wrong: it can neither be exported nor run.
    pub fn new(interface: Interface) -> Self {
        Self::structured(interface, &Structural::default())
    }

    /// A new instance with structural parameters.
    ///
    /// # Panics
    /// As [`new`](Self::new).
    pub fn structured(interface: Interface, structural: &Structural) -> Self {
        let mut variables = Variables::chosen(structural);
        let model = M::declare(&mut variables);
        let problems = variables.problems();
        assert!(problems.is_empty(), "model \"{}\": {}", M::NAME, problems.join("; "));
        let layout = Layout::new(&variables);
        let values = layout.start_values(&model, &variables);
        let givens = layout.givens().len();
        Self {
            interface,
            phase: Phase::Instantiated,
            outputs_stale: true,
            derivatives_stale: true,
            kind: default_solver::<M>(structural),
            solver: None,
            solver_stale: false,
            own: None,
            own_stale: true,
            own_before: Vec::new(),
            events: variables.has_events().then(|| Box::new(Events::new(&variables, &layout))),
            kinds: kinds(&variables),
            inputs: Inputs::new(givens),
            du: vec![0.0; givens],
            last_h: 0.0,
            z: vec![0.0; layout.continuous_states().len()],
            probe: values.clone(),
            slopes: vec![0.0; layout.end - layout.y],
            direction: vec![0.0; layout.y],
            model,
            variables,
            layout,
            values,
        }
    }

    /// Where the instance is in its life.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The present time in s; after a refused step, the time it still stands at.
    pub fn time(&self) -> f64 {
        self.values[Layout::TIME]
    }

    /// Whether an instance can be made for that interface: what happens at events is hidden from
    /// importers, and so is what a step remembers, so that models with events or steps of their own kind are
    /// for co-simulation only.
    pub fn offers(interface: Interface) -> bool {
        let mut variables = Variables::default();
        M::declare(&mut variables);
        Self::offers_with(interface, &variables)
    }

    /// Whether it can be had for the interface that it was made for.
    pub(crate) fn is_offered(&self) -> bool {
        Self::offers_with(self.interface, &self.variables)
    }

    /// The same for an instance with these variables.
    pub(crate) fn offers_with(interface: Interface, variables: &Variables) -> bool {
        interface == Interface::CoSimulation
            || !(variables.has_events() || M::TWO_STEP || M::ONLY_OWN_STEP)
    }

    #[cfg(feature = "in-process")]
    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Moves the clock of an instance that has not stepped yet; no solver depends on it.
    #[cfg(feature = "in-process")]
    pub(crate) fn set_start_time(&mut self, t: f64) {
        self.values[Layout::TIME] = t;
        self.mark_changed();
    }

    /// The names of the states, without integrals; none if they are not all that the future depends on.
    #[cfg(feature = "in-process")]
    pub(crate) fn state_names(&self) -> Option<Vec<String>> {
        let names = self.variables.states.iter().map(|state| state.name.clone());
        (self.events.is_none() && !M::OWN_METHOD).then(|| names.collect())
    }

    /// The states, without integrals.
    #[cfg(feature = "in-process")]
    pub(crate) fn states(&self) -> &[f64] {
        &self.values[self.layout.x..self.layout.q]
    }

    /// Begins a running instance anew at `t` with the states `x`, as a start with these would.
    #[cfg(feature = "in-process")]
    pub(crate) fn begin_at(&mut self, t: f64, x: &[f64]) -> Result<(), Failure> {
        self.phase.require("a new beginning", RUNNING)?;
        let Layout { x: first, q, y, .. } = self.layout;
        self.values[Layout::TIME] = t;
        self.values[first..q].copy_from_slice(x);
        self.values[q..y].fill(0.0);
        self.inputs.hold();
        self.du.fill(0.0);
        self.last_h = 0.0;
        self.mark_changed();
        self.make_solver()
    }

    /// `fmi2SetupExperiment`: the start time, and a relative tolerance for adaptive solvers.
    pub fn setup_experiment(&mut self, start: f64, tolerance: Option<f64>) -> Result<(), Failure> {
        self.phase.require("fmi2SetupExperiment", &[Phase::Instantiated])?;
        self.values[Layout::TIME] = start;
        if let Some(tolerance) = tolerance {
            self.values[self.layout.settings + 1] = tolerance;
        }
        self.mark_changed();
        Ok(())
    }

    /// `fmi2EnterInitializationMode`.
    pub fn enter_initialization(&mut self) -> Result<(), Failure> {
        self.phase.require("fmi2EnterInitializationMode", &[Phase::Instantiated])?;
        self.phase = Phase::Initializing;
        Ok(())
    }

    /// `fmi2ExitInitializationMode`: fixes the parameters, sets the states and makes the solver.
    pub fn exit_initialization(&mut self) -> Result<(), Failure> {
        self.phase.require("fmi2ExitInitializationMode", &[Phase::Initializing])?;
        self.check_bounds()?;
        self.check_clocks()?;
        self.refresh_starts()?;
        self.check_fit()?;
        if self.interface == Interface::CoSimulation {
            self.make_solver()?;
        }
        self.phase = match self.interface {
            Interface::CoSimulation => Phase::Stepping,
            Interface::ModelExchange => Phase::EventMode,
        };
        Ok(())
    }

    /// `fmi2Terminate`.
    pub fn terminate(&mut self) -> Result<(), Failure> {
        self.phase.require("fmi2Terminate", RUNNING)?;
        self.phase = Phase::Terminated;
        Ok(())
    }

    /// `fmi2Reset`: every variable returns to the value that it has after instantiation.
    pub fn reset(&mut self) {
        self.phase = Phase::Instantiated;
        self.values = self.layout.start_values(&self.model, &self.variables);
        self.kind = default_solver::<M>(&self.variables.chosen);
        self.solver = None;
        self.solver_stale = false;
        self.own_stale = true;
        self.inputs.hold();
        self.du.fill(0.0);
        self.last_h = 0.0;
        self.mark_changed();
    }

    /// Marks the instance as broken, after a panic of the model.
    pub fn fail(&mut self) {
        self.phase = Phase::Failed;
    }

    fn mark_changed(&mut self) {
        self.outputs_stale = true;
        self.derivatives_stale = true;
    }

    /// Whether the first step has been asked for; without events, whether the initialisation has ended.
    #[inline]
    fn has_begun(&self) -> bool {
        !BEFORE.contains(&self.phase)
            && (self.events.is_none() || self.values[self.layout.begun] != 0.0)
    }

    /// Sets the states anew until the first step is asked for: until then they follow the parameters that
    /// hold their start values, and what happens at the start follows the inputs.
    #[inline]
    fn refresh_starts(&mut self) -> Result<(), Failure> {
        if self.has_begun() { Ok(()) } else { self.start_anew() }
    }

    fn start_anew(&mut self) -> Result<(), Failure> {
        self.layout.apply_starts(&self.model, &self.variables, &mut self.values);
        self.derivatives_stale = true;
        if self.own_stale {
            self.set_own(self.layout.own_method(&self.model, &self.values));
        }
        let Some(events) = &mut self.events else { return Ok(()) };
        self.outputs_stale = true;
        events.happen_at_start(&self.model, &mut self.values)
    }

    /// Takes an own method that was made for the present parameters; it has filled in no output yet.
    fn set_own(&mut self, own: Option<Box<dyn OwnMethod>>) {
        self.own_before.clear();
        if let Some(own) = &own {
            own.save(&mut self.own_before);
        }
        (self.own, self.own_stale) = (own, false);
        self.values[self.layout.remembered()].fill(0.0);
        self.outputs_stale = true;
    }

    /// Builds the solver for the present parameters and settings.
    fn make_solver(&mut self) -> Result<(), Failure> {
        let s = self.layout.settings;
        let settings = Settings {
            micro_step: self.values[s],
            relative_tolerance: self.values[s + 1],
            absolute_tolerance: self.values[s + 2],
        };
        let p = &self.values[Layout::P..self.layout.settings];
        let system = ModelSystem::new(&self.model, &self.variables, p);
        self.solver = Some(build(self.kind, &system, settings)?);
        self.solver_stale = false;
        Ok(())
    }

    /// Builds the solver again if a tunable parameter has changed; it goes on as the old one would.
    #[cold]
    fn renew_solver(&mut self) -> Result<(), Failure> {
        self.check_fit()?;
        let memory = self.solver.as_ref().map_or(0.0, |solver| solver.memory());
        self.make_solver()?;
        if let Some(solver) = &mut self.solver {
            solver.set_memory(memory);
        }
        Ok(())
    }

    /// Whether the parameters fit together, in the words of the model.
    fn check_fit(&self) -> Result<(), Failure> {
        let known = self.layout.sample(&self.values);
        self.model.check(&known).map_err(|reason| Failure::Unfit { reason })
    }

    fn check_bounds(&self) -> Result<(), Failure> {
        let mut parameters = self.variables.parameters.iter().zip(&self.values[Layout::P..]);
        parameters.try_for_each(|(parameter, value)| within_bounds("parameter", parameter, *value))
    }

    /// The periods of clocks are positive.
    fn check_clocks(&self) -> Result<(), Failure> {
        for Parameter(at) in &self.variables.clocks {
            let (parameter, value) = (&self.variables.parameters[*at], self.values[Layout::P + at]);
            if value <= 0.0 {
                return Err(out_of_bounds("parameter", parameter, value, "positive".into()));
            }
        }
        Ok(())
    }
}

/// Whether a value is a number within the bounds of its variable.
fn within_bounds(role: &'static str, variable: &Variable, value: f64) -> Result<(), Failure> {
    let below = variable.min.filter(|min| value < *min).map(|m| format!("at least {m}"));
    let above = variable.max.filter(|max| value > *max).map(|m| format!("at most {m}"));
    let nan = (!value.is_finite()).then(|| "a finite number".to_string());
    let bound = nan.or(below).or(above);
    bound.map_or(Ok(()), |bound| Err(out_of_bounds(role, variable, value, bound)))
}

fn out_of_bounds(role: &'static str, variable: &Variable, value: f64, bound: String) -> Failure {
    let (name, unit) = (variable.name.clone(), variable.unit.name.clone());
    Failure::OutOfBounds { role, name, value, unit, bound }
}

/// The types of all variables, by value reference.
fn kinds(v: &Variables) -> Vec<Kind> {
    let layout = Layout::new(v);
    let mut kinds = vec![Kind::Real; layout.end];
    let groups = [
        (Layout::P, &v.parameters),
        (layout.u, &v.inputs),
        (layout.d, &v.discretes),
        (layout.y, &v.outputs),
        (layout.m, &v.remembered),
    ];
    for (first, group) in groups {
        for (kind, variable) in kinds[first..].iter_mut().zip(group) {
            *kind = variable.kind;
        }
    }
    kinds
}

/// The solver an FMU uses unless told otherwise.
pub(crate) fn default_solver<M: Model>(structural: &Structural) -> SolverKind {
    if let Some(solver) = M::SOLVER {
        solver
    } else if M::OWN_STEP {
        SolverKind::Own
    } else if M::TWO_STEP {
        SolverKind::TwoStep
    } else if is_linear_as::<M>(structural) {
        SolverKind::Exact
    } else {
        SolverKind::Dopri5
    }
}

#[cfg(test)]
mod tests;
