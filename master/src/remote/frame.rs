//! A frame: the length of its payload (4 bytes), its kind (1 byte) and the payload. Numbers are
//! little-endian; texts are preceded by their length.

use coupling::Polynomial;

use super::protocol::Kind;

/// Bytes before the payload.
pub const HEAD: usize = 5;

/// No frame is longer; a longer one is no frame.
pub const LONGEST: usize = 1 << 28;

/// A frame that is written, or was received, in a buffer that is used again.
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

    /// Adds all that is left of the payload.
    pub fn rest(&mut self, bytes: &[u8]) -> &mut Self {
        self.0.extend_from_slice(bytes);
        self
    }

    /// The complete frame.
    pub fn bytes(&mut self) -> &[u8] {
        let length = (self.0.len() - HEAD) as u32;
        self.0[..4].copy_from_slice(&length.to_le_bytes());
        &self.0
    }

    /// Takes over a frame that was received, and gives its kind, if that is one.
    pub fn copy_from(&mut self, received: &[u8]) -> Option<Kind> {
        self.0.clear();
        self.0.extend_from_slice(received);
        Kind::of(*received.get(HEAD - 1)?)
    }

    /// What stands behind the head.
    pub fn payload(&self) -> Payload<'_> {
        Payload(self.0.get(HEAD..).unwrap_or_default())
    }
}

/// The payload is not what its kind promises.
#[derive(Debug, PartialEq, Eq)]
pub struct Malformed;

/// A payload being read.
pub struct Payload<'a>(pub &'a [u8]);

impl<'a> Payload<'a> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        let (head, rest) = self.0.split_first_chunk().ok_or(Malformed)?;
        self.0 = rest;
        Ok(*head)
    }

    /// The next byte.
    pub fn byte(&mut self) -> Result<u8, Malformed> {
        self.take().map(|[byte]| byte)
    }

    /// The next number of 32 bits.
    pub fn integer(&mut self) -> Result<i32, Malformed> {
        self.take().map(i32::from_le_bytes)
    }

    /// The next number.
    pub fn number(&mut self) -> Result<f64, Malformed> {
        self.take().map(f64::from_le_bytes)
    }

    /// As many numbers as there are places, and nothing after them.
    pub fn numbers(&mut self, places: &mut [f64]) -> Result<(), Malformed> {
        for place in places {
            *place = self.number()?;
        }
        if self.0.is_empty() { Ok(()) } else { Err(Malformed) }
    }

    /// As many polynomials as there are places.
    pub fn polynomials(&mut self, places: &mut [Polynomial]) -> Result<(), Malformed> {
        let mut coefficients = [0.0; Polynomial::MAX_DEGREE + 1];
        for place in places {
            let count = usize::from(self.byte()?) + 1;
            for coefficient in coefficients.get_mut(..count).ok_or(Malformed)? {
                *coefficient = self.number()?;
            }
            *place = Polynomial::new(&coefficients[..count]);
        }
        Ok(())
    }

    /// All that is left.
    pub fn rest(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.0)
    }

    /// The next text.
    pub fn text(&mut self) -> Result<&'a str, Malformed> {
        let length = u32::from_le_bytes(self.take()?) as usize;
        let (text, rest) = self.0.split_at_checked(length).ok_or(Malformed)?;
        self.0 = rest;
        str::from_utf8(text).map_err(|_| Malformed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(payload.byte(), Err(Malformed));
    }

    #[test]
    fn payloads_of_the_wrong_size_are_noticed() {
        let mut places = [0.0; 2];
        assert_eq!(Payload(&[0; 15]).numbers(&mut places), Err(Malformed));
        assert_eq!(Payload(&[0; 17]).numbers(&mut places), Err(Malformed));
        assert_eq!(Payload(&[200, 0, 0, 0, 1]).text(), Err(Malformed));
        let mut places = [Polynomial::constant(0.0)];
        assert_eq!(Payload(&[255; 4000]).polynomials(&mut places), Err(Malformed));
    }
}
