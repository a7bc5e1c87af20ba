//! A rigid link that rotates about a pivot in the plane, under gravity and a torque:
//! (J + m s²) φ̈ = torque − m g s cos φ.
//!
//! A model declares its parameters in the order of its model description, so that the parts of a link
//! are declared one by one.

use fmu_builder::*;

/// The handles of mass, inertia and angle.
pub struct Body {
    m: Parameter,
    inertia: Parameter,
    phi: State,
    omega: State,
}

impl Body {
    /// Declares mass, inertia, angle and angular velocity; `angle` says what phi is.
    pub fn declare(v: &mut Variables, angle: &str) -> Self {
        let m = v.parameter("m", 1.0, "kg", "mass");
        let inertia = v.parameter("J", 1.0 / 12.0, "kg.m2", "inertia about the centre of mass");
        let phi0 = v.parameter("phi0", 0.0, "rad", "initial angle");
        let omega0 = v.parameter("omega0", 0.0, "rad/s", "initial angular velocity");
        v.at_least(m, 0.0);
        v.at_least(inertia, 1e-9);
        let phi = v.state("phi", phi0, "rad", angle);
        let omega = v.state("omega", omega0, "rad/s", "angular velocity");
        v.position(phi, omega);
        Self { m, inertia, phi, omega }
    }

    /// Puts the body on its pivot: `s` is the distance of the centre of mass, `g` is gravity.
    pub fn on_pivot(self, pivot: [Parameter; 2], s: Parameter, g: Parameter) -> PivotedLink {
        PivotedLink { body: self, pivot, s, g }
    }
}

/// Declares the distance s of the centre of mass.
pub fn centre_distance(v: &mut Variables) -> Parameter {
    v.parameter("s", 0.5, "m", "distance from the pivot to the centre of mass")
}

/// Declares g.
pub fn gravity(v: &mut Variables) -> Parameter {
    v.parameter("g", 9.81, "m/s2", "gravity, against the y axis")
}

/// Declares the coordinates of the pivot.
pub fn pivot(v: &mut Variables) -> [Parameter; 2] {
    [v.parameter("x_pivot", 0.0, "m", "pivot, x"), v.parameter("y_pivot", 0.0, "m", "pivot, y")]
}

/// The handles of a link on its pivot.
pub struct PivotedLink {
    body: Body,
    pivot: [Parameter; 2],
    s: Parameter,
    g: Parameter,
}

impl PivotedLink {
    /// φ
    pub fn angle(&self, s: &Sample) -> f64 {
        s[self.body.phi]
    }

    /// ω = φ̇
    pub fn angular_velocity(&self, s: &Sample) -> f64 {
        s[self.body.omega]
    }

    /// Where the pivot is.
    pub fn pivot(&self, s: &Sample) -> [f64; 2] {
        self.pivot.map(|pivot| s[pivot])
    }

    /// Computes the derivatives of angle and angular velocity under a torque about the pivot.
    pub fn derivatives(&self, s: &Sample, torque: f64, dx: &mut Derivatives) {
        let weight = s[self.body.m] * s[self.g] * s[self.s] * self.angle(s).cos();
        dx[self.body.phi] = self.angular_velocity(s);
        dx[self.body.omega] = (torque - weight) / self.inertia(s);
    }

    /// The point of the link at a distance from the pivot.
    pub fn point(&self, s: &Sample, distance: f64) -> [f64; 2] {
        let ((sin, cos), [x0, y0]) = (self.angle(s).sin_cos(), self.pivot(s));
        [x0 + distance * cos, y0 + distance * sin]
    }

    /// The velocity of that point.
    pub fn velocity(&self, s: &Sample, distance: f64) -> [f64; 2] {
        let ((sin, cos), omega) = (self.angle(s).sin_cos(), self.angular_velocity(s));
        [-distance * omega * sin, distance * omega * cos]
    }

    /// The distance from the pivot to the centre of mass.
    pub fn centre_distance(&self, s: &Sample) -> f64 {
        s[self.s]
    }

    /// Kinetic energy, and potential energy of gravity from y = 0.
    pub fn energy(&self, s: &Sample) -> f64 {
        let [_, y] = self.point(s, s[self.s]);
        let kinetic = 0.5 * self.inertia(s) * self.angular_velocity(s).powi(2);
        kinetic + s[self.body.m] * s[self.g] * y
    }

    /// Moment of inertia about the pivot.
    fn inertia(&self, s: &Sample) -> f64 {
        s[self.body.inertia] + s[self.body.m] * s[self.s].powi(2)
    }
}
