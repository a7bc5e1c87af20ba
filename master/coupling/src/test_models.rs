//! Networks with exact solutions, for tests and studies.

use nalgebra::{DVector, Matrix4, Vector4, dmatrix, dvector};

use crate::id::{InputId, OutputId};
use crate::law::{CouplingLaw, Side, SpringDamper};
use crate::network::{Network, Reading};
use crate::slave::{LinearSlave, Slave, StateSpace};

/// Two masses on springs to the ground, coupled by a spring and damper.
///
/// Schweizer and Lu (2014), section 4.1: force/force decomposition, the law in the master.
#[derive(Clone, Debug)]
pub struct TwoMass {
    /// Masses in kg.
    pub m: [f64; 2],
    /// Stiffness to the ground in N/m.
    pub c: [f64; 2],
    /// Damping to the ground in N·s/m.
    pub d: [f64; 2],
    /// Stiffness of the coupling in N/m.
    pub cc: f64,
    /// Damping of the coupling in N·s/m.
    pub dc: f64,
    /// Positions at t = 0 in m.
    pub x0: [f64; 2],
    /// Velocities at t = 0 in m/s.
    pub v0: [f64; 2],
}

impl TwoMass {
    /// The parameters of Schweizer and Lu (2014), section 4.1.
    pub fn schweizer_lu() -> Self {
        Self {
            m: [1.0, 2.0],
            c: [1000.0; 2],
            d: [10.0; 2],
            cc: 1000.0,
            dc: 10.0,
            x0: [0.0; 2],
            v0: [100.0, -100.0],
        }
    }

    /// The slaves `left` and `right`, each with input `force` and outputs `x`, `v`, and their law.
    pub fn network(&self) -> Network {
        let slave = |k: usize| -> Box<dyn Slave> {
            let system = StateSpace {
                a: dmatrix![0.0, 1.0; -self.c[k] / self.m[k], -self.d[k] / self.m[k]],
                b: dmatrix![0.0; 1.0 / self.m[k]],
                c: dmatrix![1.0, 0.0; 0.0, 1.0],
                d: dmatrix![0.0; 0.0],
            };
            let x: DVector<f64> = dvector![self.x0[k], self.v0[k]];
            Box::new(LinearSlave::new(system, x, &["force"], &["x", "v"]))
        };
        let slaves = vec![("left".into(), slave(0)), ("right".into(), slave(1))];
        Network::new(slaves, vec![self.law()], Reading::default())
    }

    /// The coupling law, for slaves with outputs x, v and input force in this order.
    pub fn law(&self) -> Box<dyn CouplingLaw> {
        let side = |k: usize| Side {
            position: OutputId(2 * k),
            velocity: OutputId(2 * k + 1),
            force: InputId(k),
        };
        Box::new(SpringDamper {
            a: side(0),
            b: side(1),
            stiffness: self.cc.into(),
            damping: self.dc.into(),
            rest_length: 0.0,
        })
    }

    /// x₁, v₁, x₂, v₂ at time t.
    pub fn exact(&self, t: f64) -> Vector4<f64> {
        let Self { x0, v0, .. } = self;
        self.propagator(t) * Vector4::new(x0[0], v0[0], x0[1], v0[1])
    }

    /// From x₁, v₁, x₂, v₂ at 0 to those at t, by the matrix exponential of the whole system.
    pub fn propagator(&self, t: f64) -> Matrix4<f64> {
        let Self { m, c, d, cc, dc, .. } = self;
        let row = |k: usize| [-(c[k] + cc) / m[k], -(d[k] + dc) / m[k], cc / m[k], dc / m[k]];
        let (r1, r2) = (row(0), row(1));
        let a = Matrix4::new(
            0.0, 1.0, 0.0, 0.0, //
            r1[0], r1[1], r1[2], r1[3], //
            0.0, 0.0, 0.0, 1.0, //
            r2[2], r2[3], r2[0], r2[1],
        );
        (a * t).exp()
    }
}
