//! Structural parameters: what decides how many variables a model has.
//!
//! FMI 2.0 has none, so they are chosen when an FMU is exported. The FMU keeps them in its resources, each in a file
//! of its name below `structural/`, and its library reads them when an instance is made.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The folder in the resources of an FMU.
pub const FOLDER: &str = "structural";
/// The file there with the name of the FMU, if that is not the name of the model.
const NAME: &str = "model_name";

/// The values of structural parameters that are not at their defaults, and the name of the FMU.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Structural {
    /// The name of the FMU, if it is not that of the model.
    pub name: Option<String>,
    values: BTreeMap<String, String>,
}

impl Structural {
    /// The same with another value for a parameter.
    #[must_use]
    pub fn with(mut self, parameter: &str, value: impl ToString) -> Self {
        self.values.insert(parameter.into(), value.to_string());
        self
    }

    /// The same for an FMU of that name.
    #[must_use]
    pub fn named(mut self, name: &str) -> Self {
        self.name = Some(name.into());
        self
    }

    /// The value that was chosen for a parameter.
    pub fn get(&self, parameter: &str) -> Option<&str> {
        self.values.get(parameter).map(String::as_str)
    }

    /// The parameters that were chosen.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.values.keys().map(String::as_str)
    }

    /// Reads what an FMU keeps in its resources; nothing is there if all is at its default.
    pub fn read(resources: &Path) -> std::io::Result<Self> {
        let mut read = Self::default();
        let Ok(files) = fs::read_dir(resources.join(FOLDER)) else { return Ok(read) };
        for file in files {
            let file = file?;
            let text = fs::read_to_string(file.path())?;
            match file.file_name().to_string_lossy() {
                name if name == NAME => read.name = Some(text),
                name => _ = read.values.insert(name.into_owned(), text),
            }
        }
        Ok(read)
    }

    /// What an FMU keeps: the names of the files in its resources, and their contents.
    pub fn files(&self) -> impl Iterator<Item = (String, &str)> {
        let name = self.name.iter().map(|name| (NAME, name.as_str()));
        let values = self.values.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        name.chain(values).map(|(name, text)| (format!("{FOLDER}/{name}"), text))
    }
}

/// The folder that an importer names as the resources of an FMU, by a URI such as `file:///tmp/a%20b/resources`.
pub(crate) fn folder(uri: &str) -> Option<std::path::PathBuf> {
    let path = uri.strip_prefix("file:")?;
    let path = path.strip_prefix("//").map_or(path, |rest| {
        rest.strip_prefix("localhost").filter(|rest| rest.starts_with('/')).unwrap_or(rest)
    });
    let bytes = path.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        let code = path.get(i + 1..i + 3).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        let code = code.filter(|_| bytes[i] == b'%');
        decoded.push(code.unwrap_or(bytes[i]));
        i += if code.is_some() { 3 } else { 1 };
    }
    let decoded = String::from_utf8(decoded).ok()?;
    // A drive letter of Windows stands behind the slash.
    let drive = decoded.as_bytes().get(2) == Some(&b':');
    Some(if drive { decoded[1..].into() } else { decoded.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Structural::read(folder.path()).unwrap(), Structural::default());
        let chosen = Structural::default().named("two").with("coils", 8).with("layout", "a\nb = 1");
        fs::create_dir(folder.path().join(FOLDER)).unwrap();
        for (file, text) in chosen.files() {
            fs::write(folder.path().join(file), text).unwrap();
        }
        assert_eq!(Structural::read(folder.path()).unwrap(), chosen);
    }

    #[test]
    fn folders_are_found_in_the_ways_importers_write_them() {
        let cases = [
            ("file:///tmp/a%20b/resources", "/tmp/a b/resources"),
            ("file:/tmp/resources/", "/tmp/resources/"),
            ("file://localhost/tmp/x", "/tmp/x"),
            ("file:///tmp/100%", "/tmp/100%"),
            ("file:///C:/fmu", "C:/fmu"),
        ];
        for (uri, path) in cases {
            assert_eq!(folder(uri).as_deref(), Some(Path::new(path)), "{uri}");
        }
        assert_eq!(folder("http://x"), None);
    }
}
