//! The body under test by its vectors.
#![allow(dead_code)]

use driven_body::DrivenBody;
use fmu_builder::SolverKind;
use fmu_builder::runtime::Instance;
use nalgebra::{Quaternion, UnitQuaternion, Vector3};

type V = Vector3<f64>;

pub const H: f64 = 1e-3;
pub const M: f64 = 2.0;
pub const J: V = V::new(0.3, 0.2, 0.25);

/// The marker.
#[derive(Clone, Copy, Debug)]
pub struct Motion {
    pub r: V,
    pub q: UnitQuaternion<f64>,
    pub v: V,
    pub omega: V,
}

/// What is prescribed for it.
pub type Prescribed = Motion;

pub struct Body {
    pub instance: Instance<DrivenBody>,
    pub h: f64,
}

fn names(stem: &str, end: &str) -> [String; 3] {
    ["x", "y", "z"].map(|axis| format!("{stem}_{axis}{end}"))
}

fn four(end: &str) -> [String; 4] {
    ["w", "x", "y", "z"].map(|part| format!("q_{part}{end}"))
}

/// A body of `M` and `J` with these axes held, its centre of mass in the frame of the marker, gravity and start.
pub fn start(held: [bool; 6], centre: V, gravity: V, at: &Motion) -> Body {
    start_with(held, centre, gravity, at, J)
}

pub fn start_with(held: [bool; 6], centre: V, gravity: V, at: &Motion, inertia: V) -> Body {
    let mut values: Vec<(String, f64)> = vec![("m".into(), M)];
    let axes = ["x", "y", "z", "rx", "ry", "rz"];
    values.extend(
        axes.into_iter()
            .zip(held)
            .map(|(axis, held)| (format!("hold_{axis}"), f64::from(u8::from(held)))),
    );
    let vectors = [("J", inertia), ("c", centre), ("g", gravity), ("r0", at.r), ("v0", at.v)];
    for (stem, vector) in vectors.into_iter().chain([("omega0", at.omega)]) {
        values.extend(names(stem, "").into_iter().zip(vector.iter().copied()));
    }
    let q = [at.q.w, at.q.i, at.q.j, at.q.k];
    values.extend(["q0_w", "q0_x", "q0_y", "q0_z"].map(String::from).into_iter().zip(q));
    let values: Vec<(&str, f64)> = values.iter().map(|(name, x)| (name.as_str(), *x)).collect();
    Body { instance: Instance::started(SolverKind::Own, &values).unwrap(), h: H }
}

impl Body {
    fn vector(&mut self, stem: &str) -> V {
        let names = names(stem, "");
        V::from(self.instance.reals(names.each_ref().map(String::as_str)).unwrap())
    }

    pub fn motion(&mut self) -> Motion {
        let names = four("");
        let [w, x, y, z] = self.instance.reals(names.each_ref().map(String::as_str)).unwrap();
        let q = UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z));
        assert!((q.norm() - 1.0).abs() < 1e-14, "{}", q.norm());
        Motion { r: self.vector("r"), q, v: self.vector("v"), omega: self.vector("omega") }
    }

    /// Force and torque on what drives it.
    pub fn reaction(&mut self) -> [V; 2] {
        [self.vector("reaction"), self.vector("reaction_torque")]
    }

    pub fn energy(&mut self) -> f64 {
        self.instance.real("energy").unwrap()
    }

    pub fn step(&mut self, n: u32, driven: &Prescribed) {
        let vectors = [("r", driven.r), ("v", driven.v), ("omega", driven.omega)];
        let mut values: Vec<(String, f64)> = Vec::new();
        for (stem, vector) in vectors {
            values.extend(names(stem, "_in").into_iter().zip(vector.iter().copied()));
        }
        values
            .extend(four("_in").into_iter().zip([driven.q.w, driven.q.i, driven.q.j, driven.q.k]));
        for (name, value) in &values {
            let reference = self.instance.reference(name).unwrap();
            self.instance.set_real(&[reference], &[*value]).unwrap();
        }
        self.instance.do_step(f64::from(n) * self.h, self.h).unwrap();
    }
}
