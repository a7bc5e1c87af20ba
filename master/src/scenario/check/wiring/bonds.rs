//! Bonds and the slaves that tell their energy: names to variables, units compared, both sides found.

use std::ops::Range;

use coupling::SlaveId;
use coupling::energy::{Account, Motion, PowerPort, Returned};
use toml::Spanned;

use super::super::energy::{Bond, Energy, correction};
use super::super::slaves::Origin;
use super::super::units;
use super::super::variables::variable;
use super::{Driver, Numbers, Port, Wired, Wiring};
use crate::scenario::correction::{ChosenCorrection, Needs};
use crate::scenario::error::ScenarioError;
use crate::scenario::file::{
    BondSection, Directions, EnergySection, FeedthroughKind, MotionKind, ScenarioFile,
};

/// A bond between ports not numbered yet.
pub(super) struct Unnumbered {
    name: String,
    driven: usize,
    giver: Option<usize>,
    motion: Motion,
    directions: Vec<Direction>,
    correction: Option<ChosenCorrection>,
}

struct Direction {
    force: Port,
    motion: Port,
    velocity: Option<Port>,
    /// The giver's input with gain and offset.
    returned: Option<(Port, f64, f64)>,
}

/// The outputs by which a slave tells of its energy: stored, dissipated, supplied.
pub(super) type Told = [Vec<Port>; 3];

impl Wiring<'_> {
    /// All bonds, and what slaves tell of their energy.
    pub(in crate::scenario::check) fn bond(
        &mut self,
        file: &ScenarioFile,
    ) -> Result<(), ScenarioError> {
        for (slave, (name, section)) in file.slaves.iter().enumerate() {
            let told = match &section.energy {
                None => None,
                Some(energy) => Some(self.told(slave, name, energy, file)?),
            };
            self.wired.told.push(told);
        }
        for (name, section) in &file.bonds {
            let reading = file.scheme.feedthrough;
            let bond = self.one(name.get_ref(), section, reading).map_err(|(place, message)| {
                let message = format!("bond \"{}\": {message}", name.get_ref());
                self.source.error_at(place.unwrap_or(name.span()), message)
            })?;
            self.wired.bonds.push(bond);
        }
        match file.slaves.keys().find(|name| name.get_ref() == "energy") {
            Some(name) if !file.bonds.is_empty() => {
                let message = "no slave can be called \"energy\" beside bonds, whose columns begin so; \
                               choose another name";
                Err(self.source.error_at(name.span(), message))
            }
            _ => Ok(()),
        }
    }

    fn told(
        &mut self,
        slave: usize,
        name: &Spanned<String>,
        section: &EnergySection,
        file: &ScenarioFile,
    ) -> Result<Told, ScenarioError> {
        let (source, prefix) = (self.source, format!("slaves.{}.energy", name.get_ref()));
        if file.bonds.is_empty() {
            let message = format!(
                "{prefix} has no effect without a bond; add [bonds.NAME] with force and motion"
            );
            return Err(source.error_at(name.span(), message));
        }
        if section.stored.is_empty() {
            let message = format!("{prefix} names no stored energy; add stored = [\"output\"]");
            return Err(source.error_at(name.span(), message));
        }
        let mut ports = |outputs: &[Spanned<String>]| -> Result<Vec<Port>, ScenarioError> {
            let port = |output: &Spanned<String>| {
                let found = self.energy(slave, output.get_ref());
                found.map_err(|m| source.error_at(output.span(), format!("{prefix}: {m}")))
            };
            outputs.iter().map(port).collect()
        };
        Ok([ports(&section.stored)?, ports(&section.dissipated)?, ports(&section.supplied)?])
    }

    /// An output that is an energy.
    fn energy(&mut self, slave: usize, name: &str) -> Result<Port, String> {
        let port = self.output(slave, name)?;
        self.counts_in_si(slave, name)?;
        match variable(&self.slaves[slave], name).and_then(|v| units::power(&[v])) {
            Some(time) if time != Some(0) => Err(format!(
                "\"{}.{name}\" is no energy by its unit; name outputs in J",
                self.slaves[slave].name
            )),
            _ => Ok(port),
        }
    }

    fn one(
        &mut self,
        name: &str,
        section: &BondSection,
        reading: FeedthroughKind,
    ) -> Result<Unnumbered, Placed> {
        let force = &section.force;
        let forces = self.bonded(force, Self::input)?;
        let motions = self.bonded(&section.motion, Self::output)?;
        let velocities =
            section.velocity.as_ref().map(|v| self.bonded(v, Self::output)).transpose()?;
        for (field, given) in
            [("motion", Some(&section.motion)), ("velocity", section.velocity.as_ref())]
        {
            let Some(given) = given else { continue };
            let (given, wanted) = (given.get_ref().all().len(), forces.len());
            if given != wanted {
                let message = format!("force names {wanted} inputs and {field} {given} outputs");
                return Err((Some(force.span()), format!("{message}; give one for each")));
            }
        }
        let driven = forces.first().ok_or((Some(force.span()), "force names no input".into()))?.0;
        let all = motions.iter().chain(velocities.iter().flatten()).chain(&forces);
        if let Some(other) = all.map(|port| port.0).find(|slave| *slave != driven) {
            let [driven, other] = [driven, other].map(|slave| self.slaves[slave].name.clone());
            let message = format!(
                "its variables belong to slaves \"{driven}\" and \"{other}\"; force and motion are an \
                 input and an output of the slave that the force drives"
            );
            return Err((Some(force.span()), message));
        }
        let motion = self.motion(section, forces[0], motions[0])?;
        let giver = self.giver(&forces).map_err(|message| (Some(force.span()), message))?;
        // A force that is read fresh belongs to the displacement at the point, not to the one held before.
        let late = reading == FeedthroughKind::Stale || motion == Motion::Velocity;
        let direction = |k: usize| Direction {
            force: forces[k],
            motion: motions[k],
            velocity: velocities.as_ref().map(|velocities| velocities[k]),
            returned: giver.filter(|_| late).and_then(|giver| self.returned(motions[k], giver)),
        };
        let directions = (0..forces.len()).map(direction).collect();
        let correction = correction(section)?;
        self.can_correct(correction, driven, giver).map_err(|message| (None, message))?;
        Ok(Unnumbered { name: name.into(), driven, giver, motion, directions, correction })
    }

    /// The ports of a field, one for each direction.
    fn bonded(
        &mut self,
        names: &Spanned<Directions>,
        find: fn(&mut Self, usize, &str) -> Result<Port, String>,
    ) -> Result<Vec<Port>, Placed> {
        let mut port = |name: &String| {
            let (slave, name) = self.split(name)?;
            let port = find(self, slave, &name)?;
            self.counts_in_si(slave, &name).map(|()| port)
        };
        let ports: Result<Vec<Port>, String> =
            names.get_ref().all().iter().map(&mut port).collect();
        ports.map_err(|message| (Some(names.span()), message))
    }

    /// What the motion is: as the user says, or by the units.
    fn motion(&self, section: &BondSection, force: Port, motion: Port) -> Result<Motion, Placed> {
        let given = section.kind.map(|kind| match kind {
            MotionKind::Displacement => Motion::Displacement,
            MotionKind::Velocity => Motion::Velocity,
        });
        let slave = &self.slaves[force.0];
        let names = (&slave.inputs[force.1], &slave.outputs[motion.1]);
        let found = variable(slave, names.0).zip(variable(slave, names.1));
        let (f, m) = (format!("{}.{}", slave.name, names.0), format!("{}.{}", slave.name, names.1));
        let message = match (found.and_then(|(f, m)| units::power(&[f, m])), given) {
            (Some(Some(0)), None | Some(Motion::Displacement)) => return Ok(Motion::Displacement),
            (Some(Some(-1)), None | Some(Motion::Velocity)) => return Ok(Motion::Velocity),
            (None, Some(given)) => return Ok(given),
            (None, None) => format!(
                "the units of {f} and {m} do not tell what the motion is; add kind = \"displacement\" or \
                 \"velocity\""
            ),
            (Some(Some(0 | -1)), Some(_)) => {
                format!("by its unit {m} is not of the kind given; leave kind out")
            }
            (Some(_), _) => format!(
                "by their units {f} times {m} is neither an energy nor a power; name an output with a \
                 displacement or a velocity"
            ),
        };
        Err((Some(section.motion.span()), message))
    }

    /// The slave whose outputs the forces are; none where laws determine them.
    fn giver(&self, forces: &[Port]) -> Result<Option<usize>, String> {
        let mut givers = Vec::new();
        for force in forces {
            let slave = &self.slaves[force.0];
            let input = &slave.inputs[force.1];
            givers.push(match self.drivers.get(force) {
                None => {
                    return Err(format!(
                        "input \"{input}\" of slave \"{}\" is driven by nothing; connect the force to it",
                        slave.name
                    ));
                }
                Some(Driver::Laws) => None,
                Some(Driver::Connection(_)) => {
                    self.wired.links.iter().find(|link| link.to == *force).map(|link| link.from.0)
                }
            });
        }
        match givers.iter().flatten().find(|g| matches!(self.slaves[**g].origin, Origin::Table(_)))
        {
            Some(table) => Err(format!(
                "its force comes from the CSV file of slave \"{}\", which takes no energy back",
                self.slaves[*table].name
            )),
            None if givers.iter().all(|giver| *giver == givers[0]) => Ok(givers[0]),
            None => Err("its forces come from different slaves; make a bond for each".into()),
        }
    }

    /// How a motion reaches the slave that gives the force.
    fn returned(&self, motion: Port, giver: usize) -> Option<(Port, f64, f64)> {
        let back = self.wired.links.iter().find(|c| c.from == motion && c.to.0 == giver)?;
        (back.link.gain != 0.0).then_some((back.to, back.link.gain, back.link.offset))
    }

    /// A correction needs to know energies.
    fn can_correct(
        &self,
        correction: Option<ChosenCorrection>,
        driven: usize,
        giver: Option<usize>,
    ) -> Result<(), String> {
        let needed = match (correction.map(|correction| correction.kind.needs), giver) {
            (None, _) => vec![],
            (Some(Needs::BothSides), _) => vec![Some(driven), giver],
            (Some(Needs::Giver), Some(_)) => vec![giver],
            (Some(Needs::Giver), None) => {
                return Err(
                    "correction = \"passivity\" needs a slave that gives the force, and here a law does; use \
                     \"accumulated-leak\""
                        .into(),
                );
            }
        };
        let silent = |slave: &&usize| self.wired.told[**slave].is_none();
        match needed.iter().flatten().find(silent) {
            None => Ok(()),
            Some(slave) => Err(format!(
                "its correction needs the energy of slave \"{0}\"; add [slaves.{0}.energy] with stored = \
                 [\"output\"], or leave the correction out",
                self.slaves[*slave].name
            )),
        }
    }
}

/// A message, with its place where it is not the bond's name.
type Placed = (Option<Range<usize>>, String);

impl Wired {
    /// The names of the bonds' columns, and the unit where it is that of a force.
    pub(in crate::scenario::check) fn bond_columns(&self) -> Vec<(String, usize)> {
        self.bonds.iter().map(|bond| (bond.name.clone(), bond.directions.len())).collect()
    }

    /// Bonds and accounts with their final numbers.
    pub(super) fn energy(&self, numbers: &Numbers) -> Option<Energy> {
        let account = |told: &Told| {
            let [stored, dissipated, supplied] =
                told.each_ref().map(|ports| ports.iter().map(|p| numbers.output(*p)).collect());
            Account { stored, dissipated, supplied }
        };
        let port = |direction: &Direction| PowerPort {
            force: numbers.input(direction.force),
            motion: numbers.output(direction.motion),
            velocity: direction.velocity.map(|velocity| numbers.output(velocity)),
            returned: direction.returned.map(|(input, gain, offset)| Returned {
                input: numbers.input(input),
                gain,
                offset,
            }),
        };
        let bond = |bond: &Unnumbered| Bond {
            name: bond.name.clone(),
            driven: SlaveId(bond.driven),
            giver: bond.giver.map(SlaveId),
            motion: bond.motion,
            ports: bond.directions.iter().map(port).collect(),
            correction: bond.correction,
        };
        (!self.bonds.is_empty()).then(|| Energy {
            accounts: self.told.iter().map(|told| told.as_ref().map(account)).collect(),
            bonds: self.bonds.iter().map(bond).collect(),
        })
    }
}
