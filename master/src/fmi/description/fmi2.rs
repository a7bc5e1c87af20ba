//! A description of FMI 2.0 in the words of every version.

use crate::fmu;
use fmi2_description::{ModelDescription, ScalarVariable, SimpleType};
use std::collections::HashMap;
use std::sync::Arc;

/// Reads a `modelDescription.xml` of FMI 2.0, with its deviations from the standard.
pub fn read(xml: &[u8]) -> Result<(fmu::Description, Vec<fmu::Problem>), String> {
    let model = ModelDescription::parse(xml).map_err(|error| error.to_string())?;
    let mut problems = fmi2_description::schema::problems(xml);
    problems.extend(model.problems());
    Ok((description(model), problems.into_iter().map(problem).collect()))
}

fn problem(of_file: fmi2_description::Problem) -> fmu::Problem {
    let fmi2_description::Problem { code, severity, message } = of_file;
    let severity = match severity {
        fmi2_description::Severity::Warning => fmu::Severity::Warning,
        fmi2_description::Severity::Error => fmu::Severity::Error,
    };
    fmu::Problem { code, severity, message }
}

fn description(mut model: ModelDescription) -> fmu::Description {
    let count = model.variables().len();
    let place = |number: u32| position(number, count);
    let mut types = Types::of(&model);
    let mut variables: Vec<fmu::Variable> =
        model.variables().iter().map(|variable| types.resolve(&model, variable)).collect();
    for (resolved, variable) in variables.iter_mut().zip(&mut model.model_variables.variables) {
        resolved.name = std::mem::take(&mut variable.name);
        resolved.derivative_of =
            variable.real.as_ref().and_then(|real| real.derivative).and_then(place);
    }
    for unknown in model.model_structure.outputs.unknowns.into_iter().rev() {
        // Of several entries for one output the first counts, and is the last to be written.
        if let Some(output) = place(unknown.index) {
            let listed = unknown.dependencies;
            variables[output].dependencies =
                listed.map(|numbers| numbers.into_iter().filter_map(place).collect());
        }
    }
    let derivatives = model.model_structure.derivatives.unknowns.iter();
    fmu::Description {
        fmi_version: model.fmi_version,
        model_name: model.model_name,
        instantiation_token: model.guid,
        description: model.description,
        author: model.author,
        version: model.version,
        generation_tool: model.generation_tool,
        generation_date_and_time: model.generation_date_and_time,
        co_simulation: model.co_simulation.map(interface),
        has_model_exchange: model.model_exchange.is_some(),
        default_experiment: model.default_experiment.map(experiment),
        derivatives: derivatives.filter_map(|unknown| place(unknown.index)).collect(),
        variables: fmu::Variables::new(variables),
    }
}

/// The position of the variable with this number, which counts from 1.
fn position(number: u32, count: usize) -> Option<usize> {
    (number as usize).checked_sub(1).filter(|position| *position < count)
}

fn interface(of_file: fmi2_description::CoSimulation) -> fmu::CoSimulation {
    fmu::CoSimulation {
        model_identifier: of_file.model_identifier,
        can_handle_variable_communication_step_size: of_file
            .can_handle_variable_communication_step_size,
        can_interpolate_inputs: of_file.can_interpolate_inputs,
        max_output_derivative_order: of_file.max_output_derivative_order,
        can_run_asynchronously: of_file.can_run_asynchronuously,
        can_be_instantiated_only_once_per_process: of_file
            .can_be_instantiated_only_once_per_process,
        can_get_and_set_fmu_state: of_file.can_get_and_set_fmu_state,
        can_serialize_fmu_state: of_file.can_serialize_fmu_state,
        provides_directional_derivative: of_file.provides_directional_derivative,
    }
}

fn experiment(of_file: fmi2_description::DefaultExperiment) -> fmu::DefaultExperiment {
    let fmi2_description::DefaultExperiment { start_time, stop_time, tolerance, step_size } =
        of_file;
    fmu::DefaultExperiment { start_time, stop_time, tolerance, step_size }
}

/// What several variables share, made once: units, and the items of enumerations.
struct Types {
    units: HashMap<String, Arc<fmu::Unit>>,
    items: HashMap<String, Arc<[fmu::Item]>>,
    no_items: Arc<[fmu::Item]>,
}

impl Types {
    fn of(model: &ModelDescription) -> Self {
        let mut units = HashMap::new();
        for unit in &model.unit_definitions.units {
            let named =
                || fmu::Unit { name: unit.name.clone(), base: unit.base_unit.map(base_unit) };
            units.entry(unit.name.clone()).or_insert_with(|| named().into());
        }
        Self { units, items: HashMap::new(), no_items: Arc::new([]) }
    }

    /// A variable without its name, its dependencies and what it is the derivative of.
    fn resolve(&mut self, model: &ModelDescription, variable: &ScalarVariable) -> fmu::Variable {
        let declared = model.declared_type(variable);
        let (min, max) = variable.range_with(declared);
        let own = variable.real.as_ref();
        let of_type = declared.and_then(|declared| declared.real.as_ref());
        let nominal = own.and_then(|real| real.attributes.nominal).or_else(|| of_type?.nominal);
        let unit =
            own.and_then(|real| real.attributes.unit.as_ref().or_else(|| of_type?.unit.as_ref()));
        fmu::Variable {
            name: String::new(),
            reference: fmu::ValueReference::new(variable.value_reference),
            causality: causality(variable.causality()),
            variability: variability(variable.variability()),
            initial: variable.initial().map(initial),
            kind: kind(variable.kind()),
            start: start(variable),
            min,
            max,
            nominal,
            unit: unit.map(|name| self.unit(name)),
            items: self.items(declared),
            dependencies: None,
            derivative_of: None,
        }
    }

    /// The unit of this name, which may lack a definition.
    fn unit(&mut self, name: &str) -> Arc<fmu::Unit> {
        if let Some(unit) = self.units.get(name) {
            return unit.clone();
        }
        let unit = Arc::new(fmu::Unit { name: name.into(), base: None });
        self.units.insert(name.into(), unit.clone());
        unit
    }

    /// The items of a declared type, none if there is no such type or it is no enumeration.
    fn items(&mut self, declared: Option<&SimpleType>) -> Arc<[fmu::Item]> {
        let Some(SimpleType { name, enumeration: Some(enumeration), .. }) = declared else {
            return self.no_items.clone();
        };
        let item = |item: &fmi2_description::Item| fmu::Item {
            name: item.name.clone(),
            value: item.value,
        };
        let known = self.items.entry(name.clone());
        known.or_insert_with(|| enumeration.items.iter().map(item).collect()).clone()
    }
}

fn base_unit(of_file: fmi2_description::BaseUnit) -> fmu::BaseUnit {
    let fmi2_description::BaseUnit { kg, m, s, a, k, mol, cd, rad, factor, offset } = of_file;
    fmu::BaseUnit {
        dimension: [kg, m, s, a, k, mol, cd, rad],
        factor: factor.unwrap_or(1.0),
        offset: offset.unwrap_or(0.0),
    }
}

fn start(variable: &ScalarVariable) -> Option<fmu::Value> {
    use fmi2_description::VariableType;
    match variable.kind() {
        VariableType::Real => variable.real.as_ref()?.start.map(fmu::Value::Real),
        VariableType::Integer => variable.integer.as_ref()?.start.map(fmu::Value::Integer),
        VariableType::Boolean => variable.boolean.as_ref()?.start.map(fmu::Value::Boolean),
        VariableType::String => variable.string.as_ref()?.start.clone().map(fmu::Value::String),
        VariableType::Enumeration => variable.enumeration.as_ref()?.start.map(fmu::Value::Integer),
    }
}

/// The words of FMI 2.0 that every version has.
macro_rules! word_for_word {
    ($($name:ident: $type:ident { $($word:ident),+ })+) => {$(
        fn $name(word: fmi2_description::$type) -> fmu::$type {
            match word { $(fmi2_description::$type::$word => fmu::$type::$word),+ }
        }
    )+};
}

word_for_word! {
    causality: Causality { Parameter, CalculatedParameter, Input, Output, Local, Independent }
    variability: Variability { Constant, Fixed, Tunable, Discrete, Continuous }
    initial: Initial { Exact, Approx, Calculated }
    kind: VariableType { Real, Integer, Boolean, String, Enumeration }
}

#[cfg(test)]
mod tests;
