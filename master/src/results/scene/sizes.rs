//! How large bodies and container are, and how the container moves: as the user says, else as recorded, else as the
//! scenario sets it.

use std::path::Path;

use super::colour::Colours;
use crate::results::sidecar;
use crate::scenario::error::suggestion;
use crate::table::Table;

/// Names of the radius of a body: as it is, and as given to models that may find it themselves.
const RADIUS: [&str; 2] = ["radius", "R_p"];
/// Names of the container's inner radius and height.
const CONTAINER: [&str; 2] = ["R_c", "H_cin"];
/// The variable of the slave by which its container moves.
const MOTION: &str = "x";

/// What the user says himself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Given {
    /// Radius of the bodies in m.
    pub radius: Option<f64>,
    /// Inner radius and height of the container in m.
    pub container: Option<[f64; 2]>,
    /// The column that moves the container.
    pub motion: Option<String>,
    /// What colours show.
    pub colours: Colours,
}

/// A value, and where it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<T> {
    /// The value.
    pub value: T,
    /// In words.
    pub from: String,
}

/// Where sizes of a slave are looked for.
pub(super) struct Sizes<'a> {
    pub results: &'a Path,
    pub table: &'a Table,
    pub slave: &'a str,
}

impl Sizes<'_> {
    /// A size of the slave.
    fn look(&self, variable: &str) -> Option<Found<f64>> {
        let (slave, results) = (self.slave, self.results.display());
        let name = format!("{slave}.{variable}");
        let recorded =
            || Some((self.table.rows(self.column(&name)?).next()?.1, format!("column {name}")));
        let set = || {
            let value = sidecar::start_value(self.results, slave, variable)?;
            Some((value, format!("start value {name} in {results}.json")))
        };
        // Zero stands for a size that the model finds itself.
        let size = |found: &(f64, String)| found.0 > 0.0 && found.0.is_finite();
        let (value, from) = recorded().filter(size).or_else(|| set().filter(size))?;
        Some(Found { value, from })
    }

    fn column(&self, name: &str) -> Option<usize> {
        self.table.columns().iter().position(|known| known == name)
    }

    pub fn radius(&self, given: &Given) -> Result<Found<f64>, String> {
        let given = given.radius.map(|value| Found { value, from: "--radius".into() });
        given.or_else(|| RADIUS.iter().find_map(|name| self.look(name))).ok_or_else(|| {
            let slave = self.slave;
            let names = RADIUS.map(|name| format!("{slave}.{name}")).join(" nor ");
            format!(
                "the radius of the bodies is not known: neither {names} is a column or a start value; record one, or give \
                 --radius"
            )
        })
    }

    /// None where the size of a container is not known.
    pub fn container(&self, given: &Given) -> Option<Found<[f64; 2]>> {
        if let Some(value) = given.container {
            return Some(Found { value, from: "--container".into() });
        }
        let [radius, height] = CONTAINER.map(|name| self.look(name));
        let (radius, height) = (radius?, height?);
        let from = format!("{} and {}", radius.from, height.from);
        Some(Found { value: [radius.value, height.value], from })
    }

    /// None where nothing moves the container.
    pub fn motion(&self, given: &Given) -> Result<Option<usize>, String> {
        let Some(name) = &given.motion else {
            return Ok(self.column(&format!("{}.{MOTION}", self.slave)));
        };
        let known = self.table.columns().iter().map(String::as_str);
        let unknown =
            || format!("--motion {name}: there is no such column{}", suggestion(name, known));
        self.column(name).map(Some).ok_or_else(unknown)
    }
}
