//! Step doubling: the error of a macro step from a second way to its end.
//!
//! A step of length h is taken once as a whole and once in two halves, which stand:
//!
//! ```text
//! y₁ by h,   y₂ by h/2 and h/2,   |error of y₂| = share · |y₂ − y₁|
//! ```
//!
//! and so for the inputs at its end.
//!
//! The share follows from what the rule for inputs misses of tᵖ, the first power that it does not
//! continue exactly, in two halves and in the whole: |e₂/(e₂ − e₁)|. It is the integral ∫ũ that is
//! missed, or, by rules that are made to keep it, the double integral ∬ũ. A textbook's 1/(2ᵖ − 1)
//! would be the share of a method without memory; here the past of both lies h/2 apart.
//!
//! It serves every scheme, at three macro steps for two. Needs slaves that can be rewound.

use nalgebra::DVector;

use super::Simulation;
use crate::CouplingError;
use crate::point::CommunicationPoint;
use crate::signals::Signals;
use crate::slave::{Slot, Step};

/// Powers of time up to which a rule is tried.
const MOST: i32 = 6;
/// A rule that misses less of a power continues it exactly.
const EXACT: f64 = 1e-9;
/// Points of the past that a rule is told before it is tried.
const POINTS: i32 = 8;

/// What step doubling needs from step to step.
pub(super) struct Doubling {
    share: f64,
    /// What the whole step led to, then the estimates of the errors.
    pub(super) y: DVector<f64>,
    pub(super) u: DVector<f64>,
    /// The integral of each input over the halves without that over the whole, then that share of it.
    pub(super) impulse: DVector<f64>,
    implicit: bool,
}

impl Doubling {
    /// For a run that has not begun. With `implicit`, inputs are interpolated through their end values.
    pub(super) fn new(signals: &mut Signals, point: &CommunicationPoint, implicit: bool) -> Self {
        let inputs = (0..point.u.len()).filter(|&i| !signals.discrete()[i]).collect::<Vec<_>>();
        let mut share = |i: usize| {
            (1..=MOST)
                .map(|p| {
                    let power = |h| Power { input: i, p, h };
                    [1.0, 0.5].map(|h| missed(signals, point.clone(), power(h), implicit))
                })
                .find_map(|[whole, half]| share(whole, half))
                .unwrap_or(0.0)
        };
        let share = inputs.into_iter().map(&mut share).fold(0.0, f64::max);
        signals.forget();
        let impulse = DVector::zeros(point.u.len());
        Self { share, y: point.y.clone(), u: point.u.clone(), impulse, implicit }
    }
}

/// An input that has been tᵖ, and the length of the step over which it is continued.
#[derive(Clone, Copy)]
struct Power {
    input: usize,
    p: i32,
    h: f64,
}

/// What is missed of the integral and of the double integral of an input over a step.
#[derive(Clone, Copy)]
struct Missed {
    once: f64,
    twice: f64,
}

/// The share of two halves, if the whole misses anything.
fn share(whole: Missed, half: Missed) -> Option<f64> {
    let of = |whole: f64, halves: f64| (halves / (halves - whole)).abs();
    match () {
        () if whole.once.abs() > EXACT => Some(of(whole.once, 2.0 * half.once)),
        // What the first half misses of the integral counts for as long as the second lasts.
        () if whole.twice.abs() > EXACT => {
            Some(of(whole.twice, 2.0 * half.twice + 0.5 * half.once))
        }
        () => None,
    }
}

/// What the rule misses of tᵖ over a step from 0 to h, after points that lie 1/2 apart.
fn missed(
    signals: &mut Signals,
    mut point: CommunicationPoint,
    power: Power,
    implicit: bool,
) -> Missed {
    let Power { input: i, p, h } = power;
    signals.forget();
    for k in (0..POINTS).rev() {
        let t = -0.5 * f64::from(k);
        point.u[i] = t.powi(p);
        point.du[i] = f64::from(p) * t.powi(p - 1);
        signals.commit(0.5, &point);
        let length = if k == 0 { h } else { 0.5 };
        signals.predict(&Step { t, end: t + length, h: length });
    }
    let over = if implicit { signals.interpolate(i, h.powi(p)) } else { signals.inputs()[i] };
    let integrals = |n: f64, of: f64| [of / (n + 1.0), of / ((n + 1.0) * (n + 2.0))];
    let [mut once, mut twice] = integrals(f64::from(p), -h.powi(p));
    for (n, c) in over.coefficients().iter().enumerate() {
        let [single, double] = integrals(n as f64, *c);
        (once, twice) = (once + single, twice + double);
    }
    Missed { once: h * once, twice: h * h * twice }
}

impl Doubling {
    /// Adds the integrals of the inputs over the last step, of length `h`, which led to `u`.
    fn integrate(&mut self, signals: &Signals, u: &DVector<f64>, h: f64) {
        for (i, impulse) in self.impulse.iter_mut().enumerate() {
            let over =
                if self.implicit { signals.interpolate(i, u[i]) } else { signals.inputs()[i] };
            *impulse += h * over.mean(0.0, 1.0);
        }
    }
}

impl Simulation {
    /// Adds the integrals of the inputs over the last step, of length `h`; they are not known where slaves have steps
    /// of their own.
    fn integrate(&mut self, h: f64) {
        if let (Some(doubling), None) = (&mut self.doubling, &self.cycle) {
            doubling.integrate(&self.signals, &self.end.u, h);
        }
    }

    /// Takes a step that has been taken as a whole again in two halves, and estimates their error.
    pub(super) fn take_in_halves(&mut self, step: &Step) -> Result<(), CouplingError> {
        let Some(doubling) = &mut self.doubling else { return Ok(()) };
        doubling.y.copy_from(&self.end.y);
        doubling.u.copy_from(&self.end.u);
        doubling.impulse.fill(0.0);
        self.integrate(-step.h);
        self.network.restore(step.t, Slot::Trial)?;
        let [first, second] = step.halves();
        self.take_back_cycle();
        self.carry_cycle(&first)?;
        self.integrate(first.h);
        self.commit_cycle(&first)?;
        self.carry_cycle(&second)?;
        self.integrate(second.h);
        if let Some(Doubling { share, y, u, impulse, .. }) = &mut self.doubling {
            *impulse *= *share;
            y.axpy(*share, &self.end.y, -*share);
            u.axpy(*share, &self.end.u, -*share);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use crate::scheme::sweep::Jacobi;
    use crate::scheme::{Explicit, Jacobian, Scheme, SemiImplicit};
    use crate::signals::extrapolation::{Extrapolation, MeanValue, PolynomialRule};
    use crate::step_control::{ByError, Limits, TakesBackLongSteps, Variable};
    use crate::test_models::TwoMass;

    fn signals(rule: Box<dyn Extrapolation>, degree: usize) -> Signals {
        Signals::new(rule, degree, vec![false; 2], 4)
    }

    #[test]
    fn shares_are_those_of_the_polynomials_through_points_half_a_step_apart() {
        let point = CommunicationPoint::new(2, 4);
        // ∫ s (s + 1/2) … over the whole against twice the same over a half, by hand.
        let extrapolated = [1.0, 5.0 / 9.0, 9.0 / 23.0];
        let interpolated = [1.0, 1.0 / 3.0, 3.0 / 13.0];
        for degree in 0..3 {
            for (implicit, shares) in [(false, extrapolated), (true, interpolated)] {
                let mut signals = signals(Box::new(PolynomialRule::new(degree)), degree);
                let found = Doubling::new(&mut signals, &point, implicit).share;
                assert!((found - shares[degree]).abs() < 1e-12, "{degree}, {implicit}: {found}");
            }
        }
        // A held mean misses nothing of the integral of a line, and a quarter of the double one.
        let mut held = signals(Box::new(MeanValue::named("const-3-5").unwrap()), 0);
        let found = Doubling::new(&mut held, &point, false).share;
        assert!((found - 1.0 / 3.0).abs() < 1e-12, "{found}");
    }

    /// The largest error of both positions over the tolerance, and the steps.
    fn run(
        scheme: &str,
        rule: Box<dyn Extrapolation>,
        degree: usize,
        tolerance: f64,
    ) -> (f64, u64) {
        let network = TwoMass::schweizer_lu().network();
        let limits = Limits { tolerance, shortest: 1e-9, longest: 1.0, time_scale: None };
        let control =
            Box::new(ByError::new(limits, degree + 1, true, 1.0, (0..4).map(Variable::output)));
        let scheme: Box<dyn Scheme> = match scheme {
            "explicit" => Box::new(Explicit::new(Jacobi)),
            _ => Box::new(SemiImplicit::new(&network, &[], Jacobian::Reused)),
        };
        let clock = Clock::free(0.0, 1.0, 1e-4);
        let run = Simulation::new(network, signals(rule, degree), scheme, clock);
        let mut run = run.controlled(control).doubling();
        run.initialize().unwrap();
        let mut worst: f64 = 0.0;
        while run.advance().unwrap() {
            let exact = TwoMass::schweizer_lu().exact(run.t());
            let y = &run.point().y;
            worst = worst.max((y[0] - exact[0]).abs()).max((y[2] - exact[2]).abs());
        }
        (worst / tolerance, run.progress().taken)
    }

    #[test]
    fn the_error_follows_the_tolerance_in_explicit_and_semi_implicit_runs() {
        for scheme in ["explicit", "semi-implicit"] {
            for degree in [1, 2] {
                for tolerance in [1e-2, 1e-3, 1e-4, 1e-6] {
                    let rule = Box::new(PolynomialRule::new(degree));
                    let (ratio, steps) = run(scheme, rule, degree, tolerance);
                    let inside = (1.0 / 3.0..3.0).contains(&ratio);
                    assert!(inside, "{scheme}, {degree}, {tolerance:e}: {ratio} in {steps} steps");
                }
            }
        }
    }

    #[test]
    fn a_rejected_step_leaves_no_trace() {
        // A first step that is too long is taken back; the run is then the one that begins shorter.
        let begin = |h: f64| {
            let network = TwoMass::schweizer_lu().network();
            let signals = signals(Box::new(PolynomialRule::new(1)), 1);
            let scheme = Box::new(Explicit::new(Jacobi));
            let run = Simulation::new(network, signals, scheme, Clock::free(0.0, 0.1, h));
            let mut run = run.controlled(Box::new(TakesBackLongSteps::default())).doubling();
            run.initialize().unwrap();
            run
        };
        let (mut late, mut early) = (begin(0.01), begin(4e-3));
        while late.advance().unwrap() {
            assert!(early.advance().unwrap());
            assert_eq!((late.t(), &late.point().y), (early.t(), &early.point().y));
        }
        assert_eq!(early.progress().taken, 25);
    }
}
