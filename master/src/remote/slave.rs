//! A slave that lives elsewhere: one request and one answer per question.

use std::time::Duration;

use coupling::Polynomial;
use coupling::slave::{ContinuousStates, Ports, Slave, SlaveError, Slot, StateTransfer, Step};

use super::frame::{Frame, Malformed, Payload};
use super::open_reply::OpenReply;
use super::protocol::Kind;
use super::spec::SlaveSpec;
use super::transport::{ChannelError, Deadline, Ended, Transport};
use crate::fmi::{FmuError, LogMessage, LogSink};

/// A slave at the other end of a [`Transport`].
pub struct RemoteSlave {
    ports: Ports,
    start: Vec<f64>,
    transfers_state: bool,
    /// The names of its continuous states, once they have been asked for.
    states: Option<Vec<String>>,
    link: Link,
}

impl RemoteSlave {
    /// Has a slave made at the other end, which may take `timeout` for any answer.
    pub fn open(
        transport: Box<dyn Transport>,
        spec: &SlaveSpec,
        timeout: Duration,
        sink: Box<dyn LogSink>,
    ) -> Result<Self, FmuError> {
        let name = spec.name.clone();
        let (request, answer) = (Frame::default(), Frame::default());
        let mut link = Link { name, transport, timeout, request, answer, sink, ended: None };
        let spec = serde_json::to_string(spec).expect("names and numbers can be written");
        link.request.begin(Kind::Open).text(&spec);
        let reply: OpenReply = link.json(Kind::Opened).map_err(|error| match error {
            SlaveError::Died { reason } => FmuError::Died { instance: link.name.clone(), reason },
            other => FmuError::Elsewhere { message: other.to_string() },
        })?;
        let transfers_state = reply.transfers_state;
        let (ports, start) = reply.into_parts();
        Ok(Self { ports, start, transfers_state, states: None, link })
    }

    /// The names of its continuous states; none if it does not offer them.
    fn state_names(&mut self) -> Result<Option<&[String]>, SlaveError> {
        if self.states.is_none() {
            self.link.request.begin(Kind::StateNames);
            self.states = self.link.json(Kind::Names)?;
        }
        Ok(self.states.as_deref())
    }
}

/// The connection to the slave.
struct Link {
    name: String,
    transport: Box<dyn Transport>,
    /// How long any answer may take.
    timeout: Duration,
    request: Frame,
    answer: Frame,
    sink: Box<dyn LogSink>,
    /// How the other side ended, once it has.
    ended: Option<Ended>,
}

impl Link {
    /// Sends the request that has been written, and takes its answer; messages on the way are passed on.
    fn ask(&mut self) -> Result<Kind, SlaveError> {
        if let Some(Ended { reason, .. }) = &self.ended {
            return Err(SlaveError::Died { reason: reason.clone() });
        }
        let deadline = Deadline::after(self.timeout);
        // When the other side is gone already, its last messages and how it ended are still to be had.
        let sent = self.transport.send(self.request.bytes(), deadline);
        let kind = self.receive(deadline)?;
        if sent.is_ok() { Ok(kind) } else { Err(self.died(ChannelError::Malformed)) }
    }

    /// The next frame that is no message of the FMU.
    fn receive(&mut self, deadline: Deadline) -> Result<Kind, SlaveError> {
        loop {
            let received = self.transport.receive(&mut self.answer, deadline);
            match received.map_err(|error| self.died(error))? {
                Kind::Log => {
                    if let Ok(message) = message(self.answer.payload(), &self.name) {
                        self.sink.log(&message);
                    }
                }
                Kind::StepWarned => {
                    let mut payload = self.answer.payload();
                    if let (Ok(t), Ok(text)) = (payload.number(), payload.text()) {
                        self.sink.step_warned(t, text);
                    }
                }
                answer => return Ok(answer),
            }
        }
    }

    /// Asks for an answer of this kind, which is JSON.
    fn json<T: serde::de::DeserializeOwned>(&mut self, kind: Kind) -> Result<T, SlaveError> {
        self.expect(kind)?;
        let text = self.answer.payload().text();
        let value = text.ok().and_then(|text| serde_json::from_str(text).ok());
        value.ok_or_else(|| self.died(ChannelError::Malformed))
    }

    fn values(&mut self, y: &mut [f64]) -> Result<(), SlaveError> {
        self.expect(Kind::Values)?;
        self.answer.payload().numbers(y).map_err(|Malformed| self.died(ChannelError::Malformed))
    }

    fn done(&mut self) -> Result<(), SlaveError> {
        self.expect(Kind::Done)
    }

    /// Asks for an answer of this kind; any other stands for an error.
    fn expect(&mut self, wanted: Kind) -> Result<(), SlaveError> {
        let kind = self.ask()?;
        if kind == wanted { Ok(()) } else { Err(self.refusal(kind)) }
    }

    #[cold]
    fn refusal(&mut self, kind: Kind) -> SlaveError {
        let error = refusal(kind, self.answer.payload());
        error.unwrap_or_else(|Malformed| self.died(ChannelError::Malformed))
    }

    /// There is no answer for this reason, and there will be no more.
    #[cold]
    fn died(&mut self, error: ChannelError) -> SlaveError {
        let ended = self.transport.ended(error);
        let reason = ended.reason.clone();
        self.ended = Some(ended);
        SlaveError::Died { reason }
    }

    /// The run is over, so that a slave that fails in tidying up is worth a warning only.
    fn warn(&self, reason: &str) {
        eprintln!(
            "warning: slave \"{}\": {reason}; the run was over and its results are not affected",
            self.name
        );
    }

    /// Lets the other side free and unload everything and end.
    fn close(&mut self) -> Result<(), SlaveError> {
        self.request.begin(Kind::Close);
        self.ask()?;
        // Nothing more comes: the connection closes when the other side has ended.
        match self.receive(Deadline::after(self.timeout)) {
            Err(_) if self.ended.as_ref().is_some_and(|ended| ended.in_order) => Ok(()),
            Err(error) => Err(error),
            Ok(_) => Err(self.died(ChannelError::Malformed)),
        }
    }
}

/// The error that an answer stands for.
fn refusal(kind: Kind, mut payload: Payload) -> Result<SlaveError, Malformed> {
    match kind {
        Kind::Refused => {
            let (reached, reason) = (payload.number()?, payload.text()?.into());
            Ok(SlaveError::Refused { reached, reason })
        }
        Kind::Ended => Ok(SlaveError::Ended { at: payload.number()? }),
        Kind::Failed => Ok(SlaveError::Failed { reason: payload.text()?.into() }),
        _ => Err(Malformed),
    }
}

fn message(mut payload: Payload, instance: &str) -> Result<LogMessage, Malformed> {
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

    fn output_derivatives(
        &mut self,
        u: &[f64],
        du: &[f64],
        dy: &mut [f64],
    ) -> Result<(), SlaveError> {
        self.link.request.begin(Kind::OutputDerivatives).numbers(u).numbers(du);
        self.link.values(dy)
    }

    fn state_transfer(&mut self) -> Option<&mut dyn StateTransfer> {
        self.transfers_state.then_some(self as &mut dyn StateTransfer)
    }

    fn continuous_states(&mut self) -> Option<&mut dyn ContinuousStates> {
        // A slave that has died says so when it is asked for their names.
        let offered = self.state_names().map_or(true, |names| names.is_some());
        offered.then_some(self as &mut dyn ContinuousStates)
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
        let done = self.link.done();
        let call = self.link.ended.as_ref().and_then(|ended| ended.call);
        match done {
            Err(SlaveError::Died { reason }) if call.is_some_and(|call| call.contains("Free")) => {
                self.link.warn(&reason);
                Ok(())
            }
            other => other,
        }
    }
}

impl StateTransfer for RemoteSlave {
    fn serialise(&mut self, slot: Slot, bytes: &mut Vec<u8>) -> Result<(), SlaveError> {
        self.link.request.begin(Kind::Serialise).byte(slot as u8);
        self.link.expect(Kind::State)?;
        bytes.clear();
        bytes.extend_from_slice(self.link.answer.payload().rest());
        Ok(())
    }

    fn deserialise(&mut self, slot: Slot, bytes: &[u8]) -> Result<(), SlaveError> {
        self.link.request.begin(Kind::Deserialise).byte(slot as u8).rest(bytes);
        self.link.done()
    }
}

impl ContinuousStates for RemoteSlave {
    fn names(&mut self) -> Result<Vec<String>, SlaveError> {
        Ok(self.state_names()?.unwrap_or_default().to_vec())
    }

    fn read(&mut self, x: &mut [f64]) -> Result<(), SlaveError> {
        self.link.request.begin(Kind::ReadStates);
        self.link.values(x)
    }

    fn set(&mut self, t: f64, x: &[f64]) -> Result<(), SlaveError> {
        self.link.request.begin(Kind::SetStates).numbers(&[t]).numbers(x);
        self.link.done()
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        if self.ended.is_some() {
            return;
        }
        if let Err(error) = self.close() {
            self.warn(&error.to_string());
        }
    }
}
