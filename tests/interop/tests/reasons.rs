//! Why macrostep does not import through the crate `fmi`: docs/interoperability.md says what is shown here.

use std::str::FromStr;

use fmi::fmi2::import::Fmi2Import;
use fmi::fmi2::schema::Fmi2ModelDescription;
use fmi::traits::FmiImport;
use macrostep_interop::fmu;

/// The description of an exported FMU, as text.
fn description() -> String {
    let import: Fmi2Import = fmi::import::from_path(fmu("oscillator")).expect("an FMU");
    let path = import.archive_path().join("modelDescription.xml");
    std::fs::read_to_string(path).expect("its description")
}

#[test]
fn allowed_attributes_are_refused() {
    let text = description();
    assert!(Fmi2ModelDescription::from_str(&text).is_ok());
    let root = r#"<fmiModelDescription xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance""#;
    let variable = r#"canHandleMultipleSetPerTimeInstant="false" causality="input""#;
    for (before, after) in [("<fmiModelDescription", root), (r#"causality="input""#, variable)] {
        let text = text.replace(before, after);
        assert!(text.contains(after), "the description has no {before}");
        assert!(Fmi2ModelDescription::from_str(&text).is_err(), "{after}");
    }
}

#[test]
fn no_dependencies_and_unknown_dependencies_are_taken_for_the_same() {
    let none = description();
    let unknown = none.replace(r#" dependencies="""#, "");
    assert_ne!(none, unknown, "the description has an output that depends on nothing");
    let read = |text: &str| {
        let read = Fmi2ModelDescription::from_str(text).expect("a description");
        format!("{:?}", read.model_structure)
    };
    assert_eq!(read(&none), read(&unknown));
}
