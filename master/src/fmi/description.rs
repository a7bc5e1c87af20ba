//! `modelDescription.xml` of an archive: read by its version, deviations collected.

mod fmi2;

use super::archive::Archive;
use super::error::FmuError;
use crate::fmu::{CoSimulation, Description, Problem, Severity};

/// A description with what deviates from the standard in it.
#[derive(Clone, Debug)]
pub struct Described {
    /// What the FMU says of itself.
    pub model: Description,
    /// Its deviations, to be shown to the user.
    pub problems: Vec<Problem>,
}

/// Reads the description of an FMU of FMI 2.0, of either interface.
pub fn read(archive: &Archive) -> Result<Described, FmuError> {
    let path = archive.source().to_path_buf();
    let xml = archive.model_description()?;
    // Other versions may not even parse, so the version comes first.
    if let Some(version) = version(&String::from_utf8_lossy(&xml))
        && !version.starts_with("2.")
    {
        return Err(FmuError::Version { path, version });
    }
    let (model, problems) =
        fmi2::read(&xml).map_err(|reason| FmuError::Description { path, reason })?;
    Ok(Described { model, problems })
}

/// Refuses a description that cannot be read as it is meant.
pub fn require_readable(archive: &Archive, problems: &[Problem]) -> Result<(), FmuError> {
    let mut errors = problems.iter().filter(|problem| problem.severity == Severity::Error);
    let Some(first) = errors.next() else { return Ok(()) };
    let more = match errors.count() {
        0 => String::new(),
        more => format!(" (and {more} more)"),
    };
    let reason = format!(
        "its modelDescription.xml cannot be relied on: {first}{more}; correct it or export the FMU \
         again (macrostep validate lists all)"
    );
    Err(FmuError::Description { path: archive.source().into(), reason })
}

/// The co-simulation interface, which macrostep needs.
pub fn co_simulation<'a>(
    archive: &Archive,
    model: &'a Description,
) -> Result<&'a CoSimulation, FmuError> {
    let path = || archive.source().to_path_buf();
    model.co_simulation.as_ref().ok_or_else(|| FmuError::NoCoSimulation { path: path() })
}

/// The value of the first attribute `fmiVersion`.
fn version(xml: &str) -> Option<String> {
    let after = xml.split_once("fmiVersion")?.1.trim_start().strip_prefix('=')?.trim_start();
    let quote = ['"', '\''].into_iter().find(|quote| after.starts_with(*quote))?;
    after[1..].split_once(quote).map(|(version, _)| version.trim().to_owned())
}

/// The description in a text.
#[cfg(test)]
pub(super) fn described(xml: &str) -> Description {
    fmi2::read(xml.as_bytes()).expect("the text is a description").0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(xml: &str) -> Result<Described, FmuError> {
        let folder = tempfile::TempDir::new().unwrap();
        std::fs::write(folder.path().join("modelDescription.xml"), xml).unwrap();
        read(&Archive::open(folder.path()).unwrap())
    }

    #[test]
    fn other_versions_are_refused_with_words() {
        for version in ["1.0", "3.0", "3.0.1"] {
            let error = read_text(&format!("<fmiModelDescription fmiVersion = '{version}' odd/>"));
            let message = error.unwrap_err().to_string();
            assert!(message.contains(&format!("FMI {version}; only FMI 2.0")), "{message}");
        }
    }

    #[test]
    fn a_version_in_damaged_quotes_is_no_version() {
        assert_eq!(version("fmiVersion=\u{fffd}2.0\u{fffd}"), None);
        assert_eq!(version("fmiVersion"), None);
        assert_eq!(version("fmiVersion = '2.0'"), Some("2.0".into()));
    }

    #[test]
    fn deviations_are_collected_not_refused() {
        let described = read_text("<fmiModelDescription fmiVersion=\"2.0\" modelName=\"m\"/>");
        let codes: Vec<_> = described.unwrap().problems.iter().map(|p| p.code).collect();
        assert_eq!(codes, ["D25", "D25", "D02", "D03"]);
    }

    #[test]
    fn broken_xml_is_refused_with_the_name_of_the_fmu() {
        let message = read_text("<fmiModelDescription").unwrap_err().to_string();
        assert!(message.contains("modelDescription.xml, near line 1"), "{message}");
    }

    #[test]
    fn an_fmu_for_model_exchange_only_is_refused_for_coupling() {
        let folder = tempfile::TempDir::new().unwrap();
        let archive = Archive::unpacked("a.fmu", folder.path());
        let error = co_simulation(&archive, &Description::default()).unwrap_err();
        assert!(error.to_string().contains("export it for Co-Simulation"));
    }
}
