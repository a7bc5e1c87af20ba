//! A timing chain drive in the plane: pins joined by links, toothed wheels in elastic bearings, and a tensioning rail.
//!
//! [`layout`] says what a drive consists of, [`placement`] where everything is at the start, [`drive`] how it moves; [`links`],
//! [`wheel`] and [`rail`] hold the forces.

pub mod built_in;
pub mod drive;
pub mod energy;
pub mod error;
mod geometry;
pub mod layout;
pub mod links;
pub mod motion;
pub mod parameters;
pub mod path;
pub mod pins;
pub mod placement;
pub mod rail;
pub mod states;
pub mod values;
pub mod wheel;

use fmu_builder::*;

use drive::Drive;
use error::LayoutError;
use layout::{Layout, MAX_WHEELS};
use parameters::Parameters;
use values::WheelValues;

/// The handles of its variables, and what its layout fixes.
pub struct ChainDrive {
    drive: Drive,
    /// The states at the start.
    start: Vec<f64>,
    parameters: Parameters,
    /// Fx, Fy, M of each wheel.
    wheel_inputs: Vec<[Input; 3]>,
    rail_input: Input,
    states: StateList,
    dissipated: Integral,
    work_external: Integral,
    work_ports: Integral,
    strands: [Output; 2],
    energy: Output,
    /// What a picture of it needs, and its values.
    geometry: Vec<(Output, f64)>,
}

/// The layout that is taken where none is chosen.
const DEFAULT: &str = "drive-1";

fn placed(text: &str) -> Result<(Layout, Drive, Vec<f64>), LayoutError> {
    let layout = Layout::new(text)?;
    let (drive, start) = Drive::new(&layout)?;
    Ok((layout, drive, start))
}

impl ChainDrive {
    /// The inputs in the order of [`Drive::derivatives`], with room for those of the most wheels.
    fn inputs(&self, s: &Sample) -> [f64; 3 * MAX_WHEELS + 1] {
        let mut u = [0.0; 3 * MAX_WHEELS + 1];
        for (u, inputs) in u.as_chunks_mut::<3>().0.iter_mut().zip(&self.wheel_inputs) {
            *u = inputs.map(|input| s[input]);
        }
        u[3 * self.wheel_inputs.len()] = s[self.rail_input];
        u
    }
}

impl Model for ChainDrive {
    const NAME: &'static str = "chain-drive";
    const DESCRIPTION: &'static str =
        "A timing chain drive: pins joined by links, toothed wheels, a tensioning rail.";
    const LINEAR: Option<bool> = Some(false);
    const SOLVER: Option<SolverKind> = Some(SolverKind::Bs23);
    const RELATIVE_TOLERANCE: f64 = 0.01;
    const STEP_SIZE: f64 = 5e-6;
    const STOP_TIME: f64 = 0.02;

    fn declare(v: &mut Variables) -> Self {
        let what = "wheels, rail and what they are like: a built-in name or a text in TOML";
        let text = v.structural_text("layout", DEFAULT, what);
        let (layout, drive, start) = placed(&text).unwrap_or_else(|error| {
            v.problem(error.to_string());
            placed(DEFAULT).expect("the default layout is right")
        });
        let parameters = Parameters::declare(v, &layout);
        let input = |v: &mut Variables, stem: &str, name: &str, unit: &str, text: &str| {
            v.input(&format!("{stem}.{name}"), 0.0, unit, text)
        };
        let wheel_inputs = layout.wheels.iter().map(|wheel| {
            let torque = "torque on the wheel; without effect where its rotation is prescribed";
            [
                ("Fx", "N", "force on the wheel"),
                ("Fy", "N", "force on the wheel"),
                ("M", "N.m", torque),
            ]
            .map(|(name, unit, text)| input(v, &wheel.name, name, unit, text))
        });
        Self {
            wheel_inputs: wheel_inputs.collect(),
            rail_input: input(v, "rail", "F", "N", "force on the rail, towards the chain"),
            states: states::declare(v, &layout, drive.pins),
            dissipated: v.integral("dissipated", "J", "energy dissipated"),
            work_external: v.integral(
                "work_external",
                "J",
                "work of prescribed rotations, load torques and the preload of the tensioner",
            ),
            work_ports: v.integral("work_ports", "J", "work of the inputs"),
            strands: [
                ("strand_tight", "force in the strand that runs to the first wheel"),
                ("strand_slack", "force in the strand that runs from the first wheel"),
            ]
            .map(|(name, text)| {
                let force = v.output(name, "N", text);
                v.local(force);
                force
            }),
            geometry: geometry::declare(v, &layout, &drive),
            energy: v.output("energy", "J", "stored energy"),
            parameters,
            drive: {
                v.evaluations("evaluations");
                drive
            },
            start,
        }
    }

    fn start(&self, _s: &Sample, x: &mut States) {
        x[self.states].copy_from_slice(&self.start);
    }

    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        let mut wheels = [WheelValues::default(); MAX_WHEELS];
        let values = self.parameters.values(s, &mut wheels);
        let u = self.inputs(s);
        let powers =
            self.drive.derivatives(&values, s.t, &s[self.states], &u, &mut dx[self.states]);
        dx[self.dissipated] = powers.dissipated;
        dx[self.work_external] = powers.external;
        dx[self.work_ports] = powers.ports;
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        let mut wheels = [WheelValues::default(); MAX_WHEELS];
        let values = self.parameters.values(s, &mut wheels);
        let x = &s[self.states];
        [y[self.strands[0]], y[self.strands[1]]] = self.drive.strands(&values, x);
        self.geometry.iter().for_each(|(output, value)| y[*output] = *value);
        y[self.energy] = self.drive.energy(&values, s.t, x);
    }
}

#[cfg(feature = "fmu")]
export_fmu!(ChainDrive);
