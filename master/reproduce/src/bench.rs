//! Where entries run: the FMUs they use, scenarios from text, progress.

use std::path::{Path, PathBuf};

use indicatif::ProgressBar;

use crate::error::ReproduceError;
use macrostep::analysis::Stability;
use macrostep::scenario::Scenario;
use macrostep::scenario::check::{Options, check};
use macrostep::scenario::error::Source;
use macrostep::scenario::read::parse;

/// `[[connections]]` of an output to an input.
pub fn connection(from: &str, to: &str) -> String {
    format!("[[connections]]\nfrom = '{from}'\nto = '{to}'\n")
}

/// The exported FMUs and the progress shown while an entry runs.
pub struct Bench {
    fmus: PathBuf,
    progress: ProgressBar,
}

impl Bench {
    /// A bench with the FMUs of a folder; what is done shows on `progress`.
    pub fn new(fmus: &Path, progress: ProgressBar) -> Self {
        Self { fmus: fmus.into(), progress }
    }

    /// The path of an FMU.
    pub fn fmu(&self, model: &str) -> PathBuf {
        self.fmus.join(format!("{model}.fmu"))
    }

    /// `[slaves.NAME]` for a model of `fmus/`, with more lines of its own.
    pub fn slave(&self, name: &str, model: &str, lines: &str) -> String {
        format!("[slaves.{name}]\nfmu = '{}'\n{lines}\n", self.fmu(model).display())
    }

    /// The checked scenario of a text, as `macrostep run` would run it without results.
    pub fn scenario(&self, text: String) -> Result<Scenario, ReproduceError> {
        checked(text, true)
    }

    /// The checked scenario of a text, with the outputs that its `[results]` name.
    pub fn recorded(&self, text: String) -> Result<Scenario, ReproduceError> {
        checked(text, false)
    }

    /// The spectral radius of a macro step `h`.
    pub fn radius(&self, stability: &mut Stability, h: f64) -> Result<f64, ReproduceError> {
        stability.spectral_radius(h)?.ok_or(ReproduceError::NotLinear)
    }

    /// The stability of the scenario of a text, which has to be linear.
    pub fn stability(&self, text: String) -> Result<Stability, ReproduceError> {
        let stability = Stability::of(&self.scenario(text)?)?;
        if stability.is_linear() { Ok(stability) } else { Err(ReproduceError::NotLinear) }
    }

    /// Does `work` on every case, on all processors; results are in the order of the cases.
    pub fn each<T: Sync, R: Send>(
        &self,
        cases: &[T],
        work: impl Fn(&T) -> Result<R, ReproduceError> + Sync,
    ) -> Result<Vec<R>, ReproduceError> {
        use rayon::prelude::*;
        self.progress.inc_length(cases.len() as u64);
        let done = |case| {
            let result = work(case);
            self.progress.inc(1);
            result
        };
        cases.par_iter().map(done).collect()
    }
}

fn checked(text: String, no_results: bool) -> Result<Scenario, ReproduceError> {
    let (source, file) = parse(Source { file: "reproduce".into(), text }, &[])?;
    let options = Options { no_results, trust_fmu: true, ..Options::default() };
    Ok(check(source, &file, Path::new(""), options)?)
}
