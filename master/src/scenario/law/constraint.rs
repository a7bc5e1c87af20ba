//! `law = "constraint"`: a kinematic constraint between a slave that gives motion and one that takes it.

mod axes;
mod find;
mod line;
mod planar;
mod ports;
mod spatial;

use coupling::law::constraint::{Constraint, Modified, Motion, MotionInputs, Parts, Space, Turn};
use coupling::law::joint::Vector;
use serde::Deserialize;

use self::axes::held;
use self::line::line;
use self::planar::planar;
use self::ports::Sides;
use self::spatial::spatial;
use super::{LawSection, Variables, WiredLaw, gap_columns};
use crate::scenario::rule::{self, Rule};

/// A constraint between the motion of two markers.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConstraintSection {
    /// The slave that gives motion and takes a force, and the one that takes motion and gives the reaction.
    between: [String; 2],
    /// Which coordinates are coupled.
    #[serde(default)]
    joint: JointKind,
    /// Axes in the frame of marker B that are free.
    #[serde(default)]
    free: Vec<String>,
    /// What is made of the motion: original, modified, index-1, index-2 or index-3.
    #[serde(default)]
    motion: MotionKind,
    /// α Δt² of `modified`.
    alpha: Option<f64>,
    /// β Δt of `modified`.
    beta: Option<f64>,
    /// γ of `modified`.
    gamma: Option<f64>,
    /// Marker A in the frame of its body, in m.
    offset: Option<Vec<f64>>,
    /// The motion one step before the start, where it is known.
    previous: Option<PreviousSection>,
    /// Names of variables of the first slave on a line.
    #[serde(default)]
    giving: GivingSection,
    /// Names of variables of the second slave on a line.
    #[serde(default)]
    taking: TakingSection,
}

/// Which coordinates a constraint couples.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum JointKind {
    #[default]
    Line,
    Planar,
    Spatial,
}

/// What is made of the motion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum MotionKind {
    Original,
    Modified,
    #[default]
    #[serde(rename = "index-1")]
    Index1,
    #[serde(rename = "index-2")]
    Index2,
    #[serde(rename = "index-3")]
    Index3,
}

/// `previous`: position and velocity of each coordinate one step before the start.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PreviousSection {
    position: Vec<f64>,
    velocity: Vec<f64>,
}

/// `giving`: names where they are not x, v, a and force.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct GivingSection {
    position: Option<String>,
    velocity: Option<String>,
    acceleration: Option<String>,
    force: Option<String>,
}

/// `taking`: names where they are not x, v, x_in, v_in and reaction.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct TakingSection {
    position: Option<String>,
    velocity: Option<String>,
    position_in: Option<String>,
    velocity_in: Option<String>,
    reaction: Option<String>,
}

impl LawSection for ConstraintSection {
    fn wire(&self, variables: &mut dyn Variables) -> Result<WiredLaw, String> {
        let inputs = self.inputs()?;
        let held = held(self.joint, &self.free)?;
        let rule = variables.rule().unwrap_or_else(rule::two_step_hermite);
        let slaves = variables.two_slaves(&self.between)?;
        if !variables.step_together(&slaves) {
            return Err(format!(
                "slaves \"{}\" and \"{}\" have steps of different length; a constraint needs the same for both: leave out \
                 their step",
                self.between[0], self.between[1]
            ));
        }
        let offset = self.offset()?;
        let previous = self.previous(&rule)?;
        let accelerated = matches!(inputs, MotionInputs::Modified(m) if m.gamma != 0.0);
        let sides = Sides { slaves, held, accelerated };
        let ports = match self.joint {
            JointKind::Line => line(&sides, self, variables)?,
            JointKind::Planar => planar(&sides, offset, variables)?,
            JointKind::Spatial => spatial(&sides, offset, variables)?,
        };
        let space = self.space();
        Ok(WiredLaw::new(move |numbers| {
            let (a, b) = ports.number(numbers, offset);
            Constraint::new(Parts { a, b, space, held, inputs, rule: rule.build(), previous })
        }))
    }

    fn label(&self) -> Vec<String> {
        let mut label = vec![match self.motion {
            MotionKind::Original => "original inputs".into(),
            MotionKind::Modified => "modified inputs".into(),
            MotionKind::Index1 => "index-1 inputs".into(),
            MotionKind::Index2 => "index-2 inputs".into(),
            MotionKind::Index3 => String::from("index-3 inputs"),
        }];
        if !self.free.is_empty() {
            label.push(format!("free: {}", self.free.join(", ")));
        }
        label
    }

    fn is_of_second_order(&self) -> bool {
        true
    }

    fn predicts(&self) -> bool {
        true
    }

    fn remedies(&self) -> Vec<String> {
        let motion = (self.motion != MotionKind::Index1)
            .then(|| "choose motion = \"index-1\", which bears the largest mass ratios".into());
        let damping = "try another rho_inf of the slave that gives motion and of inputs".into();
        motion.into_iter().chain([damping]).collect()
    }

    fn tells(&self, variables: &dyn Variables) -> Vec<(&'static str, &'static str)> {
        let [first, _] = &self.between;
        let position = self.giving.position.as_deref().unwrap_or("x");
        let angle = variables.slave(first).is_ok_and(|slave| variables.is_angle(slave, position));
        let turns = held(self.joint, &self.free).is_ok_and(|held| held.rotations.contains(&true));
        let mut columns = gap_columns(self.joint == JointKind::Line && angle).to_vec();
        if turns {
            columns.extend([("turn_gap", "rad"), ("turn_gap_rate", "rad/s")]);
        }
        columns
    }
}

impl ConstraintSection {
    fn space(&self) -> Space {
        match self.joint {
            JointKind::Line => Space::Line,
            JointKind::Planar => Space::Plane,
            JointKind::Spatial => Space::Space,
        }
    }

    fn inputs(&self) -> Result<MotionInputs, String> {
        let given = [("alpha", self.alpha), ("beta", self.beta), ("gamma", self.gamma)];
        let modified = match self.motion {
            MotionKind::Modified => return self.modified(given),
            MotionKind::Original => None,
            MotionKind::Index1 => Some(Modified::INDEX_1),
            MotionKind::Index2 => Some(Modified::INDEX_2),
            MotionKind::Index3 => Some(Modified::INDEX_3),
        };
        if let Some((name, _)) = given.iter().find(|(_, value)| value.is_some()) {
            return Err(format!(
                "{name} belongs to motion = \"modified\"; write that, or remove {name}"
            ));
        }
        Ok(modified.map_or(MotionInputs::Original, MotionInputs::Modified))
    }

    fn modified(&self, given: [(&str, Option<f64>); 3]) -> Result<MotionInputs, String> {
        for (name, value) in given {
            if value.is_some_and(|value| !(value >= 0.0 && value.is_finite())) {
                let value = value.unwrap_or(f64::NAN);
                return Err(format!("{name} is {value}; weights are finite and not negative"));
            }
        }
        let [alpha, beta, gamma] = given.map(|(_, value)| value.unwrap_or(0.0));
        if alpha + beta + gamma == 0.0 {
            return Err("alpha + beta + gamma is 0, so that nothing is left of the constraint; motion = \"index-1\" \
                        has alpha = 2, beta = 2, gamma = 1"
                .into());
        }
        Ok(MotionInputs::Modified(Modified { alpha, beta, gamma }))
    }

    fn offset(&self) -> Result<[f64; 3], String> {
        let Some(offset) = &self.offset else { return Ok([0.0; 3]) };
        let count = match self.joint {
            JointKind::Line => {
                return Err(
                    "offset has no meaning on a line; remove it, or write joint = \"planar\""
                        .into(),
                );
            }
            JointKind::Planar => 2,
            JointKind::Spatial => 3,
        };
        if offset.len() != count || offset.iter().any(|value| !value.is_finite()) {
            return Err(format!(
                "offset has {} numbers; it takes {count} finite ones",
                offset.len()
            ));
        }
        let mut all = [0.0; 3];
        all[..count].copy_from_slice(offset);
        Ok(all)
    }

    /// The motion before the start, which only rules use that look back two points or more.
    fn previous(&self, rule: &Rule) -> Result<Option<Motion<f64>>, String> {
        let Some(PreviousSection { position, velocity }) = &self.previous else { return Ok(None) };
        let count = match self.joint {
            JointKind::Line => 1,
            JointKind::Planar => 3,
            JointKind::Spatial => {
                return Err("previous is for a line or the plane; remove it".into());
            }
        };
        if position.len() != count || velocity.len() != count {
            return Err(format!(
                "previous has {} positions and {} velocities; it takes {count} of each",
                position.len(),
                velocity.len()
            ));
        }
        if !rule.looks_back() {
            return Err(format!(
                "previous has no effect: {rule} look at one point only; remove it"
            ));
        }
        let mut motion = Motion::zero();
        let planar = count.min(2);
        motion.position.0[..planar].copy_from_slice(&position[..planar]);
        motion.velocity.0[..planar].copy_from_slice(&velocity[..planar]);
        if count == 3 {
            motion.turn = Turn::Angle(position[2]);
            motion.angular_velocity = Vector([0.0, 0.0, velocity[2]]);
        }
        Ok(Some(motion))
    }
}
