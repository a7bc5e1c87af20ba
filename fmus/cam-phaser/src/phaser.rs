//! The equations of the phaser.
//!
//! ```text
//! J_s φ̈_s = M_s − M,  J_r φ̈_r = M_r + M,  M = D (p_A − p_B) + stops − d ψ̇,  ψ = ψ0 + φ_r − φ_s
//! ṗ_A = E(p_A)/V_A (Q_PA − Q_AT − Q_AB − G_T (p_A − p_amb) − D ψ̇)       V_A = V_d + D ψ
//! ṗ_B = E(p_B)/V_B (Q_PB − Q_BT + Q_AB − G_T (p_B − p_amb) + D ψ̇)       V_B = V_d + D (ψ_max − ψ)
//! ṗ_P = E(p_P)/V_P (Q_in − Q_PA − Q_PB − Q_out)                          Q_AB = G_AB (p_A − p_B)
//! I_in Q̇_in = p_in − p_P − R_in Q_in,  I_out Q̇_out = p_P − p_out − R_out Q_out
//! ```
//!
//! The spool opens P→A and B→T by ramp(o), P→B and A→T by ramp(−o), with o = 2 (s − ½).

use engine_laws::{AMBIENT, Contact, Oil, Orifice, ramp};

/// Δp_t of the spool in Pa.
pub(crate) const TRANSITION: f64 = 2e4;
/// Half the range of the spool over which its edges begin to open.
const UNDERLAP: f64 = 0.04;

/// A line with inertia and laminar friction.
#[derive(Clone, Copy, Debug)]
pub struct Duct {
    /// I in Pa·s²/m³.
    pub inertance: f64,
    /// R in Pa·s/m³.
    pub resistance: f64,
}

/// What the phaser is made of.
#[derive(Clone, Copy, Debug)]
pub struct Phaser {
    /// J_s in kg·m².
    pub stator: f64,
    /// J_r in kg·m².
    pub rotor: f64,
    /// D in m³/rad.
    pub displacement: f64,
    /// V_d of each chamber at its stop in m³.
    pub dead_volume: f64,
    /// ψ0 in rad.
    pub start: f64,
    /// ψ_max in rad.
    pub range: f64,
    /// d in N·m·s/rad.
    pub damping: f64,
    /// At ψ = 0 and ψ_max.
    pub stop: Contact,
    /// One edge of the spool, wide open.
    pub spool: Orifice,
    /// G_AB in m³/(s·Pa).
    pub leak: f64,
    /// G_T of each chamber in m³/(s·Pa).
    pub leak_out: f64,
    /// V_P in m³.
    pub gallery: f64,
    /// From the supply into the gallery.
    pub inlet: Duct,
    /// From the gallery on, if there is such a line.
    pub outlet: Option<Duct>,
    /// What it is filled with.
    pub oil: Oil,
}

impl Default for Phaser {
    /// The one without an outlet.
    fn default() -> Self {
        Self {
            stator: 1.5e-3,
            rotor: 5e-4,
            displacement: 4e-5,
            dead_volume: 2e-6,
            start: 0.05,
            range: 0.35,
            damping: 0.2,
            stop: Contact { stiffness: 2e4, damping: 0.5, rounding: 1e-4 },
            spool: Orifice::new(12e-6, TRANSITION),
            leak: 2e-12,
            leak_out: 1e-12,
            gallery: 2e-6,
            inlet: Duct { inertance: 3e6, resistance: 5e8 },
            outlet: None,
            oil: Oil::new(0.02),
        }
    }
}

/// The state; angles in rad, pressures in Pa, flows in m³/s.
#[derive(Clone, Copy, Debug)]
pub struct At {
    /// φ of stator and rotor since the start.
    pub phi: [f64; 2],
    /// ω of stator and rotor.
    pub omega: [f64; 2],
    /// p_A.
    pub p_a: f64,
    /// p_B.
    pub p_b: f64,
    /// p_P.
    pub p_p: f64,
    /// Q_in, into the gallery.
    pub q_in: f64,
    /// Q_out, out of it.
    pub q_out: f64,
}

/// What acts from outside.
#[derive(Clone, Copy, Debug)]
pub struct Applied {
    /// Torques on stator and rotor in N·m.
    pub torque: [f64; 2],
    /// Pressure before the inlet in Pa.
    pub p_in: f64,
    /// Position of the spool, from 0 to 1.
    pub spool: f64,
    /// Pressure behind the outlet in Pa.
    pub p_out: f64,
}

/// Derivatives of the state, and powers in W.
#[derive(Clone, Copy, Debug)]
pub struct Rates {
    /// ω̇ of stator and rotor.
    pub omega: [f64; 2],
    /// ṗ_A.
    pub p_a: f64,
    /// ṗ_B.
    pub p_b: f64,
    /// ṗ_P.
    pub p_p: f64,
    /// Q̇_in.
    pub q_in: f64,
    /// Q̇_out.
    pub q_out: f64,
    /// By friction, stops, edges, leaks and lines.
    pub dissipated: f64,
    /// D ψ̇ (w(p_A) − w(p_B)): oil in chambers whose volumes change is not exactly conservative with ṗ = E/V ΣQ.
    pub of_volumes: f64,
}

impl Phaser {
    /// ψ = ψ0 + φ_r − φ_s.
    #[inline]
    pub fn phase(&self, at: &At) -> f64 {
        self.start + at.phi[1] - at.phi[0]
    }

    /// The derivatives.
    #[inline]
    pub fn rates(&self, at: &At, applied: &Applied) -> Rates {
        let At { omega: [omega_s, omega_r], p_a, p_b, p_p, q_in, q_out, .. } = *at;
        let (psi, psidot) = (self.phase(at), omega_r - omega_s);

        // What turns the rotor against the stator.
        let (low, low_power) = self.stop.force(-psi, -psidot);
        let (high, high_power) = self.stop.force(psi - self.range, psidot);
        let torque = self.displacement * (p_a - p_b) + low - high - self.damping * psidot;

        // Through the spool from P and to T, each by the two edges that are open, and leaks.
        let open = 2.0 * (applied.spool - 0.5);
        let (forth, back) = (ramp(open, UNDERLAP), ramp(-open, UNDERLAP));
        let (q_pa, q_bt) =
            (edge(forth, self.spool, p_p - p_a), edge(forth, self.spool, p_b - AMBIENT));
        let (q_pb, q_at) =
            (edge(back, self.spool, p_p - p_b), edge(back, self.spool, p_a - AMBIENT));
        let q_ab = self.leak * (p_a - p_b);
        let out_a = q_at + self.leak_out * (p_a - AMBIENT);
        let out_b = q_bt + self.leak_out * (p_b - AMBIENT);
        let spool = q_pa * (p_p - p_a) + q_pb * (p_p - p_b) + q_ab * (p_a - p_b);
        let to_ambient = out_a * (p_a - AMBIENT) + out_b * (p_b - AMBIENT);

        // Chambers, gallery and lines.
        let swept = self.displacement * psidot;
        let (volume_a, volume_b) = self.volumes(psi);
        let (modulus_a, energy_a) = self.oil.modulus_and_energy(p_a);
        let (modulus_b, energy_b) = self.oil.modulus_and_energy(p_b);
        let in_friction = self.inlet.resistance * q_in;
        let (dq_out, out_power) = self.outlet.map_or((0.0, 0.0), |line| {
            let friction = line.resistance * q_out;
            ((p_p - applied.p_out - friction) / line.inertance, friction * q_out)
        });
        let mechanical = self.damping * psidot * psidot + low_power + high_power;
        Rates {
            omega: [
                (applied.torque[0] - torque) / self.stator,
                (applied.torque[1] + torque) / self.rotor,
            ],
            p_a: modulus_a / volume_a * (q_pa - out_a - q_ab - swept),
            p_b: modulus_b / volume_b * (q_pb - out_b + q_ab + swept),
            p_p: self.oil.modulus(p_p) / self.gallery * (q_in - q_pa - q_pb - q_out),
            q_in: (applied.p_in - p_p - in_friction) / self.inlet.inertance,
            q_out: dq_out,
            dissipated: mechanical + spool + to_ambient + in_friction * q_in + out_power,
            of_volumes: swept * (energy_a - energy_b),
        }
    }

    /// ½ J_s ω_s² + ½ J_r ω_r² + ΣV w(p) + ½ ΣI Q² + what the stops store.
    pub fn energy(&self, at: &At) -> f64 {
        let (psi, w) = (self.phase(at), |p| self.oil.energy(p));
        let (volume_a, volume_b) = self.volumes(psi);
        let oil = volume_a * w(at.p_a) + volume_b * w(at.p_b) + self.gallery * w(at.p_p);
        let turning = self.stator * at.omega[0].powi(2) + self.rotor * at.omega[1].powi(2);
        let flowing_out = self.outlet.map_or(0.0, |line| line.inertance * at.q_out * at.q_out);
        let flowing = self.inlet.inertance * at.q_in * at.q_in + flowing_out;
        let stops = self.stop.energy(-psi) + self.stop.energy(psi - self.range);
        oil + 0.5 * (turning + flowing) + stops
    }

    #[inline]
    fn volumes(&self, psi: f64) -> (f64, f64) {
        let volume = |angle| self.dead_volume + self.displacement * angle;
        (volume(psi), volume(self.range - psi))
    }
}

/// The flow through an edge of the spool that is open by the part `open`.
#[inline(always)]
fn edge(open: f64, orifice: Orifice, dp: f64) -> f64 {
    if open == 0.0 { 0.0 } else { open * orifice.flow(dp) }
}

#[cfg(test)]
mod tests;
