//! How far two runs of an engine are apart.

use super::signal::Signal;
use super::trace::Trace;

/// Of a signal in two runs, over all samples from a time on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The largest.
    pub largest: f64,
    /// The root of the mean square.
    pub rms: f64,
}

impl Difference {
    /// Of two runs with the same samples, from `from` on in s.
    pub fn of(signal: &Signal, [a, b]: [&Trace; 2], from: f64) -> Self {
        let (of_a, of_b) = (signal.of(a), signal.of(b));
        let pairs = a.t.iter().zip(of_a.iter().zip(&of_b)).filter(|(t, _)| **t >= from - 1e-9);
        let off: Vec<f64> = pairs.map(|(_, (a, b))| (a - b).abs()).collect();
        let largest = off.iter().copied().fold(0.0, f64::max);
        let rms = (off.iter().map(|off| off * off).sum::<f64>() / off.len() as f64).sqrt();
        Self { largest, rms }
    }

    /// The largest difference of two runs over the range of the signal in the second.
    pub fn of_range(signal: &Signal, pair: [&Trace; 2]) -> f64 {
        let values = signal.of(pair[1]);
        let smallest = values.iter().copied().fold(f64::INFINITY, f64::min);
        let largest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Self::of(signal, pair, 0.0).largest / (largest - smallest)
    }
}
