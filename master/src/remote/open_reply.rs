//! What a slave says of itself when it has been opened.

use coupling::slave::{Feedthrough, InputPort, OutputPort, Ports};
use serde::{Deserialize, Serialize};

use super::spec::Exact;

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

/// The ports of a slave and the start values of its inputs, on their way.
#[derive(Serialize, Deserialize)]
pub struct OpenReply {
    inputs: Vec<(String, bool)>,
    outputs: Vec<(String, Through)>,
    input_degree: usize,
    can_rewind: bool,
    /// Whether its saved states pass to other instances.
    pub transfers_state: bool,
    /// Start values of the inputs.
    start: Vec<Exact>,
}

impl OpenReply {
    /// Of a slave with these ports and start values.
    pub fn new(ports: &Ports, start: &[f64], transfers_state: bool) -> Self {
        let outputs = ports.outputs.iter();
        Self {
            inputs: ports.inputs.iter().map(|i| (i.name.clone(), i.discrete)).collect(),
            outputs: outputs.map(|o| (o.name.clone(), (&o.feedthrough).into())).collect(),
            input_degree: ports.input_degree,
            can_rewind: ports.can_rewind,
            transfers_state,
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
