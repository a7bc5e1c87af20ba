//! `macrostep draw`: bodies in a container, drawn from results.

use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args};

use super::Failure;
use super::roles::Roles;
use crate::results::scene::film::{self, Play};
use crate::results::scene::{Colours, Given, Scene, strip};
use crate::results::sidecar;

/// Instants of a strip whose times are not given.
const INSTANTS: usize = 5;

/// Arguments of `draw`.
#[derive(Args)]
#[command(group(ArgGroup::new("pictures").required(true).multiple(true).args(["output_file", "animate"])))]
pub struct Arguments {
    /// The results, CSV or Parquet
    results: PathBuf,
    /// Where to draw instants side by side, as SVG
    #[arg(short, long, value_name = "FILE")]
    output_file: Option<PathBuf>,
    /// Where to draw a film, as SVG that moves in a browser
    #[arg(long, value_name = "FILE")]
    animate: Option<PathBuf>,
    /// The slave, where several have bodies
    #[arg(long, value_name = "NAME")]
    slave: Option<String>,
    /// Times of the instants in s; without it five, from the first row to the last
    #[arg(
        long,
        value_name = "T1,T2,…",
        allow_negative_numbers = true,
        value_delimiter = ',',
        requires = "output_file"
    )]
    at: Vec<f64>,
    /// Times in s between which the film plays; without it from the first row to the last
    #[arg(
        long,
        value_name = "FROM,TO",
        allow_negative_numbers = true,
        value_delimiter = ',',
        num_args = 1,
        requires = "animate"
    )]
    span: Vec<f64>,
    /// Frames of the film
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(2..=10_000), requires = "animate")]
    frames: u32,
    /// How many seconds the film takes for one
    #[arg(long, default_value_t = 20.0, value_parser = positive, value_name = "FACTOR", requires = "animate")]
    slowed: f64,
    /// Radius of the bodies in m; without it that of the column or start value radius or R_p
    #[arg(long, value_parser = positive, value_name = "R")]
    radius: Option<f64>,
    /// Inner radius and height of the container in m; without it R_c and H_cin
    #[arg(long, value_parser = positive, value_name = "R,H", value_delimiter = ',', num_args = 1)]
    container: Vec<f64>,
    /// The column by which the container moves along y; without it x of the slave
    #[arg(long, value_name = "COLUMN")]
    motion: Option<String>,
    /// Where bodies began, as their colours show: their height or their side
    #[arg(long, default_value = "height", value_parser = colours, value_name = "WHAT")]
    colours: Colours,
}

/// A number greater than zero.
fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "it must be a number greater than 0".into())
}

fn colours(text: &str) -> Result<Colours, String> {
    match text {
        "height" => Ok(Colours::Height),
        "side" => Ok(Colours::Side),
        _ => Err("it must be height or side".into()),
    }
}

/// Draws what was asked for, and says what it is drawn from.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let results = &arguments.results;
    let sidecar = sidecar::path_for(results);
    let mut roles = Roles::default().reads("the results", results).reads("their sidecar", &sidecar);
    for (role, target) in [("the strip", &arguments.output_file), ("the film", &arguments.animate)]
    {
        if let Some(target) = target {
            is_svg(target)?;
            roles = roles.writes(role, target);
        }
    }
    roles.check()?;
    let given = Given {
        radius: arguments.radius,
        container: pair("--container", &arguments.container)?,
        motion: arguments.motion.clone(),
        colours: arguments.colours,
    };
    let scene = Scene::open(results, arguments.slave.as_deref(), &given).map_err(Failure::Input)?;
    describe(results, &scene);
    if let Some(target) = &arguments.output_file {
        draw_strip(arguments, &scene, target)?;
    }
    arguments.animate.as_ref().map_or(Ok(()), |target| draw_film(arguments, &scene, target))
}

fn draw_strip(arguments: &Arguments, scene: &Scene, target: &Path) -> Result<(), Failure> {
    let instants = match arguments.at.as_slice() {
        [] => scene.instants(scene.span(), INSTANTS),
        times => {
            times.iter().try_for_each(|t| within(scene, "--at", *t))?;
            times.iter().map(|t| scene.at(*t)).collect()
        }
    };
    write(target, &strip::draw(scene, &instants))?;
    println!("strip      {}: {} instants", target.display(), instants.len());
    Ok(())
}

fn draw_film(arguments: &Arguments, scene: &Scene, target: &Path) -> Result<(), Failure> {
    let span = pair("--span", &arguments.span)?.unwrap_or(scene.span());
    span.iter().try_for_each(|t| within(scene, "--span", *t))?;
    if span[0] >= span[1] {
        let message =
            format!("the film would go from {} s to {} s; it needs some time", span[0], span[1]);
        return Err(Failure::Input(message));
    }
    let play = Play { span, frames: arguments.frames as usize, slowed: arguments.slowed };
    write(target, &film::draw(scene, play))?;
    let (frames, speed, duration) = (play.frames, play.speed(), play.duration());
    println!("film       {}: {frames} frames, {speed}, {duration:.1} s long", target.display());
    Ok(())
}

/// What is drawn, and where it was found.
fn describe(results: &Path, scene: &Scene) {
    let [start, end] = scene.span();
    println!("results    {}: {start} s to {end} s", results.display());
    let others = match scene.unused {
        0 => String::new(),
        unused => format!("; {unused} others stay at the origin and are not drawn"),
    };
    println!("bodies     {} of slave {}{others}", scene.bodies.len(), scene.slave);
    println!("radius     {} m, by {}", scene.radius.value, scene.radius.from);
    match &scene.container {
        Some(found) => {
            let [radius, height] = found.value;
            println!("container  radius {radius} m, height {height} m, by {}", found.from);
        }
        None => println!("container  not drawn: its size is not known; --container R,H gives it"),
    }
    match scene.motion_name() {
        Some(name) => println!("motion     by column {name}"),
        None => println!(
            "motion     none: no column says how the container moves; --motion COLUMN does"
        ),
    }
}

fn pair(option: &str, values: &[f64]) -> Result<Option<[f64; 2]>, Failure> {
    match *values {
        [] => Ok(None),
        [a, b] => Ok(Some([a, b])),
        _ => Err(Failure::Input(format!("{option}: write two numbers with a comma between them"))),
    }
}

fn within(scene: &Scene, option: &str, t: f64) -> Result<(), Failure> {
    let [start, end] = scene.span();
    let (path, inside) = (scene.path().display(), (start..=end).contains(&t));
    let message = || format!("{option} {t}: {path} goes from {start} s to {end} s");
    if inside { Ok(()) } else { Err(Failure::Input(message())) }
}

fn is_svg(target: &Path) -> Result<(), Failure> {
    let message = || format!("{}: a drawing ends in .svg", target.display());
    if target.extension().is_some_and(|ending| ending == "svg") {
        Ok(())
    } else {
        Err(Failure::Input(message()))
    }
}

fn write(target: &Path, svg: &str) -> Result<(), Failure> {
    let wrong = |error| Failure::Input(format!("{}: cannot be written: {error}", target.display()));
    std::fs::write(target, svg).map_err(wrong)
}
