//! Spheres in a container, as the results of a slave show them: the positions of bodies are columns.
//!
//! [`Scene`] is what there is to draw; [`strip`] draws some instants of it side by side, [`film`] moves.

mod bodies;
mod canvas;
mod colour;
pub mod film;
mod sizes;
pub mod strip;

use std::path::Path;

pub use self::bodies::Body;
pub use self::colour::Colours;
pub use self::sizes::{Found, Given};

use self::bodies::{choose, find};
pub(super) use self::canvas::{round_length, seconds};
use self::sizes::Sizes;
use super::sidecar;
use crate::table::Table;

/// The bodies of a slave over the time of a run.
pub struct Scene {
    table: Table,
    /// The slave.
    pub slave: String,
    /// Its bodies that are somewhere.
    pub bodies: Vec<Body>,
    /// How many others stay at the origin.
    pub unused: usize,
    /// Radius of each body in m.
    pub radius: Found<f64>,
    /// Inner radius and height of the container in m, if there is one.
    pub container: Option<Found<[f64; 2]>>,
    /// The column by which the container and all that is in it move along y.
    pub motion: Option<usize>,
    /// What the colours of bodies show.
    pub colours: Colours,
}

/// Where everything is at a time.
#[derive(Clone, Debug, PartialEq)]
pub struct Instant {
    /// In s.
    pub t: f64,
    /// Height of the container's floor in m.
    pub lift: f64,
    /// The bodies in the container, x, y and z in m.
    pub r: Vec<[f64; 3]>,
}

impl Scene {
    /// Finds the bodies of a slave in results.
    pub fn of(
        table: Table,
        results: &Path,
        slave: Option<&str>,
        given: &Given,
    ) -> Result<Self, String> {
        let wrong = |reason: String| format!("{}: {reason}", results.display());
        let units = sidecar::units(results);
        let found = find(table.columns(), &units);
        let (slave, bodies) = choose(found, slave).map_err(wrong)?;
        let all = bodies.len();
        let bodies: Vec<Body> = bodies.into_iter().filter(|body| body.is_used(&table)).collect();
        if bodies.is_empty() {
            let reason = format!("the bodies of slave \"{slave}\" all stay at the origin");
            return Err(wrong(reason));
        }
        let sizes = Sizes { results, table: &table, slave: &slave };
        let (radius, container) = (sizes.radius(given).map_err(wrong)?, sizes.container(given));
        let motion = sizes.motion(given).map_err(wrong)?;
        let unused = all - bodies.len();
        let colours = given.colours;
        let scene = Self { table, slave, bodies, unused, radius, container, motion, colours };
        scene.all_finite().map_err(wrong)?;
        Ok(scene)
    }

    /// The file it is in.
    pub fn path(&self) -> &Path {
        self.table.path()
    }

    /// Times of the first and the last row.
    pub fn span(&self) -> [f64; 2] {
        [self.table.start(), self.table.end()]
    }

    /// The name of the column that moves the container.
    pub fn motion_name(&self) -> Option<&str> {
        self.motion.map(|column| self.table.columns()[column].as_str())
    }

    /// Where everything is at a time within the span, on the line between the rows around it.
    pub fn at(&self, t: f64) -> Instant {
        let [start, end] = self.span();
        let value = |column: usize| self.table.after(column, t, 1e-9 * (end - start));
        let place = |body: &Body| [body.x, body.y].map(value);
        let depth = |body: &Body| body.z.map_or(0.0, value);
        let r = self.bodies.iter().map(|body| {
            let [x, y] = place(body);
            [x, y, depth(body)]
        });
        Instant { t, lift: self.motion.map_or(0.0, value), r: r.collect() }
    }

    /// So many instants from one time to another, both included, equally far apart.
    pub fn instants(&self, [from, to]: [f64; 2], count: usize) -> Vec<Instant> {
        let part = |k: usize| k as f64 / (count.max(2) - 1) as f64;
        (0..count).map(|k| self.at(from + part(k) * (to - from))).collect()
    }

    fn all_finite(&self) -> Result<(), String> {
        let places = self.bodies.iter().flat_map(|body| [Some(body.x), Some(body.y), body.z]);
        for column in places.chain([self.motion]).flatten() {
            if let Some((t, value)) = self.table.rows(column).find(|(_, value)| !value.is_finite())
            {
                let name = &self.table.columns()[column];
                return Err(format!("column \"{name}\" is {value} at t = {t} s"));
            }
        }
        Ok(())
    }
}
