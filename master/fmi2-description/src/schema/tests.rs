use super::problems;
use crate::Severity::{self, Error, Warning};

const VALID: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="m" guid="g" generationDateAndTime="2020-01-01T00:00:00.5+01:00"
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="x">
  <CoSimulation modelIdentifier="m" canInterpolateInputs="1"/>
  <UnitDefinitions><Unit name="K"><BaseUnit K="1" factor="1.5e-3"/></Unit></UnitDefinitions>
  <DefaultExperiment stopTime="1"/>
  <VendorAnnotations><Tool name="t"><Anything goes="here">text</Anything></Tool></VendorAnnotations>
  <ModelVariables>
    <ScalarVariable name="u" valueReference="0" causality="input"><Real start="-INF"/></ScalarVariable>
    <ScalarVariable name="y" valueReference="1" causality="output"><Real unit="K"/><Annotations><Tool name="t"/></Annotations></ScalarVariable>
  </ModelVariables>
  <ModelStructure>
    <Outputs><Unknown index="2" dependencies="1" dependenciesKind="fixed"/></Outputs>
    <InitialUnknowns><Unknown index="2"/></InitialUnknowns>
  </ModelStructure>
</fmiModelDescription>
"#;

#[test]
fn what_the_schema_allows_is_no_problem() {
    assert_eq!(problems(VALID.as_bytes()), []);
}

#[test]
fn each_change_of_the_file_has_its_code_and_severity() {
    let cases: &[(&str, &str, &str, Severity)] = &[
        // What changes the numbers that are read is an error.
        (" valueReference=\"1\"", "", "D27", Error),
        ("valueReference=\"1\"", "valueRefernce=\"1\"", "D26", Error),
        ("valueReference=\"1\"", "valueReference=\"\"", "D28", Error),
        (" name=\"u\"", "", "D27", Error),
        ("name=\"u\"", "name=\"\"", "D27", Error),
        ("causality=\"input\"", "causality=\"imput\"", "D20", Error),
        ("causality=\"input\"", "causality=\" input\"", "D20", Error),
        ("causality=\"input\"", "causalty=\"input\"", "D26", Error),
        ("<Unknown index=\"2\"/>", "<Unknown idx=\"2\"/>", "D27", Error),
        ("start=\"-INF\"", "Start=\"1\"", "D26", Error),
        ("factor=\"1.5e-3\"", "facter=\"1.5e-3\"", "D26", Error),
        ("<Real start=\"-INF\"/>", "<Reel start=\"1\"/>", "D25", Error),
        // The rest is told.
        ("canInterpolateInputs=\"1\"", "canInterpolateInputs=\"True\"", "D28", Warning),
        ("canInterpolateInputs", "canInterpolateInput", "D26", Warning),
        ("start=\"-INF\"", "start=\"inf\"", "D28", Warning),
        ("factor=\"1.5e-3\"", "factor=\"1.5d-3\"", "D28", Warning),
        ("K=\"1\" f", "K=\"1.0\" f", "D28", Warning),
        ("dependenciesKind=\"fixed\"", "dependenciesKind=\"some\"", "D20", Warning),
        ("2020-01-01T", "2020-13-01T", "D28", Warning),
        ("<DefaultExperiment stopTime=\"1\"/>", "<Own/>", "D25", Warning),
        ("<DefaultExperiment stopTime=\"1\"/>", "words", "D25", Warning),
        ("<Unit name=\"K\"><BaseUnit K=\"1\" factor=\"1.5e-3\"/></Unit>", "", "D25", Warning),
        ("<Tool name=\"t\"/>", "<Tool/>", "D27", Warning),
        ("modelName=\"m\"", "modelName=\"&unheard;\"", "D29", Warning),
        ("modelName=\"m\"", "modelName=\"m\" modelName=\"n\"", "D29", Warning),
        ("modelName=\"m\"", "modelName=\"<m>\"", "D29", Warning),
        ("modelName=\"m\"", "modelName=\"\u{1}\"", "D29", Warning),
    ];
    for (from, to, code, severity) in cases {
        assert!(VALID.contains(from), "{from}");
        let found = problems(VALID.replacen(from, to, 1).as_bytes());
        let fits = |p: &crate::Problem| p.code == *code && p.severity == *severity;
        assert!(found.iter().any(fits), "{from} -> {to}: {found:?}");
    }
}

#[test]
fn order_and_number_of_elements_are_judged() {
    let structure = VALID.find("  <ModelStructure>").unwrap();
    let variables = VALID.find("  <ModelVariables>").unwrap();
    let swapped = format!(
        "{}{}{}</fmiModelDescription>",
        &VALID[..variables],
        VALID[structure..].replace("</fmiModelDescription>\n", ""),
        &VALID[variables..structure]
    );
    let found = problems(swapped.as_bytes());
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].message.ends_with("fmiModelDescription: ModelVariables stands too late"));
    let none =
        problems(VALID.replace("DefaultExperiment stopTime=\"1\"/", "CoSimulation/").as_bytes());
    assert!(none[0].message.contains("CoSimulation stands too late"), "{none:?}");
    let cut = format!("{}</fmiModelDescription>", &VALID[..structure]);
    let found = problems(cut.as_bytes());
    assert!(found[0].message.contains("it holds no ModelStructure"), "{found:?}");
}

#[test]
fn a_problem_names_its_line_and_its_variable() {
    let found = problems(VALID.replace("valueReference=\"1\"", "").as_bytes());
    let message = "line 10: ScalarVariable \"y\": the attribute valueReference is missing";
    assert_eq!(found[0].message, message);
    let found = problems(VALID.replace("input", "inputt").as_bytes());
    assert!(found[0].message.starts_with("line 9: "), "{found:?}");
}

#[test]
fn bytes_of_another_encoding_than_declared_are_told() {
    let mut bytes = VALID.replace("modelName=\"m\"", "modelName=\"M?ller\"").into_bytes();
    let place = bytes.iter().position(|byte| *byte == b'?').unwrap();
    let place = place + 1 + bytes[place + 1..].iter().position(|byte| *byte == b'?').unwrap();
    let place = place + 1 + bytes[place + 1..].iter().position(|byte| *byte == b'?').unwrap();
    bytes[place] = 0xFC;
    assert_eq!(problems(&bytes).iter().map(|p| p.code).collect::<Vec<_>>(), ["D29"]);
    let declared: Vec<u8> = String::from_utf8_lossy(&bytes)
        .replace("UTF-8", "ISO-8859-1")
        .replace('\u{fffd}', "?")
        .into_bytes();
    assert_eq!(problems(&declared), []);
}
