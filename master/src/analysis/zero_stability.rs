//! Whether steps that are short enough are stable at all.
//!
//! A law that passes motion one way and a force the other makes each reaction from the motion of the step before. However short
//! the step, disturbances of the reaction are then multiplied by a number that depends on the mass ratio of the two slaves
//! there; if it is larger than 1, the coupling is not zero-stable.
//!
//! The spectral radius at a thousandth of the macro step says so where the system is linear. Else a run with such steps does:
//! what grows by the same factor from one quarter of it to the next, while all that is physical hardly moves, is the coupling.

use coupling::CommunicationPoint;
use coupling::mass_ratio::{MassRatio, mass_ratios};
use coupling::simulation::{Observer, Progress};

use super::AnalysisError;
use super::answer::{Answer, Basis, Radius};
use super::equal_steps::at_step;
use super::stability::Stability;
use crate::scenario::Scenario;
use crate::scenario::build::build;
use crate::scenario::check::{Coupling, Law};

/// A step so many times shorter is short.
const SHORTER: f64 = 1e3;
/// Short steps of a run.
const STEPS: usize = 1000;
/// A variable grows if its changes are so many times those of the quarter before …
const GROWS: f64 = 2.0;
/// … and this part of that factor is left in the next one: what grows by a power of time loses more.
const GOES_ON: f64 = 0.9;

/// What becomes of a coupling at short steps.
#[derive(Clone, Debug)]
pub struct ZeroStability {
    /// Whether disturbances do not grow.
    pub stable: bool,
    /// The short step, in s.
    pub h: f64,
    /// The spectral radius there, where the system is linear.
    pub radius: Option<Radius>,
    /// The laws that may spoil it.
    pub pairs: Vec<KinematicPair>,
}

/// A law that passes motion from one slave to another.
#[derive(Clone, Debug)]
pub struct KinematicPair {
    /// Its name in the catalogue.
    pub law: String,
    /// The slave that gives motion, and the one that takes it.
    pub slaves: [String; 2],
    /// The mass of the second relative to the first, where the law joins them, at the start; none if it was not found.
    pub mass_ratio: Option<f64>,
    /// What may help where the coupling is not zero-stable.
    pub remedies: Vec<String>,
}

impl Stability {
    /// What becomes of the coupling at steps that are much shorter than the scenario's; none where no law passes
    /// motion on. A spectral radius may exceed 1 by `tolerance`.
    pub fn zero_stability(
        &mut self,
        scenario: &Scenario,
        tolerance: f64,
    ) -> Result<Option<Answer<ZeroStability>>, AnalysisError> {
        if !scenario.laws.iter().any(|law| law.build().kinematics().is_some()) {
            return Ok(None);
        }
        let h = scenario.time.step / SHORTER;
        let pairs = pairs(scenario, h)?;
        let Self::Linear(_) = self else {
            let value = ZeroStability { stable: !grows(scenario, h)?, h, radius: None, pairs };
            let evidence = format!("observed: a run of {STEPS} steps of H = {h:e} s");
            return Ok(Some(Answer { value, basis: Basis::Observed, evidence }));
        };
        let Answer { value, basis, evidence } = self.assess(h, tolerance)?;
        let stable = value.radius.is_some_and(|radius| radius.is_stable(tolerance));
        let value = ZeroStability { stable, h, radius: value.radius, pairs };
        Ok(Some(Answer { value, basis, evidence }))
    }
}

/// The laws that pass motion on, and how heavy their slaves are.
fn pairs(scenario: &Scenario, h: f64) -> Result<Vec<KinematicPair>, AnalysisError> {
    let mut simulation = build(&at_step(scenario, scenario.time.step, 1))?;
    let ratios = mass_ratios(&mut simulation, h)?;
    let pair = |MassRatio { law, slaves, value }: &MassRatio| {
        let Law::Coupling(coupling) = &scenario.laws[*law] else { return None };
        let slaves = slaves.map(|slave| simulation.network().name(slave).to_string());
        let remedies = remedies(scenario, coupling, &slaves, *value);
        Some(KinematicPair { law: coupling.name.clone(), slaves, mass_ratio: *value, remedies })
    };
    Ok(ratios.iter().filter_map(pair).collect())
}

/// What may help: other roles, what the law knows, an implicit scheme.
fn remedies(
    scenario: &Scenario,
    coupling: &Coupling,
    [_, taking]: &[String; 2],
    mass_ratio: Option<f64>,
) -> Vec<String> {
    let roles = || format!("swap the roles, so that the heavier \"{taking}\" gives motion");
    let roles = mass_ratio.filter(|ratio| *ratio > 1.0).map(|_| roles());
    let implicit = (!scenario.method.facts.implicit)
        .then(|| "take an implicit scheme, such as scheme.kind = \"newton\"".into());
    roles.into_iter().chain(coupling.remedies.clone()).chain(implicit).collect()
}

/// Whether a run with steps `h` grows from quarter to quarter, or fails.
fn grows(scenario: &Scenario, h: f64) -> Result<bool, AnalysisError> {
    let mut simulation = build(&at_step(scenario, h, STEPS))?;
    let inputs = simulation.network().input_count();
    let mut changes = Changes { last: None, taken: 0, quarters: vec![[0.0; 4]; inputs] };
    let failed = simulation.run(&mut changes).is_err();
    let grows = |[_, second, third, fourth]: &[f64; 4]| {
        *third > GROWS * second && fourth / third > GOES_ON * third / second
    };
    Ok(failed || changes.quarters.iter().any(grows))
}

/// The largest change of each input from one point to the next, in each quarter of a run.
struct Changes {
    last: Option<CommunicationPoint>,
    taken: usize,
    quarters: Vec<[f64; 4]>,
}

impl Observer for Changes {
    fn accept(&mut self, _: f64, point: &CommunicationPoint, _: Progress) -> Result<(), String> {
        if let Some(last) = &self.last {
            let quarter = (4 * self.taken / STEPS).min(3);
            self.taken += 1;
            let inputs = point.u.iter().zip(&last.u).zip(&mut self.quarters);
            inputs.for_each(|((u, last), largest)| {
                largest[quarter] = largest[quarter].max((u - last).abs());
            });
        }
        self.last = Some(point.clone());
        Ok(())
    }
}
