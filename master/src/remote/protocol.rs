//! The frames between the master and the process of an FMU.
//!
//! A frame is the length of its payload (4 bytes), its kind (1 byte) and the payload. Numbers are
//! little-endian; texts are preceded by their length. Every request has one answer, before which
//! any number of [`Kind::Log`] and [`Kind::StepWarned`] frames may come.

use coupling::Polynomial;
use coupling::slave::{Feedthrough, InputPort, OutputPort, Ports};
use serde::{Deserialize, Serialize};

use super::opening::Exact;

/// Bytes before the payload.
pub const HEAD: usize = 5;

/// No frame is longer; a longer one is no frame.
pub const LONGEST: usize = 1 << 28;

/// What a frame means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// Request: an order as JSON; answered by `Opened`.
    Open,
    /// Request: input values; answered by `Values`.
    Outputs,
    /// Request: input values; answered by `Values`, which are the derivatives of the outputs.
    OutputDerivatives,
    /// Request: t, end, h and input polynomials; answered by `Values`.
    Step,
    /// Request: a slot; answered by `Done`.
    Save,
    /// Request: a slot; answered by `Done`.
    Restore,
    /// Request: end the initialisation; answered by `Done`.
    Start,
    /// Request: end the run; answered by `Done`.
    Finish,
    /// Request: free and unload everything, then exit; answered by `Done`.
    Close,
    /// Answer: an [`Introduction`] as JSON.
    Opened,
    /// Answer: output values.
    Values,
    /// Answer: it worked.
    Done,
    /// Answer: the step was refused; the time reached and the reason.
    Refused,
    /// Answer: the slave wants the simulation to end; the time it reached.
    Ended,
    /// Answer: it failed; the reason.
    Failed,
    /// A message of the FMU: status, category, text.
    Log,
    /// A step ended with fmi2Warning: its begin, and what the FMU said of it.
    StepWarned,
}

impl Kind {
    const ALL: [Self; 17] = [
        Self::Open,
        Self::Outputs,
        Self::OutputDerivatives,
        Self::Step,
        Self::Save,
        Self::Restore,
        Self::Start,
        Self::Finish,
        Self::Close,
        Self::Opened,
        Self::Values,
        Self::Done,
        Self::Refused,
        Self::Ended,
        Self::Failed,
        Self::Log,
        Self::StepWarned,
    ];

    /// The kind that a byte stands for.
    pub fn of(byte: u8) -> Option<Self> {
        Self::ALL.get(usize::from(byte)).copied()
    }
}

/// A frame being written, in a buffer that is used again.
#[derive(Default)]
pub struct Frame(Vec<u8>);

impl Frame {
    /// Begins a new frame.
    pub fn begin(&mut self, kind: Kind) -> &mut Self {
        self.0.clear();
        self.0.extend_from_slice(&[0, 0, 0, 0, kind as u8]);
        self
    }

    /// Adds a byte.
    pub fn byte(&mut self, byte: u8) -> &mut Self {
        self.0.push(byte);
        self
    }

    /// Adds a number of 32 bits.
    pub fn integer(&mut self, number: i32) -> &mut Self {
        self.0.extend_from_slice(&number.to_le_bytes());
        self
    }

    /// Adds numbers, without their count.
    pub fn numbers(&mut self, numbers: &[f64]) -> &mut Self {
        for number in numbers {
            self.0.extend_from_slice(&number.to_le_bytes());
        }
        self
    }

    /// Adds polynomials, without their count.
    pub fn polynomials(&mut self, polynomials: &[Polynomial]) -> &mut Self {
        for polynomial in polynomials {
            self.byte(polynomial.degree() as u8).numbers(polynomial.coefficients());
        }
        self
    }

    /// Adds a text.
    pub fn text(&mut self, text: &str) -> &mut Self {
        self.0.extend_from_slice(&(text.len() as u32).to_le_bytes());
        self.0.extend_from_slice(text.as_bytes());
        self
    }

    /// The complete frame.
    pub fn bytes(&mut self) -> &[u8] {
        let length = (self.0.len() - HEAD) as u32;
        self.0[..4].copy_from_slice(&length.to_le_bytes());
        &self.0
    }
}

/// The payload is not what its kind promises.
#[derive(Debug, PartialEq, Eq)]
pub struct Garbled;

/// A payload being read.
pub struct Payload<'a>(pub &'a [u8]);

impl<'a> Payload<'a> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], Garbled> {
        let (head, rest) = self.0.split_first_chunk().ok_or(Garbled)?;
        self.0 = rest;
        Ok(*head)
    }

    /// The next byte.
    pub fn byte(&mut self) -> Result<u8, Garbled> {
        self.take().map(|[byte]| byte)
    }

    /// The next number of 32 bits.
    pub fn integer(&mut self) -> Result<i32, Garbled> {
        self.take().map(i32::from_le_bytes)
    }

    /// The next number.
    pub fn number(&mut self) -> Result<f64, Garbled> {
        self.take().map(f64::from_le_bytes)
    }

    /// As many numbers as there are places, and nothing after them.
    pub fn numbers(&mut self, places: &mut [f64]) -> Result<(), Garbled> {
        for place in places {
            *place = self.number()?;
        }
        if self.0.is_empty() { Ok(()) } else { Err(Garbled) }
    }

    /// As many polynomials as there are places.
    pub fn polynomials(&mut self, places: &mut [Polynomial]) -> Result<(), Garbled> {
        let mut coefficients = [0.0; Polynomial::MAX_DEGREE + 1];
        for place in places {
            let count = usize::from(self.byte()?) + 1;
            for coefficient in coefficients.get_mut(..count).ok_or(Garbled)? {
                *coefficient = self.number()?;
            }
            *place = Polynomial::new(&coefficients[..count]);
        }
        Ok(())
    }

    /// The next text.
    pub fn text(&mut self) -> Result<&'a str, Garbled> {
        let length = u32::from_le_bytes(self.take()?) as usize;
        let (text, rest) = self.0.split_at_checked(length).ok_or(Garbled)?;
        self.0 = rest;
        str::from_utf8(text).map_err(|_| Garbled)
    }
}

/// A [`Feedthrough`] on its way.
#[derive(Serialize, Deserialize)]
enum Through {
    Declared(Vec<usize>),
    Seen(Vec<usize>),
    Unknown,
}

impl From<&Feedthrough> for Through {
    fn from(feedthrough: &Feedthrough) -> Self {
        match feedthrough {
            Feedthrough::Declared(inputs) => Self::Declared(inputs.clone()),
            Feedthrough::Seen(inputs) => Self::Seen(inputs.clone()),
            Feedthrough::Unknown => Self::Unknown,
        }
    }
}

impl From<Through> for Feedthrough {
    fn from(through: Through) -> Self {
        match through {
            Through::Declared(inputs) => Self::Declared(inputs),
            Through::Seen(inputs) => Self::Seen(inputs),
            Through::Unknown => Self::Unknown,
        }
    }
}

/// What a slave says of itself when it has been opened.
#[derive(Serialize, Deserialize)]
pub struct Introduction {
    inputs: Vec<(String, bool)>,
    outputs: Vec<(String, Through)>,
    input_degree: usize,
    can_rewind: bool,
    /// Start values of the inputs.
    start: Vec<Exact>,
}

impl Introduction {
    /// Of a slave with these ports and start values.
    pub fn new(ports: &Ports, start: &[f64]) -> Self {
        let outputs = ports.outputs.iter();
        Self {
            inputs: ports.inputs.iter().map(|i| (i.name.clone(), i.discrete)).collect(),
            outputs: outputs.map(|o| (o.name.clone(), (&o.feedthrough).into())).collect(),
            input_degree: ports.input_degree,
            can_rewind: ports.can_rewind,
            start: start.iter().map(|start| Exact(*start)).collect(),
        }
    }

    /// The ports and start values again.
    pub fn into_parts(self) -> (Ports, Vec<f64>) {
        let input = |(name, discrete)| InputPort { name, discrete };
        let output =
            |(name, through): (String, Through)| OutputPort { name, feedthrough: through.into() };
        let ports = Ports {
            inputs: self.inputs.into_iter().map(input).collect(),
            outputs: self.outputs.into_iter().map(output).collect(),
            input_degree: self.input_degree,
            can_rewind: self.can_rewind,
        };
        (ports, self.start.into_iter().map(|start| start.0).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_byte() {
        for (byte, kind) in Kind::ALL.into_iter().enumerate() {
            assert_eq!((kind as usize, Kind::of(byte as u8)), (byte, Some(kind)));
        }
        assert_eq!(Kind::of(Kind::ALL.len() as u8), None);
    }

    #[test]
    fn what_is_written_is_read() {
        let cubic = Polynomial::new(&[0.1, 0.2, 0.3, 0.4]);
        let mut frame = Frame::default();
        frame.begin(Kind::Step).byte(7).integer(-3).text("Größe").numbers(&[0.1]);
        let bytes = frame.polynomials(&[cubic, Polynomial::constant(-0.0)]).bytes();
        assert_eq!(bytes[..4], ((bytes.len() - HEAD) as u32).to_le_bytes());
        let mut payload = Payload(&bytes[HEAD..]);
        assert_eq!((payload.byte(), payload.integer()), (Ok(7), Ok(-3)));
        assert_eq!((payload.text(), payload.number()), (Ok("Größe"), Ok(0.1)));
        let mut places = [Polynomial::constant(1.0); 2];
        payload.polynomials(&mut places).unwrap();
        assert_eq!(places[0], cubic);
        assert_eq!(places[1].start().to_bits(), (-0.0_f64).to_bits());
        assert_eq!(payload.byte(), Err(Garbled));
    }

    #[test]
    fn payloads_of_the_wrong_size_are_noticed() {
        let mut places = [0.0; 2];
        assert_eq!(Payload(&[0; 15]).numbers(&mut places), Err(Garbled));
        assert_eq!(Payload(&[0; 17]).numbers(&mut places), Err(Garbled));
        assert_eq!(Payload(&[200, 0, 0, 0, 1]).text(), Err(Garbled));
        let mut places = [Polynomial::constant(0.0)];
        assert_eq!(Payload(&[255; 4000]).polynomials(&mut places), Err(Garbled));
    }
}
