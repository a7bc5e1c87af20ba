//! Lines that are no TOML: what was meant, where it can be seen.

/// What to write in place of the line that holds `place`.
pub fn remedy(text: &str, place: usize) -> Option<String> {
    let before = text.get(..place)?;
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].lines().next()?.trim();
    let Some((key, value)) = line.split_once('=').map(|(key, value)| (key.trim(), value.trim()))
    else {
        return pair(line);
    };
    let number = value.replace(',', ".");
    if number.parse::<f64>().is_ok() && value.contains(',') {
        return Some(format!("numbers have a decimal point: {key} = {number}"));
    }
    if value.starts_with(['.', '+', '-']) && value.parse::<f64>().is_ok() {
        return Some(format!(
            "a number begins with a digit: {key} = {:?}",
            value.parse::<f64>().ok()?
        ));
    }
    if value.starts_with('"') && value.contains('\\') {
        let plain = value.trim_matches('"');
        return Some(format!("a text with \\ in it stands in single quotes: {key} = '{plain}'"));
    }
    let is_plain = |c: char| c.is_alphanumeric() || "._-/\\ ".contains(c);
    let unit = value.trim_end_matches(|c: char| c.is_alphabetic() || c == ' ');
    if unit.len() < value.len() && unit.parse::<f64>().is_ok() {
        return Some(format!("{key} is a number alone, without a unit, in SI units"));
    }
    let is_text = value.starts_with(|c: char| c.is_alphabetic() || c == '/' || c == '.');
    (is_text && value.chars().all(is_plain))
        .then(|| format!("text stands in quotes: {key} = \"{value}\""))
}

/// `key: value`, as other formats have it.
fn pair(line: &str) -> Option<String> {
    let (key, value) = line.split_once(':')?;
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let (key, value) = (key.trim(), value.trim());
    match (key.chars().all(is_name), value) {
        (false, _) => None,
        (true, "") => Some(format!("a section is written [{key}]")),
        (true, value) => Some(format!("a field is written {key} = {value}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_meant_is_said() {
        let said = |line: &str| remedy(line, 0).unwrap_or_default();
        assert_eq!(said("step = 0,001"), "numbers have a decimal point: step = 0.001");
        assert_eq!(said("step = .001"), "a number begins with a digit: step = 0.001");
        assert_eq!(said("step = 1 ms"), "step is a number alone, without a unit, in SI units");
        assert_eq!(said("step: 0.001"), "a field is written step = 0.001");
        assert_eq!(said("simulation:"), "a section is written [simulation]");
        assert_eq!(said("fmu = a.fmu"), "text stands in quotes: fmu = \"a.fmu\"");
        let path = r#"fmu = "C:\fmus\a.fmu""#;
        assert_eq!(
            said(path),
            r"a text with \ in it stands in single quotes: fmu = 'C:\fmus\a.fmu'"
        );
        assert_eq!(said("fmu = { a = 1"), "");
        assert_eq!(said("[slaves.a"), "");
    }
}
