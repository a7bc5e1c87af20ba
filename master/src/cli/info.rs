//! `macrostep info`: what an FMU says of itself.

use std::path::PathBuf;

use clap::Args;

use super::Failure;
use crate::fmi::{Archive, description};
use crate::fmu::{Description, Value, Variable};

/// Arguments of `info`.
#[derive(Args)]
pub struct Arguments {
    /// The FMU
    fmu: PathBuf,
}

/// Prints header, abilities and variables.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let archive = Archive::open(&arguments.fmu).map_err(Failure::input)?;
    let described = description::read(&archive).map_err(Failure::input)?;
    let model = &described.model;
    print_header(model, &archive);
    print_abilities(model);
    println!(
        "\n{:<10} {:<11} {:<11} {:<12} {:<24} unit",
        "type", "causality", "variability", "start", "name"
    );
    for variable in model.variables.iter() {
        print_variable(variable);
    }
    for warning in &described.problems {
        eprintln!("warning: {warning}");
    }
    Ok(())
}

fn print_header(model: &Description, archive: &Archive) {
    let line = |name: &str, value: Option<&str>| {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            println!("{name:<12} {value}");
        }
    };
    line("model", Some(&model.model_name));
    line("description", model.description.as_deref());
    line("FMI", Some(&model.fmi_version));
    line("guid", Some(&model.instantiation_token));
    line("tool", model.generation_tool.as_deref());
    line("generated", model.generation_date_and_time.as_deref());
    line("author", model.author.as_deref());
    line("version", model.version.as_deref());
    line("platforms", Some(&archive.platforms()));
    let kinds = [
        model.co_simulation.is_some().then_some("co-simulation"),
        model.has_model_exchange.then_some("model exchange"),
    ];
    let kinds: Vec<&str> = kinds.into_iter().flatten().collect();
    line("offers", Some(&kinds.join(", ")));
    if let Some(experiment) = &model.default_experiment {
        let number = |x: Option<f64>| x.map_or("-".into(), short);
        println!(
            "{:<12} start {} s, stop {} s, step {} s, tolerance {}",
            "experiment",
            number(experiment.start_time),
            number(experiment.stop_time),
            number(experiment.step_size),
            number(experiment.tolerance)
        );
    }
}

fn print_abilities(model: &Description) {
    let Some(cs) = &model.co_simulation else { return };
    let word = |flag: bool| if flag { "yes" } else { "no" };
    println!("\ndeclared abilities in co-simulation");
    println!("  save and restore state   {}", word(cs.can_get_and_set_fmu_state));
    println!("  serialise state          {}", word(cs.can_serialize_fmu_state));
    println!("  input derivatives        {}", word(cs.can_interpolate_inputs));
    println!("  output derivatives       up to order {}", cs.max_output_derivative_order);
    println!("  directional derivatives  {}", word(cs.provides_directional_derivative));
    println!("  variable step            {}", word(cs.can_handle_variable_communication_step_size));
    println!("  several instances        {}", word(!cs.can_be_instantiated_only_once_per_process));
}

/// A number in as few letters as it takes.
fn short(number: f64) -> String {
    match number.abs() {
        size if size != 0.0 && !(1e-4..1e7).contains(&size) => format!("{number:e}"),
        _ => number.to_string(),
    }
}

fn print_variable(variable: &Variable) {
    let start = match &variable.start {
        Some(Value::String(text)) => text.clone(),
        _ => variable.numeric_start().map_or("-".into(), short),
    };
    println!(
        "{:<10} {:<11} {:<11} {start:<12} {:<24} {}",
        variable.kind.to_string(),
        variable.causality.to_string(),
        variable.variability.to_string(),
        variable.name,
        variable.unit.as_ref().map_or("-", |unit| unit.name.as_str())
    );
}
