use super::*;

const RICH: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="Rich" guid="{1}" description="a &lt; b &amp; &quot;c&quot;"
    author="Jürgen" version="3" copyright="c" license="l" generationTool="t"
    generationDateAndTime="2020-01-01T00:00:00Z" variableNamingConvention="structured" numberOfEventIndicators="2">
  <ModelExchange modelIdentifier="Rich" completedIntegratorStepNotNeeded="true"/>
  <CoSimulation modelIdentifier="Rich" canHandleVariableCommunicationStepSize="true" canInterpolateInputs="true"
      maxOutputDerivativeOrder="2" canGetAndSetFMUstate="true" providesDirectionalDerivative="true">
    <SourceFiles><File name="a.c"/><File name="b.c"/></SourceFiles>
  </CoSimulation>
  <UnitDefinitions>
    <Unit name="N"><BaseUnit kg="1" m="1" s="-2"/></Unit>
    <Unit name="K"><BaseUnit K="1"/><DisplayUnit name="degC" factor="1" offset="-273.15"/></Unit>
  </UnitDefinitions>
  <TypeDefinitions>
    <SimpleType name="Force" description="a force"><Real quantity="Force" unit="N" min="-100" max="1e300" nominal="1e-3"/></SimpleType>
    <SimpleType name="Count"><Integer min="0" max="9"/></SimpleType>
    <SimpleType name="Flag"><Boolean/></SimpleType>
    <SimpleType name="Text"><String/></SimpleType>
    <SimpleType name="Mode"><Enumeration quantity="q"><Item name="off" value="1"/><Item name="on" value="2" description="d"/></Enumeration></SimpleType>
  </TypeDefinitions>
  <LogCategories><Category name="logAll" description="all"/></LogCategories>
  <DefaultExperiment startTime="0" stopTime="1.5" tolerance="1e-6" stepSize="0.1"/>
  <ModelVariables>
    <ScalarVariable name="f" valueReference="0" description="d" causality="input"><Real declaredType="Force" start="0.1"/></ScalarVariable>
    <ScalarVariable name="x" valueReference="1" causality="output" variability="continuous" initial="exact"><Real unit="K" displayUnit="degC" relativeQuantity="true" unbounded="true" start="-INF" reinit="true"/></ScalarVariable>
    <ScalarVariable name="der(x)" valueReference="2" canHandleMultipleSetPerTimeInstant="false"><Real derivative="2"/></ScalarVariable>
    <ScalarVariable name="n" valueReference="0" causality="parameter" variability="tunable"><Integer declaredType="Count" start="3"/></ScalarVariable>
    <ScalarVariable name="b" valueReference="0" causality="parameter" variability="fixed"><Boolean declaredType="Flag" start="true"/></ScalarVariable>
    <ScalarVariable name="s" valueReference="0" causality="parameter" variability="fixed"><String declaredType="Text" start="two words"/></ScalarVariable>
    <ScalarVariable name="m" valueReference="1" causality="parameter" variability="fixed"><Enumeration declaredType="Mode" start="2"/></ScalarVariable>
  </ModelVariables>
  <ModelStructure>
    <Outputs><Unknown index="2" dependencies=""/></Outputs>
    <Derivatives><Unknown index="3" dependencies="1 2" dependenciesKind="constant dependent"/></Derivatives>
    <InitialUnknowns><Unknown index="3"/></InitialUnknowns>
  </ModelStructure>
</fmiModelDescription>"#;

fn rich() -> ModelDescription {
    ModelDescription::parse(RICH.as_bytes()).unwrap()
}

/// A description with the given variables and outputs.
fn with(variables: &str, structure: &str) -> ModelDescription {
    let xml = format!(
        "<fmiModelDescription fmiVersion=\"2.0\" modelName=\"m\" guid=\"g\">\
         <CoSimulation modelIdentifier=\"m\"/><ModelVariables>{variables}</ModelVariables>\
         <ModelStructure>{structure}</ModelStructure></fmiModelDescription>"
    );
    ModelDescription::parse(xml.as_bytes()).unwrap()
}

fn codes(description: &ModelDescription) -> Vec<&'static str> {
    description.problems().iter().map(|problem| problem.code).collect()
}

#[test]
fn a_rich_description_has_no_problems_and_all_its_attributes() {
    let d = rich();
    assert_eq!(codes(&d), [""; 0]);
    assert_eq!(d.description.as_deref(), Some("a < b & \"c\""));
    assert_eq!(d.co_simulation.as_ref().unwrap().max_output_derivative_order, 2);
    assert_eq!(d.unit_definition("N").unwrap().base_unit.unwrap().s, -2);
    let f = d.variable("f").unwrap();
    assert_eq!(
        (d.unit(f), d.range(f), d.nominal(f)),
        (Some("N"), (Some(-100.0), Some(1e300)), 1e-3)
    );
    assert_eq!(d.items(d.variable("m").unwrap())[1].name, "on");
    assert_eq!(d.variable("x").unwrap().numeric_start(), Some(f64::NEG_INFINITY));
}

#[test]
fn writing_back_loses_nothing() {
    let xml = rich().to_xml().unwrap();
    assert_eq!(ModelDescription::parse(xml.as_bytes()).unwrap(), rich());
    assert!(xml.contains("start=\"-INF\"") && xml.contains("max=\"1e300\""));
    assert!(xml.contains("<Unknown index=\"2\" dependencies=\"\"/>"), "{xml}");
    assert!(!xml.contains("needsExecutionTool"), "only what is set: {xml}");
    let parts = ["<ModelExchange", "<CoSimulation", "<UnitDef", "<TypeDef", "<LogCat", "<DefaultE"];
    let at: Vec<_> = parts.iter().map(|part| xml.find(part).unwrap()).collect();
    assert!(at.is_sorted(), "schema order");
}

#[test]
fn line_breaks_in_descriptions_survive_writing() {
    let mut d = rich();
    d.description = Some("one\ntwo\t\"three\" <é>".into());
    let xml = d.to_xml().unwrap();
    assert_eq!(ModelDescription::parse(xml.as_bytes()).unwrap().description, d.description);
}

#[test]
fn absent_and_empty_dependencies_differ() {
    let d = rich();
    assert_eq!(d.output("x").unwrap().dependencies, Some(vec![]));
    assert_eq!(d.model_structure.initial_unknowns.unknowns[0].dependencies, None);
}

#[test]
fn the_untidiness_of_real_files_is_read() {
    let xml = "\u{feff}<?xml version=\"1.0\"?><!-- c --><fmiModelDescription fmiVersion=\"2.0\" guid=\"g\" \
        xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:noNamespaceSchemaLocation=\"x\">\
        <CoSimulation modelIdentifier=\"m\" canInterpolateInputs=\" 1 \" unheardOf=\"x\"><Foo><Bar/></Foo></CoSimulation>\
        <VendorAnnotations><Tool name=\"t\"><X>text<![CDATA[<raw>]]></X></Tool></VendorAnnotations>\
        <ModelVariables><!-- c --><ScalarVariable name=\"a\" valueReference=\" 7 \" causality=\"wild\">\
        <Real start=\" 1e3\n\" min=\"\"/><Annotations><Tool name=\"t\"><![CDATA[x]]></Tool></Annotations></ScalarVariable>\
        <Strange/><ScalarVariable name=\"b\" valueReference=\"8\"><Annotations/><Boolean start=\" TRUE \"/></ScalarVariable>\
        </ModelVariables><ModelStructure/></fmiModelDescription>";
    let d = ModelDescription::parse(xml.as_bytes()).unwrap();
    assert!(d.co_simulation.as_ref().unwrap().can_interpolate_inputs);
    let a = d.variable("a").unwrap();
    assert_eq!(
        (a.value_reference, a.numeric_start(), a.causality()),
        (7, Some(1e3), Causality::Local)
    );
    assert_eq!(d.variable("b").unwrap().boolean.as_ref().unwrap().start, Some(true));
}

#[test]
fn other_encodings_are_read() {
    let text = RICH.replace("UTF-8", "ISO-8859-1");
    let latin1: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    assert_eq!(ModelDescription::parse(&latin1).unwrap(), rich());
    let mut utf16 = vec![0xFF, 0xFE];
    utf16.extend(RICH.replace("UTF-8", "UTF-16").encode_utf16().flat_map(u16::to_le_bytes));
    assert_eq!(ModelDescription::parse(&utf16).unwrap(), rich());
}

#[test]
fn a_number_that_is_none_is_refused_with_its_text() {
    let xml = RICH.replace("start=\"0.1\"", "start=\"0,1\"");
    let message = ModelDescription::parse(xml.as_bytes()).unwrap_err().to_string();
    assert!(message.contains("\"0,1\" is not a real number"), "{message}");
}

#[test]
fn defaults_depend_on_causality_and_type() {
    let d = with(
        "<ScalarVariable name=\"p\" valueReference=\"1\" causality=\"parameter\"><Real start=\"1\"/></ScalarVariable>\
         <ScalarVariable name=\"i\" valueReference=\"1\"><Integer/></ScalarVariable>\
         <ScalarVariable name=\"u\" valueReference=\"2\" causality=\"input\"><Real start=\"1\"/></ScalarVariable>",
        "",
    );
    let [p, i, u] = d.variables() else { panic!("three variables") };
    assert_eq!((p.variability(), p.initial()), (Variability::Fixed, Some(Initial::Exact)));
    assert_eq!((i.variability(), i.initial()), (Variability::Discrete, Some(Initial::Calculated)));
    assert_eq!((u.variability(), u.initial()), (Variability::Continuous, None));
}

#[test]
fn each_deviation_has_its_code() {
    let variable = |name: &str, attributes: &str, element: &str| {
        with(
            &format!(
                "<ScalarVariable name=\"{name}\" valueReference=\"1\" {attributes}>{element}</ScalarVariable>"
            ),
            "",
        )
    };
    let cases = [
        ("D07", variable("u", "causality=\"input\"", "<Real/>")),
        ("D08", variable("x", "", "<Real start=\"1\"/>")),
        ("D09", variable("x", "causality=\"input\" variability=\"fixed\"", "<Real start=\"1\"/>")),
        ("D09", variable("x", "", "<Boolean/>")),
        ("D10", variable("u", "causality=\"input\" initial=\"exact\"", "<Real start=\"1\"/>")),
        ("D11", variable("y", "causality=\"output\" initial=\"exact\"", "<Real start=\"1\"/>")),
        ("D33", variable("x", "", "<Real displayUnit=\"deg\"/>")),
        ("D14", variable("x", "", "<Real declaredType=\"T\"/>")),
        ("D16", variable("x", "", "<Real unit=\"N\"/>")),
        ("D17", variable("x", "initial=\"exact\"", "<Real min=\"2\" start=\"1\"/>")),
        ("D18", variable("x", "", "<Real derivative=\"1\"/>")),
        ("D19", variable("x", "variability=\"discrete\"", "<Enumeration/>")),
        ("D21", variable("x", "", "")),
        ("D23", variable("x", "", "<Real min=\"2\" max=\"1\"/>")),
    ];
    for (code, description) in cases {
        assert_eq!(codes(&description), [code], "{:?}", description.problems());
    }
}

#[test]
fn deviations_of_header_and_structure_have_their_codes() {
    let empty = ModelDescription::default();
    assert_eq!(codes(&empty), ["D01", "D02", "D24", "D03"]);
    let x = "<ScalarVariable name=\"x\" valueReference=\"1\"><Real/></ScalarVariable>";
    assert_eq!(codes(&with(&x.repeat(2), "")), ["D05"]);
    let both = "<ScalarVariable name=\"x\" valueReference=\"1\" initial=\"exact\"><Real start=\"1\"/></ScalarVariable>\
         <ScalarVariable name=\"v\" valueReference=\"2\" initial=\"exact\"><Real start=\"1\" derivative=\"1\"/></ScalarVariable>";
    let cases = [
        ("<Derivatives><Unknown index=\"2\"/><Unknown index=\"2\"/></Derivatives>", "D06"),
        ("<Outputs><Unknown index=\"1\"/></Outputs>", "D12"),
        ("<Derivatives><Unknown index=\"3\"/></Derivatives>", "D13"),
        ("<Derivatives><Unknown index=\"2\" dependencies=\"0\"/></Derivatives>", "D13"),
        (
            "<Derivatives><Unknown index=\"2\" dependencies=\"1\" dependenciesKind=\"\"/></Derivatives>",
            "D22",
        ),
        ("<Derivatives><Unknown index=\"1\"/></Derivatives>", "D32"),
        ("<InitialUnknowns><Unknown index=\"1\"/></InitialUnknowns>", "D30"),
    ];
    for (structure, code) in cases {
        assert_eq!(codes(&with(both, structure)), [code]);
    }
}

#[test]
fn initial_unknowns_are_complete_and_in_order() {
    let computed = |name: &str, causality: &str, element: &str| {
        format!(
            "<ScalarVariable name=\"{name}\" valueReference=\"1\" {causality}>{element}</ScalarVariable>"
        )
    };
    let variables = [
        computed("y", "causality=\"output\"", "<Real/>"),
        computed("p", "causality=\"calculatedParameter\" variability=\"fixed\"", "<Real/>"),
        computed("x", "", "<Real/>"),
        computed("v", "", "<Real derivative=\"3\"/>"),
        computed("other", "", "<Real/>"),
    ]
    .concat();
    let found = |initial: &[u32]| {
        let list: String = initial.iter().map(|i| format!("<Unknown index=\"{i}\"/>")).collect();
        let structure = format!(
            "<Outputs><Unknown index=\"1\"/></Outputs><Derivatives><Unknown index=\"4\"/></Derivatives>\
             <InitialUnknowns>{list}</InitialUnknowns>"
        );
        let problems = with(&variables, &structure).problems();
        problems.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(found(&[1, 2, 3, 4]), [""; 0]);
    assert_eq!(found(&[1, 2]), ["D30 ModelStructure/InitialUnknowns lacks \"x\", \"v\""]);
    assert_eq!(
        found(&[1, 2, 3, 4, 5]),
        ["D30 ModelStructure/InitialUnknowns lists what it must not: \"other\""]
    );
    assert_eq!(
        found(&[1, 3, 2, 4]),
        ["D30 ModelStructure/InitialUnknowns is not in the order of the variables"]
    );
}

#[test]
fn an_identifier_that_leads_elsewhere_is_an_error() {
    let identifier = |text: &str| {
        let mut d = rich();
        d.co_simulation.as_mut().unwrap().model_identifier = text.into();
        d.problems().iter().map(|p| (p.code, p.severity)).collect::<Vec<_>>()
    };
    assert_eq!(identifier("Rich_2"), []);
    assert_eq!(identifier("rich-er"), [("D34", Severity::Warning)]);
    for text in ["../x", "a/b", "/etc/x", "a\\b", "..", ".", "c:x", "a\0b"] {
        assert_eq!(identifier(text), [("D34", Severity::Error)], "{text:?}");
    }
    assert_eq!(identifier(" "), [("D04", Severity::Error)]);
    let mut d = rich();
    d.co_simulation.as_mut().unwrap().source_files.files[0].name = "../a.c".into();
    assert_eq!(codes(&d), ["D34"]);
}

#[test]
fn a_declared_type_of_another_kind_is_reported() {
    let xml = RICH.replace("declaredType=\"Count\"", "declaredType=\"Force\"");
    assert_eq!(codes(&ModelDescription::parse(xml.as_bytes()).unwrap()), ["D15"]);
}

/// Four times the variables, types, units and outputs may take eight times as long, not sixteen.
#[test]
fn reading_and_judging_take_time_in_proportion_to_the_file() {
    let file = |count: u32| {
        let (mut units, mut types, mut variables, mut outputs) =
            <(String, String, String, String)>::default();
        for k in 0..count {
            units += &format!("<Unit name=\"u{k}\"/>");
            types += &format!("<SimpleType name=\"T{k}\"><Real unit=\"u{k}\"/></SimpleType>");
            variables += &format!(
                "<ScalarVariable name=\"v{k}\" valueReference=\"{k}\" causality=\"output\"><Real declaredType=\"T{k}\"/></ScalarVariable>"
            );
            outputs += &format!("<Unknown index=\"{}\"/>", k + 1);
        }
        format!(
            "<fmiModelDescription fmiVersion=\"2.0\" modelName=\"m\" guid=\"g\"><CoSimulation modelIdentifier=\"m\"/>\
             <UnitDefinitions>{units}</UnitDefinitions><TypeDefinitions>{types}</TypeDefinitions>\
             <ModelVariables>{variables}</ModelVariables><ModelStructure><Outputs>{outputs}</Outputs>\
             <InitialUnknowns>{outputs}</InitialUnknowns></ModelStructure></fmiModelDescription>"
        )
    };
    let time = |xml: &str| {
        let begin = std::time::Instant::now();
        let d = ModelDescription::parse(xml.as_bytes()).unwrap();
        assert_eq!((schema::problems(xml.as_bytes()), d.problems()), (vec![], vec![]));
        for variable in d.variables() {
            assert!(d.variable(&variable.name).is_some() && d.unit(variable).is_some());
            assert!(d.output(&variable.name).is_some() && d.index_of(&variable.name).is_some());
            assert!(d.unit_definition(d.unit(variable).unwrap()).is_some());
        }
        begin.elapsed()
    };
    let (small, large) = (file(3_000), file(12_000));
    // The machine may be busy: the shortest of several times counts, and one good ratio is enough.
    let shortest = |xml: &str| (0..5).map(|_| time(xml)).min().unwrap();
    let is_linear = (0..3).any(|_| shortest(&large) < 8 * shortest(&small));
    assert!(is_linear, "{:?} against {:?}", shortest(&large), shortest(&small));
}
