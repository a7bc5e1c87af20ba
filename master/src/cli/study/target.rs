//! What a study is about and where its results go.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::Failure;
use crate::cli::roles::Roles;
use crate::cli::run::checked;
use crate::fmi::Fmu;
use crate::scenario::Scenario;
use crate::scenario::check::{Options, bears_parallel_instances};
use crate::scenario::places::Place;
use crate::scenario::read::Override;

/// The arguments that all studies share.
#[derive(Args)]
pub struct Target {
    /// The scenario file
    scenario: PathBuf,
    /// Set a field of the scenario, as for `run`
    #[arg(long = "set", value_name = "FIELD=VALUE")]
    overrides: Vec<Override>,
    /// Run every FMU in a process of its own
    #[arg(long)]
    isolate: bool,
    /// Take FMUs to be able to do what they declare, without probing them
    #[arg(long)]
    trust_fmu: bool,
    /// Table of the results (CSV); SCENARIO-STUDY.csv if not given
    #[arg(short, long, value_name = "FILE")]
    output_file: Option<PathBuf>,
    /// Write a picture of the results, as SVG or PNG by its ending
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// Points looked at at once; if not given, one per processor where the FMUs bear it
    #[arg(long, value_name = "NUMBER")]
    jobs: Option<usize>,
    /// Say nothing but results, errors and warnings
    #[arg(short, long)]
    pub quiet: bool,
}

impl Target {
    /// The scenario with more fields set; only what is coupled is read from the FMUs, unless
    /// `recorded` says that results count.
    pub fn scenario(&self, more: &[Override], recorded: bool) -> Result<Scenario, Failure> {
        let overrides: Vec<Override> = self.overrides.iter().chain(more).cloned().collect();
        let (no_results, unwatched) = (!recorded, !recorded);
        let options = Options {
            no_results,
            unwatched,
            resets: true,
            isolate: self.isolate,
            trust_fmu: self.trust_fmu,
            ..Options::default()
        };
        checked(&self.scenario, &overrides, options)
    }

    /// Refuses to write over what the study reads: the files of the scenario and, if given, a reference.
    pub fn protect(
        &self,
        scenario: &Scenario,
        study: &str,
        reference: Option<&Path>,
    ) -> Result<(), Failure> {
        let mut roles = Roles::of(scenario).writes("the table", &self.table(study));
        if let Some(reference) = reference {
            roles = roles.reads("the reference", reference);
        }
        if let Some(picture) = &self.plot {
            roles = roles.writes("the picture", picture);
        }
        roles.check()
    }

    /// How many points may be looked at at once: one where an FMU allows a single instance, and, unless
    /// the user says otherwise, where instances are not known to bear being stepped at the same time.
    pub fn jobs(&self, scenario: &Scenario) -> usize {
        let any = |holds: &dyn Fn(&Fmu) -> bool| {
            // Instances in processes of their own do not know of each other.
            let mut here = scenario.slaves.iter().filter(|slave| slave.place == Place::Here);
            here.any(|slave| slave.origin.fmu().is_some_and(holds))
        };
        if any(&|fmu| fmu.co_simulation().can_be_instantiated_only_once_per_process) {
            return 1;
        }
        if self.jobs.is_none() && !self.trust_fmu && any(&|fmu| !bears_parallel_instances(fmu)) {
            return 1;
        }
        self.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, Into::into))
    }

    /// Says what is no result, unless nobody wants to hear it.
    pub fn say(&self, line: &str) {
        if !self.quiet {
            println!("{line}");
        }
    }

    /// Where the table goes: as asked for, or beside where the user is.
    pub fn table(&self, study: &str) -> PathBuf {
        let stem = self.scenario.file_stem().unwrap_or("scenario".as_ref()).to_string_lossy();
        self.asked_table().map_or_else(|| format!("{stem}-{study}.csv").into(), PathBuf::from)
    }

    /// Where the table shall go, if that was said.
    pub fn asked_table(&self) -> Option<&Path> {
        self.output_file.as_deref()
    }
}
