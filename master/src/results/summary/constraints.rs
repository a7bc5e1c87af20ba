//! What became of each kinematic constraint: its gap, whether that grows, and whether the slaves do what it assumes.

use std::fmt;

use coupling::law::constraint::{Drift, Record};
use coupling::simulation::Simulation;
use serde::Serialize;

use crate::scenario::Scenario;
use crate::scenario::check::{Coupling, Law};

/// A growth with less than this power of time counts as none.
const BOUNDED: f64 = 0.25;
/// By this power of time a gap must outgrow the square of the velocity, as accelerations may do, to be called a drift.
const DRIFTS: f64 = 0.5;
/// A slave follows if its velocity is the prescribed one up to this part of the largest.
const FOLLOWED: f64 = 1e-6;

/// The largest violation of a constraint at one level.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct GapSummary {
    /// Its size, in the unit of its column.
    pub largest: f64,
    /// When that was, in s.
    pub at: f64,
    /// The exponent p of a growth with tᵖ, towards the end; none in short runs.
    pub growth: Option<f64>,
}

/// What became of a constraint.
#[derive(Clone, Debug, Serialize)]
pub struct ConstraintSummary {
    /// Its name in the results.
    pub name: String,
    /// The units of its gap at position and velocity level.
    pub units: [&'static str; 2],
    /// The gap at position level.
    pub gap: GapSummary,
    /// The gap at velocity level.
    pub gap_rate: GapSummary,
    /// The angle between the markers, in rad, where rotations are held.
    pub turn_gap: Option<GapSummary>,
    /// The difference of their angular velocities, in rad/s.
    pub turn_gap_rate: Option<GapSummary>,
    /// The largest velocity, in m/s or rad/s.
    pub fastest: GapSummary,
    /// By how much the velocity differed at most from the prescribed one, in m/s or rad/s.
    pub not_followed: f64,
    /// The largest reaction, in N or N·m.
    pub reaction: f64,
    /// The largest reaction along axes that are free.
    pub free_reaction: f64,
}

/// All constraints of a run.
pub(super) fn constraints(scenario: &Scenario, simulation: &Simulation) -> Vec<ConstraintSummary> {
    let told = scenario.laws.iter().filter_map(|law| match law {
        Law::Coupling(coupling) if !coupling.units.is_empty() => Some(coupling),
        _ => None,
    });
    let reports = simulation.network().reports();
    told.zip(reports)
        .map(|(coupling, report)| ConstraintSummary::new(coupling, report.record()))
        .collect()
}

impl From<Drift> for GapSummary {
    fn from(drift: Drift) -> Self {
        Self { largest: drift.largest, at: drift.at, growth: drift.exponent() }
    }
}

impl ConstraintSummary {
    fn new(Coupling { called, units, .. }: &Coupling, record: &Record) -> Self {
        let turns = units.len() > 2;
        Self {
            name: called.clone(),
            units: [units[0], units[1]],
            gap: record.distance.into(),
            gap_rate: record.speed.into(),
            turn_gap: turns.then(|| record.angle.into()),
            turn_gap_rate: turns.then(|| record.angular_speed.into()),
            fastest: record.fastest.into(),
            not_followed: record.not_followed,
            reaction: record.reaction,
            free_reaction: record.free_reaction,
        }
    }

    /// What the user should know of it.
    pub(super) fn warnings(&self) -> impl Iterator<Item = String> {
        let texts = [self.drifting(), self.not_followed(), self.not_free()];
        texts.into_iter().flatten().map(|text| format!("constraint \"{}\": {text}", self.name))
    }

    fn drifting(&self) -> Option<String> {
        let gaps = [Some(self.gap), self.turn_gap].into_iter().flatten();
        let drifts = |gap: &GapSummary| {
            let grows = gap.growth? - 2.0 * self.fastest.growth?.max(0.0);
            (grows > DRIFTS).then_some(gap.growth?)
        };
        let power = gaps.filter_map(|gap| drifts(&gap)).reduce(f64::max)?;
        Some(format!(
            "its gap grows about as t^{power:.1}, faster than the motion: the bodies drift apart; what closes gaps is motion = \
             \"index-1\" or \"index-3\" of a constraint; a rigid link drifts least at level = \"velocity\""
        ))
    }

    fn not_followed(&self) -> Option<String> {
        (self.not_followed > FOLLOWED * self.fastest.largest).then(|| {
            format!(
                "the slave that takes motion was up to {:.1e} m/s or rad/s away from the velocity that was prescribed at the end \
                 of a step, of at most {:.1e}: what the constraint assumes does not hold, and its results are not to be trusted; \
                 look whether all axes that are not in free are held by that slave",
                self.not_followed, self.fastest.largest
            )
        })
    }

    fn not_free(&self) -> Option<String> {
        (self.free_reaction > FOLLOWED * self.reaction).then(|| {
            format!(
                "along axes in free the reaction was up to {:.1e} N or N·m, of at most {:.1e}: the slave holds an axis that the \
                 constraint calls free; remove it from free",
                self.free_reaction, self.reaction
            )
        })
    }
}

impl fmt::Display for GapSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1e}", self.largest)
    }
}

impl fmt::Display for ConstraintSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, gap, gap_rate, units: [unit, rate_unit], .. } = self;
        write!(f, "{name}: gap at most {gap} {unit} at t = {:.6} s", gap.at)?;
        match gap.growth {
            None => {}
            Some(power) if power < BOUNDED => f.write_str(", not growing")?,
            Some(power) => write!(f, ", growing about as t^{power:.1}")?,
        }
        write!(f, "; {gap_rate} {rate_unit}")?;
        match (self.turn_gap, self.turn_gap_rate) {
            (Some(angle), Some(rate)) => write!(f, "; {angle} rad, {rate} rad/s"),
            _ => Ok(()),
        }
    }
}
