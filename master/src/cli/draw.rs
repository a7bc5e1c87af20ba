//! `macrostep draw`: bodies in a container, or chain drives, drawn from results.

use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args};

use super::Failure;
use super::roles::Roles;
use crate::results::chain_drive::{self, Drives};
use crate::results::read::table;
use crate::results::scene::film::Play;
use crate::results::scene::{self, Colours, Given, Scene};
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
    /// The slave, where several have bodies; chain drives are all drawn without it
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
    let (table, slave) = (table(results).map_err(Failure::Input)?, arguments.slave.as_deref());
    let drives = Drives::of(&table, results, slave).map_err(Failure::Input)?;
    let drawn = match drives {
        Some(drives) => {
            only_of_bodies(arguments)?;
            describe_drives(results, &drives);
            Drawn::Drives(drives)
        }
        None => {
            let scene = Scene::of(table, results, slave, &given).map_err(Failure::Input)?;
            describe(results, &scene);
            Drawn::Bodies(scene)
        }
    };
    if let Some(target) = &arguments.output_file {
        draw_strip(arguments, &drawn, target)?;
    }
    arguments.animate.as_ref().map_or(Ok(()), |target| draw_film(arguments, &drawn, target))
}

/// What there is to draw.
enum Drawn {
    Bodies(Scene),
    Drives(Drives),
}

impl Drawn {
    fn span(&self) -> [f64; 2] {
        match self {
            Self::Bodies(scene) => scene.span(),
            Self::Drives(drives) => drives.span(),
        }
    }

    /// A strip of instants at these times.
    fn strip(&self, times: &[f64]) -> String {
        match self {
            Self::Bodies(scene) => {
                let instants: Vec<_> = times.iter().map(|t| scene.at(*t)).collect();
                scene::strip::draw(scene, &instants)
            }
            Self::Drives(drives) => {
                let instants: Vec<_> = times.iter().map(|t| drives.at(*t)).collect();
                chain_drive::strip::draw(drives, &instants)
            }
        }
    }

    fn film(&self, play: Play) -> String {
        match self {
            Self::Bodies(scene) => scene::film::draw(scene, play),
            Self::Drives(drives) => chain_drive::film::draw(drives, play),
        }
    }
}

/// Refuses options that chain drives have no use for.
fn only_of_bodies(arguments: &Arguments) -> Result<(), Failure> {
    let given = [
        ("--radius", arguments.radius.is_some()),
        ("--container", !arguments.container.is_empty()),
        ("--motion", arguments.motion.is_some()),
    ];
    let path = arguments.results.display();
    given.iter().find(|(_, given)| *given).map_or(Ok(()), |(option, _)| {
        let message = format!("{option} is for bodies in a container; {path} shows chain drives");
        Err(Failure::Input(message))
    })
}

fn draw_strip(arguments: &Arguments, drawn: &Drawn, target: &Path) -> Result<(), Failure> {
    let [from, to] = drawn.span();
    let part = |k: usize| k as f64 / (INSTANTS - 1) as f64;
    let times: Vec<f64> = match arguments.at.as_slice() {
        [] => (0..INSTANTS).map(|k| from + part(k) * (to - from)).collect(),
        times => times.to_vec(),
    };
    times.iter().try_for_each(|t| within(arguments, drawn, "--at", *t))?;
    write(target, &drawn.strip(&times))?;
    println!("strip      {}: {} instants", target.display(), times.len());
    Ok(())
}

fn draw_film(arguments: &Arguments, drawn: &Drawn, target: &Path) -> Result<(), Failure> {
    let span = pair("--span", &arguments.span)?.unwrap_or(drawn.span());
    span.iter().try_for_each(|t| within(arguments, drawn, "--span", *t))?;
    if span[0] >= span[1] {
        let message =
            format!("the film would go from {} s to {} s; it needs some time", span[0], span[1]);
        return Err(Failure::Input(message));
    }
    let play = Play { span, frames: arguments.frames as usize, slowed: arguments.slowed };
    write(target, &drawn.film(play))?;
    let (frames, speed, duration) = (play.frames, play.speed(), play.duration());
    println!("film       {}: {frames} frames, {speed}, {duration:.1} s long", target.display());
    Ok(())
}

/// What is drawn of chain drives.
fn describe_drives(results: &Path, drives: &Drives) {
    let [start, end] = drives.span();
    println!("results    {}: {start} s to {end} s", results.display());
    for drive in &drives.drives {
        let wheels: Vec<&str> = drive.wheels.iter().map(|wheel| wheel.name.as_str()).collect();
        println!(
            "drive      {}: {} pins, pitch {} m, wheels {}, rails {}",
            drive.slave,
            drive.pins.len(),
            drive.pitch,
            if wheels.is_empty() { "none".into() } else { wheels.join(", ") },
            drive.rails.len()
        );
        if !drive.unplaced.is_empty() {
            println!(
                "           not drawn: {}; record their cx, cy and R",
                drive.unplaced.join(", ")
            );
        }
    }
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

fn within(arguments: &Arguments, drawn: &Drawn, option: &str, t: f64) -> Result<(), Failure> {
    let [start, end] = drawn.span();
    let (path, inside) = (arguments.results.display(), (start..=end).contains(&t));
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
