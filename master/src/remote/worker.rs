//! The process of an FMU: serves one slave until it is told to end or nobody is there any more.

use std::fs::File;
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use coupling::Polynomial;
use coupling::slave::{Slave, SlaveError, Slot, Step};
use rustix::event::PollFlags;
use rustix::process::{Signal, getpid, kill_process};

use super::channel::{Patience, Receiver, Sender, Trouble, wait};
use super::death::SANDBOX_HINT;
use super::notes::{ENDING, LOADING, Notes, UNLOADING};
use super::protocol::{Frame, Garbled, Introduction, Kind, Payload};
use super::slave::Order;
use crate::fmi::{Archive, Fmu, FmuError, LogMessage, LogSink, description};
use crate::sandbox::{close_inherited, confine};

const BY_HAND: &str = "macrostep worker is started by macrostep itself, for an FMU in a process of \
                       its own; set isolation = \"process\" or give --isolate";

/// Serves the master at the other end of standard input.
pub fn serve() -> Result<(), String> {
    let stream = Arc::new(connection().map_err(|error| format!("{BY_HAND} ({error})"))?);
    let mut receiver = Receiver::new(stream.clone());
    let voice = Voice(Arc::new(Mutex::new((Sender::new(stream.clone()), Frame::default()))));

    let order = order(&mut receiver)?;
    if order.opening.sandbox.is_some() {
        close_inherited(&[stream.as_raw_fd()]).map_err(|error| error.to_string())?;
    }
    let notes = Notes::open(&order.notes);
    let notes = Arc::new(notes.map_err(|e| format!("{}: {e}", order.notes.display()))?);
    let confined = confined(&order);
    // Started in the sandbox: a thread outside it would be a way out.
    thread::spawn(move || end_when_alone(&stream));
    notes.note(LOADING);
    let opened = confined.and_then(|()| open(&order, &voice, &notes));
    notes.note("");
    let (fmu, slave) = match opened {
        Ok(opened) => opened,
        Err(error) => {
            voice.say(|frame| frame.begin(Kind::Failed).text(&named(&error, &order)));
            return wait_for_close(&mut receiver, &voice);
        }
    };
    let mut worker = Worker::new(slave);
    voice.say(|frame| frame.begin(Kind::Opened).text(&worker.introduction()));
    while let Some((kind, place)) = next(&mut receiver)? {
        let answer = worker.answer(kind, Payload(receiver.payload(place)));
        let answer = answer.map_err(|Garbled| "the master sent a request that is none")?;
        notes.note("");
        voice.say(|frame| worker.write(frame, answer));
    }
    drop(worker);
    notes.note(UNLOADING);
    drop(fmu);
    notes.note(ENDING);
    voice.say(|frame| frame.begin(Kind::Done));
    Ok(())
}

/// Standard input as the connection; FMUs that read theirs find nothing there.
fn connection() -> std::io::Result<UnixStream> {
    let stream = UnixStream::from(std::io::stdin().as_fd().try_clone_to_owned()?);
    stream.peer_addr()?;
    stream.set_nonblocking(true)?;
    rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
    Ok(stream)
}

/// Ends this process when the master is gone, even while the FMU computes.
fn end_when_alone(stream: &UnixStream) {
    // Only the end of the connection wakes this thread.
    while !wait(stream, PollFlags::empty(), None) {}
    end();
}

/// Nobody is there to hear of anything, and an FMU that computes cannot be stopped otherwise.
fn end() -> ! {
    let _ = kill_process(getpid(), Signal::KILL);
    std::process::abort()
}

/// The next request; none when the master wants an end.
fn next(receiver: &mut Receiver) -> Result<Option<(Kind, std::ops::Range<usize>)>, String> {
    match receiver.receive(Patience { deadline: None, gone: None }) {
        Ok((Kind::Close, _)) => Ok(None),
        Ok(request) => Ok(Some(request)),
        Err(Trouble::Closed) => end(),
        Err(trouble) => Err(format!("the connection to the master is broken ({trouble:?})")),
    }
}

fn order(receiver: &mut Receiver) -> Result<Order, String> {
    let wrong = |_| "the master did not say what to open".to_string();
    let Some((Kind::Open, place)) = next(receiver)? else { return Err(wrong(Garbled)) };
    let text = Payload(receiver.payload(place)).text().map_err(wrong)?;
    serde_json::from_str(text).map_err(|error| error.to_string())
}

fn open(
    order: &Order,
    voice: &Voice,
    notes: &Arc<Notes>,
) -> Result<(Fmu, Box<dyn Slave>), FmuError> {
    let opening = &order.opening;
    let archive = Archive::unpacked(&opening.source, &opening.folder);
    let described = description::read(&archive)?;
    let fmu = Fmu::load(archive, described)?;
    let slave = opening.open(&fmu, Box::new(voice.clone()), Some(notes.clone()))?;
    Ok((fmu, slave))
}

/// Gives up what the FMU must not have, if it is sandboxed.
fn confined(order: &Order) -> Result<(), FmuError> {
    let Some(sandbox) = &order.opening.sandbox else { return Ok(()) };
    confine(sandbox, &order.opening.folder).map_err(|error| FmuError::Elsewhere {
        message: format!("the sandbox of its process cannot be set up: {error}"),
    })
}

/// The error with the name of the slave, once.
fn named(error: &FmuError, order: &Order) -> String {
    let (text, name) = (error.to_string(), format!("\"{}\"", order.opening.name));
    let hint = if order.opening.sandbox.is_some() { SANDBOX_HINT } else { "" };
    if text.starts_with(&name) { text + hint } else { format!("{name}: {text}{hint}") }
}

fn wait_for_close(receiver: &mut Receiver, voice: &Voice) -> Result<(), String> {
    while next(receiver)?.is_some() {}
    voice.say(|frame| frame.begin(Kind::Done));
    Ok(())
}

/// The way to the master, for answers and for messages from any thread.
#[derive(Clone)]
struct Voice(Arc<Mutex<(Sender, Frame)>>);

impl Voice {
    fn say(&self, write: impl FnOnce(&mut Frame) -> &mut Frame) {
        let mut guard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (sender, frame) = &mut *guard;
        // A master that does not listen any more is noticed when the next request does not come.
        let _ = sender.send(write(frame).bytes(), None);
    }
}

impl LogSink for Voice {
    fn log(&self, message: &LogMessage) {
        let LogMessage { status, category, text, .. } = message;
        self.say(|f| f.begin(Kind::Log).integer(status.number()).text(category).text(text));
    }

    fn step_warned(&self, t: f64, message: &str) {
        self.say(|f| f.begin(Kind::StepWarned).numbers(&[t]).text(message));
    }
}

/// The slave with places for what comes and goes.
struct Worker {
    slave: Box<dyn Slave>,
    u: Vec<f64>,
    polynomials: Vec<Polynomial>,
    y: Vec<f64>,
}

/// What to answer to a request that was understood.
type Answer = Result<Success, SlaveError>;

enum Success {
    Values,
    Done,
}

impl Worker {
    fn new(slave: Box<dyn Slave>) -> Self {
        let ports = slave.ports();
        let (inputs, outputs) = (ports.inputs.len(), ports.outputs.len());
        let polynomials = vec![Polynomial::constant(0.0); inputs];
        Self { slave, u: vec![0.0; inputs], polynomials, y: vec![0.0; outputs] }
    }

    fn introduction(&mut self) -> String {
        self.slave.start_inputs(&mut self.u);
        let introduction = Introduction::new(self.slave.ports(), &self.u);
        serde_json::to_string(&introduction).expect("names and numbers can be written")
    }

    fn answer(&mut self, kind: Kind, mut payload: Payload) -> Result<Answer, Garbled> {
        let Self { slave, u, polynomials, y } = self;
        let done = |()| Success::Done;
        Ok(match kind {
            Kind::Outputs => {
                payload.numbers(u)?;
                slave.outputs(u, y).map(|()| Success::Values)
            }
            Kind::OutputDerivatives => {
                payload.numbers(u)?;
                y.fill(f64::NAN);
                slave.output_derivatives(u, y).map(|()| Success::Values)
            }
            Kind::Step => {
                let (t, end, h) = (payload.number()?, payload.number()?, payload.number()?);
                payload.polynomials(polynomials)?;
                slave.step(&Step { t, end, h }, polynomials, y).map(|()| Success::Values)
            }
            Kind::Save => slave.save(slot(payload.byte()?)?).map(done),
            Kind::Restore => slave.restore(slot(payload.byte()?)?).map(done),
            Kind::Start => slave.start().map(done),
            Kind::Finish => slave.finish().map(done),
            _ => return Err(Garbled),
        })
    }

    fn write<'a>(&self, frame: &'a mut Frame, answer: Answer) -> &'a mut Frame {
        match answer {
            Ok(Success::Values) => frame.begin(Kind::Values).numbers(&self.y),
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

fn slot(byte: u8) -> Result<Slot, Garbled> {
    let slots = [Slot::MacroStart, Slot::Trial, Slot::Retry];
    slots.into_iter().find(|slot| *slot as u8 == byte).ok_or(Garbled)
}
