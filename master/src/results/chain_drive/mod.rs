//! Chain drives, as results show them: the positions of pins are columns, and wheels and rails where their places are known.
//!
//! [`Drives`] is what there is to draw; [`strip`] draws some instants of it side by side, [`film`] moves.

mod canvas;
pub mod film;
mod find;
mod strain;
pub mod strip;

use std::path::Path;

use crate::table::Table;

/// The chain drives of some results, all in the same plane.
pub struct Drives {
    table: Table,
    /// They have at least three pins each.
    pub drives: Vec<Drive>,
}

/// A chain with its wheels and rails.
#[derive(Clone, Debug, PartialEq)]
pub struct Drive {
    /// The slave.
    pub slave: String,
    /// The columns of x and y of each pin.
    pub pins: Vec<[usize; 2]>,
    /// The wheels whose places are known.
    pub wheels: Vec<Wheel>,
    /// The wheels whose places are not.
    pub unplaced: Vec<String>,
    /// The rails whose places are known.
    pub rails: Vec<Rail>,
    /// Length of a link without force in m.
    pub pitch: f64,
    /// Stiffness of a link in N/m, if it is known.
    pub stiffness: Option<f64>,
}

/// A toothed wheel.
#[derive(Clone, Debug, PartialEq)]
pub struct Wheel {
    /// Its name in the slave.
    pub name: String,
    /// Where its centre is at the start, in m.
    pub centre: [f64; 2],
    /// Radius of the circle on which pins sit, in m.
    pub radius: f64,
    /// How many teeth it has.
    pub teeth: Option<f64>,
    /// The columns of the displacement of its centre and of its rotation.
    motion: [Option<usize>; 3],
}

/// A rail that presses on the chain: an arc about a centre, symmetric to a direction.
#[derive(Clone, Debug, PartialEq)]
pub struct Rail {
    /// Where the centre is at the start, in m.
    pub centre: [f64; 2],
    /// The direction towards the chain.
    pub normal: [f64; 2],
    /// In m.
    pub radius: f64,
    /// Half of the chord in m.
    pub half_length: f64,
    /// The column of the travel along the normal.
    travel: Option<usize>,
}

/// Where a drive is at a time.
pub(super) struct Moment {
    /// The pins in m.
    pins: Vec<[f64; 2]>,
    /// Of each link its strain: from pin to pin, and from the last to the first.
    strains: Vec<f64>,
    /// Centre in m and rotation of each wheel.
    wheels: Vec<([f64; 2], f64)>,
    /// Centre of each rail in m.
    rails: Vec<[f64; 2]>,
}

/// All drives at a time.
pub struct Instant {
    /// In s.
    pub t: f64,
    drives: Vec<Moment>,
}

impl Drives {
    /// The chain drives in results, or that of one slave; none where there is none.
    pub fn of(table: &Table, results: &Path, slave: Option<&str>) -> Result<Option<Self>, String> {
        let drives = find::drives(table, results, slave);
        if drives.is_empty() {
            return Ok(None);
        }
        let drives = Self { table: table.clone(), drives };
        drives.all_finite().map_err(|reason| format!("{}: {reason}", results.display()))?;
        Ok(Some(drives))
    }

    /// Times of the first and the last row.
    pub fn span(&self) -> [f64; 2] {
        [self.table.start(), self.table.end()]
    }

    /// Where everything is in the row nearest to a time: between rows pins go around wheels, and lines between them would
    /// make links shorter.
    pub fn at(&self, t: f64) -> Instant {
        let [start, end] = self.span();
        let rows = self.table.rows(self.drives[0].pins[0][0]).map(|(t, _)| t);
        let t = rows.min_by(|a, b| (a - t).abs().total_cmp(&(b - t).abs())).unwrap_or(t);
        let value = |column: usize| self.table.after(column, t, 1e-9 * (end - start));
        Instant { t, drives: self.drives.iter().map(|drive| drive.at(value)).collect() }
    }

    /// So many instants from one time to another, both included, equally far apart.
    pub fn instants(&self, [from, to]: [f64; 2], count: usize) -> Vec<Instant> {
        let part = |k: usize| k as f64 / (count.max(2) - 1) as f64;
        (0..count).map(|k| self.at(from + part(k) * (to - from))).collect()
    }

    fn all_finite(&self) -> Result<(), String> {
        for column in self.drives.iter().flat_map(Drive::columns) {
            if let Some((t, value)) = self.table.rows(column).find(|(_, value)| !value.is_finite())
            {
                let name = &self.table.columns()[column];
                return Err(format!("column \"{name}\" is {value} at t = {t} s"));
            }
        }
        Ok(())
    }
}

impl Drive {
    fn columns(&self) -> impl Iterator<Item = usize> {
        let wheels = self.wheels.iter().flat_map(|wheel| wheel.motion).flatten();
        let rails = self.rails.iter().filter_map(|rail| rail.travel);
        self.pins.iter().flatten().copied().chain(wheels).chain(rails)
    }

    fn at(&self, value: impl Fn(usize) -> f64) -> Moment {
        let pins: Vec<[f64; 2]> = self.pins.iter().map(|pin| pin.map(&value)).collect();
        let next = pins.iter().cycle().skip(1);
        let strain =
            |([x, y], [x2, y2]): (&[f64; 2], &[f64; 2])| (x2 - x).hypot(y2 - y) / self.pitch - 1.0;
        let strains = pins.iter().zip(next).map(strain).collect();
        let wheels = self.wheels.iter().map(|wheel| {
            let [x, y, phi] = wheel.motion.map(|column| column.map_or(0.0, &value));
            ([wheel.centre[0] + x, wheel.centre[1] + y], phi)
        });
        let rails = self.rails.iter().map(|rail| {
            let s = rail.travel.map_or(0.0, &value);
            [0, 1].map(|k| rail.centre[k] + s * rail.normal[k])
        });
        Moment { strains, wheels: wheels.collect(), rails: rails.collect(), pins }
    }
}

impl Rail {
    /// Both ends of the arc about a centre.
    fn ends(&self, centre: [f64; 2]) -> [[f64; 2]; 2] {
        // As long as it is less than a third of a circle to either side.
        let angle = (self.half_length / self.radius).min(0.75_f64.sqrt()).asin();
        let [nx, ny] = self.normal;
        [-angle, angle].map(|angle| {
            let (sin, cos) = angle.sin_cos();
            let r = self.radius;
            [centre[0] + r * (cos * nx - sin * ny), centre[1] + r * (sin * nx + cos * ny)]
        })
    }
}
