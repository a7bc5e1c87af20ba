//! The timing drive of a V6 engine: the crank drives two intermediate shafts by one chain, and each of these the cam shafts of
//! its bank by another.

use chain_drive::ChainDrive;
use fmu_builder::composition::{Assembly, Composition};
use fmu_builder::*;

/// Stiffness of a shaft between its two wheels in N/m and N·m/rad: Friedrich (2011), section 4.2.
const STIFFNESS: [f64; 2] = [6.6e9, 6.3e4];
/// Damping in N·s/m and N·m·s/rad where there is some: Friedrich (2011), table 4.4.
const DAMPING: [f64; 2] = [5000.0, 50.0];

/// Three chain drives.
pub struct V6Engine;

impl Composition for V6Engine {
    const NAME: &'static str = "v6-engine";
    const DESCRIPTION: &'static str =
        "Three chain drives of a V6 engine on two intermediate shafts.";
    const LINEAR: Option<bool> = Some(false);
    const SOLVER: Option<SolverKind> = Some(SolverKind::Bs23);
    const RELATIVE_TOLERANCE: f64 = 0.01;
    const STEP_SIZE: f64 = 5e-6;
    const STOP_TIME: f64 = 0.02;

    fn assemble(a: &mut Assembly) {
        let what = "the intermediate shafts between their two wheels: elastic, damped or rigid";
        let shafts = a.structural_text("shafts", "elastic", what);
        if !["elastic", "damped", "rigid"].contains(&shafts.as_str()) {
            a.problem(format!("shafts = {shafts:?} is not known; write elastic, damped or rigid"));
        }
        let mut drive = |name, fmu: &str, layout: &str| {
            a.part::<ChainDrive>(name).structural(fmu, "layout", layout).part()
        };
        let drive1 = drive("drive1", "chain-drive-1", "drive-1");
        let drive2 = drive("drive2", "chain-drive-2", "drive-2");
        let drive3 = drive("drive3", "chain-drive-3", "drive-3");
        for (wheel, outer) in [("shaft_left", drive2), ("shaft_right", drive3)] {
            for (axis, [x, v, f, m]) in AXES.into_iter().enumerate() {
                let of = |name: &str| format!("{wheel}.{name}");
                let inner = drive1.end(&of(x), &of(v), &of(f));
                let [x2, v2, f2, m2] = [x, v, f, m].map(|name| format!("shaft.{name}"));
                let (stiffness, damping) = (STIFFNESS[axis / 2], DAMPING[axis / 2]);
                let ends = [inner, outer.end(&x2, &v2, &f2)];
                match shafts.as_str() {
                    "rigid" => a.rigid(
                        [drive1.port(&of(v)), outer.port(&v2)],
                        [drive1.port(&of(m)), outer.port(&m2)],
                    ),
                    "damped" => a.spring_damper(ends, stiffness, damping),
                    _ => a.spring_damper(ends, stiffness, 0.0),
                }
            }
        }
    }
}

/// Position, velocity, force and mass of a wheel, along x, along y and in rotation.
const AXES: [[&str; 4]; 3] =
    [["x", "vx", "Fx", "m"], ["y", "vy", "Fy", "m"], ["phi", "omega", "M", "J"]];

#[cfg(feature = "fmu")]
export_fmu!(composition::Composed<V6Engine>);
