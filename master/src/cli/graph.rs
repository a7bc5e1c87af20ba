//! `macrostep graph`: a scenario drawn.

use std::path::{Path, PathBuf};

use clap::Args;

use super::Failure;
use super::roles::Roles;
use crate::graph::{Diagram, dot, svg};
use crate::scenario::check::{Options, check};
use crate::scenario::read::{Override, read};

/// Arguments of `graph`.
#[derive(Args)]
pub struct Arguments {
    /// The scenario file
    scenario: PathBuf,
    /// Where to draw, as SVG or DOT by its ending; without it DOT goes to the terminal
    #[arg(short, long, value_name = "FILE")]
    output_file: Option<PathBuf>,
    /// Set a field of the scenario, as for `run`
    #[arg(long = "set", value_name = "FIELD=VALUE")]
    overrides: Vec<Override>,
}

/// Checks the scenario and draws it.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let path = &arguments.scenario;
    let (source, file) = read(path, &arguments.overrides).map_err(Failure::input)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let scenario = check(source, &file, folder, Options::default()).map_err(Failure::input)?;
    let diagram = Diagram::new(&scenario);
    let Some(target) = &arguments.output_file else {
        print!("{}", dot::write(&diagram));
        return Ok(());
    };
    Roles::of(&scenario).writes("the drawing", target).check()?;
    let text = match target.extension().and_then(|ending| ending.to_str()) {
        Some("svg") => svg::draw(&diagram),
        Some("dot" | "gv") => dot::write(&diagram),
        _ => {
            let message = format!("-o {}: a drawing ends in .svg or .dot", target.display());
            return Err(Failure::Input(message));
        }
    };
    std::fs::write(target, text).map_err(|error| {
        Failure::Input(format!("-o {}: cannot be written: {error}", target.display()))
    })
}
