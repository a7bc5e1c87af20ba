//! A cable of N gradient-deficient ANCF beam elements between a tip that is moved and a fixed end:
//! M a = G − ∂U/∂q for its free coordinates, force = G_tip − ∂U/∂q_tip on the body at the tip.

pub mod cable;
pub mod element;
pub mod mass;
pub mod nodes;

use fmu_builder::*;
use nalgebra::RowVector3;

use cable::Cable;
use element::Element;
use mass::Mass;
use nodes::Nodes;

/// The handles of its variables, and what its number of elements alone decides.
pub struct AncfCable<const N: usize> {
    length: Parameter,
    radius: Parameter,
    rho: Parameter,
    modulus: Parameter,
    gravity: [Parameter; 3],
    start: [Parameter; 3],
    end: [Parameter; 3],
    r: [Input; 3],
    v: [Input; 3],
    free: Vec<Coordinate>,
    work: Integral,
    force: [Output; 3],
    energy: Output,
    elastic: Output,
    mass: Mass,
}

/// A free coordinate of a node: `row` 0 is its position, 1 its slope.
struct Coordinate {
    node: usize,
    row: usize,
    axis: usize,
    q: State,
    v: State,
}

const AXES: [&str; 3] = ["x", "y", "z"];

impl<const N: usize> AncfCable<N> {
    fn cable(&self, s: &Sample) -> Cable<N> {
        let area = std::f64::consts::PI * s[self.radius].powi(2);
        let element = Element {
            l: s[self.length] / N as f64,
            ea: s[self.modulus] * area,
            ei: s[self.modulus] * area * s[self.radius].powi(2) / 4.0,
            density: s[self.rho] * area,
        };
        Cable { element, g: row(self.gravity, |g| s[g]) }
    }

    /// The coordinates of all nodes: the tip at its input, the end where it is fixed.
    fn positions(&self, s: &Sample) -> Nodes<N> {
        let mut q = Nodes::zeros();
        q[0].set_row(0, &row(self.r, |r| s[r]));
        q[N].set_row(0, &row(self.end, |end| s[end]));
        self.free.iter().for_each(|c| q[c.node][(c.row, c.axis)] = s[c.q]);
        q
    }

    /// Their rates; the tip counts as held.
    fn velocities(&self, s: &Sample) -> Nodes<N> {
        let mut v = Nodes::zeros();
        self.free.iter().for_each(|c| v[c.node][(c.row, c.axis)] = s[c.v]);
        v
    }
}

/// The components of a vector.
fn row<H: Copy>(handles: [H; 3], value: impl FnMut(H) -> f64) -> RowVector3<f64> {
    RowVector3::from(handles.map(value))
}

/// Three parameters.
fn vector(
    v: &mut Variables,
    stem: &str,
    start: [f64; 3],
    unit: &str,
    what: &str,
) -> [Parameter; 3] {
    [0, 1, 2].map(|n| v.parameter(&format!("{stem}_{}", AXES[n]), start[n], unit, what))
}

/// The states of a node that are not held: its position unless it is an end, and its slope.
fn coordinates(v: &mut Variables, node: usize, is_end: bool) -> Vec<Coordinate> {
    let rows = [
        ("r", "m", "position of the node", "v", "m/s", "velocity of the node"),
        ("s", "", "slope dr/dx at the node", "w", "1/s", "rate of the slope at the node"),
    ];
    let mut free = Vec::new();
    for (row, (q, unit, what, rate, rate_unit, rate_what)) in rows.into_iter().enumerate() {
        if row == 0 && is_end {
            continue;
        }
        for (axis, letter) in AXES.into_iter().enumerate() {
            let name = |stem: &str| format!("node{node}_{stem}_{letter}");
            let q = v.computed_state(&name(q), unit, what);
            let rate = v.computed_state(&name(rate), rate_unit, rate_what);
            v.position(q, rate);
            free.push(Coordinate { node, row, axis, q, v: rate });
        }
    }
    free
}

/// The tip at the start, in the pendulum and cable of González et al. (2018).
const TIP: [f64; 3] = [4.330127018922194, 0.0, 2.5];
/// The fixed end there.
const END: [f64; 3] = [12.330127018922194, 0.0, 2.5];

impl<const N: usize> Model for AncfCable<N> {
    const NAME: &'static str = "ancf-cable";
    const DESCRIPTION: &'static str =
        "A cable of ANCF beam elements, hung between a tip that is moved and a fixed end.";

    fn declare(v: &mut Variables) -> Self {
        let length = v.parameter("L", 8.0, "m", "undeformed length of the cable");
        let radius = v.parameter("radius", 0.02, "m", "radius of its circular section");
        let rho = v.parameter("rho", 7200.0, "kg/m3", "density of its material");
        let modulus = v.parameter("E", 2e7, "Pa", "elasticity modulus of its material");
        [length, radius, rho, modulus].iter().for_each(|handle| v.at_least(*handle, 1e-9));
        let what = "position of the tip, where another body holds it";
        Self {
            length,
            radius,
            rho,
            modulus,
            gravity: vector(v, "g", [0.0, -9.81, 0.0], "m/s2", "gravity"),
            start: vector(
                v,
                "r0",
                TIP,
                "m",
                "position of the tip for which the cable starts straight",
            ),
            end: vector(v, "end", END, "m", "position of the fixed end"),
            r: [0, 1, 2].map(|n| v.input(&format!("r_{}", AXES[n]), TIP[n], "m", what)),
            v: AXES.map(|n| {
                v.input(&format!("v_{n}"), 0.0, "m/s", "velocity of the tip; `work` alone needs it")
            }),
            free: (0..=N).flat_map(|node| coordinates(v, node, node == 0 || node == N)).collect(),
            work: v.integral("work", "J", "work of the moving tip on the cable"),
            force: AXES
                .map(|n| v.output(&format!("force_{n}"), "N", "force on the body at the tip")),
            energy: v.output("energy", "J", "kinetic, elastic and potential energy"),
            elastic: v.output("elastic", "J", "elastic energy"),
            mass: Mass::new(N),
        }
    }

    fn start(&self, s: &Sample, x: &mut States) {
        let [from, to] = [self.start, self.end].map(|point| row(point, |p| s[p]));
        let q = self.cable(s).straight(from, to);
        for c in &self.free {
            x[c.q] = q[c.node][(c.row, c.axis)];
            x[c.v] = 0.0;
        }
    }

    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        let cable = self.cable(s);
        let forces = cable.forces(&self.positions(s));
        let a = cable.accelerations(&self.mass, forces);
        for c in &self.free {
            dx[c.q] = s[c.v];
            dx[c.v] = a[c.node][(c.row, c.axis)];
        }
        dx[self.work] = -forces[0].row(0).dot(&row(self.v, |v| s[v]));
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        let (cable, q) = (self.cable(s), self.positions(s));
        let force = cable.forces(&q)[0];
        (0..3).for_each(|n| y[self.force[n]] = force[(0, n)]);
        let kinetic = cable.kinetic_energy(&self.velocities(s));
        y[self.elastic] = cable.elastic_energy(&q);
        y[self.energy] = kinetic + y[self.elastic] + cable.potential_energy(&q);
    }
}

/// The number of elements of the exported FMU: 5, or as `ANCF_CABLE_ELEMENTS` says while it is built.
#[cfg(feature = "fmu")]
const ELEMENTS: usize = match option_env!("ANCF_CABLE_ELEMENTS") {
    None => 5,
    Some(text) => match usize::from_str_radix(text, 10) {
        Ok(count) if count > 0 => count,
        _ => panic!("ANCF_CABLE_ELEMENTS must be a whole number of elements, at least 1"),
    },
};

#[cfg(feature = "fmu")]
export_fmu!(AncfCable<ELEMENTS>);
