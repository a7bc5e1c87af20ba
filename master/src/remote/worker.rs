//! The other side of a slave that lives elsewhere: serves one slave until it is told to end or nobody is there any more.

use std::sync::{Arc, Mutex, PoisonError};

use coupling::Polynomial;
use coupling::slave::{ContinuousStates, Slave, SlaveError, Slot, StateTransfer, Step};

use super::death::SANDBOX_HINT;
use super::frame::{Frame, LONGEST, Malformed, Payload};
use super::open_reply::OpenReply;
use super::protocol::Kind;
use super::spec::SlaveSpec;
use super::transport::{ChannelError, Deadline, Transport};
use crate::fmi::{Archive, Fmu, FmuError, LogMessage, LogSink, description};
use crate::process::{end_now, mark_ending};

/// Serves the master at the other end of a transport; `prepare` is done before anything of the FMU is loaded.
pub fn serve_over(
    transport: Arc<dyn Transport>,
    prepare: impl FnOnce(&SlaveSpec) -> Result<(), String>,
) -> Result<(), String> {
    let mut request = Frame::default();
    let spec = requested(&*transport, &mut request)?;
    let master = MasterLink { transport: transport.clone(), frame: Arc::default() };
    let prepared = prepare(&spec).map_err(|message| FmuError::Elsewhere { message });
    let (fmu, slave) = match prepared.and_then(|()| open(&spec, &master)) {
        Ok(opened) => opened,
        Err(error) => {
            master.send(|frame| frame.begin(Kind::Failed).text(&named(&error, &spec)));
            while next(&*transport, &mut request)?.is_some() {}
            master.send(|frame| frame.begin(Kind::Done));
            return Ok(());
        }
    };
    let mut worker = Worker::new(slave);
    master.send(|frame| frame.begin(Kind::Opened).text(&worker.reply()));
    while let Some(kind) = next(&*transport, &mut request)? {
        let answer = worker.answer(kind, request.payload());
        let answer = answer.map_err(|Malformed| "the master sent a request that is none")?;
        master.send(|frame| worker.write(frame, answer));
    }
    drop(worker);
    drop(fmu);
    mark_ending();
    master.send(|frame| frame.begin(Kind::Done));
    Ok(())
}

/// The next request; none when the master wants an end.
fn next(transport: &dyn Transport, request: &mut Frame) -> Result<Option<Kind>, String> {
    match transport.receive(request, Deadline::NEVER) {
        Ok(Kind::Close) => Ok(None),
        Ok(kind) => Ok(Some(kind)),
        Err(ChannelError::Closed) => end_now(),
        Err(error) => Err(transport.ended(error).reason),
    }
}

/// The slave to make, which the first request tells.
fn requested(transport: &dyn Transport, request: &mut Frame) -> Result<SlaveSpec, String> {
    let wrong = "the master did not say what to open";
    let Some(Kind::Open) = next(transport, request)? else { return Err(wrong.into()) };
    let text = request.payload().text().map_err(|Malformed| wrong)?;
    serde_json::from_str(text).map_err(|error| error.to_string())
}

fn open(spec: &SlaveSpec, master: &MasterLink) -> Result<(Fmu, Box<dyn Slave>), FmuError> {
    let archive = Archive::unpacked(&spec.source, &spec.folder);
    let described = description::read(&archive)?;
    let fmu = Fmu::load(archive, described)?;
    let slave = spec.open(&fmu, Box::new(master.clone()))?;
    Ok((fmu, slave))
}

/// The error with the name of the slave, once.
fn named(error: &FmuError, spec: &SlaveSpec) -> String {
    let (text, name) = (error.to_string(), format!("\"{}\"", spec.name));
    let hint = if spec.sandbox.is_some() { SANDBOX_HINT } else { "" };
    if text.starts_with(&name) { text + hint } else { format!("{name}: {text}{hint}") }
}

/// The way to the master, for answers and for messages from any thread.
#[derive(Clone)]
struct MasterLink {
    transport: Arc<dyn Transport>,
    /// Locked while a frame is written and sent.
    frame: Arc<Mutex<Frame>>,
}

impl MasterLink {
    fn send(&self, write: impl FnOnce(&mut Frame) -> &mut Frame) {
        let mut frame = self.frame.lock().unwrap_or_else(PoisonError::into_inner);
        // A master that does not listen any more is noticed when the next request does not come.
        let _ = self.transport.send(write(&mut frame).bytes(), Deadline::NEVER);
    }
}

impl LogSink for MasterLink {
    fn log(&self, message: &LogMessage) {
        let LogMessage { status, category, text, .. } = message;
        self.send(|f| f.begin(Kind::Log).integer(status.number()).text(category).text(text));
    }

    fn step_warned(&self, t: f64, message: &str) {
        self.send(|f| f.begin(Kind::StepWarned).numbers(&[t]).text(message));
    }
}

/// The slave with places for what comes and goes.
struct Worker {
    slave: Box<dyn Slave>,
    u: Vec<f64>,
    /// Slopes of the inputs.
    du: Vec<f64>,
    polynomials: Vec<Polynomial>,
    y: Vec<f64>,
    /// Continuous states.
    x: Vec<f64>,
    /// A saved state.
    bytes: Vec<u8>,
}

/// What to answer to a request that was understood.
type Answer = Result<Success, SlaveError>;

enum Success {
    Outputs,
    States,
    State,
    Names(Option<Vec<String>>),
    Done,
}

impl Worker {
    fn new(slave: Box<dyn Slave>) -> Self {
        let ports = slave.ports();
        let (inputs, outputs) = (ports.inputs.len(), ports.outputs.len());
        let polynomials = vec![Polynomial::constant(0.0); inputs];
        let (u, du, y) = (vec![0.0; inputs], vec![0.0; inputs], vec![0.0; outputs]);
        Self { slave, u, du, polynomials, y, x: Vec::new(), bytes: Vec::new() }
    }

    fn reply(&mut self) -> String {
        self.slave.start_inputs(&mut self.u);
        let transfers_state = self.slave.state_transfer().is_some();
        let reply = OpenReply::new(self.slave.ports(), &self.u, transfers_state);
        serde_json::to_string(&reply).expect("names and numbers can be written")
    }

    fn answer(&mut self, kind: Kind, mut payload: Payload) -> Result<Answer, Malformed> {
        let Self { slave, u, du, polynomials, y, .. } = self;
        let done = |()| Success::Done;
        Ok(match kind {
            Kind::Outputs => {
                payload.numbers(u)?;
                slave.outputs(u, y).map(|()| Success::Outputs)
            }
            Kind::OutputDerivatives => {
                for place in u.iter_mut() {
                    *place = payload.number()?;
                }
                payload.numbers(du)?;
                y.fill(f64::NAN);
                slave.output_derivatives(u, du, y).map(|()| Success::Outputs)
            }
            Kind::Step => {
                let (t, end, h) = (payload.number()?, payload.number()?, payload.number()?);
                payload.polynomials(polynomials)?;
                slave.step(&Step { t, end, h }, polynomials, y).map(|()| Success::Outputs)
            }
            Kind::Save => slave.save(slot(payload.byte()?)?).map(done),
            Kind::Restore => slave.restore(slot(payload.byte()?)?).map(done),
            Kind::Start => slave.start().map(done),
            Kind::Finish => slave.finish().map(done),
            Kind::Serialise => self.serialise(slot(payload.byte()?)?),
            Kind::Deserialise => {
                let slot = slot(payload.byte()?)?;
                self.transfer().and_then(|slave| slave.deserialise(slot, payload.rest())).map(done)
            }
            Kind::StateNames => self.state_names(),
            Kind::ReadStates => self.read_states(),
            Kind::SetStates => {
                let t = payload.number()?;
                payload.numbers(&mut self.x)?;
                let Self { slave, x, .. } = self;
                states(slave).and_then(|states| states.set(t, x)).map(done)
            }
            _ => return Err(Malformed),
        })
    }

    fn transfer(&mut self) -> Result<&mut dyn StateTransfer, SlaveError> {
        let unable = || SlaveError::Failed { reason: "its state cannot be transferred".into() };
        self.slave.state_transfer().ok_or_else(unable)
    }

    fn serialise(&mut self, slot: Slot) -> Answer {
        let mut bytes = std::mem::take(&mut self.bytes);
        let written = self.transfer().and_then(|slave| slave.serialise(slot, &mut bytes));
        self.bytes = bytes;
        written?;
        // The frame that brings it to another instance has the slot before it.
        if self.bytes.len() < LONGEST {
            return Ok(Success::State);
        }
        let size = self.bytes.len();
        let reason =
            format!("its state of {size} bytes is too long for a slave in another process");
        Err(SlaveError::Failed { reason })
    }

    /// Finds the continuous states and makes room for them.
    fn state_names(&mut self) -> Answer {
        let names = self.slave.continuous_states().map(|states| states.names()).transpose()?;
        self.x.resize(names.as_ref().map_or(0, Vec::len), 0.0);
        Ok(Success::Names(names))
    }

    fn read_states(&mut self) -> Answer {
        let Self { slave, x, .. } = self;
        states(slave)?.read(x).map(|()| Success::States)
    }

    fn write<'a>(&self, frame: &'a mut Frame, answer: Answer) -> &'a mut Frame {
        match answer {
            Ok(Success::Outputs) => frame.begin(Kind::Values).numbers(&self.y),
            Ok(Success::States) => frame.begin(Kind::Values).numbers(&self.x),
            Ok(Success::State) => frame.begin(Kind::State).rest(&self.bytes),
            Ok(Success::Names(names)) => {
                let names = serde_json::to_string(&names).expect("names can be written");
                frame.begin(Kind::Names).text(&names)
            }
            Ok(Success::Done) => frame.begin(Kind::Done),
            Err(SlaveError::Refused { reached, reason }) => {
                frame.begin(Kind::Refused).numbers(&[reached]).text(&reason)
            }
            Err(SlaveError::Ended { at }) => frame.begin(Kind::Ended).numbers(&[at]),
            Err(SlaveError::Failed { reason } | SlaveError::Died { reason }) => {
                frame.begin(Kind::Failed).text(&reason)
            }
        }
    }
}

fn states(slave: &mut Box<dyn Slave>) -> Result<&mut dyn ContinuousStates, SlaveError> {
    let unable = || SlaveError::Failed { reason: "its continuous states cannot be set".into() };
    slave.continuous_states().ok_or_else(unable)
}

fn slot(byte: u8) -> Result<Slot, Malformed> {
    let slots = [Slot::MacroStart, Slot::Trial, Slot::Retry];
    slots.into_iter().find(|slot| *slot as u8 == byte).ok_or(Malformed)
}
