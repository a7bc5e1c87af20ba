//! `macrostep study energy`: what corrections do to the energy of runs, over two fields.

use clap::Args;

use super::points::each;
use super::table::{self, Cell};
use super::target::Target;
use super::vary::Vary;
use crate::analysis::energy::Effect;
use crate::cli::Failure;
use crate::cli::session::{prepare_picture, warn};
use crate::results::chart::{HeatMap, save};
use crate::scenario::check::Energy;

/// Arguments of `study energy`.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    target: Target,
    /// Let a field take many values; given twice: FIELD=FROM..TO:log:COUNT
    #[arg(long, value_name = "FIELD=RANGE", required = true)]
    vary: Vec<Vary>,
    /// A run is stable if no more than this many times its energy at the start is stored at its end
    #[arg(long, value_name = "NUMBER", default_value_t = 1.1)]
    limit: f64,
}

/// What a correction did, as a colour of the map: stable or not, without and with it.
const SHADES: [(f64, &str); 4] = [
    (0.9, "stable"),
    (1.0, "stable by correction"),
    (1.0 + 1e-4, "unstable"),
    (2.0, "unstable by correction"),
];

/// Runs the study.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { target, vary, limit, .. } = arguments;
    prepare_picture(target.plot.as_deref())?;
    let [x, y] = vary.as_slice() else {
        return Err(Failure::input(
            "--vary: give two fields, for example a stiffness and the step",
        ));
    };
    let base = target.scenario(&[], false)?;
    target.protect(&base, "energy", None)?;
    warn(&base, false);
    if !base.energy.as_ref().is_some_and(Energy::corrects) {
        return Err(Failure::input(
            "no bond of the scenario is corrected; add correction = \"accumulated-leak\" to one",
        ));
    }
    let pairs: Vec<(f64, f64)> =
        y.values.iter().flat_map(|&b| x.values.iter().map(move |&a| (a, b))).collect();
    let found = each(&pairs, target.jobs(&base), target.quiet, |&(a, b)| {
        let fields: Vec<_> = x.set(a).chain(y.set(b)).collect();
        let scenario = target.scenario(&fields, false)?;
        Effect::of(&scenario).map_err(Failure::simulation)
    });
    let found: Vec<Effect> = found.into_iter().collect::<Result<_, Failure>>()?;
    let kinds: Vec<usize> = found.iter().map(|effect| kind(effect, *limit)).collect();
    let count = |kind: usize| kinds.iter().filter(|found| **found == kind).count();
    println!(
        "{} points: {} stable without and with correction, {} only with it, {} neither, {} only without",
        kinds.len(),
        count(0),
        count(1),
        count(2),
        count(3)
    );
    let rows = pairs.iter().zip(&found).map(|(&(a, b), effect)| {
        let effect = [effect.without, effect.with].map(Cell::Number);
        x.cells(a).chain(y.cells(b)).chain(effect).collect()
    });
    let path = target.table("energy");
    table::write(&path, &Vary::header(&[x, y], &["without", "with"]), rows)?;
    target.say(&format!("results  {}", path.display()));
    let Some(picture) = &target.plot else { return Ok(()) };
    let map = HeatMap {
        x: x.axis(),
        y: y.axis(),
        xs: x.values.clone(),
        ys: y.values.clone(),
        radii: kinds.iter().map(|kind| SHADES[*kind].0).collect(),
        limit: 1.0 + 1e-6,
        legend: SHADES.into(),
    };
    save(&map, picture).map_err(Failure::Input)?;
    target.say(&format!("picture  {}", picture.display()));
    Ok(())
}

/// Which of the shades.
fn kind(effect: &Effect, limit: f64) -> usize {
    match (effect.without <= limit, effect.with <= limit) {
        (true, true) => 0,
        (false, true) => 1,
        (false, false) => 2,
        (true, false) => 3,
    }
}
