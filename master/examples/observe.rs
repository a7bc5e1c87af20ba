//! Runs a scenario with an observer of its own, which finds the extreme values of every output.
//!
//! ```text
//! cargo run -p macrostep --example observe -- scenarios/two-mass/explicit.toml
//! ```

use std::error::Error;
use std::path::Path;

use coupling::CommunicationPoint;
use coupling::simulation::{Observer, Progress};
use macrostep::scenario::build::build;
use macrostep::scenario::check::{Options, check};
use macrostep::scenario::read::read;

/// The least and the largest value of every output so far.
struct Extremes(Vec<(f64, f64)>);

impl Observer for Extremes {
    fn accept(
        &mut self,
        _t: f64,
        point: &CommunicationPoint,
        _progress: Progress,
    ) -> Result<(), String> {
        for ((least, largest), &y) in self.0.iter_mut().zip(point.y.iter()) {
            (*least, *largest) = (least.min(y), largest.max(y));
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: observe SCENARIO")?;
    let path = Path::new(&path);
    let (source, file) = read(path, &[])?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let scenario = check(source, &file, folder, Options::default())?;
    let mut simulation = build(&scenario)?;
    let names = simulation.network().output_names();
    let mut extremes = Extremes(vec![(f64::INFINITY, f64::NEG_INFINITY); names.len()]);
    simulation.run(&mut extremes)?;
    for (name, (least, largest)) in names.iter().zip(extremes.0) {
        println!("{name}: {least} to {largest}");
    }
    Ok(())
}
