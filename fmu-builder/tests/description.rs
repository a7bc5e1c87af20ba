//! The model description of an exported model.

use fmi2_description::{Causality, Initial, ModelDescription, Unknown};
use fmu_builder::describe;
use oscillator::Oscillator;

fn description() -> ModelDescription {
    ModelDescription::parse(describe::<Oscillator>().xml.as_bytes()).unwrap()
}

/// The names of the variables that an unknown depends on.
fn dependencies(model: &ModelDescription, unknowns: &[Unknown], name: &str) -> Vec<String> {
    let index = model.index_of(name).unwrap();
    let unknown = unknowns.iter().find(|unknown| unknown.index == index).unwrap();
    let known = unknown.dependencies.as_ref().unwrap().iter();
    known.map(|index| model.variable_at(*index).unwrap().name.clone()).collect()
}

#[test]
fn our_own_checks_find_no_problem() {
    let problems = description().problems();
    assert!(problems.is_empty(), "{problems:?}");
}

#[test]
fn the_same_model_gives_the_same_bytes_and_the_guid_follows_from_them() {
    let (first, second) = (describe::<Oscillator>(), describe::<Oscillator>());
    assert_eq!(first, second);
    let model = description();
    assert_eq!(model.guid, first.guid);
    assert!(model.generation_date_and_time.is_none());
    let tool = model.generation_tool.unwrap();
    assert!(tool.starts_with("macrostep fmu-builder "), "{tool}");
}

#[test]
fn dependencies_are_those_of_the_equations() {
    let model = description();
    let structure = &model.model_structure;
    let outputs = |name| dependencies(&model, &structure.outputs.unknowns, name);
    assert_eq!(outputs("a"), ["force", "x", "v"]);
    assert_eq!(outputs("energy"), ["x", "v"]);
    assert_eq!(outputs("x"), ["x"]);
    let derivatives = |name| dependencies(&model, &structure.derivatives.unknowns, name);
    assert_eq!(derivatives("der(x)"), ["v"]);
    assert_eq!(derivatives("der(dissipated)"), ["v"]);
    let initial = |name| dependencies(&model, &structure.initial_unknowns.unknowns, name);
    assert_eq!(initial("x"), ["x0"]);
    assert_eq!(initial("energy"), ["m", "c", "x0", "v0"]);
    assert!(initial("dissipated").is_empty());
    assert!(describe::<Oscillator>().xml.contains("dependencies=\"\""));
}

#[test]
fn units_bounds_and_starts_are_declared() {
    let model = description();
    let damper = model.variable("d").unwrap();
    assert_eq!(model.unit(damper), Some("N.s/m"));
    let base = model.unit_definition("N.s/m").unwrap().base_unit.unwrap();
    assert_eq!((base.kg, base.m, base.s), (1, 0, -1));
    assert_eq!(model.range(model.variable("m").unwrap()), (Some(1e-9), None));
    for variable in model.variables() {
        let computed = variable.initial() == Some(Initial::Calculated);
        let time = variable.causality() == Causality::Independent;
        assert_eq!(variable.has_start(), !computed && !time, "{}", variable.name);
    }
}

#[test]
fn the_solver_is_an_enumeration_with_all_items() {
    let model = description();
    let solver = model.variable("solver").unwrap();
    let names: Vec<_> = model.items(solver).iter().map(|item| item.name.as_str()).collect();
    assert_eq!(names, ["exact", "semi-implicit-euler", "rk4", "dopri5", "rodas4", "bs23"]);
    assert_eq!(solver.numeric_start(), Some(1.0));
}
