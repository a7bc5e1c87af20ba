//! The container and the spheres in it, from the parameters.

use std::f64::consts::PI;

use fmu_builder::{Parameter, Sample, Variables};
use nonsmooth::{Container, Settings, Sphere, Tolerances, Vector, World, packing};

use crate::MOST;

/// The parameters of container, spheres and contacts; names as in Zhang et al. (2022), table 2.
pub(crate) struct Filling {
    n: Parameter,
    m_p: Parameter,
    rho_p: Parameter,
    r_p: Parameter,
    mu_p: Parameter,
    m_c: Parameter,
    r_c: Parameter,
    h_cin: Parameter,
    g: Parameter,
    recovery_speed: Parameter,
    max_sweeps: Parameter,
    tolerance: Parameter,
    pub x0: Parameter,
    pub v0: Parameter,
}

impl Filling {
    pub fn declare(v: &mut Variables) -> Self {
        let mut positive = |name: &str, start: f64, unit: &str, text: &str| {
            let parameter = v.parameter(name, start, unit, text);
            v.at_least(parameter, 1e-9);
            parameter
        };
        let m_p = positive("m_p", 7e-3, "kg", "mass of all spheres together, where R_p is 0");
        let rho_p = positive("rho_p", 11344.0, "kg/m3", "density of the spheres");
        let m_c = positive("m_c", 0.0358, "kg", "mass of the container");
        let r_c = positive("R_c", 0.01, "m", "inner radius of the container");
        let h_cin = positive("H_cin", 0.01184, "m", "inner height of the container");
        let mut not_negative = |name: &str, start: f64, unit: &str, text: &str| {
            let parameter = v.parameter(name, start, unit, text);
            v.at_least(parameter, 0.0);
            parameter
        };
        let n = not_negative("n", 20.0, "", "number of spheres");
        let r_p =
            not_negative("R_p", 0.0, "m", "radius of the spheres, 0 for that which m_p gives");
        let mu_p = not_negative("mu_p", 0.52, "", "friction coefficient of all contacts");
        let recovery = "velocity at which overlaps open at most";
        let recovery_speed = not_negative("recovery_speed", 0.1, "m/s", recovery);
        let max_sweeps = not_negative("max_sweeps", 60.0, "", "largest number of sweeps in a step");
        let tolerance = "change of impulses at which the sweeps of a step end";
        let tolerance = not_negative("tolerance", 1e-9, "N.s", tolerance);
        v.integer(n);
        v.at_most(n, MOST as f64);
        v.integer(max_sweeps);
        let g = v.parameter("g", 9.81, "m/s2", "acceleration of free fall, along -y");
        let x0 = v.parameter("x0", 0.0, "m", "initial position of the container");
        let v0 = v.parameter("v0", 0.0, "m/s", "initial velocity of container and spheres");
        Self {
            n,
            m_p,
            rho_p,
            r_p,
            mu_p,
            m_c,
            r_c,
            h_cin,
            g,
            recovery_speed,
            max_sweeps,
            tolerance,
            x0,
            v0,
        }
    }

    /// The radius of the spheres: as given, or such that all have the mass m_p together.
    pub fn radius(&self, s: &Sample) -> f64 {
        let volume = s[self.m_p] / (s[self.rho_p] * s[self.n].max(1.0));
        if s[self.r_p] > 0.0 { s[self.r_p] } else { (0.75 / PI * volume).cbrt() }
    }

    /// Where the spheres lie in the container at the start, or why they cannot.
    pub fn places(&self, s: &Sample) -> Result<Vec<Vector>, String> {
        let (n, radius) = (s[self.n] as usize, self.radius(s));
        let [r_c, h_cin] = [s[self.r_c], s[self.h_cin]];
        packing::layers(n, radius, r_c, h_cin).ok_or_else(|| {
            format!(
                "n = {n} spheres of {radius:.3e} m radius do not fit into R_c = {r_c} m and H_cin = {h_cin} m; \
                 choose fewer or smaller ones"
            )
        })
    }

    /// Container and spheres at the start.
    pub fn world(&self, s: &Sample) -> Result<World, String> {
        let settings = Settings {
            gravity: Vector::along_y(-s[self.g]),
            friction: s[self.mu_p],
            recovery_speed: s[self.recovery_speed],
            tolerances: Tolerances {
                impulse: s[self.tolerance],
                max_sweeps: s[self.max_sweeps] as usize,
            },
        };
        let [r, v] = [self.x0, self.v0].map(|start| Vector::along_y(s[start]));
        let container = Container::cylinder(s[self.m_c], s[self.r_c], s[self.h_cin]);
        let (radius, density) = (self.radius(s), s[self.rho_p]);
        let sphere = |place| Sphere { v, ..Sphere::solid(radius, density, r + place) };
        let spheres: Vec<_> = self.places(s)?.into_iter().map(sphere).collect();
        Ok(World::new(settings, Container { r, v, ..container }, &spheres))
    }
}
