//! How heavy two slaves are where a law passes motion from one to the other, by short steps of each alone.
//!
//! ```text
//! W = ∂v/∂(force · t)       of the slave that gives motion: a constant force over many steps; the second half of them
//!                           counts, so that what its solver makes of a jump is over
//! M = −h ∂λ/∂v_in           of the slave that takes motion: another velocity at the end of one step
//! mass ratio                the largest eigenvalue of J W Jᵀ M
//! ```
//!
//! For two masses this is m₂/m₁. In the limit of short steps nothing else of the slaves counts: an explicit coupling
//! multiplies disturbances of λ by numbers that depend on the mass ratio and on the rules alone, and where one of them
//! lies outside the unit circle no step is short enough: the coupling is not zero-stable. Arnold (2010); Zhang et al. (2022),
//! section 4.1.2 and Fig. 7.

use nalgebra::{DMatrix, DVector, Matrix6};

use crate::CouplingError;
use crate::execution::{Begin, Task};
use crate::id::{InputId, OutputId, SlaveId};
use crate::law::kinematics::{KinematicPorts, SixPorts, jacobian};
use crate::network::Network;
use crate::polynomial::Polynomial;
use crate::simulation::Simulation;
use crate::slave::{Slot, Step};
use crate::spectrum::spectral_radius;

/// Steps with another force; the second half of them counts.
const STEPS: u32 = 32;
/// By how much a force and a velocity are moved; a second time by more, where the answer is below this part of what is there.
const FORCE: f64 = 1.0;
const VELOCITY: f64 = 1e-3;
const MORE: f64 = 1e4;
const STANDS_OUT: f64 = 1e-9;

/// How heavy two slaves are against each other.
#[derive(Clone, Debug, PartialEq)]
pub struct MassRatio {
    /// The law between them, by its number in the network.
    pub law: usize,
    /// The slave that gives motion, and the one that takes it.
    pub slaves: [SlaveId; 2],
    /// The mass of the second relative to the first; none where one of them cannot be rewound or refuses such steps.
    pub value: Option<f64>,
}

/// The mass ratio of every law that passes motion on, at the start of a simulation that has not begun, by steps of
/// length `h`.
pub fn mass_ratios(simulation: &mut Simulation, h: f64) -> Result<Vec<MassRatio>, CouplingError> {
    simulation.initialize()?;
    let (t, point) = (simulation.t(), simulation.point().clone());
    let network = simulation.network_mut();
    let y = point.y.as_slice();
    let found = network.laws.iter().enumerate().filter_map(|(law, held)| {
        let kinematics = held.kinematics()?;
        Some((law, kinematics.ports(), jacobian(kinematics.arm(y))))
    });
    let found: Vec<_> = found.collect();
    let inputs = point.u.iter().map(|u| Polynomial::constant(*u)).collect();
    let mut trial = Trial { network, t, h, inputs, saved: Vec::new() };
    let ratio = |(law, ports, j): (usize, KinematicPorts, Matrix6<f64>)| {
        let slaves = trial.slaves(&ports)?;
        Some(MassRatio { law, slaves, value: trial.ratio(&ports, &j, slaves) })
    };
    Ok(found.into_iter().filter_map(ratio).collect())
}

/// Steps of single slaves from the start.
struct Trial<'a> {
    network: &'a mut Network,
    t: f64,
    h: f64,
    inputs: Vec<Polynomial>,
    /// The slaves that have kept their state at the start.
    saved: Vec<SlaveId>,
}

impl Trial<'_> {
    /// Who gives motion and who takes it.
    fn slaves(&self, ports: &KinematicPorts) -> Option<[SlaveId; 2]> {
        let InputId(force) = ports.force.iter().flatten().next()?;
        let InputId(prescribed) = ports.prescribed.iter().flatten().next()?;
        let with = |input: &usize| {
            self.network.slaves().find(|slave| self.network.inputs_of(*slave).contains(input))
        };
        Some([with(force)?, with(prescribed)?])
    }

    /// The largest eigenvalue of J W Jᵀ M.
    fn ratio(
        &mut self,
        ports: &KinematicPorts,
        j: &Matrix6<f64>,
        [giving, taking]: [SlaveId; 2],
    ) -> Option<f64> {
        if !(self.network.can_be_rewound(giving) && self.network.can_be_rewound(taking)) {
            return None;
        }
        let (h, half) = (self.h, STEPS / 2);
        let w = self.changes(giving, (&ports.force, FORCE), &ports.velocity, (half, STEPS))?;
        let m = self.changes(taking, (&ports.prescribed, VELOCITY), &ports.reaction, (0, 1))?;
        let product = j * (w / (f64::from(half) * h)) * j.transpose() * (m * -h);
        spectral_radius(&DMatrix::from_iterator(6, 6, product.iter().copied()))
    }

    /// What each input changes in some outputs between two numbers of steps, per unit of it.
    fn changes(
        &mut self,
        slave: SlaveId,
        (inputs, by): (&SixPorts<InputId>, f64),
        outputs: &SixPorts<OutputId>,
        over: (u32, u32),
    ) -> Option<Matrix6<f64>> {
        let mut matrix = Matrix6::zeros();
        let rest = self.run(slave, None, over)?;
        for (column, input) in inputs.iter().enumerate() {
            let Some(input) = *input else { continue };
            for by in [by, MORE * by] {
                let Some(moved) = self.run(slave, Some((input, by)), over) else { break };
                let mut stands_out = false;
                for (row, output) in outputs.iter().enumerate() {
                    let Some(OutputId(output)) = *output else { continue };
                    let change = moved.change(output) - rest.change(output);
                    matrix[(row, column)] = change / by;
                    stands_out |= change.abs() > STANDS_OUT * rest.to[output].abs();
                }
                if stands_out {
                    break;
                }
            }
        }
        Some(matrix)
    }

    /// The outputs of a slave after two numbers of steps, with an input moved; none if it refuses a step.
    fn run(
        &mut self,
        slave: SlaveId,
        moved: Option<(InputId, f64)>,
        (from, to): (u32, u32),
    ) -> Option<Ends> {
        let mut inputs = self.inputs.clone();
        if let Some((InputId(input), by)) = moved {
            inputs[input] = Polynomial::constant(inputs[input].end() + by);
        }
        let mut y = DVector::zeros(self.network.output_count());
        let mut ends = Ends { from: y.clone(), to: y.clone() };
        let t = |n: u32| self.t + f64::from(n) * self.h;
        for n in 0..to {
            let begin = match (n, self.saved.contains(&slave)) {
                (0, true) => Begin::Restored(Slot::Trial),
                (0, false) => Begin::Saved(Slot::Trial),
                _ => Begin::Here,
            };
            let step = Step { t: t(n), end: t(n + 1), h: self.h };
            self.network.step(slave, Task { begin, step: &step }, &inputs, &mut y).ok()?;
            if begin == Begin::Saved(Slot::Trial) {
                self.saved.push(slave);
            }
            if n + 1 == from {
                ends.from.copy_from(&y);
            }
        }
        ends.to.copy_from(&y);
        Some(ends)
    }
}

/// Outputs after two numbers of steps; zero after none.
struct Ends {
    from: DVector<f64>,
    to: DVector<f64>,
}

impl Ends {
    fn change(&self, output: usize) -> f64 {
        self.to[output] - self.from[output]
    }
}
