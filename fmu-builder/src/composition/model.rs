//! A composition as one model: every right-hand side evaluates the couplings and then the parts.

use std::cell::RefCell;
use std::marker::PhantomData;

use super::Composition;
use super::assembly::{Assembly, Specification};
use super::coupling::Coupling;
use super::energy::Energy;
use super::exchange::{Exchange, Purpose, Scratch};
use super::part::Part;
use super::port::PartId;
use super::rigid::RigidNumbers;
use super::variables::Declared;
use crate::model::Model;
use crate::sample::{Conditions, Derivatives, Event, Outputs, Sample, States};
use crate::solver_kind::SolverKind;
use crate::variables::Variables;

/// The structural parameter that says which parts are in an FMU.
pub(super) const PARTS: &str = "parts";
/// Its value for a whole composition.
pub(super) const WHOLE: &str = "all";

/// A composition as a model.
///
/// Its variables are those of its parts with the part's name before them, less the inputs that a coupling inside drives.
/// Outputs of its own are `coupling_energy`, what its couplings store, and `energy`, that of all parts on top.
pub struct Composed<C> {
    parts: Vec<Part>,
    exchange: Exchange,
    rigid: Vec<RigidNumbers>,
    /// Outputs of parts that are outputs of the composition: positions among both.
    shown: Vec<(usize, usize)>,
    energy: Energy,
    scratch: RefCell<Scratch>,
    composition: PhantomData<fn() -> C>,
}

impl<C: Composition> Composed<C> {
    /// Declares the parts that are in this FMU, and joins them; what is wrong is told in words.
    fn new(v: &mut Variables) -> Result<Self, Vec<String>> {
        let chosen = v.structural_text(PARTS, WHOLE, "the parts in this FMU, joined by commas");
        let mut assembly = Assembly::new(v);
        C::assemble(&mut assembly);
        let system = assembly.system;
        let included = included(&chosen, &system)?;
        let is_inside =
            |coupling: &&Coupling| coupling.ports().iter().all(|port| included[port.part.0]);
        let (inside, outside): (Vec<_>, Vec<_>) = system.couplings.iter().partition(is_inside);
        let mut declared = Declared::default();
        for (at, spec) in system.parts.iter().enumerate().filter(|(at, _)| included[*at]) {
            let drives = |couplings: &[&Coupling], name: &str| {
                let mut ports = couplings.iter().flat_map(|coupling| coupling.drives());
                ports.any(|port| port.part == PartId(at) && port.name == name)
            };
            let is_external = |name: &str| !drives(&inside, name) || drives(&outside, name);
            declared.add(PartId(at), spec, is_external, v);
        }
        let (exchange, scratch) = Exchange::new(&system, &declared, &inside)?;
        let rigid = RigidNumbers::find(&system, &declared, &included)?;
        let energy = Energy::declare(&declared, &inside, v);
        v.evaluations("evaluations");
        let Declared { parts, shown, .. } = declared;
        let scratch = RefCell::new(scratch);
        Ok(Self { parts, exchange, rigid, shown, energy, scratch, composition: PhantomData })
    }

    /// Runs `act` on each part with what it knows, its inputs included.
    fn each(&self, purpose: Purpose, s: &Sample, mut act: impl FnMut(&Part, &Sample)) {
        let scratch = &mut *self.scratch.borrow_mut();
        self.exchange.run(purpose, &self.parts, s, scratch);
        self.parts.iter().for_each(|part| act(part, &part.sample(s, &scratch.u)));
    }
}

/// Which parts are in an FMU.
fn included(chosen: &str, system: &Specification) -> Result<Vec<bool>, Vec<String>> {
    let names: Vec<&str> = system.parts.iter().map(|part| part.name).collect();
    if chosen == WHOLE {
        return Ok(vec![true; names.len()]);
    }
    let chosen: Vec<&str> = chosen.split(',').map(str::trim).collect();
    match chosen.iter().find(|part| !names.contains(part)) {
        Some(unknown) => Err(vec![format!(
            "parts: there is no part {unknown:?}; there are: {}",
            names.join(", ")
        )]),
        None => Ok(names.iter().map(|name| chosen.contains(name)).collect()),
    }
}

impl<C: Composition> Model for Composed<C> {
    const NAME: &'static str = C::NAME;
    const DESCRIPTION: &'static str = C::DESCRIPTION;
    const LINEAR: Option<bool> = C::LINEAR;
    const SOLVER: Option<SolverKind> = C::SOLVER;
    const RELATIVE_TOLERANCE: f64 = C::RELATIVE_TOLERANCE;
    const STEP_SIZE: f64 = C::STEP_SIZE;
    const STOP_TIME: f64 = C::STOP_TIME;

    fn declare(v: &mut Variables) -> Self {
        Self::new(v).unwrap_or_else(|problems| {
            problems.into_iter().for_each(|problem| v.problem(problem));
            Self {
                parts: Vec::new(),
                exchange: Exchange::default(),
                rigid: Vec::new(),
                shown: Vec::new(),
                energy: Energy::default(),
                scratch: RefCell::default(),
                composition: PhantomData,
            }
        })
    }

    fn check(&self, s: &Sample) -> Result<(), String> {
        let scratch = self.scratch.borrow();
        self.parts.iter().try_for_each(|part| {
            let fits = part.model.check(&part.sample(s, &scratch.u));
            fits.map_err(|reason| format!("{}: {reason}", part.name))
        })
    }

    fn start(&self, s: &Sample, x: &mut States) {
        let scratch = self.scratch.borrow();
        for part in &self.parts {
            part.model.start(&part.sample(s, &scratch.u), &mut part.states(x));
        }
    }

    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        self.each(Purpose::Derivatives, s, |part, own| {
            part.model.derivatives(own, &mut part.states(dx));
        });
        self.rigid.iter().for_each(|rigid| rigid.join(s.p, dx));
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        let scratch = &mut *self.scratch.borrow_mut();
        self.exchange.run(Purpose::All, &self.parts, s, scratch);
        let Scratch { u, outputs, .. } = scratch;
        for part in &self.parts {
            let own = &mut outputs[part.y.clone()];
            part.model.outputs(&part.sample(s, u), &mut Outputs { y: own });
        }
        self.shown.iter().for_each(|(own, at)| y.y[*at] = outputs[*own]);
        self.energy.fill(s, outputs, y);
    }

    fn conditions(&self, s: &Sample, c: &mut Conditions) {
        self.each(Purpose::All, s, |part, own| {
            let c = &mut c.c[part.conditions.clone()];
            part.model.conditions(own, &mut Conditions { c });
        });
    }

    fn event(&self, s: &Sample, e: &mut Event) {
        self.each(Purpose::All, s, |part, own| {
            let ticks = &e.ticks[part.clocks.clone()];
            let begins = &e.begins[part.conditions.clone()];
            if ticks.iter().chain(begins).any(|happens| *happens) {
                let d = &mut e.d[part.d.clone()];
                let x = &mut e.x[part.x.clone()];
                part.model.event(own, &mut Event { d, x, ticks, begins });
            }
        });
    }
}
