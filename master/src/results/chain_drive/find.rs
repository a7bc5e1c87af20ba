//! Which columns are chain drives: `SLAVE.pin[1].x`, `SLAVE.pin[1].y`, `SLAVE.pin[2].x` and so on.
//!
//! Wheels and rails have constants that are columns, or start values of the scenario: `SLAVE.WHEEL.cx`, `.cy` and `.R`, with
//! `.z` for the teeth; `SLAVE.RAIL.cx`, `.cy`, `.nx`, `.ny` and `.Rg`, with `.half_length`. They move by the columns
//! `SLAVE.WHEEL.x`, `.y` and `.phi`, and `SLAVE.RAIL.s`.

use std::path::Path;

use indexmap::{IndexMap, IndexSet};

use super::{Drive, Rail, Wheel};
use crate::results::sidecar;
use crate::table::Table;

/// Half of a rail's chord in m where nothing says what it is.
const HALF_LENGTH: f64 = 0.11;

/// A chain has at least so many pins.
const PINS: usize = 3;

/// All chain drives, or that of one slave.
pub(super) fn drives(table: &Table, results: &Path, slave: Option<&str>) -> Vec<Drive> {
    let names = table.columns().iter().enumerate();
    let columns: IndexMap<&str, usize> = names.map(|(k, name)| (name.as_str(), k)).collect();
    let first = |name: &&str| name.strip_suffix(".pin[1].x").map(str::to_string);
    let slaves: Vec<String> = columns.keys().filter_map(first).collect();
    let wanted = slaves.into_iter().filter(|name| slave.is_none_or(|slave| slave == name));
    let looks = wanted.map(|slave| Look { table, results, columns: &columns, slave });
    looks.filter_map(|look| look.drive()).collect()
}

/// Where things of a slave are looked for.
struct Look<'a> {
    table: &'a Table,
    results: &'a Path,
    columns: &'a IndexMap<&'a str, usize>,
    slave: String,
}

impl Look<'_> {
    fn column(&self, variable: &str) -> Option<usize> {
        self.columns.get(format!("{}.{variable}", self.slave).as_str()).copied()
    }

    /// A constant: the first value of its column, or its start value in the scenario.
    fn constant(&self, variable: &str) -> Option<f64> {
        let recorded = || Some(self.table.rows(self.column(variable)?).next()?.1);
        let set = || sidecar::start_value(self.results, &self.slave, variable);
        recorded().or_else(set).filter(|value| value.is_finite())
    }

    fn length(&self, variable: &str) -> Option<f64> {
        self.constant(variable).filter(|length| *length > 0.0)
    }

    fn drive(&self) -> Option<Drive> {
        let pin = |k: usize| {
            Some([self.column(&format!("pin[{k}].x"))?, self.column(&format!("pin[{k}].y"))?])
        };
        let pins: Vec<[usize; 2]> = (1..).map_while(pin).collect();
        if pins.len() < PINS {
            return None;
        }
        let stems = self.stems();
        let wheels: Vec<Wheel> = stems.iter().filter_map(|stem| self.wheel(stem)).collect();
        let turns = |stem: &&String| self.column(&format!("{stem}.phi")).is_some();
        let placed = |stem: &&String| wheels.iter().any(|wheel| wheel.name == **stem);
        let unplaced = stems.iter().filter(turns).filter(|stem| !placed(stem)).cloned();
        let mut drive = Drive {
            slave: self.slave.clone(),
            unplaced: unplaced.collect(),
            rails: stems.iter().filter_map(|stem| self.rail(stem)).collect(),
            pitch: 1.0,
            stiffness: self.length("link.c"),
            pins,
            wheels,
        };
        drive.pitch = self.length("pitch").unwrap_or_else(|| self.mean_length(&drive));
        Some(drive)
    }

    /// What stands between the slave and the last point in the names of columns.
    fn stems(&self) -> IndexSet<String> {
        let stem = |name: &&str| {
            let own = name.strip_prefix(self.slave.as_str())?.strip_prefix('.')?;
            own.rsplit_once('.').map(|(stem, _)| stem.to_string())
        };
        self.columns.keys().filter_map(stem).filter(|stem| !stem.starts_with("pin[")).collect()
    }

    fn wheel(&self, stem: &str) -> Option<Wheel> {
        let of = |name: &str| format!("{stem}.{name}");
        Some(Wheel {
            name: stem.to_string(),
            centre: [self.constant(&of("cx"))?, self.constant(&of("cy"))?],
            radius: self.length(&of("R"))?,
            teeth: self.length(&of("z")),
            motion: ["x", "y", "phi"].map(|name| self.column(&of(name))),
        })
    }

    fn rail(&self, stem: &str) -> Option<Rail> {
        let of = |name: &str| format!("{stem}.{name}");
        Some(Rail {
            centre: [self.constant(&of("cx"))?, self.constant(&of("cy"))?],
            normal: [self.constant(&of("nx"))?, self.constant(&of("ny"))?],
            radius: self.length(&of("Rg"))?,
            half_length: self.length(&of("half_length")).unwrap_or(HALF_LENGTH),
            travel: self.column(&of("s")),
        })
    }

    /// The mean length of links in the first row, which counts as without force.
    fn mean_length(&self, drive: &Drive) -> f64 {
        let first = |column: usize| self.table.rows(column).next().map_or(0.0, |(_, value)| value);
        // With a pitch of 1 a strain is a length less 1.
        let strains = drive.at(first).strains;
        let mean = strains.iter().map(|strain| strain + 1.0).sum::<f64>() / strains.len() as f64;
        if mean > 0.0 { mean } else { 1.0 }
    }
}
