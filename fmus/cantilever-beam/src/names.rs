//! How the coordinates of the nodes are called.

use fmu_builder::Coordinate;

/// Names of position, velocity and acceleration of a coordinate, and what it is.
struct Named {
    names: [String; 3],
    units: [&'static str; 3],
    what: String,
}

/// Calls `with` with the coordinates of N nodes: deflection and slope of each, those of the tip without its number.
pub(crate) fn with_coordinates<T>(nodes: usize, with: impl FnOnce(&[Coordinate]) -> T) -> T {
    let named: Vec<Named> = (1..=nodes).flat_map(|node| of_node(node, node == nodes)).collect();
    let coordinates: Vec<Coordinate> = named
        .iter()
        .map(|Named { names: [q, v, a], units, what }| Coordinate {
            names: [q, v, a],
            units: *units,
            what,
        })
        .collect();
    with(&coordinates)
}

fn of_node(node: usize, is_tip: bool) -> [Named; 2] {
    let (stem, place) = if is_tip {
        (String::new(), String::from("the tip"))
    } else {
        (format!("node{node}_"), format!("node {node}"))
    };
    let named = |names: [&str; 3], units, what: String| Named {
        names: names.map(|name| format!("{stem}{name}")),
        units,
        what,
    };
    [
        named(["x", "v", "a"], ["m", "m/s", "m/s2"], format!("deflection of {place}")),
        named(
            ["phi", "omega", "alpha"],
            ["rad", "rad/s", "rad/s2"],
            format!("slope of the beam at {place}"),
        ),
    ]
}
