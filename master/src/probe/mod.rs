//! What an FMU can really do, found by trying it in processes of its own.
//!
//! [`probe`] makes every [`Check`] and gives a [`Report`]; [`memory`] keeps reports by the content of
//! the FMU; [`found`] answers what runs ask.

mod checks;
mod clones;
mod derivatives;
mod feedthrough;
mod lookup;
pub mod memory;
mod report;
mod rewind;
mod steps;
mod stopped;
mod subject;
mod trajectory;
mod variables;
mod verdict;
mod worker;

pub use checks::Check;
pub use clones::against_clones;
pub use derivatives::{follows_slopes, ignores_input_derivatives, lacks_output_derivatives};
pub use feedthrough::undeclared_feedthrough;
pub use lookup::{found, looked_up};
pub use report::{Finding, Report};
pub use rewind::{Rewind, outputs_return, rewind};
pub use steps::{refuses_other_steps, resets};
pub use verdict::{Found, Verdict};
use worker::Answer;
pub use worker::{SUBCOMMAND, Worker, confine, serve};

use crate::fmi::{Archive, Described, FmuError, description};
use std::path::Path;
use std::time::Instant;

/// The platform of this program.
fn platform() -> String {
    format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS)
}

/// Why an FMU cannot be probed.
#[derive(Debug, thiserror::Error)]
pub enum ProbeError {
    /// The file is no FMU that could be loaded here.
    #[error(transparent)]
    Fmu(#[from] FmuError),
    /// The process that makes a check cannot be started.
    #[error("a process to probe in cannot be started: {0}")]
    Worker(#[from] std::io::Error),
}

/// Makes every check; `show` is told each finding as it comes.
pub fn probe(
    worker: &Worker,
    fmu: &Path,
    mut show: impl FnMut(&Finding),
) -> Result<Report, ProbeError> {
    let (mut report, described) = begin(fmu)?;
    let mut obstacle = None;
    let mut ends_badly = false;
    for &check in Check::all() {
        let finding = match obstacle {
            None => {
                let (finding, late) = ask(worker, check, fmu, &described)?;
                ends_badly |= check == Check::Load && late.is_some();
                with_end(finding, late, ends_badly)
            }
            Some(reason) => {
                let declared = check.declared(&described.model);
                let found = Found::new(Verdict::NotProbed, reason);
                Finding { check, declared, found, seconds: 0.0 }
            }
        };
        let works = matches!(finding.found.verdict, Verdict::Works | Verdict::NotANumber);
        obstacle = obstacle.or(match check {
            Check::Load if !works => Some("the library cannot be loaded"),
            Check::Initialisation if !works => Some("it cannot be initialised"),
            _ => None,
        });
        show(&finding);
        report.keep(finding);
    }
    Ok(report)
}

/// A report without findings, for an FMU that this platform can load.
fn begin(fmu: &Path) -> Result<(Report, Described), FmuError> {
    let archive = Archive::open(fmu)?;
    let described = description::read(&archive)?;
    let interface = description::co_simulation(&archive, &described.model)?;
    archive.library(interface.model_identifier.trim())?;
    let report = Report {
        macrostep: env!("CARGO_PKG_VERSION").into(),
        platform: platform(),
        fmu: fmu.display().to_string(),
        hash: archive.content_hash().map(String::from),
        model: described.model.model_name.clone(),
        tool: described.model.generation_tool.clone(),
        findings: Vec::new(),
    };
    Ok((report, described))
}

fn ask(
    worker: &Worker,
    check: Check,
    fmu: &Path,
    described: &Described,
) -> Result<(Finding, Option<Found>), std::io::Error> {
    let begin = Instant::now();
    let Answer { found, late } = worker.ask(check, fmu)?;
    let seconds = begin.elapsed().as_secs_f64();
    let declared = check.declared(&described.model);
    Ok((Finding { check, declared, found, seconds }, late))
}

/// What a crash after the answer means: memory that the check left damaged, unless the FMU always
/// ends so, which is said once.
fn with_end(mut finding: Finding, late: Option<Found>, ends_badly: bool) -> Finding {
    match late {
        Some(late) if finding.check == Check::Load => {
            finding.found.detail = format!("but {}", late.detail)
        }
        Some(late) if !ends_badly => finding.found = late,
        _ => {}
    }
    finding
}
