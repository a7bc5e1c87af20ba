//! The timing drive of a flat engine: a chain for each bank, both on the crank, each with a hydraulic tensioner.

use chain_drive::ChainDrive;
use fmu_builder::composition::{Assembly, Composition};
use fmu_builder::*;
use hydraulic_tensioner::HydraulicTensioner;

/// Stiffness of the crank between its two wheels in N/m and N·m/rad.
const CRANK: [f64; 2] = [2e9, 3e5];
/// Stiffness of the contact between piston and rail in N/m.
const PISTON: f64 = 2e7;

/// Two chain drives and two tensioners.
pub struct FlatEngine;

impl Composition for FlatEngine {
    const NAME: &'static str = "flat-engine";
    const DESCRIPTION: &'static str =
        "Two chain drives of a flat engine with hydraulic tensioners.";
    const LINEAR: Option<bool> = Some(false);
    const SOLVER: Option<SolverKind> = Some(SolverKind::Bs23);
    const RELATIVE_TOLERANCE: f64 = 0.01;
    const STEP_SIZE: f64 = 5e-6;
    const STOP_TIME: f64 = 0.02;

    fn assemble(a: &mut Assembly) {
        let mut drive = |name, fmu: &str, layout: &str| {
            a.part::<ChainDrive>(name).structural(fmu, "layout", layout).part()
        };
        let left = drive("left", "chain-flat-left", "flat-left");
        let right = drive("right", "chain-flat-right", "flat-right");
        let tensioner_left = a.part::<HydraulicTensioner>("tensioner_left").part();
        let tensioner_right = a.part::<HydraulicTensioner>("tensioner_right").part();
        let axes = [
            ("crank.x", "crank.vx", "crank.Fx", CRANK[0]),
            ("crank.y", "crank.vy", "crank.Fy", CRANK[0]),
            ("crank.phi", "crank.omega", "crank.M", CRANK[1]),
        ];
        for (x, v, f, stiffness) in axes {
            a.spring_damper([left.end(x, v, f), right.end(x, v, f)], stiffness, 0.0);
        }
        for (drive, tensioner) in [(left, tensioner_left), (right, tensioner_right)] {
            let ends = [drive.end("rail.s", "rail.v", "rail.F"), tensioner.end("x", "v", "F")];
            a.spring_damper(ends, PISTON, 0.0);
        }
    }
}

#[cfg(feature = "fmu")]
export_fmu!(composition::Composed<FlatEngine>);
