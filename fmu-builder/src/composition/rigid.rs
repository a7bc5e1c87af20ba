//! Bodies of two parts that move as one.

use super::assembly::Specification;
use super::coupling::Rigid;
use super::port::Port;
use super::variables::{Declared, Place};
use crate::sample::Derivatives;

/// Two velocities with a common derivative, and masses, by numbers: positions among states and parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct RigidNumbers {
    pub velocities: [usize; 2],
    pub masses: [usize; 2],
}

impl RigidNumbers {
    /// All of a composition; what is wrong is told in words.
    pub fn find(
        system: &Specification,
        declared: &Declared,
        included: &[bool],
    ) -> Result<Vec<Self>, Vec<String>> {
        let mut found = Vec::new();
        for Rigid { velocities, masses } in &system.rigid {
            let parts = velocities.each_ref().map(|port| included[port.part.0]);
            if parts[0] != parts[1] {
                return Err(vec![format!(
                    "parts: {} and {} move as one and must be in one FMU",
                    system.name(&velocities[0]),
                    system.name(&velocities[1])
                )]);
            }
            if !parts[0] {
                continue;
            }
            let velocity = |port: &Port| match declared.place(port) {
                Some(Place::State(at)) => Ok(at),
                _ => Err(vec![declared.unknown(system, port, "state")]),
            };
            let mass = |port: &Port| {
                let at = declared.parameter(port);
                at.ok_or_else(|| vec![declared.unknown(system, port, "parameter")])
            };
            let [a, b] = velocities;
            let [m_a, m_b] = masses;
            found.push(Self {
                velocities: [velocity(a)?, velocity(b)?],
                masses: [mass(m_a)?, mass(m_b)?],
            });
        }
        Ok(found)
    }

    /// v̇ = (m_a v̇_a + m_b v̇_b)/(m_a + m_b): the inner force drops out.
    pub fn join(&self, p: &[f64], dx: &mut Derivatives) {
        let ([a, b], [m_a, m_b]) = (self.velocities, self.masses.map(|at| p[at]));
        let common = (m_a * dx.x[a] + m_b * dx.x[b]) / (m_a + m_b);
        (dx.x[a], dx.x[b]) = (common, common);
    }
}
