//! Runs a scenario from a program of your own and sees every communication point:
//!
//!     cargo run -p macrostep --example run_scenario -- scenarios/two-mass/semi-implicit.toml
//!
//! The FMUs must be there: `cargo run -p fmu-builder -- export --all -o target/fmus`.

use std::error::Error;
use std::path::{Path, PathBuf};

use coupling::CommunicationPoint;
use coupling::simulation::{Observer, Progress};
use macrostep::scenario::build::build;
use macrostep::scenario::check::{Options, Place, check};
use macrostep::scenario::read::read;

/// The largest absolute value of every output that the scenario records.
struct Largest {
    outputs: Vec<(String, usize)>,
    values: Vec<f64>,
}

impl Observer for Largest {
    fn accept(
        &mut self,
        _t: f64,
        point: &CommunicationPoint,
        _progress: Progress,
    ) -> Result<(), String> {
        for (value, &(_, i)) in self.values.iter_mut().zip(&self.outputs) {
            *value = value.max(point.y[i].abs());
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os().nth(1).map(PathBuf::from).ok_or("which scenario?")?;
    let (source, file) = read(&path, &[])?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let scenario = check(source, &file, folder, Options::default())?;

    let outputs = scenario.columns.iter().filter_map(|column| match column.place {
        Place::Output(i) => Some((column.name.clone(), i)),
        _ => None,
    });
    let outputs: Vec<_> = outputs.collect();
    let mut largest = Largest { values: vec![0.0; outputs.len()], outputs };
    build(&scenario)?.run(&mut largest)?;
    for ((name, _), value) in largest.outputs.iter().zip(&largest.values) {
        println!("{name:20} {value:.6e}");
    }
    Ok(())
}
