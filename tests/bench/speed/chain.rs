//! A chain of masses, run by the master.

use std::path::Path;
use std::time::Instant;

use coupling::CommunicationPoint;
use coupling::simulation::{Observer, Progress};
use macrostep::results::Recorder;
use macrostep::scenario::Scenario;
use macrostep::scenario::build::build;
use macrostep::scenario::check::{Options, check};
use macrostep::scenario::error::Source;
use macrostep::scenario::read::parse;
use macrostep_tests::c_fmu;

use crate::case::{H, Measured, Runner};

/// Masses of so many parts, the first of which moves.
#[derive(Clone)]
pub struct Chain {
    pub masses: u32,
    pub parts: u32,
    pub scheme: &'static str,
    pub degree: u32,
    /// What `simulation.threads` is set to.
    pub threads: &'static str,
    pub results: bool,
}

impl Default for Chain {
    fn default() -> Self {
        let scheme = "kind = 'explicit'";
        Self { masses: 2, parts: 1, scheme, degree: 0, threads: "1", results: false }
    }
}

impl Chain {
    /// Writes x and v of every mass at every point.
    pub fn recorded(self) -> Self {
        Self { results: true, ..self }
    }

    pub fn runner(self) -> Runner {
        Runner::new(move |steps| self.run(steps))
    }

    fn scenario(&self, steps: u32) -> Scenario {
        let Self { masses, parts, scheme, degree, threads, results } = self;
        let stop = f64::from(steps) * H;
        let mut text = format!(
            "[simulation]\nstop = {stop}\nstep = {H}\nthreads = {threads}\nparallel_instances = true\n[scheme]\n{scheme}\n\
             [inputs]\nextrapolation = 'polynomial'\ndegree = {degree}\n\
             [results]\nvariables = ['*.x', '*.v']\n"
        );
        let path = c_fmu("mass");
        for k in 0..*masses {
            let v0 = if k == 0 { 1.0 } else { 0.0 };
            text += &format!(
                "[slaves.m{k}]\nfmu = '{}'\nstart = {{ v0 = {v0:?}, parts = {parts} }}\n",
                path.display()
            );
        }
        for k in 1..*masses {
            text += &format!(
                "[[couplings]]\nlaw = 'spring-damper'\nbetween = ['m{}', 'm{k}']\n\
                 stiffness = 1000.0\ndamping = 10.0\n",
                k - 1
            );
        }
        let source = Source { file: "chain.toml".into(), text };
        let (source, file) = parse(source, &[]).expect("the text is a scenario");
        let options = Options { no_results: !results, trust_fmu: true, ..Options::default() };
        check(source, &file, Path::new(""), options).expect("the scenario is right")
    }

    fn run(&self, steps: u32) -> Measured {
        let scenario = self.scenario(steps);
        let mut simulation = build(&scenario).expect("the FMUs start");
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("results.csv");
        let recorder = self
            .results
            .then(|| Recorder::new(&scenario, Some(&file), true).expect("a writable file"));
        let mut observer = FromTheStart { recorder, begin: Instant::now() };
        simulation.run(&mut observer).expect("the run succeeds");
        if let Some(recorder) = &mut observer.recorder {
            recorder.finish().expect("the file is written");
        }
        let seconds = observer.begin.elapsed().as_secs_f64() / f64::from(steps);
        let comparable = self.scheme == Self::default().scheme;
        Measured { seconds, x_end: comparable.then(|| simulation.point().y[0]) }
    }
}

/// Records, if asked to, and knows when the first step began: what comes before is no step.
struct FromTheStart {
    recorder: Option<Recorder>,
    begin: Instant,
}

impl FromTheStart {
    #[cold]
    fn begin(&mut self) {
        self.begin = Instant::now();
    }
}

impl Observer for FromTheStart {
    fn accept(
        &mut self,
        t: f64,
        point: &CommunicationPoint,
        progress: Progress,
    ) -> Result<(), String> {
        if progress.taken == 0 {
            self.begin();
        }
        match &mut self.recorder {
            None => Ok(()),
            Some(recorder) => recorder.accept(t, point, progress),
        }
    }
}
