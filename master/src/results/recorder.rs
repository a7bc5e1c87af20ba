//! The observer of a run: rows to the file, progress to the terminal.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::{Duration, Instant};

use coupling::CommunicationPoint;
use coupling::simulation::{Observer, Progress};
use indicatif::{ProgressBar, ProgressStyle};

use super::writer::Writer;
use crate::scenario::Scenario;

/// The terminal is looked after once in this many steps.
const STEPS_PER_LOOK: u64 = 256;

/// Writes every accepted point and shows how far the run has come.
pub struct Recorder {
    file: Option<(String, Writer)>,
    bar: Option<ProgressBar>,
    shown: Instant,
}

impl Recorder {
    /// Records the scenario's columns into `results`, if given; shows a bar on a terminal unless
    /// `quiet`.
    pub fn new(scenario: &Scenario, results: Option<&Path>, quiet: bool) -> io::Result<Self> {
        let create = |path: &Path| {
            let writer = Writer::create(path, &scenario.columns)?;
            Ok::<_, io::Error>((path.display().to_string(), writer))
        };
        let bar = (!quiet && io::stderr().is_terminal()).then(|| {
            let style =
                ProgressStyle::with_template("{bar:40} {percent:>3} %  t = {msg} s  {eta} left");
            ProgressBar::new(1).with_style(style.expect("the template is valid"))
        });
        Ok(Self { file: results.map(create).transpose()?, bar, shown: Instant::now() })
    }

    /// Completes the file.
    pub fn finish(&mut self) -> io::Result<()> {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
        self.file.as_mut().map_or(Ok(()), |(_, file)| file.finish())
    }

    /// Whether a point has been recorded.
    pub fn has_rows(&self) -> bool {
        self.file.as_ref().is_some_and(|(_, file)| file.has_rows())
    }

    /// Whether rows could not be written.
    pub fn is_broken(&self) -> bool {
        self.file.as_ref().is_some_and(|(_, file)| file.is_broken())
    }

    fn show(&mut self, t: f64, progress: Progress) {
        let Some(bar) = &self.bar else { return };
        if progress.taken.is_multiple_of(STEPS_PER_LOOK)
            && self.shown.elapsed() > Duration::from_millis(100)
        {
            self.shown = Instant::now();
            bar.set_length(progress.steps);
            bar.set_message(format!("{t:.4}"));
            bar.set_position(progress.taken);
        }
    }
}

impl Observer for Recorder {
    fn accept(
        &mut self,
        t: f64,
        point: &CommunicationPoint,
        progress: Progress,
    ) -> Result<(), String> {
        self.show(t, progress);
        match &mut self.file {
            None => Ok(()),
            Some((path, file)) => file.write(t, point).map_err(|error| format!("{path}: {error}")),
        }
    }
}
