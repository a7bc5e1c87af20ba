//! Spectral radii of the beam with a container on its tip.

use serde::Deserialize;

use super::particle_damper::{self, STEP};
use super::two_mass::STABLE;
use crate::bench::Bench;
use crate::bound::Bound;
use crate::entry::Entry;
use crate::error::ReproduceError;
use crate::figure::{Figure, Section};
use crate::target::Target;

pub const ENTRY: Entry = Entry {
    name: "zhang/beam-radii",
    title: "Spectral radii of the beam with a container, section 4.3",
    about: "By the amplification matrix of macro steps of 0.1 ms, deflection and slope coupled. The publication does not print its ρ∞ and says that of all inputs those of \
            index 1 alone are stable: so it is, for ρ∞ around 0.25 and not for the 0.56 of section 4.1. The bands were found on a grid of 0.005; a point \
            of the grid beyond each edge is shown too.",
    fmus: &["cantilever-beam", "driven-link"],
    run,
    pictures: None,
};

#[derive(Deserialize)]
struct Data {
    radii: Radii,
}

#[derive(Deserialize)]
struct Radii {
    rho_inf: Vec<f64>,
    inputs: Vec<Case>,
    stable: Vec<Band>,
}

#[derive(Deserialize)]
struct Case {
    inputs: String,
    radii: Vec<f64>,
}

/// The ρ∞ for which index-1 inputs are stable.
#[derive(Deserialize)]
struct Band {
    /// Of the beam's section in m.
    height: f64,
    /// Of the container in kg.
    mass: f64,
    edges: [f64; 2],
}

/// Distance of the points at which bands were looked at.
const GRID: f64 = 0.005;

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let Data { radii: Radii { rho_inf, inputs, stable } } = particle_damper::data();
    let points: Vec<(&Case, usize)> =
        inputs.iter().flat_map(|case| (0..rho_inf.len()).map(move |k| (case, k))).collect();
    let figures = bench.each(&points, |&(case, k)| {
        let (rho, known) = (rho_inf[k], case.radii[k]);
        let found = radius(bench, &case.inputs, rho, [0.002, 0.0358])?;
        let figure = Figure::new(format!("{}, ρ∞ = {rho}", case.inputs), found);
        // As many digits as are known.
        Ok(figure.recomputed(Target::absolute(known, 1e-5)))
    })?;
    let edges: Vec<(&Band, f64, bool)> = stable.iter().flat_map(around).collect();
    let bounds = bench.each(&edges, |&(Band { height, mass, .. }, rho, inside)| {
        let found = radius(bench, "index-1", rho, [*height, *mass])?;
        let name = format!("{} mm, {} g, ρ∞ = {rho:.3}", 1e3 * height, 1e3 * mass);
        let bound = if inside { Bound::at_most(STABLE) } else { Bound::above(STABLE) };
        Ok(Figure::new(name, found).bound(bound))
    })?;
    Ok(vec![
        Section::new("container of 35.8 g", figures),
        Section::new("edges of the stable bands, index-1", bounds),
    ])
}

/// Both edges and a point beyond each, and whether these lie in the band.
fn around(band: &Band) -> [(&Band, f64, bool); 4] {
    let [low, high] = band.edges;
    [(low - GRID, false), (low, true), (high, true), (high + GRID, false)]
        .map(|(rho, inside)| (band, rho, inside))
}

fn radius(
    bench: &Bench,
    inputs: &str,
    rho: f64,
    [height, mass]: [f64; 2],
) -> Result<f64, ReproduceError> {
    let constraint = |of: &str| {
        format!(
            "[[couplings]]\nlaw = 'constraint'\nbetween = ['beam', 'container']\nmotion = '{inputs}'\n\
             inputs = {{ extrapolation = 'two-step-hermite', rho_inf = {rho:e} }}\n{of}"
        )
    };
    let beam = format!(
        "start = {{ height = {height:e}, rho_inf = {rho:e}, history = true, l_cra = 0.0 }}"
    );
    let container = format!(
        "start = {{ m = {mass:e}, J = 2.98333e-6, d = 0.0, g = 0.0, hold_angle = true, x_in = 0.0, vx_in = 0.0 }}"
    );
    let text = [
        format!(
            "[simulation]\nstop = 1.0\nstep = {STEP:e}\n\
             [scheme]\nsweep = 'gauss-seidel'\norder = ['container', 'beam']\n"
        ),
        bench.slave("beam", "cantilever-beam", &beam),
        bench.slave("container", "driven-link", &container),
        constraint(particle_damper::DEFLECTION),
        constraint(particle_damper::SLOPE),
    ];
    bench.radius(&mut bench.stability(text.concat())?, STEP)
}
