//! What a picture of a drive needs and its layout fixes, as local variables of the FMU.

use fmu_builder::{Output, Variables};

use crate::drive::Drive;
use crate::layout::Layout;

/// Declares centres, radii and teeth of the wheels, the arc of the rail, and the pitch, each with its value.
pub fn declare(v: &mut Variables, layout: &Layout, drive: &Drive) -> Vec<(Output, f64)> {
    let mut all = Vec::new();
    let mut local = |name: String, value: f64, unit: &str, text: &str| {
        let output = v.output(&name, unit, text);
        v.local(output);
        all.push((output, value));
    };
    for (wheel, sprocket) in layout.wheels.iter().zip(&drive.sprockets) {
        let [x, y] = sprocket.centre;
        let name = |of: &str| format!("{}.{of}", wheel.name);
        local(name("cx"), x, "m", "centre of the wheel at rest");
        local(name("cy"), y, "m", "centre of the wheel at rest");
        local(name("R"), sprocket.radius, "m", "radius of its pitch circle");
        local(name("z"), f64::from(sprocket.teeth), "", "its teeth");
    }
    let arc = &drive.arc;
    for (name, value, unit, text) in [
        ("rail.cx", arc.centre[0], "m", "centre of the rail's arc at s = 0"),
        ("rail.cy", arc.centre[1], "m", "centre of the rail's arc at s = 0"),
        ("rail.nx", arc.normal[0], "", "direction in which the rail moves"),
        ("rail.ny", arc.normal[1], "", "direction in which the rail moves"),
        ("rail.Rg", arc.radius, "m", "radius of the rail's arc"),
        ("pitch", drive.pitch, "m", "distance between pins"),
    ] {
        local(name.into(), value, unit, text);
    }
    all
}
