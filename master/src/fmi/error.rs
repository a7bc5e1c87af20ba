//! What can go wrong with an FMU, in words for its user.

use fmi2_sys::*;
use std::fmt;
use std::path::PathBuf;

/// What an FMI function returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// All well.
    Ok,
    /// Questionable, but the computation can go on.
    Warning,
    /// Refused.
    Discard,
    /// The instance cannot go on.
    Error,
    /// No instance of the FMU can go on.
    Fatal,
    /// Still computing.
    Pending,
    /// A number that the standard does not define.
    Undefined(i32),
}

impl From<fmi2Status> for Status {
    #[allow(non_upper_case_globals, reason = "names of the standard")]
    fn from(status: fmi2Status) -> Self {
        match status {
            fmi2OK => Status::Ok,
            fmi2Warning => Status::Warning,
            fmi2Discard => Status::Discard,
            fmi2Error => Status::Error,
            fmi2Fatal => Status::Fatal,
            fmi2Pending => Status::Pending,
            other => Status::Undefined(other),
        }
    }
}

impl Status {
    /// Its number in the standard.
    pub fn number(self) -> i32 {
        match self {
            Status::Ok => fmi2OK,
            Status::Warning => fmi2Warning,
            Status::Discard => fmi2Discard,
            Status::Error => fmi2Error,
            Status::Fatal => fmi2Fatal,
            Status::Pending => fmi2Pending,
            Status::Undefined(number) => number,
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Status::Ok => f.write_str("fmi2OK"),
            Status::Undefined(number) => write!(f, "the undefined status {number}"),
            other => write!(f, "fmi2{other:?}"),
        }
    }
}

/// Why an FMU cannot be used, or stopped working.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum FmuError {
    /// A file or folder cannot be read or written.
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: std::io::Error },
    /// What was given is something else, or nothing.
    #[error("{}: {reason}", path.display())]
    NotAnFmu { path: PathBuf, reason: String },
    /// The file is no zip archive, or a damaged one.
    #[error("{}: not a readable FMU (zip archive): {reason}; copy or export it again", path.display())]
    Corrupt { path: PathBuf, reason: String },
    /// It cannot be unpacked to where it was to go.
    #[error("{}: cannot be unpacked into {}: {source}; make room, or set TMPDIR and MACROSTEP_CACHE to folders with more", path.display(), folder.display())]
    Unpack { path: PathBuf, folder: PathBuf, source: std::io::Error },
    /// An entry of the archive would be written elsewhere.
    #[error("{}: the entry \"{entry}\" is unsafe to unpack: {reason}", path.display())]
    UnsafeEntry { path: PathBuf, entry: String, reason: &'static str },
    /// The archive is too big to be an FMU.
    #[error("{}: unpacking stopped: {reason}; if the FMU is genuine, unpack it by hand and give the folder", path.display())]
    TooBig { path: PathBuf, reason: String },
    /// `modelDescription.xml` is missing or unreadable.
    #[error("{}: {reason}", path.display())]
    Description { path: PathBuf, reason: String },
    /// It is an FMU of another version of the standard.
    #[error("{}: an FMU of FMI {version}; only FMI 2.0 is supported, export it as FMI 2.0 for Co-Simulation", path.display())]
    Version { path: PathBuf, version: String },
    /// It is for model exchange only.
    #[error("{}: a Model Exchange FMU; export it for Co-Simulation", path.display())]
    NoCoSimulation { path: PathBuf },
    /// It has no binary for this machine.
    #[error("{}: no binary for this platform ({wanted}); it has {found}; export it for this platform", path.display())]
    Platform { path: PathBuf, wanted: String, found: String },
    /// The binary cannot be loaded.
    #[error("{}: cannot be loaded: {reason}; install what is missing or put it beside the library", library.display())]
    Load { library: PathBuf, reason: String },
    /// The binary expects Python in the process, and none was found.
    #[error("{}: it expects Python in the process that loads it, as FMUs made by PythonFMU do: {reason}", library.display())]
    Python { library: PathBuf, reason: String },
    /// The binary has another interface than the description.
    #[error("{}: it reports version \"{version}\" and types \"{platform}\" instead of \"2.0\" and \"default\"; export the FMU again", library.display())]
    Interface { library: PathBuf, version: String, platform: String },
    /// The binary lacks a function.
    #[error("{}: the function {symbol} is missing, which FMI 2.0 requires; export the FMU again, with another version of its tool if need be", library.display())]
    MissingFunction { library: PathBuf, symbol: &'static str },
    /// `fmi2Instantiate` gave nothing.
    #[error("\"{instance}\": the FMU could not be instantiated: {message}")]
    Instantiate { instance: String, message: String },
    /// The FMU allows one instance at a time.
    #[error("\"{instance}\": the FMU allows only one instance per process and has one already")]
    OnlyOnce { instance: String },
    /// A function reported that it did not succeed.
    #[error("\"{instance}\": {function} returned {status}: {message}")]
    Call { instance: String, function: &'static str, status: Status, message: String },
    /// What another process says of the FMU that it holds.
    #[error("{message}")]
    Elsewhere { message: String },
    /// The process in which the FMU ran is gone.
    #[error("\"{instance}\": {reason}")]
    Died { instance: String, reason: String },
    /// An earlier fatal error forbids every further call.
    #[error("\"{instance}\": {function} was not called, because the FMU reported fmi2Fatal before")]
    Dead { instance: String, function: &'static str },
    /// A handle of a saved state that does not exist (any more).
    #[error("\"{instance}\": there is no saved state {number}")]
    NoState { instance: String, number: usize },
    /// A text that C cannot represent.
    #[error("\"{instance}\": the text {text:?} contains a zero byte")]
    ZeroByte { instance: String, text: String },
    /// There is no variable of this name.
    #[error("\"{instance}\": no variable \"{variable}\"{}", suggestion(nearest))]
    NoVariable { instance: String, variable: String, nearest: Option<String> },
    /// The variable cannot be used for what it was asked for.
    #[error("\"{instance}\": variable \"{variable}\" {reason}")]
    Variable { instance: String, variable: String, reason: String },
}

fn suggestion(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or(String::new(), |name| format!("; did you mean \"{name}\"?"))
}
