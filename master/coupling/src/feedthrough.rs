//! Consistent inputs and outputs at a communication point, where outputs depend on inputs without
//! delay.
//!
//! Inputs are sorted into levels: an input of level n depends, through laws and feedthrough, on
//! inputs of lower levels only, or on inputs of its own algebraic loop. Level by level the inputs
//! are set and the outputs behind them read again; the inputs of a loop, u = law(y(u)), are found
//! by Newton's method with a finite-difference Jacobian, which is kept while it serves.

use nalgebra::{DMatrix, DVector, Dyn, LU};
use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

use crate::CouplingError;
use crate::law::CouplingLaw;
use crate::network::{Member, Network, apply};
use crate::slave::Feedthrough;

/// What to make of outputs whose dependencies a slave does not state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Assume {
    /// They may depend on every input: right, but dear. Used once, at the start.
    Dependent,
    /// They depend on none: they are read as the step left them.
    Independent,
}

/// Newton iterations on a loop before giving up.
const MAX_ITERATIONS: usize = 25;
/// A loop is solved when |u − law(y(u))| ≤ this · (1 + |u|).
const TOLERANCE: f64 = 1e-13;
/// A Jacobian that has not led there after this many iterations is computed again.
const PATIENCE: usize = 3;

/// The order in which inputs are set and outputs read again.
pub(crate) struct Feedthroughs {
    levels: Vec<Level>,
    /// All inputs by the laws, of which a level takes its own.
    scratch: Vec<f64>,
    /// `slave.input` names, for messages.
    names: Vec<String>,
}

struct Level {
    inputs: Vec<usize>,
    /// Slaves with outputs that depend on these inputs.
    slaves: Vec<usize>,
    loops: Vec<Loop>,
}

struct Loop {
    inputs: Vec<usize>,
    slaves: Vec<usize>,
    jacobian: Option<LU<f64, Dyn, Dyn>>,
    residual: DVector<f64>,
}

impl Feedthroughs {
    /// No output depends on an input.
    pub(crate) fn none(inputs: usize) -> Self {
        Self { levels: Vec::new(), scratch: vec![0.0; inputs], names: Vec::new() }
    }

    /// Sorts the inputs of the network.
    pub(crate) fn new(network: &Network, assume: Assume) -> Self {
        let graph = Graph::new(network, assume);
        let names = network.input_names();
        if !graph.feeds_through.contains(&true) {
            return Self::none(names.len());
        }
        let slave_of = |input: usize| {
            let has = |m: &Member| m.inputs.contains(&input);
            network.members.iter().position(has).expect("every input belongs to a slave")
        };
        let read_again = |inputs: &[usize]| {
            let feeding = inputs.iter().filter(|&&i| graph.feeds_through[i]);
            let mut slaves: Vec<usize> = feeding.map(|&i| slave_of(i)).collect();
            slaves.sort_unstable();
            slaves.dedup();
            slaves
        };
        let levels = graph.levels();
        let levels = levels.into_iter().map(|components| {
            let (loops, plain): (Vec<_>, Vec<_>) = components
                .into_iter()
                .partition(|c| c.len() > 1 || graph.behind[c[0]].contains(&c[0]));
            let inputs: Vec<usize> = plain.into_iter().flatten().collect();
            let loops = loops.into_iter().map(|inputs| Loop {
                slaves: read_again(&inputs),
                residual: DVector::zeros(inputs.len()),
                jacobian: None,
                inputs,
            });
            Level { slaves: read_again(&inputs), inputs, loops: loops.collect() }
        });
        Self { levels: levels.collect(), scratch: vec![0.0; names.len()], names }
    }

    /// Makes `u` and `y` consistent with each other and with the laws.
    pub(crate) fn resolve(
        &mut self,
        members: &mut [Member],
        laws: &[Box<dyn CouplingLaw>],
        t: f64,
        y: &mut [f64],
        u: &mut [f64],
    ) -> Result<(), CouplingError> {
        let scratch = &mut self.scratch;
        for level in &mut self.levels {
            apply(laws, y, scratch);
            for &i in &level.inputs {
                u[i] = scratch[i];
            }
            for &slave in &level.slaves {
                members[slave].read(t, u, y)?;
            }
            for algebraic in &mut level.loops {
                let mut problem = Problem { members: &mut *members, laws, scratch, t, y, u };
                algebraic.solve(&mut problem, &self.names)?;
            }
        }
        Ok(())
    }
}

/// What an algebraic loop is solved on.
struct Problem<'a> {
    members: &'a mut [Member],
    laws: &'a [Box<dyn CouplingLaw>],
    scratch: &'a mut Vec<f64>,
    t: f64,
    y: &'a mut [f64],
    u: &'a mut [f64],
}

impl Loop {
    fn solve(&mut self, problem: &mut Problem, names: &[String]) -> Result<(), CouplingError> {
        for iteration in 0..=MAX_ITERATIONS {
            let residual = self.evaluate(problem)?;
            if residual <= TOLERANCE {
                return Ok(());
            }
            if self.jacobian.is_none() || iteration > 0 && iteration % PATIENCE == 0 {
                self.differentiate(problem)?;
            }
            let jacobian = self.jacobian.as_ref().expect("computed above");
            if iteration == MAX_ITERATIONS || !jacobian.solve_mut(&mut self.residual) {
                let inputs = self.inputs.iter().map(|&i| names[i].clone()).collect();
                return Err(CouplingError::Loop {
                    inputs,
                    residual,
                    iterations: iteration,
                    t: problem.t,
                });
            }
            for (&i, du) in self.inputs.iter().zip(&self.residual) {
                problem.u[i] -= du;
            }
        }
        unreachable!("the last iteration returns")
    }

    /// u − law(y(u)) into `residual`; returns its largest entry relative to 1 + |u|.
    fn evaluate(&mut self, problem: &mut Problem) -> Result<f64, CouplingError> {
        let Problem { members, laws, scratch, t, y, u } = problem;
        for &slave in &self.slaves {
            members[slave].read(*t, u, y)?;
        }
        apply(laws, y, scratch);
        let mut largest: f64 = 0.0;
        for (r, &i) in self.residual.iter_mut().zip(&self.inputs) {
            *r = u[i] - scratch[i];
            largest = largest.max(r.abs() / (1.0 + u[i].abs()));
        }
        Ok(largest)
    }

    /// ∂(u − law(y(u)))/∂u by forward differences; leaves `residual` and the outputs as they were.
    fn differentiate(&mut self, problem: &mut Problem) -> Result<(), CouplingError> {
        let n = self.inputs.len();
        let at = self.residual.clone();
        let mut jacobian = DMatrix::zeros(n, n);
        for k in 0..n {
            let i = self.inputs[k];
            let (value, delta) = (problem.u[i], 1e-6 * (1.0 + problem.u[i].abs()));
            problem.u[i] = value + delta;
            self.evaluate(problem)?;
            jacobian.set_column(k, &((&self.residual - &at) / delta));
            problem.u[i] = value;
        }
        self.evaluate(problem)?;
        self.jacobian = Some(jacobian.lu());
        Ok(())
    }
}

/// Which inputs depend on which without delay.
struct Graph {
    /// For each input, the inputs on which it depends through one law and one feedthrough.
    behind: Vec<Vec<usize>>,
    /// Whether some output depends on it.
    feeds_through: Vec<bool>,
}

impl Graph {
    fn new(network: &Network, assume: Assume) -> Self {
        let mut through: Vec<Vec<usize>> = vec![Vec::new(); network.output_count()];
        let mut feeds_through = vec![false; network.input_count()];
        for member in &network.members {
            for (k, port) in member.slave.ports().outputs.iter().enumerate() {
                let inputs: Vec<usize> = match &port.feedthrough {
                    Feedthrough::Declared(inputs) => {
                        inputs.iter().map(|i| member.inputs.start + i).collect()
                    }
                    Feedthrough::Unknown if assume == Assume::Dependent => {
                        member.inputs.clone().collect()
                    }
                    Feedthrough::Unknown => Vec::new(),
                };
                inputs.iter().for_each(|&i| feeds_through[i] = true);
                through[member.outputs.start + k] = inputs;
            }
        }
        let mut behind: Vec<Vec<usize>> = vec![Vec::new(); network.input_count()];
        for (input, reads) in network.laws.iter().flat_map(|law| law.dependencies()) {
            let depends = reads.iter().flat_map(|output| &through[output.0]);
            behind[input.0].extend(depends);
        }
        for inputs in &mut behind {
            inputs.sort_unstable();
            inputs.dedup();
        }
        Self { behind, feeds_through }
    }

    /// The strongly connected components by level, each level depending on lower ones only.
    fn levels(&self) -> Vec<Vec<Vec<usize>>> {
        let mut graph = DiGraph::<(), ()>::new();
        let nodes: Vec<_> = self.behind.iter().map(|_| graph.add_node(())).collect();
        for (input, behind) in self.behind.iter().enumerate() {
            behind.iter().for_each(|&i| _ = graph.add_edge(nodes[input], nodes[i], ()));
        }
        let mut level_of = vec![0; self.behind.len()];
        let mut levels: Vec<Vec<Vec<usize>>> = Vec::new();
        // Tarjan's algorithm yields what a component depends on before the component.
        for component in tarjan_scc(&graph) {
            let component: Vec<usize> = component.into_iter().map(|node| node.index()).collect();
            let outside = component.iter().flat_map(|&i| &self.behind[i]);
            let below = outside.filter(|i| !component.contains(i)).map(|&i| level_of[i] + 1);
            let level = below.max().unwrap_or(0);
            component.iter().for_each(|&i| level_of[i] = level);
            levels.resize_with(levels.len().max(level + 1), Vec::new);
            levels[level].push(component);
        }
        levels
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{DMatrix, dmatrix, dvector};

    use super::*;
    use crate::law::{Convert, Link, Signal};
    use crate::network::{InputId, OutputId, Reading};
    use crate::slave::{LinearSlave, Slave, StateSpace};

    /// y = d u, without a state.
    fn gain(d: DMatrix<f64>, inputs: &[&str], outputs: &[&str]) -> Box<dyn Slave> {
        let (p, m) = d.shape();
        let system = StateSpace {
            a: DMatrix::zeros(0, 0),
            b: DMatrix::zeros(0, m),
            c: DMatrix::zeros(p, 0),
            d,
        };
        Box::new(LinearSlave::new(system, DVector::zeros(0), inputs, outputs))
    }

    fn link(from: usize, to: usize, offset: f64) -> Link {
        let (from, to) = (OutputId(from), InputId(to));
        Link { from, to, gain: 1.0, offset, convert: Convert::Lossless }
    }

    fn initialized(
        slaves: Vec<Box<dyn Slave>>,
        links: Vec<Link>,
    ) -> Result<(DVector<f64>, DVector<f64>), CouplingError> {
        let slaves = slaves.into_iter().enumerate().map(|(k, s)| (format!("s{k}"), s)).collect();
        let laws: Vec<Box<dyn CouplingLaw>> = vec![Box::new(Signal::new(links))];
        let mut network = Network::new(slaves, laws, Reading::Fresh);
        let mut u = DVector::zeros(network.input_count());
        let mut y = DVector::zeros(network.output_count());
        network.initialize(0.0, &mut y, &mut u).map(|()| (u, y))
    }

    #[test]
    fn a_chain_of_feedthroughs_is_followed_in_the_order_of_dependency() {
        // The last slave is the source; each other one doubles what comes from the next.
        let double = || gain(dmatrix![2.0], &["u"], &["y"]);
        let links = vec![link(1, 0, 0.0), link(2, 1, 0.0), link(3, 2, 1.0)];
        let source = gain(DMatrix::zeros(1, 0), &[], &["y"]);
        let (u, y) = initialized(vec![double(), double(), double(), source], links).unwrap();
        assert_eq!(u, dvector![4.0, 2.0, 1.0]);
        assert_eq!(y, dvector![8.0, 4.0, 2.0, 0.0]);
    }

    #[test]
    fn an_output_that_feeds_nothing_is_read_again_too() {
        // y = 2 u, and whoever looks at y at a communication point sees it for the new u.
        let source = gain(DMatrix::zeros(1, 0), &[], &["y"]);
        let slaves = vec![("a".into(), gain(dmatrix![2.0], &["u"], &["y"])), ("b".into(), source)];
        let laws: Vec<Box<dyn CouplingLaw>> = vec![Box::new(Signal::new(vec![link(1, 0, 3.0)]))];
        let mut network = Network::new(slaves, laws, Reading::Fresh);
        let (mut y, mut u) = (dvector![0.0, 1.0], dvector![0.0]);
        network.exchange(0.0, &mut y, &mut u).unwrap();
        assert_eq!((u[0], y[0]), (4.0, 8.0));
    }

    #[test]
    fn an_algebraic_loop_is_solved() {
        // u₀ = −0.5 u₁ + 3, u₁ = 4 u₀ − 1: u₀ = 3.5/3 and u₁ = 11/3, though iteration diverges.
        let slaves =
            vec![gain(dmatrix![4.0], &["u"], &["y"]), gain(dmatrix![-0.5], &["u"], &["y"])];
        let (u, _) = initialized(slaves, vec![link(1, 0, 3.0), link(0, 1, -1.0)]).unwrap();
        assert!((u[0] - 3.5 / 3.0).abs() < 1e-12 && (u[1] - 11.0 / 3.0).abs() < 1e-12, "{u}");
    }

    #[test]
    fn a_loop_without_solution_is_named() {
        // u₀ = u₁ + 1, u₁ = u₀.
        let slaves = vec![gain(dmatrix![1.0], &["u"], &["y"]), gain(dmatrix![1.0], &["u"], &["y"])];
        let error = initialized(slaves, vec![link(1, 0, 1.0), link(0, 1, 0.0)]).unwrap_err();
        let message = error.to_string();
        assert!(message.contains("s0.u") && message.contains("s1.u"), "{message}");
    }
}
