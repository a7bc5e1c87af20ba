//! The links: springs and dampers between neighbouring pins, with friction where two of them meet.
//!
//! Link k runs from pin k to pin k + 1, l is its length and e its direction. It pulls with
//!
//! ```text
//! F = c (l − p) + d l̇
//! ```
//!
//! With its rate of rotation ω_k = (e × Δv)/l, the friction at pin k is the torque M_k = d_art (ω_k − ω_{k−1}) on link k − 1 and −M_k on
//! link k. The torque T_k = M_{k+1} − M_k on link k is a couple of forces T_k/l normal to it, so that the force of link k on pin k, and its
//! opposite on pin k + 1, is
//!
//! ```text
//! G_k = F e − (T_k/l) e⊥
//! ```

use std::array::from_fn;

use serde::Deserialize;

use crate::pins::{LANES, Lanes, Pins};

/// What all links are like.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct Links {
    /// Mass of a pin with its share of both links, in kg.
    pub mass: f64,
    /// c in N/m.
    pub stiffness: f64,
    /// d in N·s/m.
    pub damping: f64,
    /// d_art in N·m·s.
    pub articulation: f64,
}

impl Default for Links {
    fn default() -> Self {
        Self { mass: 4e-3, stiffness: 1e8, damping: 40.0, articulation: 3e-4 }
    }
}

/// What links give: F e, ω, 1/l², and the power dissipated by d.
struct Pull<const L: usize> {
    fx: [f64; L],
    fy: [f64; L],
    spin: [f64; L],
    square: [f64; L],
    loss: [f64; L],
}

impl Links {
    #[inline(always)]
    fn pull<const L: usize>(&self, pitch: f64, from: [[f64; L]; 4], to: [[f64; L]; 4]) -> Pull<L> {
        let [x, y, vx, vy]: [[f64; L]; 4] = from_fn(|q| from_fn(|i| to[q][i] - from[q][i]));
        let l2: [f64; L] = from_fn(|i| x[i] * x[i] + y[i] * y[i]);
        let l = l2.map(f64::sqrt);
        let square = l2.map(|l2| 1.0 / l2);
        let per_l: [f64; L] = from_fn(|i| l[i] * square[i]);
        let rate: [f64; L] = from_fn(|i| (x[i] * vx[i] + y[i] * vy[i]) * per_l[i]);
        let scale: [f64; L] =
            from_fn(|i| (self.stiffness * (l[i] - pitch) + self.damping * rate[i]) * per_l[i]);
        Pull {
            fx: from_fn(|i| scale[i] * x[i]),
            fy: from_fn(|i| scale[i] * y[i]),
            spin: from_fn(|i| (x[i] * vy[i] - y[i] * vx[i]) * square[i]),
            square,
            loss: rate.map(|rate| self.damping * rate * rate),
        }
    }

    /// The force F of link k in N.
    pub fn force(&self, pitch: f64, pins: &Pins, k: usize) -> f64 {
        let (from, to) = (pins.pin(k), pins.pin((k + 1) % pins.x.len()));
        let [x, y, vx, vy]: [f64; 4] = from_fn(|q| to[q] - from[q]);
        let l = x.hypot(y);
        self.stiffness * (l - pitch) + self.damping * (x * vx + y * vy) / l
    }

    /// The energy stored in all links, in J.
    pub fn energy(&self, pitch: f64, pins: &Pins) -> f64 {
        let n = pins.x.len();
        let stretch = |k: usize| {
            let next = (k + 1) % n;
            (pins.x[next] - pins.x[k]).hypot(pins.y[next] - pins.y[k]) - pitch
        };
        0.5 * self.stiffness * (0..n).map(|k| stretch(k).powi(2)).sum::<f64>()
    }

    /// Fills in the derivatives of the pins with the forces of the links alone, and gives the power dissipated in W.
    ///
    /// The slots of `dx` hold F e, ω and 1/l² on the way.
    pub fn derivatives(&self, pitch: f64, pins: &Pins, dx: &mut [f64]) -> f64 {
        let n = pins.x.len();
        let (forces, rest) = dx.split_at_mut(2 * n);
        let ((gx, gy), (spin, square)) = (forces.split_at_mut(n), rest.split_at_mut(n));
        let mut loss = self.pulls(pitch, pins, [&mut *gx, &mut *gy, &mut *spin, &mut *square]);
        loss += self.articulate(pins, gx, gy, spin, square);
        let (ax, ay) = (spin, square);
        difference(gx, 1.0 / self.mass, ax);
        difference(gy, 1.0 / self.mass, ay);
        gx.copy_from_slice(pins.vx);
        gy.copy_from_slice(pins.vy);
        loss
    }

    /// F e, ω and 1/l² of all links.
    fn pulls(&self, pitch: f64, pins: &Pins, out: [&mut [f64]; 4]) -> f64 {
        let n = pins.x.len();
        let [fx, fy, spin, square] = out;
        let [from, to] = [0, 1].map(|i| {
            [pins.x, pins.y, pins.vx, pins.vy].map(|all| all[i..n - 1 + i].as_chunks::<LANES>().0)
        });
        let [fx4, fy4, spin4, square4] = [&mut *fx, &mut *fy, &mut *spin, &mut *square]
            .map(|all| all[..n - 1].as_chunks_mut::<LANES>().0);
        let blocks = (n - 1) / LANES;
        let mut losses: Lanes = [0.0; LANES];
        for b in 0..blocks {
            let pull = self.pull(pitch, from.map(|all| all[b]), to.map(|all| all[b]));
            (fx4[b], fy4[b], spin4[b], square4[b]) = (pull.fx, pull.fy, pull.spin, pull.square);
            (0..LANES).for_each(|i| losses[i] += pull.loss[i]);
        }
        let mut loss = losses.iter().sum::<f64>();
        for k in blocks * LANES..n {
            let ends = [k, (k + 1) % n].map(|k| pins.pin(k).map(|value| [value]));
            let pull = self.pull(pitch, ends[0], ends[1]);
            [fx[k], fy[k], spin[k], square[k]] =
                [pull.fx[0], pull.fy[0], pull.spin[0], pull.square[0]];
            loss += pull.loss[0];
        }
        loss
    }

    /// Adds the couples of the articulation, −(T_k/l) e⊥, to the forces.
    fn articulate(
        &self,
        pins: &Pins,
        gx: &mut [f64],
        gy: &mut [f64],
        spin: &[f64],
        square: &[f64],
    ) -> f64 {
        let n = gx.len();
        // Returns (ω_k − ω_{k−1})², and the couple for link k.
        let couple = |before: f64, here: f64, next: f64, square: f64| {
            let (m, m_next) = (here - before, next - here);
            (m * m, self.articulation * (m_next - m) * square)
        };
        let mut losses: Lanes = [0.0; LANES];
        let [x, y] = [pins.x, pins.y]
            .map(|all| [&all[1..n - 1], &all[2..]].map(|all| all.as_chunks::<LANES>().0));
        let spins =
            [&spin[..n - 2], &spin[1..n - 1], &spin[2..]].map(|all| all.as_chunks::<LANES>().0);
        let squares = square[1..n - 1].as_chunks::<LANES>().0;
        let [gx4, gy4] = [&mut *gx, &mut *gy].map(|all| all[1..n - 1].as_chunks_mut::<LANES>().0);
        let blocks = (n - 2) / LANES;
        for b in 0..blocks {
            for i in 0..LANES {
                let (loss, couple) =
                    couple(spins[0][b][i], spins[1][b][i], spins[2][b][i], squares[b][i]);
                gx4[b][i] += couple * (y[1][b][i] - y[0][b][i]);
                gy4[b][i] -= couple * (x[1][b][i] - x[0][b][i]);
                losses[i] += loss;
            }
        }
        for k in (1 + blocks * LANES..n).chain([0]) {
            let (before, next) = ((k + n - 1) % n, (k + 1) % n);
            let (loss, couple) = couple(spin[before], spin[k], spin[next], square[k]);
            gx[k] += couple * (pins.y[next] - pins.y[k]);
            gy[k] -= couple * (pins.x[next] - pins.x[k]);
            losses[0] += loss;
        }
        self.articulation * losses.iter().sum::<f64>()
    }
}

/// a_k = (G_k − G_{k−1})/m.
fn difference(g: &[f64], per_mass: f64, a: &mut [f64]) {
    let n = g.len();
    a[0] = (g[0] - g[n - 1]) * per_mass;
    for ((a, g), before) in a[1..].iter_mut().zip(&g[1..]).zip(&g[..n - 1]) {
        *a = (g - before) * per_mass;
    }
}
