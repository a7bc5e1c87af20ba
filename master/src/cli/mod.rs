//! The command line: one file per subcommand.

mod check;
mod clean;
mod crosscheck;
mod draw;
mod external;
mod graph;
mod hints;
mod info;
mod probe;
mod record;
mod recover;
mod roles;
mod run;
mod sandbox;
mod session;
mod simulate;
mod study;
mod validate;
mod worker;

use std::ffi::OsString;
use std::fmt;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

pub use self::roles::Roles;
use crate::process::last_words;
use crate::supervisor::supervised;

/// Why a command did not succeed; picks the exit code.
#[derive(Debug)]
pub enum Failure {
    /// The simulation failed: exit code 1.
    Simulation(String),
    /// The input was wrong: exit code 2.
    Input(String),
    /// An FMU in a process of its own crashed, hung or ended: exit code 3.
    Crash(String),
    /// A signal asked for an end: exit code 128 + its number.
    Interrupted(u8, String),
}

impl Failure {
    /// The input was wrong.
    pub fn input(error: impl fmt::Display) -> Self {
        Self::Input(error.to_string())
    }

    /// The simulation failed.
    pub fn simulation(error: impl fmt::Display) -> Self {
        Self::Simulation(error.to_string())
    }

    /// What happened.
    pub fn message(&self) -> &str {
        let (Self::Simulation(message)
        | Self::Input(message)
        | Self::Crash(message)
        | Self::Interrupted(_, message)) = self;
        message
    }

    /// The exit code.
    pub fn code(&self) -> u8 {
        match self {
            Self::Simulation(_) => 1,
            Self::Input(_) => 2,
            Self::Crash(_) => 3,
            Self::Interrupted(signal, _) => 128 + signal,
        }
    }

    /// Tells the user, and gives the exit code.
    pub fn tell(&self) -> u8 {
        eprintln!("error: {}", self.message());
        last_words("");
        self.code()
    }

    /// The failure with more at the end of its message.
    pub fn with(mut self, addition: &str) -> Self {
        let (Self::Simulation(text)
        | Self::Input(text)
        | Self::Crash(text)
        | Self::Interrupted(_, text)) = &mut self;
        text.push_str(addition);
        self
    }
}

/// What the command says where it is given nothing.
const FIRST_STEPS: &str = "\
macrostep couples FMI 2.0 co-simulation FMUs and keeps the coupling stable.

First steps:
  macrostep info a.fmu                           what an FMU says of itself
  macrostep simulate a.fmu --plot a.svg          one FMU alone
  macrostep run a.fmu b.fmu -c a.y:b.u --stop 1  two FMUs, coupled
  macrostep run two-mass.toml                    a scenario: FMUs, connections, laws, scheme
  macrostep check two-mass.toml                  what a scenario amounts to, without running it
  macrostep probe a.fmu                          what an FMU can really do

All commands: macrostep help. Of one command: macrostep run --help.";

const EXAMPLES: &str = "\
Examples:
  macrostep run scenarios/two-mass/explicit.toml --plot two-mass.svg
  macrostep run two-mass.toml --set simulation.step=1e-4 --set couplings.0.stiffness=2e3
  macrostep run a.fmu b.fmu -c a.y:b.u --stop 10 --step 0.01
  macrostep check two-mass.toml --strict
  macrostep info oscillator.fmu
  macrostep simulate oscillator.fmu --stop-time 1 --start-value v0=100

Exit codes: 0 done, 1 the simulation failed, 2 the input was wrong, 3 an FMU crashed; 129, 130, 143 ended by
SIGHUP, SIGINT (Ctrl-C), SIGTERM.";

const RUN: &str = "\
Examples:
  macrostep run two-mass.toml -o results/two-mass.csv --plot two-mass.svg --plot-columns '*.x,left.v'
  macrostep run two-mass.toml --set simulation.step=1e-4 --set slaves.left.start.m=3
  macrostep run a.fmu b.fmu -c a.y:b.u -c b.y:a.u --stop 10 --step 0.01";

const CHECK: &str = "\
Examples:
  macrostep check two-mass.toml
  macrostep check two-mass.toml --strict --set scheme.sweep=gauss-seidel";

const GRAPH: &str = "\
Examples:
  macrostep graph two-mass.toml -o two-mass.svg
  macrostep graph two-mass.toml | dot -Tpdf -o two-mass.pdf

Boxes are slaves, ellipses coupling laws. Dashed: an input acts on an output at once. Red: an algebraic
loop, by what the FMUs declare. Grey: an input that is connected to nothing.";

const DRAW: &str = "\
Examples:
  macrostep draw damper.csv -o strip.svg
  macrostep draw damper.csv -o strip.svg --at 0,0.5,1 --animate film.svg --span 0.8,1 --frames 100
  macrostep draw engine.csv --animate film.svg --span 0.1,0.12 --slowed 500

Draws the bodies of a slave whose positions were recorded: columns SLAVE.BODY.x, .y and, if there is one, .z, such
as damper.r[1].x. x is to the right, y up, z towards the viewer; bodies farther back are paler, and colours
show the height at which bodies began, or how far to the left or right.

Or draws all chain drives: columns SLAVE.pin[1].x, SLAVE.pin[1].y, SLAVE.pin[2].x and so on are the pins of a chain, coloured
by the strain of its links. Wheels and rails are drawn where their places are columns: SLAVE.WHEEL.cx, .cy, .R, .z,
SLAVE.rail.cx, .cy, .nx, .ny, .Rg; they move by SLAVE.WHEEL.x, .y, .phi and SLAVE.rail.s.";

const INFO: &str = "\
Example:
  macrostep info oscillator.fmu";

const VALIDATE: &str = "\
Examples:
  macrostep validate oscillator.fmu
  macrostep validate *.fmu

Prints a line per deviation. The exit code is 0 only where there is none, else 2; with warnings alone the FMU
can be used all the same.";

const PROBE: &str = "\
Examples:
  macrostep probe oscillator.fmu
  macrostep probe oscillator.fmu --json report.json --timeout 60

Every check runs in a process of its own, so that a crash or a hang is a finding. The exit code is 0 whatever
is found, and 2 if the file is not an FMU for this platform.";

const CLEAN: &str = "\
Examples:
  macrostep clean --dry-run
  macrostep clean

The cache is the folder MACROSTEP_CACHE, else XDG_CACHE_HOME/macrostep, else ~/.cache/macrostep.";

const RECOVER: &str = "\
Example:
  macrostep recover results/two-mass.csv

A run writes FILE.partial. One that was killed (SIGKILL) leaves it; a further run into FILE recovers it too.";

const SIMULATE: &str = "\
Examples:
  macrostep simulate oscillator.fmu --stop-time 2 --start-value v0=100 --start-value solver=rk4
  macrostep simulate controller.fmu --input-file inputs.csv --output-interval 0.01 --plot y.png";

const STUDY: &str = "\
Examples:
  macrostep study stability two-mass.toml --rules --plot rules.svg
  macrostep study order two-mass.toml --plot order.svg
  macrostep study cost --help";

const CROSSCHECK: &str = "\
Examples:
  macrostep crosscheck fmi-cross-check/fmus/2.0/cs/linux64 --report results --jobs 2
  macrostep crosscheck collection --expect COMPATIBILITY.md

A model passes if its signals lie in the band that FMPy draws around the reference. The exit code is 0
whatever the verdicts are, 1 if they differ from those of --expect, 2 if there is nothing to run.";

/// Couples FMI 2.0 co-simulation FMUs and keeps the coupling stable.
#[derive(Parser)]
#[command(version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run a scenario, or couple FMUs given on the command line
    #[command(after_help = RUN)]
    Run(run::Arguments),
    /// Check a scenario without running it and print what it amounts to
    #[command(after_help = CHECK)]
    Check(check::Arguments),
    /// Draw a scenario: slaves, connections, laws, algebraic loops
    #[command(after_help = GRAPH)]
    Graph(graph::Arguments),
    /// Draw spheres in a container from results, instants side by side or as a film
    #[command(after_help = DRAW)]
    Draw(draw::Arguments),
    /// Show what an FMU says of itself
    #[command(after_help = INFO)]
    Info(info::Arguments),
    /// Check FMUs strictly against the standard
    #[command(after_help = VALIDATE)]
    Validate(validate::Arguments),
    /// Simulate one FMU, with the options known from fmusim and FMPy
    #[command(after_help = SIMULATE)]
    Simulate(simulate::Arguments),
    /// Study a scenario: its stability over any of its fields, the order of its errors
    #[command(after_help = STUDY)]
    Study(study::Arguments),
    /// Serve one FMU to the master that started this process
    #[command(hide = true)]
    Worker,
    /// Try what an FMU can really do
    #[command(after_help = PROBE)]
    Probe(probe::Arguments),
    /// Make one check of a probe
    #[command(hide = true)]
    ProbeCheck(probe::CheckArguments),
    /// Remove unpacked FMUs and results of probes from the cache
    #[command(after_help = CLEAN)]
    Clean(clean::Arguments),
    /// Complete the results that a killed run has left
    #[command(after_help = RECOVER)]
    Recover(recover::Arguments),
    /// Run a collection of FMUs and compare them with their reference results
    #[command(after_help = CROSSCHECK)]
    Crosscheck(crosscheck::Arguments),
    /// Find tables and figures of publications again, on exported FMUs
    #[command(disable_help_flag = true)]
    Reproduce {
        /// Handed over to the program macrostep-reproduce
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
}

/// Runs the command given by the program's arguments.
pub fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    if arguments.len() < 2 {
        eprintln!("{FIRST_STEPS}");
        return ExitCode::from(2);
    }
    let cli =
        Cli::try_parse_from(&arguments).unwrap_or_else(|error| hints::refuse(error, &arguments));
    match cli.command {
        // The processes of FMUs and of checks have a master that sees to them, other programs see to themselves.
        command @ (Command::Worker | Command::ProbeCheck(_) | Command::Reproduce { .. }) => {
            ExitCode::from(run(command))
        }
        command => supervised(|| run(command)),
    }
}

/// Runs a command, tells the user how it failed if it did, and gives the exit code.
fn run(command: Command) -> u8 {
    let done = match command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Graph(arguments) => graph::run(&arguments),
        Command::Draw(arguments) => draw::run(&arguments),
        Command::Info(arguments) => info::run(&arguments),
        Command::Validate(arguments) => validate::run(&arguments),
        Command::Simulate(arguments) => simulate::run(&arguments),
        Command::Study(arguments) => study::run(&arguments),
        Command::Worker => worker::run(),
        Command::Probe(arguments) => probe::run(&arguments),
        Command::ProbeCheck(arguments) => probe::run_check(&arguments),
        Command::Clean(arguments) => clean::run(&arguments),
        Command::Recover(arguments) => recover::run(&arguments),
        Command::Crosscheck(arguments) => crosscheck::run(&arguments),
        Command::Reproduce { arguments } => external::reproduce(&arguments),
    };
    done.err().map_or(0, |failure| failure.tell())
}
