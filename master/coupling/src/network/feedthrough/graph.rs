//! Which inputs depend on which without delay, and the order that follows.

use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

use super::Assume;
use crate::network::{Member, Network};
use crate::slave::{Feedthrough, OutputPort};

/// Dependencies between inputs.
pub(super) struct Graph {
    /// For each input, the inputs on which it depends through one law and one feedthrough.
    pub(super) behind: Vec<Vec<usize>>,
    /// Whether some output depends on it.
    pub(super) feeds_through: Vec<bool>,
}

impl Graph {
    /// No input depends on another.
    pub(super) fn none(inputs: usize) -> Self {
        Self { behind: vec![Vec::new(); inputs], feeds_through: vec![false; inputs] }
    }

    pub(super) fn new(network: &Network, assume: Assume) -> Self {
        let mut through: Vec<Vec<usize>> = vec![Vec::new(); network.output_count()];
        let mut feeds_through = vec![false; network.input_count()];
        for member in &network.members {
            for (k, port) in member.slave.ports().outputs.iter().enumerate() {
                let inputs = inputs_behind(member, port, assume);
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

    /// Whether the inputs of a strongly connected component depend on themselves.
    pub(super) fn is_loop(&self, component: &[usize]) -> bool {
        component.len() > 1 || self.behind[component[0]].contains(&component[0])
    }

    /// The strongly connected components by level, each level depending on lower ones only.
    pub(super) fn levels(&self) -> Vec<Vec<Vec<usize>>> {
        let mut level_of = vec![0; self.behind.len()];
        let mut levels: Vec<Vec<Vec<usize>>> = Vec::new();
        for component in components(&self.behind) {
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

/// The strongly connected components of a graph given by what each node depends on; each follows
/// those that it depends on, which is the order of Tarjan's algorithm.
pub(crate) fn components(behind: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut graph = DiGraph::<(), ()>::new();
    let nodes: Vec<_> = behind.iter().map(|_| graph.add_node(())).collect();
    for (node, behind) in behind.iter().enumerate() {
        behind.iter().for_each(|&i| _ = graph.add_edge(nodes[node], nodes[i], ()));
    }
    let component = |nodes: Vec<_>| nodes.into_iter().map(petgraph::graph::NodeIndex::index);
    tarjan_scc(&graph).into_iter().map(|nodes| component(nodes).collect()).collect()
}

/// The inputs, numbered as in u, on which an output depends without delay.
fn inputs_behind(member: &Member, port: &OutputPort, assume: Assume) -> Vec<usize> {
    match (&port.feedthrough, assume) {
        (Feedthrough::Declared(inputs), Assume::Independent | Assume::Dependent)
        | (Feedthrough::Seen(inputs), Assume::Independent) => {
            inputs.iter().map(|i| member.inputs.start + i).collect()
        }
        (Feedthrough::Unknown, Assume::Independent) => Vec::new(),
        (Feedthrough::Unknown | Feedthrough::Seen(_), Assume::Dependent)
        | (_, Assume::Everything) => member.inputs.clone().collect(),
    }
}
