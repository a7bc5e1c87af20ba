use nalgebra::{dmatrix, dvector};

use super::*;
use crate::slave::{LinearSlave, StateSpace};

/// ẋ = u; refuses steps across t = 0.5 and steps longer than `longest`.
struct Fussy {
    slave: LinearSlave,
    longest: f64,
    /// Whether it says where it stopped, or only that it did.
    tells: bool,
}

impl Slave for Fussy {
    fn ports(&self) -> &Ports {
        self.slave.ports()
    }
    fn outputs(&mut self, u: &[f64], y: &mut [f64]) -> Result<(), SlaveError> {
        self.slave.outputs(u, y)
    }
    fn step(&mut self, step: &Step, u: &[Polynomial], y: &mut [f64]) -> Result<(), SlaveError> {
        if step.h > self.longest && step.t < 0.5 && step.end > 0.5 {
            // What a refused step leaves behind is of no use to anybody.
            self.slave.step(&Step { h: 77.0, ..*step }, u, y)?;
            let reached = if self.tells { 0.5 } else { step.t };
            return Err(SlaveError::Refused { reached, reason: "test".into() });
        }
        self.slave.step(step, u, y)
    }
    fn save(&mut self, slot: Slot) -> Result<(), SlaveError> {
        self.slave.save(slot)
    }
    fn restore(&mut self, slot: Slot) -> Result<(), SlaveError> {
        self.slave.restore(slot)
    }
}

fn fussy(longest: f64, tells: bool) -> Retry<Fussy> {
    let system =
        StateSpace { a: dmatrix![0.0], b: dmatrix![1.0], c: dmatrix![1.0], d: dmatrix![0.0] };
    let slave = LinearSlave::new(system, dvector![0.0], &["u"], &["x"]);
    let mut retry = Retry::new(Fussy { slave, longest, tells });
    retry.start().unwrap();
    retry
}

/// Steps of 0.03 with u = t², whose integral is t³/3; they pass 0.5 inside a step.
fn run(slave: &mut Retry<Fussy>, steps: usize) -> Result<f64, SlaveError> {
    let mut y = [0.0];
    for k in 0..steps {
        let (t, h) = (k as f64 * 0.03, 0.03);
        let u = Polynomial::new(&[t * t, 2.0 * t * h, h * h]);
        slave.step(&Step { t, end: (k + 1) as f64 * 0.03, h }, &[u], &mut y)?;
    }
    Ok(y[0])
}

#[test]
fn a_refused_step_is_taken_in_parts_with_the_same_input() {
    for (steps, longest, tells) in [(20, 0.002, false), (200, 0.002, false), (200, 0.0, true)] {
        let x = run(&mut fussy(longest, tells), steps).unwrap();
        let exact = (steps as f64 * 0.03).powi(3) / 3.0;
        assert!((x - exact).abs() < 1e-13 * exact.max(1.0), "{steps}: {x} for {exact}");
    }
}

#[test]
fn a_step_refused_at_every_length_is_an_error() {
    let error = run(&mut fussy(0.0, false), 20).unwrap_err();
    assert!(matches!(error, SlaveError::Refused { .. }));
}

#[test]
fn a_rewound_slave_still_finds_the_start_of_a_refused_step() {
    let mut slave = fussy(0.002, false);
    run(&mut slave, 10).unwrap();
    slave.save(Slot::MacroStart).unwrap();
    let mut y = [0.0];
    let h = 0.03;
    let mut go = |slave: &mut Retry<Fussy>, k: usize| {
        let step = Step { t: k as f64 * h, end: (k + 1) as f64 * h, h };
        slave.step(&step, &[Polynomial::constant(1.0)], &mut y).unwrap();
        y[0]
    };
    let first: Vec<f64> = (10..100).map(|k| go(&mut slave, k)).collect();
    slave.restore(Slot::MacroStart).unwrap();
    let second: Vec<f64> = (10..100).map(|k| go(&mut slave, k)).collect();
    assert_eq!(first, second);
}

#[test]
fn steps_of_another_kind_and_inputs_of_several_degrees_are_repeated_too() {
    let system = StateSpace {
        a: dmatrix![0.0],
        b: dmatrix![1.0, 1.0],
        c: dmatrix![1.0],
        d: dmatrix![0.0, 0.0],
    };
    let slave = LinearSlave::new(system, dvector![0.0], &["u", "w"], &["x"]);
    let mut slave = Retry::new(Fussy { slave, longest: 0.002, tells: false });
    slave.start().unwrap();
    let mut y = [0.0];
    // x' = t + 2 in steps of 0.03 and, from 0.3 on, of 0.04; t is held in the first five steps.
    let mut t = 0.0;
    for k in 0..20 {
        let h = if k < 10 { 0.03 } else { 0.04 };
        let first = match k {
            0..5 => Polynomial::constant(t + 0.5 * h),
            _ => Polynomial::new(&[t, h]),
        };
        let step = Step { t, end: t + h, h };
        slave.step(&step, &[first, Polynomial::constant(2.0)], &mut y).unwrap();
        t = step.end;
    }
    assert!(t > 0.5 && (y[0] - (0.5 * t * t + 2.0 * t)).abs() < 1e-13, "{}", y[0]);
}
