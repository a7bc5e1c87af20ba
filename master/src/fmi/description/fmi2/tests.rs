use super::read;
use crate::fmu::{Causality, Description, Initial, Value, Variability, VariableType};

fn model() -> Description {
    let xml = r#"<fmiModelDescription fmiVersion="2.0" modelName="m" guid="g">
        <CoSimulation modelIdentifier="m" canGetAndSetFMUstate="true" maxOutputDerivativeOrder="1"/>
        <UnitDefinitions><Unit name="mm"><BaseUnit m="1" factor="0.001"/></Unit></UnitDefinitions>
        <TypeDefinitions>
        <SimpleType name="L"><Real unit="mm" min="0" max="2" nominal="5"/></SimpleType>
        <SimpleType name="T"><Enumeration><Item name="off" value="1"/><Item name="on" value="2"/></Enumeration></SimpleType>
        </TypeDefinitions><DefaultExperiment stopTime="3"/><ModelVariables>
        <ScalarVariable name="u" valueReference="7" causality="input"><Real declaredType="L" max="1" start="0.5"/></ScalarVariable>
        <ScalarVariable name="mode" valueReference="0" causality="parameter"><Enumeration declaredType="T" start="2"/></ScalarVariable>
        <ScalarVariable name="x" valueReference="1" causality="output"><Real unit="odd"/></ScalarVariable>
        <ScalarVariable name="der(x)" valueReference="2"><Real derivative="3"/></ScalarVariable>
        <ScalarVariable name="text" valueReference="0" causality="output"><String start="a"/></ScalarVariable>
        <ScalarVariable name="flag" valueReference="0" causality="output"><Boolean/></ScalarVariable>
        </ModelVariables><ModelStructure><Outputs><Unknown index="3" dependencies="1 99 0"/>
        <Unknown index="3" dependencies="2"/><Unknown index="5" dependencies=""/><Unknown index="6"/></Outputs>
        <Derivatives><Unknown index="4"/></Derivatives></ModelStructure></fmiModelDescription>"#;
    read(xml.as_bytes()).unwrap().0
}

#[test]
fn what_a_declared_type_says_stands_with_the_variable() {
    let model = model();
    let u = model.variable("u").unwrap();
    assert_eq!((u.min, u.max, u.nominal), (Some(0.0), Some(1.0), Some(5.0)));
    assert_eq!((u.causality, u.variability), (Causality::Input, Variability::Continuous));
    assert_eq!((u.initial, u.start.clone()), (None, Some(Value::Real(0.5))));
    let unit = u.unit.as_ref().unwrap();
    let base = unit.base.unwrap();
    assert_eq!((unit.name.as_str(), base.dimension[1], base.factor), ("mm", 1, 0.001));
    let mode = model.variable("mode").unwrap();
    assert_eq!((mode.kind, mode.variability), (VariableType::Enumeration, Variability::Fixed));
    assert_eq!((mode.initial, mode.numeric_start()), (Some(Initial::Exact), Some(2.0)));
    assert_eq!(mode.items_in_words(), "off (1), on (2)");
    let x = model.variable("x").unwrap();
    assert_eq!((x.unit.as_ref().unwrap().base, x.nominal), (None, None));
    assert!(x.items.is_empty() && x.start.is_none());
    assert_eq!(model.variable("text").unwrap().start, Some(Value::String("a".into())));
    assert!(model.variable("text").unwrap().numeric_start().is_none());
}

#[test]
fn dependencies_that_are_absent_and_empty_differ() {
    let model = model();
    let of = |output: &str| -> Option<Vec<&str>> {
        Some(model.dependencies(output)?.map(|v| v.name.as_str()).collect())
    };
    // Numbers that no variable has are passed over, and of two entries the first counts.
    assert_eq!(of("x"), Some(vec!["u"]));
    assert_eq!(of("text"), Some(vec![]));
    assert_eq!(of("flag"), None);
    assert_eq!(of("nothing"), None);
}

#[test]
fn states_are_those_whose_derivatives_are_listed() {
    let model = model();
    let names: Vec<_> = model.states().map(|state| state.name.as_str()).collect();
    assert_eq!(names, ["x"]);
    assert_eq!(model.variable("der(x)").unwrap().derivative_of, Some(2));
}

#[test]
fn the_interface_is_taken_over() {
    let model = model();
    let interface = model.co_simulation.unwrap();
    assert!(interface.can_get_and_set_fmu_state && !interface.can_serialize_fmu_state);
    assert_eq!(interface.max_output_derivative_order, 1);
    assert_eq!(model.default_experiment.unwrap().stop_time, Some(3.0));
    assert!(!model.has_model_exchange);
}
