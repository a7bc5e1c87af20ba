//! A consistent start: every link force-free, every pin in its seat, everything at the speed of the crank.
//!
//! 1. The path goes round the pitch circles of the wheels and over the rail.
//! 2. N chords of exactly one pitch march along it, from where it meets wheel 0; N is the least number that does not fit.
//! 3. The rail moves along its normal until the N-th chord closes the loop.
//! 4. The phase of a wheel is the polar angle of the first pin on it.
//! 5. Pins on a wheel turn with it, the others move along the path with ω₀ R₀.

use engine_laws::OMEGA;

use crate::error::LayoutError;
use crate::layout::Layout;
use crate::path::{Circle, Path, tangent, touching};

/// By how much the rail moves from try to try, in m.
const SEARCH: f64 = 0.5e-3;
/// How often, at most.
const TRIES: usize = 60;

/// Where everything is at the start.
#[derive(Clone, Debug)]
pub struct Placement {
    /// Positions of the pins in m.
    pub pins: Vec<[f64; 2]>,
    /// Their velocities in m/s.
    pub velocities: Vec<[f64; 2]>,
    /// The polar angle of a seat of each wheel in rad.
    pub phases: Vec<f64>,
    /// The centre of the rail's arc in m.
    pub rail_centre: [f64; 2],
    /// The unit vector from there to the chain.
    pub rail_normal: [f64; 2],
    /// The middle of the strands that run to wheel 0 and from it, and their directions.
    pub strands: [[[f64; 2]; 2]; 2],
}

impl Placement {
    /// Places the chain of a layout.
    pub fn new(layout: &Layout) -> Result<Self, LayoutError> {
        let start = Start::new(layout)?;
        let path = start.path(0.0)?;
        let links = count(&path, layout.pitch);
        let shift = start.closing_shift(links)?;
        let path = start.path(shift)?;
        let half = 0.5 * path.angle_on(1) * layout.rail.radius;
        if half >= layout.rail.half_length {
            return Err(LayoutError::TooShort { half, half_length: layout.rail.half_length });
        }
        start.place(&path, links, start.rail_centre(shift))
    }
}

/// The least number of chords that does not fit on a path.
fn count(path: &Path, pitch: f64) -> usize {
    let mut chords = 0;
    let mut s = 0.0;
    while s <= path.length() {
        s = path.chord(s, pitch);
        chords += 1;
    }
    chords
}

/// The arc length after `links` chords less the length of the path: positive where they do not fit.
fn excess(path: &Path, links: usize, pitch: f64) -> f64 {
    (0..links).fold(0.0, |s, _| path.chord(s, pitch)) - path.length()
}

fn overlaps(a: &Circle, b: &Circle) -> bool {
    let distance = (a.centre[0] - b.centre[0]).hypot(a.centre[1] - b.centre[1]);
    distance <= a.radius + b.radius
}

/// A layout and the place of its rail before the chain is closed.
struct Start<'a> {
    layout: &'a Layout,
    wheels: Vec<Circle>,
    rail_centre: [f64; 2],
    rail_normal: [f64; 2],
}

impl<'a> Start<'a> {
    fn new(layout: &'a Layout) -> Result<Self, LayoutError> {
        let wheel = |w| Circle { centre: layout.centre(w), radius: layout.radius(w), turn: 1.0 };
        let wheels: Vec<Circle> = (0..layout.wheels.len()).map(wheel).collect();
        let overlap = |i: usize, j: usize| {
            let [from, to] = [i, j].map(|w| layout.wheels[w].name.clone());
            LayoutError::Overlap { from, to }
        };
        for (j, b) in wheels.iter().enumerate() {
            if let Some(i) = wheels[..j].iter().position(|a| overlaps(a, b)) {
                return Err(overlap(i, j));
            }
        }
        let (theta, length) = tangent(&wheels[0], &wheels[1]).ok_or_else(|| overlap(0, 1))?;
        let ([x, y], (sin, cos)) = (touching(&wheels[0], theta), theta.sin_cos());
        let along = layout.rail.fraction * length;
        let below = layout.rail.radius - layout.rail.depth;
        let rail_centre = [x + along * cos + below * sin, y + along * sin - below * cos];
        Ok(Self { layout, wheels, rail_centre, rail_normal: [-sin, cos] })
    }

    fn rail_centre(&self, shift: f64) -> [f64; 2] {
        [0, 1].map(|i| self.rail_centre[i] + shift * self.rail_normal[i])
    }

    /// The path with the rail moved by `shift`: wheel 0, rail, wheel 1, …
    fn path(&self, shift: f64) -> Result<Path, LayoutError> {
        let rail =
            Circle { centre: self.rail_centre(shift), radius: self.layout.rail.radius, turn: -1.0 };
        let mut circles = self.wheels.clone();
        circles.insert(1, rail);
        let [from, to] = [0, 1].map(|w| self.layout.wheels[w].name.clone());
        // Wheels that do not overlap can be reached from each other: what is in the way is the rail.
        let path = Path::new(&circles).filter(|path| path.angle_on(1) < std::f64::consts::PI);
        path.ok_or(LayoutError::Rail { from, to })
    }

    /// The shift of the rail with which `links` chords close the loop.
    fn closing_shift(&self, links: usize) -> Result<f64, LayoutError> {
        let pitch = self.layout.pitch;
        let is_short = |shift: f64| self.path(shift).map(|path| excess(&path, links, pitch) > 0.0);
        let mut high = 0.0;
        for _ in 0..TRIES {
            high += SEARCH;
            if is_short(high)? {
                continue;
            }
            let mut low = high - SEARCH;
            for _ in 0..60 {
                let middle = 0.5 * (low + high);
                if is_short(middle)? { low = middle } else { high = middle }
            }
            return Ok(0.5 * (low + high));
        }
        Err(LayoutError::Open { links, shift: high })
    }

    fn place(
        &self,
        path: &Path,
        links: usize,
        rail_centre: [f64; 2],
    ) -> Result<Placement, LayoutError> {
        let layout = self.layout;
        let omega = |w: usize| layout.ratio_of(w) * OMEGA;
        let mut phases = vec![None; self.wheels.len()];
        let (mut pins, mut velocities) = (Vec::new(), Vec::new());
        let mut s = 0.0;
        for _ in 0..links {
            let point = path.at(s);
            let wheel = match point.circle {
                Some(0) => Some(0),
                Some(1) | None => None,
                Some(i) => Some(i - 1),
            };
            let [x, y] = point.position;
            velocities.push(match wheel {
                Some(w) => {
                    let [rx, ry] = [x - self.wheels[w].centre[0], y - self.wheels[w].centre[1]];
                    phases[w].get_or_insert(ry.atan2(rx));
                    [-omega(w) * ry, omega(w) * rx]
                }
                None => point.direction.map(|e| omega(0) * self.wheels[0].radius * e),
            });
            pins.push([x, y]);
            s = path.chord(s, layout.pitch);
        }
        let untouched = |w: usize| LayoutError::Untouched { name: layout.wheels[w].name.clone() };
        let phases =
            phases.into_iter().enumerate().map(|(w, phase)| phase.ok_or_else(|| untouched(w)));
        let phases = phases.collect::<Result<_, _>>()?;
        let strands = [self.wheels.len(), 0].map(|i| middle(path.strand(i)));
        Ok(Placement {
            pins,
            velocities,
            phases,
            rail_centre,
            rail_normal: self.rail_normal,
            strands,
        })
    }
}

/// The middle of a strand and its direction.
fn middle([from, to]: [[f64; 2]; 2]) -> [[f64; 2]; 2] {
    let length = (to[0] - from[0]).hypot(to[1] - from[1]);
    [[0, 1].map(|i| 0.5 * (from[i] + to[i])), [0, 1].map(|i| (to[i] - from[i]) / length)]
}
