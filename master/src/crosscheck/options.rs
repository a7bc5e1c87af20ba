//! `Model_ref.opt`: from when to when, in which steps, as lines `key, value`.

use std::path::Path;

/// What the file gives; every key may be missing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ReferenceOptions {
    /// Start time in s.
    pub start: Option<f64>,
    /// Stop time in s.
    pub stop: Option<f64>,
    /// Communication step in s; none where the file leaves the choice to us with 0.
    pub step: Option<f64>,
    /// Relative tolerance.
    pub tolerance: Option<f64>,
}

impl ReferenceOptions {
    /// Reads the file, or gives the defaults if there is none.
    pub fn read(path: &Path) -> Result<Self, String> {
        if !path.exists() {
            return Ok(Self::default());
        }
        let wrong = |reason: String| format!("{}: {reason}", path.display());
        // The collection's files come in several encodings; keys and numbers are ASCII.
        let bytes = crate::plain_file::read(path).map_err(|error| wrong(error.to_string()))?;
        Self::parse(&String::from_utf8_lossy(&bytes)).map_err(wrong)
    }

    /// Keys are read whatever their case and spacing; unknown ones are for other tools.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut options = Self::default();
        for line in text.lines() {
            let Some((key, rest)) = line.split_once([',', ';', '=']) else { continue };
            let key: String = key.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
            let place = match key.to_ascii_lowercase().as_str() {
                "starttime" => &mut options.start,
                "stoptime" => &mut options.stop,
                "stepsize" => &mut options.step,
                "reltol" => &mut options.tolerance,
                _ => continue,
            };
            let value = rest.trim().trim_end_matches([',', ';']).trim();
            let number = value.parse().ok().filter(|number: &f64| number.is_finite());
            *place = Some(number.ok_or_else(|| format!("{key} is \"{value}\", not a number"))?);
        }
        let positive = |value: &f64| *value > 0.0;
        options.step = options.step.filter(positive);
        options.tolerance = options.tolerance.filter(positive);
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_whatever_their_case_spacing_and_company() {
        let text = "\u{feff}starttime , 0.5\r\nStop Time,1e1,\nStepSize, 0.0\nRELTOL,1e-4\nSolver, dassl\n";
        let options = ReferenceOptions::parse(text).unwrap();
        let expected = ReferenceOptions {
            start: Some(0.5),
            stop: Some(10.0),
            step: None,
            tolerance: Some(1e-4),
        };
        assert_eq!(options, expected);
        assert_eq!(ReferenceOptions::parse("").unwrap(), ReferenceOptions::default());
        let message = ReferenceOptions::parse("StopTime, soon").unwrap_err();
        assert_eq!(message, "StopTime is \"soon\", not a number");
    }
}
