//! Cycles of references between modules beside each other.
//!
//! Modules that lie in one module are compared with each other, each with all that lies in it. What a module refers to in the one
//! around it counts for the neighbour from which it is re-exported; code of the outer module itself belongs to nobody.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::references::Names;
use crate::tree::{ModulePath, Tree};

/// From which neighbour to which, and where.
type Edges = BTreeMap<(String, String), String>;

/// Every cycle between neighbours, spelled out.
pub fn cycles(tree: &Tree) -> Vec<String> {
    let names = Names::of(tree);
    let mut outer: BTreeMap<ModulePath, Edges> = BTreeMap::new();
    for (from, module) in tree {
        for (to, path) in names.references(from) {
            let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
            if let (Some(a), Some(b)) = (from.get(common), to.get(common)) {
                let edges = outer.entry(from[..common].to_vec()).or_default();
                let place = format!("{} by `{path}`", module.file.display());
                edges.entry((a.clone(), b.clone())).or_insert(place);
            }
        }
    }
    outer.iter().flat_map(|(module, edges)| inside(module, edges)).collect()
}

/// The cycles among the neighbours inside one module: for every neighbour on one, the shortest through it.
fn inside(module: &[String], edges: &Edges) -> Vec<String> {
    let neighbours: BTreeSet<&str> = edges.keys().map(|(from, _)| from.as_str()).collect();
    let mut cycles = BTreeMap::new();
    for cycle in neighbours.into_iter().filter_map(|start| shortest(edges, start)) {
        cycles.entry(cycle.iter().copied().collect::<BTreeSet<_>>()).or_insert(cycle);
    }
    let place = ["crate"].into_iter().chain(module.iter().map(String::as_str));
    let place = place.collect::<Vec<_>>().join("::");
    let told = cycles.values().map(|cycle| {
        let steps = cycle.windows(2).map(|pair| {
            let place = &edges[&(pair[0].to_string(), pair[1].to_string())];
            format!("{} → {} in {place}", pair[0], pair[1])
        });
        format!("{place}: {}", steps.collect::<Vec<_>>().join("; "))
    });
    told.collect()
}

/// The shortest way from a neighbour back to itself, if there is one.
fn shortest<'a>(edges: &'a Edges, start: &'a str) -> Option<Vec<&'a str>> {
    let mut ways = VecDeque::from([vec![start]]);
    let mut seen = BTreeSet::new();
    while let Some(way) = ways.pop_front() {
        for (_, next) in edges.keys().filter(|(from, _)| Some(&from.as_str()) == way.last()) {
            let longer = [way.clone(), vec![next.as_str()]].concat();
            if next == start {
                return Some(longer);
            }
            if seen.insert(next) {
                ways.push_back(longer);
            }
        }
    }
    None
}
