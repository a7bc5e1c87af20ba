//! What determines the inputs, with its variables resolved.

use std::fmt;
use std::sync::Arc;

use coupling::law::{CouplingLaw, Link, Sampled, Signal};

/// What determines inputs from outputs.
#[derive(Clone, Debug)]
pub enum Law {
    /// Plain connections into one slave.
    Signal(Vec<Link>),
    /// A connection that is sampled from a time on, with a period.
    Sampled(Link, Sampling),
    /// A law of `[[couplings]]`.
    Coupling(Coupling),
}

/// When a connection is sampled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampling {
    /// The first time in s.
    pub start: f64,
    /// From one to the next, in s.
    pub period: f64,
}

/// A law of `[[couplings]]`.
#[derive(Clone)]
pub struct Coupling {
    /// Its name in the catalogue.
    pub name: String,
    /// What it is called in results.
    pub called: String,
    /// The units of what it tells of each communication point.
    pub units: Vec<&'static str>,
    /// Its parameters in a drawing, a line each.
    pub label: Vec<String>,
    /// Whether energy swings between the slaves that it couples.
    pub second_order: bool,
    /// What may help where the coupling is not zero-stable, as far as the law knows.
    pub remedies: Vec<String>,
    pub(super) build: Arc<dyn Fn() -> Box<dyn CouplingLaw> + Send + Sync>,
}

impl fmt::Debug for Coupling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Coupling").field("name", &self.name).field("label", &self.label).finish()
    }
}

impl Law {
    /// The plain connections, if it is made of them.
    pub fn links(&self) -> Option<&[Link]> {
        match self {
            Self::Signal(links) => Some(links),
            Self::Sampled(link, _) => Some(std::slice::from_ref(link)),
            Self::Coupling(_) => None,
        }
    }

    /// The law as the network evaluates it.
    pub fn build(&self) -> Box<dyn CouplingLaw> {
        match self {
            Self::Signal(links) => Box::new(Signal::new(links.clone())),
            Self::Sampled(link, Sampling { start, period }) => {
                Box::new(Sampled::new(Signal::new(vec![link.clone()]), *start, *period))
            }
            Self::Coupling(coupling) => (coupling.build)(),
        }
    }
}
