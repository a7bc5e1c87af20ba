//! What the tests share: where things are, how to run the command, what is there to test with.

pub mod chain;
pub mod counting;
pub mod elsewhere;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// The models of `fmus/`.
pub const MODELS: [&str; 16] = [
    "ancf-cable",
    "base-excited-oscillator",
    "free-planar-link",
    "hydraulic-line",
    "jointed-body",
    "natural-pendulum",
    "nonlinear-oscillator",
    "oscillator",
    "pid",
    "planar-link",
    "rigid-body",
    "sampled-pid",
    "slotted-link",
    "spring-damper",
    "thermal-mass",
    "thermostat",
];

/// Further models of `fmus/`: one step of each is as long as the communication step, so that what they do depends on it.
pub const STEPPED: [&str; 7] = [
    "cantilever-beam",
    "driven-body",
    "driven-link",
    "driven-mass",
    "marker-oscillator",
    "maximal-pendulum",
    "particle-damper",
];

/// The FMUs of the engines in `fmus/`: of the parts, of whole engines and of groups of parts, those that are variants of one model
/// too.
pub const ENGINES: [&str; 25] = [
    "cam-phaser",
    "chain-bank-1",
    "chain-drive-1",
    "chain-drive-2",
    "chain-drive-3",
    "chain-flat-left",
    "chain-flat-right",
    "flat-engine",
    "flat-engine-drives",
    "flat-engine-tensioners",
    "hydraulic-tensioner",
    "oil-line",
    "phase-controller",
    "v6-bank",
    "v6-bank-exhaust",
    "v6-bank-exhaust-tensioner",
    "v6-bank-intake",
    "v6-bank-intake-phaser",
    "v6-bank-rest",
    "v6-bank-tensioner",
    "v6-bank-uncontrolled",
    "v6-engine",
    "v6-engine-rigid",
    "valve-train",
    "valve-train-8",
];

/// The project's root.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests lie in the project")
}

/// Build output of the whole workspace.
fn target() -> PathBuf {
    root().join("target")
}

/// An FMU exported from `fmus/`, as its source is now.
pub fn fmu(name: &str) -> PathBuf {
    static EXPORT: OnceLock<()> = OnceLock::new();
    EXPORT.get_or_init(|| {
        let mut export = Command::new(env!("CARGO"));
        export.args(["run", "-q", "-p", "fmu-builder", "--", "export", "--all", "-o"]);
        succeed(export.arg(target().join("fmus")).current_dir(root()));
    });
    let path = target().join("fmus").join(format!("{name}.fmu"));
    assert!(path.exists(), "{} is missing", path.display());
    path
}

/// An FMU made from `tests/fmus-c/`; they are made if they are not there yet.
pub fn c_fmu(name: &str) -> PathBuf {
    static MAKE: OnceLock<()> = OnceLock::new();
    let path = target().join("fmus-c").join(format!("{name}.fmu"));
    MAKE.get_or_init(|| {
        if !path.exists() {
            let made =
                Command::new("python3").arg(root().join("tests/fmus-c/make_fmus.py")).status();
            assert!(made.expect("python3 runs").success(), "the C FMUs cannot be made");
        }
    });
    assert!(path.exists(), "{} is missing; run ci/test", path.display());
    path
}

/// An FMU unpacked into a folder, in whose description `from` has become `to`.
pub fn changed_fmu(fmu: &Path, unpacked: &Path, from: &str, to: &str) -> PathBuf {
    let mut unzip = Command::new("python3");
    succeed(unzip.args(["-m", "zipfile", "-e"]).arg(fmu).arg(unpacked));
    let path = unpacked.join("modelDescription.xml");
    let text = std::fs::read_to_string(&path).expect("a description");
    assert!(text.contains(from), "{text}");
    std::fs::write(path, text.replace(from, to)).expect("a description");
    unpacked.to_path_buf()
}

/// An FMU from elsewhere (`tests/third_party/`) or made with PythonFMU (`tests/python/`).
///
/// None, with a message, where it could not be fetched or made; an error where `CI` is set.
pub fn foreign_fmu(folder: &str, name: &str) -> Option<PathBuf> {
    let path = target().join(folder).join(format!("{name}.fmu"));
    if path.exists() {
        return Some(path);
    }
    skip(&format!("{} is missing; ci/test fetches it", path.display()));
    None
}

/// Says why a test does nothing; a failure where `CI` is set.
pub fn skip(reason: &str) {
    assert!(std::env::var_os("CI").is_none(), "in CI nothing is skipped: {reason}");
    eprintln!("skipped: {reason}");
}

/// The `macrostep` binary, built if need be.
pub fn macrostep() -> Command {
    static BUILD: OnceLock<PathBuf> = OnceLock::new();
    let mut command = Command::new(BUILD.get_or_init(|| build("macrostep")));
    command.env("MACROSTEP_CACHE", cache());
    command
}

/// `macrostep reproduce`, with the program that it hands over to built if need be.
pub fn macrostep_reproduce() -> Command {
    static BUILD: OnceLock<PathBuf> = OnceLock::new();
    BUILD.get_or_init(|| build("macrostep-reproduce"));
    let mut command = macrostep();
    command.arg("reproduce");
    command
}

/// Builds the binary of the package of the same name.
fn build(name: &str) -> PathBuf {
    let built = Command::new(env!("CARGO"))
        .args(["build", "-q", "-p", name, "--bin", name])
        .current_dir(root())
        .status();
    assert!(built.expect("cargo runs").success(), "{name} cannot be built");
    target().join("debug").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// The cache of unpacked FMUs that all tests share.
pub fn cache() -> PathBuf {
    target().join("cache")
}

/// A script of `tests/python/` in the project's Python environment, if there is one.
pub fn python(script: &str) -> Option<Command> {
    let interpreter = root().join(".venv/bin/python");
    if !interpreter.exists() {
        skip("there is no .venv; ci/setup-python makes it");
        return None;
    }
    let mut command = Command::new(interpreter);
    command.arg(root().join("tests/python").join(script));
    Some(command)
}

/// Everything a command printed, for messages.
pub fn printed(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    format!("{}{}", text(&output.stdout), text(&output.stderr))
}

/// Runs a command that must succeed.
pub fn succeed(command: &mut Command) -> Output {
    let output = command.output().expect("the command starts");
    assert!(output.status.success(), "{command:?}\n{}", printed(&output));
    output
}

/// Runs a scenario of `scenarios/` with fields set, and reads its results and their sidecar.
pub fn run_scenario(scenario: &Path, settings: &[&str]) -> (Csv, serde_json::Value) {
    fmu("oscillator");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let results = folder.path().join("results.csv");
    let mut command = macrostep();
    command.args(["run", "--quiet", "--strict"]).arg(root().join("scenarios").join(scenario));
    command.arg("-o").arg(&results);
    command.args(settings.iter().flat_map(|setting| ["--set", setting]));
    succeed(&mut command);
    let sidecar = std::fs::read_to_string(folder.path().join("results.csv.json"));
    let sidecar = serde_json::from_str(&sidecar.expect("a sidecar")).expect("JSON");
    (Csv::read(&results), sidecar)
}

/// Columns of a CSV file of numbers.
pub struct Csv {
    header: Vec<String>,
    rows: Vec<Vec<f64>>,
}

impl Csv {
    /// Reads a file with a header line.
    pub fn read(path: &Path) -> Self {
        let text = std::fs::read_to_string(path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut lines = text.lines();
        let header = lines.next().expect("a header");
        let header = header.split(',').map(|name| name.trim_matches('"').to_string()).collect();
        let row = |line: &str| line.split(',').map(|x| x.parse().expect("a number")).collect();
        Self { header, rows: lines.map(row).collect() }
    }

    /// The names of the columns.
    pub fn header(&self) -> &[String] {
        &self.header
    }

    /// A column by name.
    pub fn column(&self, name: &str) -> Vec<f64> {
        let k = self.header.iter().position(|known| known == name);
        let k = k.unwrap_or_else(|| panic!("no column {name} in {:?}", self.header));
        self.rows.iter().map(|row| row[k]).collect()
    }
}

/// Largest difference between two columns of equal length.
pub fn largest_difference(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len(), "columns of different length");
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}
