//! A slave that lives in another process: one request and one answer per question.

use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

use coupling::Polynomial;
use coupling::slave::{Ports, Slave, SlaveError, Slot, Step};
use serde::{Deserialize, Serialize};

use super::channel::Trouble;
use super::opening::Opening;
use super::process::Process;
use super::protocol::{Frame, Garbled, Introduction, Kind, Payload};
use crate::fmi::{FmuError, LogMessage, LogSink};

/// What the first frame says.
#[derive(Serialize, Deserialize)]
pub struct Order {
    /// The slave to make.
    pub opening: Opening,
    /// Where the process notes in which call it is.
    pub notes: PathBuf,
}

/// Opens an FMU in a process of its own, which may take `timeout` for any answer.
pub fn isolate(
    opening: &Opening,
    timeout: Duration,
    sink: Box<dyn LogSink>,
) -> Result<Box<dyn Slave>, FmuError> {
    let name = opening.name.clone();
    let unable = |reason: &dyn std::fmt::Display| FmuError::Elsewhere {
        message: format!("\"{name}\": no process of its own could be started: {reason}"),
    };
    let (process, notes) =
        Process::spawn(timeout, opening.sandbox.as_ref()).map_err(|error| unable(&error))?;
    let order = Order { opening: opening.clone(), notes: notes.to_path_buf() };
    let order = serde_json::to_string(&order).map_err(|error| unable(&error))?;
    let mut link =
        Link { name: name.clone(), process, request: Frame::default(), sink, died: None };
    link.request.begin(Kind::Open).text(&order);
    let introduction = link.open().map_err(|error| match error {
        SlaveError::Died { reason } => FmuError::Died { instance: name.clone(), reason },
        other => FmuError::Elsewhere { message: other.to_string() },
    })?;
    let (ports, start) = introduction.into_parts();
    Ok(Box::new(RemoteSlave { ports, start, link }))
}

/// A slave that lives in another process.
struct RemoteSlave {
    ports: Ports,
    start: Vec<f64>,
    link: Link,
}

/// The connection to it.
struct Link {
    name: String,
    process: Process,
    request: Frame,
    sink: Box<dyn LogSink>,
    /// How its process ended, once it has.
    died: Option<String>,
}

impl Link {
    /// Sends the request that has been written, and takes its answer.
    fn ask(&mut self) -> Result<(Kind, Range<usize>), SlaveError> {
        if let Some(reason) = &self.died {
            return Err(SlaveError::Died { reason: reason.clone() });
        }
        let (name, sink) = (&self.name, &self.sink);
        let log = |kind: Kind, mut payload: Payload| match kind {
            Kind::StepWarned => {
                if let (Ok(t), Ok(text)) = (payload.number(), payload.text()) {
                    sink.step_warned(t, text);
                }
            }
            _ => {
                if let Ok(message) = message(payload, name) {
                    sink.log(&message);
                }
            }
        };
        self.process.ask(self.request.bytes(), log).map_err(|reason| dead(&mut self.died, reason))
    }

    fn open(&mut self) -> Result<Introduction, SlaveError> {
        match self.ask()? {
            (Kind::Opened, place) => {
                let text = self.process.payload(place).text();
                let introduction = text.ok().and_then(|text| serde_json::from_str(text).ok());
                introduction.ok_or_else(|| self.garbled())
            }
            (kind, place) => Err(self.complaint(kind, place)),
        }
    }

    fn values(&mut self, y: &mut [f64]) -> Result<(), SlaveError> {
        match self.ask()? {
            (Kind::Values, place) => {
                self.process.payload(place).numbers(y).map_err(|Garbled| self.garbled())
            }
            (kind, place) => Err(self.complaint(kind, place)),
        }
    }

    fn done(&mut self) -> Result<(), SlaveError> {
        match self.ask()? {
            (Kind::Done, _) => Ok(()),
            (kind, place) => Err(self.complaint(kind, place)),
        }
    }

    /// The error that an answer other than the one hoped for stands for.
    #[cold]
    fn complaint(&mut self, kind: Kind, place: Range<usize>) -> SlaveError {
        refusal(kind, self.process.payload(place)).unwrap_or_else(|Garbled| self.garbled())
    }

    #[cold]
    fn garbled(&mut self) -> SlaveError {
        let reason = self.process.explain(Trouble::Garbled);
        dead(&mut self.died, reason)
    }

    /// The run is over, so that a process that fails in tidying up is worth a warning only.
    fn warn(&self, reason: &str) {
        eprintln!(
            "warning: slave \"{}\": {reason}; the run was over and its results are not affected",
            self.name
        );
    }
}

#[cold]
fn dead(died: &mut Option<String>, reason: String) -> SlaveError {
    *died = Some(reason.clone());
    SlaveError::Died { reason }
}

/// The error that an answer stands for.
fn refusal(kind: Kind, mut payload: Payload) -> Result<SlaveError, Garbled> {
    match kind {
        Kind::Refused => {
            let (reached, reason) = (payload.number()?, payload.text()?.into());
            Ok(SlaveError::Refused { reached, reason })
        }
        Kind::Ended => Ok(SlaveError::Ended { at: payload.number()? }),
        Kind::Failed => Ok(SlaveError::Failed { reason: payload.text()?.into() }),
        _ => Err(Garbled),
    }
}

fn message(mut payload: Payload, instance: &str) -> Result<LogMessage, Garbled> {
    let status = payload.integer()?.into();
    let (category, text) = (payload.text()?.into(), payload.text()?.into());
    Ok(LogMessage { instance: instance.into(), status, category, text })
}

impl Slave for RemoteSlave {
    fn ports(&self) -> &Ports {
        &self.ports
    }

    fn outputs(&mut self, u: &[f64], y: &mut [f64]) -> Result<(), SlaveError> {
        self.link.request.begin(Kind::Outputs).numbers(u);
        self.link.values(y)
    }

    fn step(&mut self, step: &Step, u: &[Polynomial], y: &mut [f64]) -> Result<(), SlaveError> {
        let Step { t, end, h } = step;
        self.link.request.begin(Kind::Step).numbers(&[*t, *end, *h]).polynomials(u);
        self.link.values(y)
    }

    fn save(&mut self, slot: Slot) -> Result<(), SlaveError> {
        self.link.request.begin(Kind::Save).byte(slot as u8);
        self.link.done()
    }

    fn restore(&mut self, slot: Slot) -> Result<(), SlaveError> {
        self.link.request.begin(Kind::Restore).byte(slot as u8);
        self.link.done()
    }

    fn output_derivatives(&mut self, u: &[f64], rates: &mut [f64]) -> Result<(), SlaveError> {
        self.link.request.begin(Kind::OutputDerivatives).numbers(u);
        self.link.values(rates)
    }

    fn start_inputs(&self, u: &mut [f64]) {
        u.copy_from_slice(&self.start);
    }

    fn start(&mut self) -> Result<(), SlaveError> {
        self.link.request.begin(Kind::Start);
        self.link.done()
    }

    fn finish(&mut self) -> Result<(), SlaveError> {
        self.link.request.begin(Kind::Finish);
        match self.link.done() {
            Err(SlaveError::Died { reason }) if self.link.process.note().contains("Free") => {
                self.link.warn(&reason);
                Ok(())
            }
            other => other,
        }
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        if self.died.is_some() {
            return;
        }
        self.request.begin(Kind::Close);
        let ended = self.ask().map_err(|error| error.to_string());
        if let Err(reason) = ended.and_then(|_| self.process.leave()) {
            self.warn(&reason);
        }
    }
}
