//! Finds the variables of a constraint and says what is wrong with slaves that do not have them.

use super::ports::Sides;
use crate::scenario::law::{Port, Variables};

/// Finds variables, with words for what is missing.
pub(super) struct Finder<'a> {
    pub(super) variables: &'a mut dyn Variables,
    pub(super) giving: usize,
    pub(super) taking: usize,
    pub(super) names: [&'a str; 2],
}

impl Finder<'_> {
    /// Says what is wrong where the slaves do not have the parts that the constraint gives them.
    pub(super) fn roles(&self, motion: &str, force: &str, prescribed: &str) -> Result<(), String> {
        // What is prescribed is not given at the same time.
        let driven = format!("{motion}_in");
        let gives = |slave| {
            let Self { variables, .. } = self;
            variables.has_output(slave, motion)
                && variables.has_input(slave, force)
                && !variables.has_input(slave, &driven)
        };
        let takes = |slave| self.variables.has_input(slave, prescribed);
        let [a, b] = self.names;
        let kinds = format!(
            "a constraint lies between a slave that gives motion (output \"{motion}\") and takes a force (input \"{force}\"), and \
             one that takes motion (input \"{prescribed}\") and gives the reaction"
        );
        match ([gives(self.giving), gives(self.taking)], [takes(self.giving), takes(self.taking)]) {
            ([false, true], [true, _]) => {
                Err(format!("slave \"{a}\" takes motion; write between = [\"{b}\", \"{a}\"]"))
            }
            ([true, true], [_, false]) => Err(format!(
                "both slaves give motion and take a force; {kinds}. Where none takes motion, a stiff spring-damper with \
                 scheme.kind = \"semi-implicit\" joins them, or law = \"rigid-link\""
            )),
            ([false, false], [_, true]) => {
                Err(format!("both slaves give a force and none gives motion; {kinds}"))
            }
            ([_, _], [_, false]) => Err(format!("slave \"{b}\" takes no motion; {kinds}")),
            _ => Ok(()),
        }
    }

    pub(super) fn measure(&mut self, slave: usize, name: &str) -> Result<Port, String> {
        self.variables.measure(slave, name, HINT)
    }

    pub(super) fn drive(&mut self, slave: usize, name: &str) -> Result<Port, String> {
        self.variables.drive(slave, name, HINT)
    }

    pub(super) fn vector(
        &mut self,
        slave: usize,
        names: &[String],
    ) -> Result<[Option<Port>; 3], String> {
        let mut found = [None; 3];
        for (place, name) in found.iter_mut().zip(names) {
            *place = Some(self.measure(slave, name)?);
        }
        Ok(found)
    }

    pub(super) fn driven(
        &mut self,
        slave: usize,
        names: &[String],
    ) -> Result<[Option<Port>; 3], String> {
        let mut found = [None; 3];
        for (place, name) in found.iter_mut().zip(names) {
            *place = Some(self.drive(slave, name)?);
        }
        Ok(found)
    }

    /// Accelerations where the slave has them; else they follow from the velocities, which the user is told.
    pub(super) fn accelerations(
        &mut self,
        names: &[String],
    ) -> Result<Option<[Option<Port>; 3]>, String> {
        if names.iter().all(|name| self.variables.has_output(self.giving, name)) {
            return self.vector(self.giving, names).map(Some);
        }
        self.variables.note(format!(
            "slave \"{}\" has no output \"{}\": its acceleration is found from the change of its velocity over the last step, \
             which is a step late and can be less stable; motion = \"index-2\" needs none",
            self.names[0],
            names.join("\", \"")
        ));
        Ok(None)
    }
}

const HINT: &str = "docs/constraints.md lists the variables of a constraint";

pub(super) fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_string()).collect()
}

/// What the user calls both slaves.
pub(super) fn slave_names(sides: &Sides, variables: &dyn Variables) -> [String; 2] {
    sides.slaves.map(|slave| variables.slave_name(slave))
}
