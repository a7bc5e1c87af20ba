//! `macrostep study`: what holds for a scenario beyond a single run.

mod cost;
mod energy;
mod order;
mod points;
mod stability;
mod table;
mod target;
mod vary;

use clap::{Args, Subcommand};

use super::Failure;

const STABILITY: &str = "\
Examples:
  macrostep study stability two-mass.toml
  macrostep study stability two-mass.toml --largest-step
  macrostep study stability two-mass.toml --rules --plot rules.svg
  macrostep study stability two-mass.toml --vary simulation.step=1e-4..1e-1:log:60
  macrostep study stability two-mass.toml --vary couplings.0.stiffness=1e2..1e8:log:40 \\
      --vary simulation.step=1e-5..1e-1:log:40 -o map.csv --plot map.png
  macrostep study stability two-mass.toml --largest-step --vary couplings.0.damping=0..100:lin:20 --plot limit.svg
  macrostep study stability two-masses.toml --vary simulation.step=1e-5..1e-1:log:40 \\
      --vary slaves.mass.start.rho_inf,couplings.0.inputs.rho_inf=0..1:lin:21 --plot map.png

A run is stable if disturbances do not grow: the spectral radius of a macro step is 1 at most. It comes from
steps of the FMUs themselves. Each answer says what it rests on: exact (the system is linear), linearised (about the
point at which runs end, and these runs) or observed (runs beside one at a much shorter step).";

const ORDER: &str = "\
Examples:
  macrostep study order two-mass.toml
  macrostep study order two-mass.toml --halvings 6 --variables '*.x,*.v' --plot order.svg
  macrostep study order two-mass.toml --reference exact.csv

Errors are relative to the size of each column, and the largest counts. An order of 2 means that half the step
gives a quarter of the error. Local errors, of one step from exact states and an exact past, are one order
higher than global ones.";

const COST: &str = "\
Examples:
  macrostep study cost stiff.toml --variables '*.x' --plot cost.svg \\
      --method 'explicit:scheme.kind=\"explicit\"' \\
      --method 'semi-implicit:scheme.kind=\"semi-implicit\";inputs.degree=1' --divide 1,10,100,1000

Every method runs with the scenario's step divided by each number. Errors are relative to the size of each column, and
the largest counts; they are those against a much finer run of the method named last, or against --reference. The run time
is that of the whole run without results, FMUs loaded and started included.";

const ENERGY: &str = "\
Examples:
  macrostep study energy one-rate.toml --vary slaves.owner.start.cc=1..1e5:log:40 \\
      --vary simulation.step=1e-4..5e-2:log:40 --plot correction.png

Every point is run twice, without and with the corrections of its bonds. A run is stable if the energy that is
stored in the last quarter of its time is at most 1.1 times that at the start (--limit).";

/// Arguments of `study`.
#[derive(Args)]
pub struct Arguments {
    #[command(subcommand)]
    study: Study,
}

#[derive(Subcommand)]
enum Study {
    /// Whether disturbances die out, over any fields of the scenario; the largest stable step
    #[command(after_help = STABILITY)]
    Stability(stability::Arguments),
    /// Errors against halved macro steps, and the orders they show
    #[command(after_help = ORDER)]
    Order(order::Arguments),
    /// What accuracy costs with each of several methods: error against run time
    #[command(after_help = COST)]
    Cost(cost::Arguments),
    /// What corrections do to the energy of runs, over two fields of the scenario
    #[command(after_help = ENERGY)]
    Energy(energy::Arguments),
}

/// Runs the chosen study.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.study {
        Study::Stability(arguments) => stability::run(arguments),
        Study::Order(arguments) => order::run(arguments),
        Study::Cost(arguments) => cost::run(arguments),
        Study::Energy(arguments) => energy::run(arguments),
    }
}
