//! The shared library of Python that FMUs made by PythonFMU expect in the process that loads them.
//!
//! Their own library leaves the symbols of Python undefined. Here an interpreter is looked for that
//! has them: the one of the user, so that the FMU finds the packages that it was written with.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The variable with the library to use, where the user chooses it.
const GIVEN: &str = "MACROSTEP_LIBPYTHON";

/// The function with which every program that contains Python begins.
const START: &[u8] = b"Py_Initialize";

/// Asks an interpreter for its version, the packages of its virtual environment and its library.
const QUESTION: &str = r#"
import os, sys, sysconfig
get = lambda name: sysconfig.get_config_var(name) or ""
names = get("INSTSONAME"), "libpython" + get("LDVERSION") + ".so.1.0", get("LDLIBRARY")
folders = get("LIBDIR"), os.path.join(get("LIBDIR"), get("MULTIARCH")), os.path.join(sys.base_prefix, "lib"), get("PYTHONFRAMEWORKPREFIX")
paths = [os.path.join(f, n) for f in folders for n in names if f and n and not n.endswith(".a")]
print("%d.%d" % sys.version_info[:2])
print(sysconfig.get_path("purelib") if sys.prefix != sys.base_prefix else "")
print(next((path for path in paths if os.path.isfile(path)), ""))
"#;

/// What an FMU lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lack {
    /// The symbols of any Python 3.
    Symbols,
    /// This very library.
    Library(String),
}

impl Lack {
    /// What of Python is missing by the message of the loader, if anything.
    pub fn by_message(message: &str) -> Option<Self> {
        let symbol = message.split_once("undefined symbol: ").map(|(_, symbol)| symbol);
        if symbol.is_some_and(|symbol| symbol.starts_with("Py") || symbol.starts_with("_Py")) {
            return Some(Self::Symbols);
        }
        let name = message.split(':').next().filter(|name| name.starts_with("libpython"));
        name.map(|name| Self::Library(name.into()))
    }

    fn is_met_by(&self, library: &Path) -> bool {
        match self {
            Self::Symbols => true,
            Self::Library(name) => library.file_name().is_some_and(|file| file == name.as_str()),
        }
    }
}

/// A Python that can be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Python {
    /// Its shared library.
    pub library: PathBuf,
    /// The folder in which it finds its standard library, where that is known.
    pub home: Option<PathBuf>,
    /// The packages of the virtual environment that it belongs to.
    pub packages: Option<PathBuf>,
}

/// Finds a Python; the error says what was tried and what the user can do.
pub fn find(lack: &Lack) -> Result<Python, String> {
    if let Some(given) = env::var_os(GIVEN).filter(|given| !given.is_empty()) {
        let given = PathBuf::from(given);
        if given.is_file() {
            return Ok(with_home(given, None));
        }
        return Err(format!("{GIVEN} is {}, which is no file", given.display()));
    }
    let mut without = None;
    for interpreter in interpreters() {
        let Some(answer) = ask(&interpreter) else { continue };
        match answer.library.filter(|library| lack.is_met_by(library)) {
            Some(library) => return Ok(with_home(library, answer.packages)),
            None => without = without.or(Some((interpreter, answer.version))),
        }
    }
    let known = known_to_the_loader().into_iter().find(|library| lack.is_met_by(library));
    known.map(|library| with_home(library, None)).ok_or_else(|| advice(lack, without))
}

/// The variables by which a process that cannot look for it finds the Python that this library of an
/// FMU expects; none if it expects none, or none is found.
pub fn variables(library: &Path) -> Vec<(String, PathBuf)> {
    let code = std::fs::read(library).unwrap_or_default();
    let expects = code.windows(START.len()).any(|part| part == START);
    let Some(python) = expects.then(|| find(&Lack::Symbols).ok()).flatten() else {
        return Vec::new();
    };
    let places = [
        (GIVEN, Some(python.library)),
        ("PYTHONHOME", python.home),
        ("PYTHONPATH", python.packages),
    ];
    let unset = places.into_iter().filter(|(name, _)| env::var_os(name).is_none());
    unset.filter_map(|(name, place)| Some((name.to_string(), place?))).collect()
}

fn with_home(library: PathBuf, packages: Option<PathBuf>) -> Python {
    Python { home: home(&library), library, packages }
}

/// The interpreters of the user, nearest first: of the active virtual environment, of a `.venv` here
/// or in a folder above, then those in the search path.
fn interpreters() -> impl Iterator<Item = PathBuf> {
    let active = env::var_os("VIRTUAL_ENV").map(PathBuf::from);
    let here = env::current_dir().unwrap_or_default();
    let beside: Vec<PathBuf> = here.ancestors().map(|folder| folder.join(".venv")).collect();
    let environments = active.into_iter().chain(beside).map(|folder| folder.join("bin/python3"));
    let path = env::var_os("PATH").unwrap_or_else(|| OsString::from("/usr/local/bin:/usr/bin"));
    let found: Vec<PathBuf> =
        env::split_paths(&path).map(|folder| folder.join("python3")).collect();
    environments.chain(found).filter(|program| program.is_file())
}

struct Answer {
    version: String,
    packages: Option<PathBuf>,
    library: Option<PathBuf>,
}

fn ask(interpreter: &Path) -> Option<Answer> {
    let output = Command::new(interpreter).args(["-c", QUESTION]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    let mut lines = text.lines();
    let version = lines.next()?.to_string();
    let mut path = || lines.next().filter(|line| !line.is_empty()).map(PathBuf::from);
    let packages = path();
    Some(Answer { version, packages, library: path() })
}

/// The libraries of Python that the system's loader lists, the newest first.
fn known_to_the_loader() -> Vec<PathBuf> {
    let listed = ["ldconfig", "/sbin/ldconfig"]
        .into_iter()
        .find_map(|program| Command::new(program).arg("-p").output().ok());
    let listed = listed.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    in_listing(&listed.unwrap_or_default())
}

fn in_listing(listing: &str) -> Vec<PathBuf> {
    let libraries = listing.lines().filter_map(|line| {
        let (name, path) = line.trim().split_once(" => ")?;
        (name.starts_with("libpython3.") && name.contains(".so.1.0")).then(|| PathBuf::from(path))
    });
    let mut libraries: Vec<PathBuf> = libraries.collect();
    let minor = |path: &PathBuf| {
        let version = version(path)?;
        version.strip_prefix("3.")?.parse::<u32>().ok()
    };
    libraries.sort_by_key(|path| std::cmp::Reverse(minor(path)));
    libraries
}

/// `3.11` of `libpython3.11.so.1.0`.
fn version(library: &Path) -> Option<String> {
    let name = library.file_name()?.to_str()?.strip_prefix("libpython")?;
    let end = name.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(name.len());
    Some(name[..end].trim_end_matches('.').into())
}

/// The folder above the library whose `lib` has the standard library of its version.
fn home(library: &Path) -> Option<PathBuf> {
    let library = std::fs::canonicalize(library).unwrap_or_else(|_| library.into());
    let modules = format!("python{}/os.py", version(&library)?);
    let has_modules = |folder: &&Path| {
        ["lib", "lib64"].iter().any(|lib| folder.join(lib).join(&modules).is_file())
    };
    library.ancestors().find(has_modules).map(Path::to_path_buf)
}

/// What to do where no library was found; `without` is an interpreter that has none.
fn advice(lack: &Lack, without: Option<(PathBuf, String)>) -> String {
    let (found, version) = match (lack, without) {
        (Lack::Library(name), _) => {
            let version = version(Path::new(name)).unwrap_or_default();
            (format!("no {name} was found"), version)
        }
        (Lack::Symbols, Some((program, version))) => {
            (format!("{} has no shared libpython{version}", program.display()), version)
        }
        (Lack::Symbols, None) => ("no python3 was found".into(), "3-dev".into()),
    };
    let example = if version == "3-dev" { "3.11" } else { &version };
    format!(
        "{found}. Install it (on Debian: apt-get install libpython{version}), or name one: \
         {GIVEN}=/path/to/libpython{example}.so.1.0 macrostep …"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loader_s_message_says_what_of_python_is_missing() {
        let lack = Lack::by_message;
        assert_eq!(lack("/a/b.so: undefined symbol: _Py_NoneStruct"), Some(Lack::Symbols));
        assert_eq!(lack("/a/b.so: undefined symbol: PyErr_Occurred"), Some(Lack::Symbols));
        let message = "libpython3.8.so.1.0: cannot open shared object file: No such file";
        assert_eq!(lack(message), Some(Lack::Library("libpython3.8.so.1.0".into())));
        assert_eq!(lack("/a/b.so: undefined symbol: cblas_dgemm"), None);
        assert_eq!(lack("libabsent.so: cannot open shared object file: No such file"), None);
    }

    #[test]
    fn the_newest_python_of_the_loader_comes_first() {
        let listing = "12 libs found\n\tlibpython3.9.so.1.0 (libc6,x86-64) => /lib/libpython3.9.so.1.0\n\
                       \tlibpython3.11.so.1.0 (libc6,x86-64) => /lib/libpython3.11.so.1.0\n\
                       \tlibpython3.so (libc6) => /lib/libpython3.so\n\tlibm.so.6 (x) => /lib/libm.so.6\n";
        let found = ["/lib/libpython3.11.so.1.0", "/lib/libpython3.9.so.1.0"].map(PathBuf::from);
        assert_eq!(in_listing(listing), found);
    }

    #[test]
    fn home_is_where_the_modules_of_that_version_are() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        for part in ["usr/lib/python3.11", "usr/lib/x86_64-linux-gnu"] {
            std::fs::create_dir_all(root.join(part)).unwrap();
        }
        for file in ["python3.11/os.py", "x86_64-linux-gnu/libpython3.11.so.1.0", "libpython3.9.so"]
        {
            std::fs::write(root.join("usr/lib").join(file), "").unwrap();
        }
        let library = root.join("usr/lib/x86_64-linux-gnu/libpython3.11.so.1.0");
        assert_eq!(home(&library), Some(root.join("usr")));
        assert_eq!(home(&root.join("usr/lib/libpython3.9.so")), None);
    }

    #[test]
    fn the_advice_names_a_command() {
        let without = Some(("/usr/bin/python3".into(), "3.12".into()));
        let said = advice(&Lack::Symbols, without);
        assert!(said.starts_with("/usr/bin/python3 has no shared libpython3.12. "), "{said}");
        assert!(said.contains("apt-get install libpython3.12)"), "{said}");
        assert!(said.ends_with("MACROSTEP_LIBPYTHON=/path/to/libpython3.12.so.1.0 macrostep …"));
        let said = advice(&Lack::Library("libpython3.8.so.1.0".into()), None);
        assert!(said.starts_with("no libpython3.8.so.1.0 was found. "), "{said}");
        assert!(advice(&Lack::Symbols, None).contains("apt-get install libpython3-dev"));
    }
}
