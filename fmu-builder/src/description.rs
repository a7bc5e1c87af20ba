//! `modelDescription.xml`, written from the declared variables.

use fmi2_description as xml;
use uuid::Uuid;

use crate::dependencies::Dependencies;
use crate::layout::{Layout, settings_of};
use crate::model::Model;
use crate::runtime::{Instance, Interface, SOLVER_REFERENCE, default_solver};
use crate::solver_kind::SolverKind;
use crate::structural::Structural;
use crate::structure::model_structure;
use crate::units::Unit;
use crate::variables::{Kind, Variable, Variables};

/// Log categories: the names under which messages reach the importer.
pub(crate) const LOG_ERROR: &str = "logStatusError";
pub(crate) const LOG_DISCARD: &str = "logStatusDiscard";

/// The content of `modelDescription.xml` and what identifies it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The file.
    pub xml: String,
    /// The fingerprint in it: a UUID computed from all the rest but its structure.
    pub guid: String,
}

const WRITTEN: &str = "all attributes are plain text and numbers";

/// Describes a model; the same model always gives the same bytes.
pub fn describe<M: Model>() -> Description {
    describe_as::<M>(&Structural::default())
}

/// Describes a model with structural parameters.
pub fn describe_as<M: Model>(structural: &Structural) -> Description {
    let mut variables = Variables::chosen(structural);
    let model = M::declare(&mut variables);
    let mut file = file::<M>(&variables);
    file.guid = guid(&file);
    file.model_structure = model_structure(&variables, &Dependencies::find(&model, &variables));
    Description { xml: file.to_xml().expect(WRITTEN), guid: file.guid }
}

/// The fingerprint of a model with structural parameters. It is asked for at every instantiation, so it leaves out what
/// must be found by trying: which variables depend on which.
pub(crate) fn fingerprint<M: Model>(structural: &Structural) -> String {
    let mut variables = Variables::chosen(structural);
    M::declare(&mut variables);
    guid(&file::<M>(&variables))
}

fn guid(file: &xml::ModelDescription) -> String {
    let text = file.to_xml().expect(WRITTEN);
    format!("{{{}}}", Uuid::new_v5(&Uuid::NAMESPACE_OID, text.as_bytes()))
}

/// The model's name as an identifier of C: the stem of the library's file name.
pub fn model_identifier(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

/// Everything but the fingerprint and the structure.
fn file<M: Model>(v: &Variables) -> xml::ModelDescription {
    let variables = scalar_variables::<M>(v);
    xml::ModelDescription {
        fmi_version: "2.0".into(),
        model_name: v.chosen.name.as_deref().unwrap_or(M::NAME).into(),
        description: Some(summary::<M>(v)),
        generation_tool: Some(concat!("macrostep fmu-builder ", env!("CARGO_PKG_VERSION")).into()),
        variable_naming_convention: Some(xml::NamingConvention::Structured.into()),
        number_of_event_indicators: Some(0),
        model_exchange: Instance::<M>::offers_with(Interface::ModelExchange, v).then(|| {
            xml::ModelExchange {
                model_identifier: model_identifier(M::NAME),
                completed_integrator_step_not_needed: true,
                can_not_use_memory_management_functions: true,
                can_get_and_set_fmu_state: true,
                can_serialize_fmu_state: true,
                provides_directional_derivative: true,
                ..Default::default()
            }
        }),
        co_simulation: Some(xml::CoSimulation {
            model_identifier: model_identifier(M::NAME),
            can_handle_variable_communication_step_size: true,
            can_interpolate_inputs: true,
            max_output_derivative_order: 1,
            can_not_use_memory_management_functions: true,
            can_get_and_set_fmu_state: true,
            can_serialize_fmu_state: true,
            provides_directional_derivative: true,
            ..Default::default()
        }),
        unit_definitions: unit_definitions(v),
        type_definitions: type_definitions::<M>(v),
        log_categories: log_categories(),
        default_experiment: Some(xml::DefaultExperiment {
            start_time: Some(0.0),
            stop_time: Some(M::STOP_TIME),
            tolerance: Some(M::RELATIVE_TOLERANCE),
            step_size: Some(step_size::<M>(v)),
        }),
        model_variables: xml::ModelVariables { variables },
        ..Default::default()
    }
}

/// What the model is, and the structural parameters that the FMU was made with.
fn summary<M: Model>(v: &Variables) -> String {
    let short = |value: &str| match value.lines().count() {
        0 | 1 => value.to_string(),
        lines => format!("a text of {lines} lines"),
    };
    let chosen: Vec<String> =
        v.structural.iter().map(|(name, value, _)| format!("{name} = {}", short(value))).collect();
    if chosen.is_empty() {
        M::DESCRIPTION.into()
    } else {
        format!("{} ({})", M::DESCRIPTION, chosen.join(", "))
    }
}

/// The communication step to expect: as the model says, or the shortest period of a clock, for which it samples its inputs.
fn step_size<M: Model>(v: &Variables) -> f64 {
    let periods = v.clocks.iter().map(|period| v.parameters[period.0].start);
    let said = M::STEP_SIZE;
    periods.reduce(f64::min).map_or(said, |period| if said < 1e-3 { said } else { period })
}

/// All variables; the index of each is its value reference plus one, but `solver` is the last.
fn scalar_variables<M: Model>(v: &Variables) -> Vec<xml::ScalarVariable> {
    use xml::{Causality as C, Initial as I, Variability as V};
    let l = Layout::new(v);
    let settings = settings::<M>();
    let rates = |list: &[Variable]| list.iter().map(rate).collect::<Vec<_>>();
    let (state_rates, integral_rates) = (rates(&v.states), rates(&v.integrals));

    let known = (C::Parameter, V::Fixed, Some(I::Exact));
    let discrete = (C::Output, V::Discrete, Some(I::Calculated));
    let output = (C::Output, V::Continuous, Some(I::Calculated));
    let local = (C::Local, V::Continuous, Some(I::Calculated));
    let groups: [(&[Variable], _); 10] = [
        (&v.parameters, known),
        (&settings, known),
        (&v.inputs, (C::Input, V::Continuous, None)),
        (&v.discretes, discrete),
        (&v.states, output),
        (&v.integrals, output),
        (&v.outputs, output),
        (&v.remembered, discrete),
        (&state_rates, local),
        (&integral_rates, local),
    ];
    let all = groups.iter().flat_map(|(list, role)| list.iter().map(move |v| (v, *role)));
    let mut variables = vec![time()];
    for (variable, role) in all {
        let reference = variables.len();
        let state = (reference >= l.dx).then(|| (reference - l.dx + l.x + 1) as u32);
        variables.push(scalar_variable(variable, role, reference, state));
    }
    variables.push(solver_variable::<M>(v));
    variables
}

/// Causality, variability and initial.
type Role = (xml::Causality, xml::Variability, Option<xml::Initial>);

/// A variable of its type; `state` is the index of the state whose derivative it is.
fn scalar_variable(
    variable: &Variable,
    (causality, variability, initial): Role,
    reference: usize,
    state: Option<u32>,
) -> xml::ScalarVariable {
    let start = (initial != Some(xml::Initial::Calculated)).then_some(variable.start);
    let causality = if variable.local { xml::Causality::Local } else { causality };
    let scalar = xml::ScalarVariable {
        name: variable.name.clone(),
        value_reference: reference as u32,
        description: Some(variable.description.clone()),
        causality: Some(causality.into()),
        variability: Some(changes(variable, variability).into()),
        initial: initial.map(Into::into),
        ..Default::default()
    };
    match variable.kind {
        Kind::Real => xml::ScalarVariable { real: Some(real(variable, start, state)), ..scalar },
        Kind::Integer => xml::ScalarVariable { integer: Some(integer(variable, start)), ..scalar },
        Kind::Boolean => {
            let start = start.map(|start| start != 0.0);
            let boolean = xml::BooleanVariable { start, ..Default::default() };
            xml::ScalarVariable { boolean: Some(boolean), ..scalar }
        }
        Kind::Choice => {
            let choice = xml::IntegerVariable {
                declared_type: Some(type_name(&variable.name)),
                start: start.map(|start| start as i32),
                ..Default::default()
            };
            xml::ScalarVariable { enumeration: Some(choice), ..scalar }
        }
    }
}

/// When a variable of a role may change: only Reals are continuous, and some parameters are tunable.
fn changes(variable: &Variable, of_role: xml::Variability) -> xml::Variability {
    match of_role {
        xml::Variability::Continuous if variable.kind != Kind::Real => xml::Variability::Discrete,
        xml::Variability::Fixed if variable.tunable => xml::Variability::Tunable,
        same => same,
    }
}

fn real(variable: &Variable, start: Option<f64>, state: Option<u32>) -> xml::RealVariable {
    let attributes = xml::RealAttributes {
        unit: Some(variable.unit.name.clone()).filter(|name| !name.is_empty()),
        min: variable.min,
        max: variable.max,
        nominal: variable.nominal,
        ..Default::default()
    };
    xml::RealVariable { attributes, derivative: state, start, ..Default::default() }
}

fn integer(variable: &Variable, start: Option<f64>) -> xml::IntegerVariable {
    let whole = |number: Option<f64>| number.map(|number| number as i32);
    let (min, max) = (whole(variable.min), whole(variable.max));
    let attributes = xml::IntegerAttributes { min, max, ..Default::default() };
    xml::IntegerVariable { attributes, start: whole(start), ..Default::default() }
}

fn time() -> xml::ScalarVariable {
    xml::ScalarVariable {
        name: "time".into(),
        value_reference: 0,
        description: Some("time".into()),
        causality: Some(xml::Causality::Independent.into()),
        variability: Some(xml::Variability::Continuous.into()),
        real: Some(xml::RealVariable {
            attributes: xml::RealAttributes { unit: Some("s".into()), ..Default::default() },
            ..Default::default()
        }),
        ..Default::default()
    }
}

/// The settings of the solvers as variables.
fn settings<M: Model>() -> Vec<Variable> {
    let variable = |(name, start, unit, description): (&str, f64, &str, &str)| {
        let unit = Unit::parse(unit).expect("a unit of the table");
        let setting = Variable::number(name.into(), start, unit, description.into());
        Variable { min: Some(0.0), ..setting }
    };
    settings_of::<M>().into_iter().map(variable).collect()
}

/// The variable for the time derivative of a state.
fn rate(state: &Variable) -> Variable {
    let (name, text) =
        (format!("der({})", state.name), format!("time derivative of {}", state.name));
    Variable::number(name, 0.0, state.unit.per_second(), text)
}

fn solver_variable<M: Model>(v: &Variables) -> xml::ScalarVariable {
    xml::ScalarVariable {
        name: "solver".into(),
        value_reference: SOLVER_REFERENCE,
        description: Some("the integrator used in co-simulation".into()),
        causality: Some(xml::Causality::Parameter.into()),
        variability: Some(xml::Variability::Fixed.into()),
        initial: Some(xml::Initial::Exact.into()),
        enumeration: Some(xml::IntegerVariable {
            declared_type: Some("Solver".into()),
            start: Some(default_solver::<M>(&v.chosen).item()),
            ..Default::default()
        }),
        ..Default::default()
    }
}

fn unit_definitions(v: &Variables) -> xml::UnitDefinitions {
    let seconds = Unit::parse("s").expect("a unit of the table");
    let mut units = vec![seconds];
    let rates = v.states.iter().chain(&v.integrals).map(|state| state.unit.per_second());
    for unit in v.all().map(|variable| variable.unit.clone()).chain(rates) {
        if !unit.name.is_empty() && !units.contains(&unit) {
            units.push(unit);
        }
    }
    let units = units.into_iter().map(|unit| {
        let [kg, m, s, a, k, mol, cd, rad] = unit.exponents;
        let base_unit = xml::BaseUnit { kg, m, s, a, k, mol, cd, rad, factor: None, offset: None };
        xml::Unit { name: unit.name, base_unit: Some(base_unit), display_units: Vec::new() }
    });
    xml::UnitDefinitions { units: units.collect() }
}

fn type_definitions<M: Model>(v: &Variables) -> xml::TypeDefinitions {
    let solvers =
        SolverKind::of::<M>().map(|kind| (kind.item(), (kind.name(), kind.description())));
    let solver = enumeration("Solver".into(), "integrators".into(), solvers);
    let choices =
        v.parameters.iter().filter(|parameter| parameter.kind == Kind::Choice).map(|choice| {
            let items = choice.items.iter().map(|(name, text)| (name.as_str(), text.as_str()));
            enumeration(type_name(&choice.name), choice.description.clone(), (1..).zip(items))
        });
    xml::TypeDefinitions { types: std::iter::once(solver).chain(choices).collect() }
}

/// The type of a choice: its name with a capital.
fn type_name(choice: &str) -> String {
    let mut letters = choice.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// A type whose items are given by number, name and description.
fn enumeration<'a>(
    name: String,
    description: String,
    items: impl Iterator<Item = (i32, (&'a str, &'a str))>,
) -> xml::SimpleType {
    let item = |(value, (name, text)): (i32, (&str, &str))| xml::Item {
        name: name.into(),
        value,
        description: Some(text.into()),
    };
    let items = items.map(item).collect();
    xml::SimpleType {
        name,
        description: Some(description),
        enumeration: Some(xml::EnumerationType { items, ..Default::default() }),
        ..Default::default()
    }
}

fn log_categories() -> xml::LogCategories {
    let category = |name: &str, description: &str| xml::Category {
        name: name.into(),
        description: Some(description.into()),
    };
    xml::LogCategories {
        categories: vec![
            category(LOG_ERROR, "calls that failed, and why"),
            category(LOG_DISCARD, "steps that were refused, and why"),
        ],
    }
}
