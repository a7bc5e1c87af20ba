//! Plain connections: u = gain · y + offset.

use super::CouplingLaw;
use crate::id::{InputId, OutputId};

/// What happens to a value whose type cannot hold it as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convert {
    /// Nothing: the input's type holds every value of the output's.
    Lossless,
    /// To the nearest integer.
    Round,
    /// True where it is not zero.
    NonZero,
}

/// One connection.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// Where the value comes from.
    pub from: OutputId,
    /// Where it goes.
    pub to: InputId,
    /// What it is multiplied by.
    pub gain: f64,
    /// What is added to it.
    pub offset: f64,
    /// How it is made to fit the type of the input.
    pub convert: Convert,
}

/// All plain connections into one slave.
#[derive(Clone, Debug, Default)]
pub struct Signal {
    links: Vec<Link>,
}

impl Signal {
    /// The given connections, each from one output to one input.
    pub fn new(links: Vec<Link>) -> Self {
        Self { links }
    }

    /// The value of each connection, in order.
    pub(super) fn values(&self, y: &[f64], values: &mut [(InputId, f64)]) {
        for (link, value) in self.links.iter().zip(values) {
            *value = (link.to, link.value(y));
        }
    }
}

impl Link {
    fn value(&self, y: &[f64]) -> f64 {
        let value = self.gain * y[self.from.0] + self.offset;
        match self.convert {
            Convert::Lossless => value,
            Convert::Round => value.round(),
            Convert::NonZero => f64::from(u8::from(value != 0.0)),
        }
    }
}

impl CouplingLaw for Signal {
    fn dependencies(&self) -> Vec<(InputId, Vec<OutputId>)> {
        self.links.iter().map(|link| (link.to, vec![link.from])).collect()
    }

    fn add(&self, y: &[f64], u: &mut [f64]) {
        for link in &self.links {
            u[link.to.0] += link.value(y);
        }
    }

    fn partials(&self, _y: &[f64], each: &mut dyn FnMut(InputId, OutputId, f64)) {
        for link in self.links.iter().filter(|link| link.convert == Convert::Lossless) {
            each(link.to, link.from, link.gain);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_scales_shifts_and_converts() {
        let link =
            |convert| Link { from: OutputId(0), to: InputId(0), gain: 2.0, offset: 0.3, convert };
        for (convert, expected) in
            [(Convert::Lossless, 2.3), (Convert::Round, 2.0), (Convert::NonZero, 1.0)]
        {
            let mut u = [0.0];
            Signal::new(vec![link(convert)]).add(&[1.0], &mut u);
            assert_eq!(u[0], expected);
        }
    }
}
