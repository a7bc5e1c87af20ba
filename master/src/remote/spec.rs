//! What a coupled FMU is made from, in the master's process as well as in another.

use std::path::PathBuf;
use std::sync::Arc;

use coupling::slave::{Retry, Slave, Substeps};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::fmi::{CallLog, Fmu, FmuError, FmuSlave, LogSink, Value};
use crate::sandbox::Sandbox;

/// Everything that turns an unpacked FMU into a slave that is ready to be initialised.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SlaveSpec {
    /// The slave's name.
    pub name: String,
    /// The FMU as the user knows it.
    pub source: PathBuf,
    /// Where it is unpacked.
    pub folder: PathBuf,
    /// Start values, in the order in which they are set.
    pub start: Vec<(String, Start)>,
    /// Coupled inputs.
    pub inputs: Vec<String>,
    /// Coupled and recorded outputs.
    pub outputs: Vec<String>,
    /// Start time in s.
    pub start_time: Exact,
    /// Stop time in s, if it is announced.
    pub stop_time: Option<Exact>,
    /// Relative tolerance for its solver.
    pub tolerance: Option<Exact>,
    /// Whether the FMU is asked to log.
    pub logging: bool,
    /// Whether every call of an FMI function is shown.
    pub log_calls: bool,
    /// Whether refused steps are taken again in shorter parts.
    pub retry: bool,
    /// Whether the derivatives that it gives of its outputs are used.
    pub rates: bool,
    /// Whether it is told slopes of inputs when it is asked for those of outputs.
    pub slopes: bool,
    /// Whether fmi2Reset brings it back to its start.
    pub resets: bool,
    /// Pairs of an output and an input on which it depends at once, though that is not declared.
    pub feedthrough: Vec<(String, String)>,
    /// Whether outputs right after restoring a state are compared with those at its save.
    pub compares_restored: bool,
    /// Parts of a macro step over which inputs are held, if they are handed over so.
    pub parts: Option<usize>,
    /// What its process is confined to, if it is.
    pub sandbox: Option<Sandbox>,
}

impl SlaveSpec {
    /// Instantiates the FMU, sets its start values, enters its initialisation and couples it.
    pub fn open(&self, fmu: &Fmu, sink: Box<dyn LogSink>) -> Result<Box<dyn Slave>, FmuError> {
        let log = || Arc::new(CallLog::new(&self.name, fmu.description())) as _;
        let observer = self.log_calls.then(log);
        let mut instance = fmu.instantiate_observed(&self.name, self.logging, sink, observer)?;
        for (name, value) in &self.start {
            instance.set_start(name, &value.clone().into())?;
        }
        let (stop, tolerance) = (self.stop_time.map(|t| t.0), self.tolerance.map(|x| x.0));
        let instance = instance.initialize(self.start_time.0, stop, tolerance)?;
        let slave = FmuSlave::new(instance, &self.inputs, &self.outputs)?;
        let mut slave = slave.with_feedthrough(&self.feedthrough);
        if !self.resets {
            slave = slave.without_reset();
        }
        if self.compares_restored {
            slave = slave.comparing_restored_states();
        }
        if !self.rates {
            slave = slave.without_derivatives();
        }
        if !self.slopes {
            slave = slave.without_slopes();
        }
        let mut slave: Box<dyn Slave> =
            if self.retry { Box::new(Retry::new(slave)) } else { Box::new(slave) };
        if let Some(parts) = self.parts {
            slave = Box::new(Substeps::new(slave, parts));
        }
        Ok(slave)
    }
}

/// A number that arrives with every bit it had; JSON would round it and knows no infinity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exact(pub f64);

impl Serialize for Exact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.to_bits().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Exact {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u64::deserialize(deserializer).map(|bits| Self(f64::from_bits(bits)))
    }
}

/// A start value on its way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the variants of Value")]
pub enum Start {
    Real(Exact),
    Integer(i32),
    Boolean(bool),
    String(String),
}

impl From<Value> for Start {
    fn from(value: Value) -> Self {
        match value {
            Value::Real(value) => Self::Real(Exact(value)),
            Value::Integer(value) => Self::Integer(value),
            Value::Boolean(value) => Self::Boolean(value),
            Value::String(value) => Self::String(value),
        }
    }
}

impl From<Start> for Value {
    fn from(value: Start) -> Self {
        match value {
            Start::Real(value) => Self::Real(value.0),
            Start::Integer(value) => Self::Integer(value),
            Start::Boolean(value) => Self::Boolean(value),
            Start::String(value) => Self::String(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_travel_with_every_bit() {
        for number in [0.1 + 0.2, -0.0, 1e-310, f64::INFINITY, f64::MAX] {
            let text = serde_json::to_string(&Exact(number)).unwrap();
            let back: Exact = serde_json::from_str(&text).unwrap();
            assert_eq!(back.0.to_bits(), number.to_bits());
        }
    }
}
