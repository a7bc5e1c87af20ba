//! The couplings of a composition: by names, as the laws of the master, and as sections of a scenario.

use coupling::law::{
    Compressibility, Convert, CouplingLaw, Fluid, HydraulicNode, Line as LawLine, Link, Side,
    Signal, SpringDamper,
};
use coupling::{InputId, OutputId};

use super::port::{End, Line, Port};

/// A volume of fluid.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// V_K in m³.
    pub volume: f64,
    /// Its pressure in Pa at the start.
    pub pressure: f64,
    /// Its bulk modulus in Pa; that of the liquid alone where there is gas in it.
    pub modulus: f64,
    /// Gas in it, if its modulus depends on the pressure: the fraction at the reference pressure, the isentropic exponent, and
    /// that pressure in Pa.
    pub gas: Option<[f64; 3]>,
}

/// A law between parts.
#[derive(Clone, Debug)]
pub(super) enum Coupling {
    SpringDamper { ends: [End; 2], stiffness: f64, damping: f64 },
    HydraulicNode { lines: Vec<Line>, node: Node },
    Signal { from: Port, to: Port },
}

/// Two velocities with a common derivative, and the parameters with the masses.
#[derive(Clone, Debug)]
pub(super) struct Rigid {
    pub velocities: [Port; 2],
    pub masses: [Port; 2],
}

/// Where the variables of a law stand.
pub(super) trait Numbers {
    fn output(&mut self, port: &Port) -> OutputId;
    fn input(&mut self, port: &Port) -> InputId;
}

impl Coupling {
    /// All variables that it joins.
    pub fn ports(&self) -> Vec<&Port> {
        let (reads, drives) = (self.reads(), self.drives());
        reads.into_iter().chain(drives).collect()
    }

    /// The outputs that a master reads for it: also those that only its time derivative needs.
    pub fn reads(&self) -> Vec<&Port> {
        match self {
            Self::SpringDamper { ends, .. } => {
                ends.iter().flat_map(|end| [&end.position, &end.velocity]).collect()
            }
            Self::HydraulicNode { lines, .. } => {
                lines.iter().flat_map(|line| [&line.volume, &line.flow]).collect()
            }
            Self::Signal { from, .. } => vec![from],
        }
    }

    /// The inputs that it drives.
    pub fn drives(&self) -> Vec<&Port> {
        match self {
            Self::SpringDamper { ends, .. } => ends.iter().map(|end| &end.force).collect(),
            Self::HydraulicNode { lines, .. } => lines.iter().map(|line| &line.pressure).collect(),
            Self::Signal { to, .. } => vec![to],
        }
    }

    /// The law of the master.
    pub fn law(&self, numbers: &mut dyn Numbers) -> Box<dyn CouplingLaw> {
        match self {
            Self::SpringDamper { ends, stiffness, damping } => {
                let [a, b] = ends.each_ref().map(|end| Side {
                    position: numbers.output(&end.position),
                    velocity: numbers.output(&end.velocity),
                    force: numbers.input(&end.force),
                });
                let (stiffness, damping) = ((*stiffness).into(), (*damping).into());
                Box::new(SpringDamper { a, b, stiffness, damping, rest_length: 0.0 })
            }
            Self::HydraulicNode { lines, node } => {
                // Within a composition no derivative is asked for, so no flow either.
                let lines = lines.iter().map(|line| LawLine {
                    volume: numbers.output(&line.volume),
                    flow: numbers.output(&line.volume),
                    pressure: numbers.input(&line.pressure),
                });
                let lines = lines.collect();
                Box::new(HydraulicNode::new(
                    lines,
                    node.volume,
                    node.pressure,
                    node.compressibility(),
                ))
            }
            Self::Signal { from, to } => {
                let (from, to) = (numbers.output(from), numbers.input(to));
                let convert = Convert::Lossless;
                Box::new(Signal::new(vec![Link { from, to, gain: 1.0, offset: 0.0, convert }]))
            }
        }
    }

    /// The energy that it stores, from the outputs of [`reads`](Self::reads) by their position there.
    pub fn energy(&self, y: impl Fn(usize) -> f64) -> f64 {
        match self {
            Self::SpringDamper { stiffness, .. } => 0.5 * stiffness * (y(2) - y(0)).powi(2),
            Self::HydraulicNode { lines, node } => {
                node.energy((0..lines.len()).map(|line| y(2 * line)).sum())
            }
            Self::Signal { .. } => 0.0,
        }
    }
}

/// The pressure of the surroundings in Pa, against which a node does work.
const AMBIENT: f64 = 1e5;

impl Node {
    fn fluid(&self, [gas_fraction, exponent, reference_pressure]: [f64; 3]) -> Fluid {
        Fluid { modulus: self.modulus, gas_fraction, exponent, reference_pressure }
    }

    fn compressibility(&self) -> Compressibility {
        match self.gas {
            None => Compressibility::Constant(self.modulus),
            Some(gas) => Compressibility::PressureDependent(self.fluid(gas)),
        }
    }

    /// ∫ (p − p_amb) dV for the volume that was pushed in: what the lines have put into the node, in gauge pressure.
    fn energy(&self, pushed: f64) -> f64 {
        let s = pushed / self.volume;
        let gauge = self.pressure - AMBIENT;
        match self.gas {
            None => self.volume * (gauge * s + 0.5 * self.modulus * s * s),
            Some(gas) => {
                // Simpson's rule; the integrand is smooth.
                let fluid = self.fluid(gas);
                let p = |s: f64| fluid.pressure(self.pressure, s, self.pressure) - AMBIENT;
                const PARTS: usize = 64;
                let at = |i: usize| p(s * i as f64 / PARTS as f64);
                let weight = |i: usize| if i % 2 == 1 { 4.0 } else { 2.0 };
                let inner: f64 = (1..PARTS).map(|i| weight(i) * at(i)).sum();
                self.volume * s / (3.0 * PARTS as f64) * (at(0) + inner + at(PARTS))
            }
        }
    }
}
