//! Amplification matrices of production steps against closed forms and published spectral radii.

use nalgebra::{Complex, DMatrix, DVector, dmatrix, dvector};

use super::*;
use crate::clock::Clock;
use crate::id::{InputId, OutputId};
use crate::law::{Convert, CouplingLaw, Link, Signal};
use crate::network::{Network, Reading};
use crate::scheme::sweep::{GaussSeidel, Jacobi};
use crate::scheme::{Explicit, MultiRate, Scheme};
use crate::signals::extrapolation::{
    Continuity, Extrapolation, Extripol, Hermite, MeanValue, PolynomialRule, Shape,
};
use crate::signals::{InputGroup, Signals};
use crate::simulation::Simulation;
use crate::slave::{ContinuousStates, LinearSlave, Slave, StateSpace};
use crate::spectrum::{eigenvalues, spectral_radius};
use crate::test_models::TwoMass;

fn map(network: Network, rule: Box<dyn Extrapolation>, degree: usize, serial: bool) -> StepMap {
    let (inputs, outputs) = (network.discrete_inputs(), network.output_count());
    let signals = Signals::new(rule, degree, inputs, outputs);
    let order = network.slaves().collect();
    let scheme: Box<dyn Scheme> = if serial {
        Box::new(Explicit::new(GaussSeidel::new(&network, order)))
    } else {
        Box::new(Explicit::new(Jacobi))
    };
    let simulation = Simulation::new(network, signals, scheme, Clock::new(0.0, 1.0, 1.0));
    StepMap::new(Imposed::new(simulation).unwrap().expect("linear slaves take states"), 0.0)
}

type NewRule = fn() -> Box<dyn Extrapolation>;
type NewRuleOf = fn(usize) -> Box<dyn Extrapolation>;

/// How far steps from an arbitrary z are from those of the matrix.
fn deviation(map: &mut StepMap, h: f64, matrix: &DMatrix<f64>) -> f64 {
    let (zero, one) = (DVector::zeros(matrix.nrows()), DVector::from_element(matrix.nrows(), 1.0));
    map.deviation(h, matrix, &zero, &one).unwrap()
}

fn polynomial(degree: usize) -> Box<dyn Extrapolation> {
    Box::new(PolynomialRule::new(degree))
}

/// Two equal undamped oscillators with ω = 1, coupled by a spring of F times their stiffness.
fn friedrich(f: f64) -> TwoMass {
    let (m, c, d) = ([1.0; 2], [1.0; 2], [0.0; 2]);
    TwoMass { m, c, d, cc: f, dc: 0.0, x0: [0.0; 2], v0: [0.0; 2] }
}

/// The largest absolute root of a polynomial with leading coefficient 1, the others from the
/// highest power down.
fn largest_root(coefficients: &[f64]) -> f64 {
    let n = coefficients.len();
    let companion = DMatrix::from_fn(n, n, |i, j| match i {
        0 => -coefficients[j],
        _ => f64::from(i == j + 1),
    });
    spectral_radius(&companion).unwrap()
}

/// The difference mode of two equal oscillators under a rule that holds the mean over two points:
/// z (z² − 2 z cos w + 1) + 2F [A(z) (1 − cos w) (z + 1) + B(z) w sin w (z − 1)] with
/// A = a₀ z + a₁, B = b₀ z + b₁. Friedrich (2011), section 2.3, multiplied out.
fn difference_mode([a0, a1]: [f64; 2], [b0, b1]: [f64; 2], f: f64, w: f64) -> f64 {
    let (ca, cb) = (2.0 * f * (1.0 - w.cos()), 2.0 * f * w * w.sin());
    largest_root(&[
        -2.0 * w.cos() + ca * a0 + cb * b0,
        1.0 + ca * (a0 + a1) + cb * (b1 - b0),
        ca * a1 - cb * b1,
    ])
}

#[test]
fn mean_value_rules_have_the_roots_of_friedrichs_polynomial() {
    for (a, b) in [([2.0 / 3.0, 1.0 / 3.0], [5.0 / 6.0, 0.0]), ([1.337, -0.337], [0.363, -0.2])] {
        for (f, w) in [(0.1, 2.0), (0.1, 2.5), (3.16228, 0.7), (100.0, 0.1), (100.0, 0.15)] {
            let rule = MeanValue::new(Shape::Const, &a, &b).unwrap();
            let mut map = map(friedrich(f).network(), Box::new(rule), 0, false);
            let rho = spectral_radius(&map.matrix(w).unwrap()).unwrap();
            // The sum mode does not feel the coupling and stays on the unit circle.
            let wanted = difference_mode(a, b, f, w).max(1.0);
            assert!((rho - wanted).abs() < 1e-10, "a = {a:?}, F = {f}, w = {w}: {rho}, {wanted}");
        }
    }
}

#[test]
fn eigenvalues_tend_to_those_of_the_coupled_system() {
    let model = TwoMass::schweizer_lu();
    let distance = |rule: NewRule, degree: usize, serial: bool, h: f64| {
        let found = eigenvalues(&map(model.network(), rule(), degree, serial).matrix(h).unwrap());
        let exact = model.propagator(h).complex_eigenvalues();
        let found = found.unwrap();
        let nearest = |value: &Complex<f64>| {
            found.iter().map(|other| (value - other).norm()).fold(f64::INFINITY, f64::min)
        };
        exact.iter().map(nearest).fold(0.0, f64::max)
    };
    // A rule of order p leaves a local error of order p + 1.
    let rules: [(NewRule, usize, f64); 4] = [
        (|| polynomial(0), 0, 2.0),
        (|| polynomial(1), 1, 3.0),
        (|| polynomial(2), 2, 4.0),
        (|| Box::new(Hermite::new(2)), 3, 5.0),
    ];
    for (rule, degree, order) in rules {
        for serial in [false, true] {
            let (coarse, fine) =
                (distance(rule, degree, serial, 8e-4), distance(rule, degree, serial, 4e-4));
            let found = (coarse / fine).log2();
            let names = format!("degree {degree}, in turn {serial}");
            assert!((found - order).abs() < 0.2, "{names}: {found} from {coarse}, {fine}");
        }
    }
}

#[test]
fn a_slave_alone_is_amplified_by_its_exponential() {
    let dahlquist =
        StateSpace { a: dmatrix![-3.0], b: dmatrix![0.0], c: dmatrix![1.0], d: dmatrix![0.0] };
    let slave = LinearSlave::new(dahlquist, dvector![1.0], &["u"], &["x"]);
    let slaves: Vec<(String, Box<dyn Slave>)> = vec![("a".into(), Box::new(slave))];
    let network = Network::new(slaves, vec![connect(&[(0, 0)])], Reading::Fresh);
    let rho = spectral_radius(&map(network, polynomial(3), 3, false).matrix(0.4).unwrap());
    assert!((rho.unwrap() - (-1.2f64).exp()).abs() < 1e-14);
}

fn connect(pairs: &[(usize, usize)]) -> Box<dyn CouplingLaw> {
    let link = |&(from, to): &(usize, usize)| Link {
        from: OutputId(from),
        to: InputId(to),
        gain: 1.0,
        offset: 0.0,
        convert: Convert::Lossless,
    };
    Box::new(Signal::new(pairs.iter().map(link).collect()))
}

/// Force/displacement decomposition of two masses of 10 kg (Busch 2016, section 2).
fn busch(ck: f64, dk: f64) -> Network {
    let first = StateSpace {
        a: dmatrix![0.0, 1.0; -1e5, -0.1],
        b: dmatrix![0.0; 0.1],
        c: DMatrix::identity(2, 2),
        d: DMatrix::zeros(2, 1),
    };
    let second = StateSpace {
        a: dmatrix![0.0, 1.0; -(1e7 + ck) / 10.0, -(2.0 + dk) / 10.0],
        b: dmatrix![0.0, 0.0; ck / 10.0, dk / 10.0],
        c: dmatrix![ck, dk],
        d: dmatrix![-ck, -dk],
    };
    let slave = |system, inputs: &[&str], outputs: &[&str]| -> Box<dyn Slave> {
        Box::new(LinearSlave::new(system, DVector::zeros(2), inputs, outputs))
    };
    let slaves = vec![
        ("first".into(), slave(first, &["f"], &["x", "v"])),
        ("second".into(), slave(second, &["x", "v"], &["f"])),
    ];
    Network::new(slaves, vec![connect(&[(2, 0), (0, 1), (1, 2)])], Reading::Stale)
}

#[test]
fn spectral_radii_are_those_of_an_independent_implementation_of_busch() {
    // Busch (2016), section 4: values of an independent implementation, at (c_k, d_k, H).
    let points = [(1e6, 100.0, 1e-4), (1e6, 1000.0, 3e-3), (1e7, 1000.0, 1e-3)];
    let lagrange: NewRuleOf = |k| polynomial(k);
    let c0: NewRuleOf = |k| Box::new(Extripol::new(Continuity::C0, k));
    let c1: NewRuleOf = |k| Box::new(Extripol::new(Continuity::C1, k));
    for (rule, k, serial, wanted) in [
        (lagrange, 0, true, [0.9998504182334, 1.093035162602, 1.175562050286]),
        (lagrange, 3, true, [0.9996034480879, 0.8942794259772, 1.18263337741]),
        (c0, 1, true, [0.9996032868577, 1.29201500229, 1.219752248755]),
        (c1, 2, true, [0.9996026118422, 1.416918969194, 1.45257410693]),
        (lagrange, 1, false, [0.9996029797676, 1.593229876277, 1.235453883399]),
        (c0, 3, false, [0.9996035153157, 2.365504877579, 2.156573375813]),
        (c1, 3, false, [0.9996034469802, 2.335858943234, 2.192518542593]),
    ] {
        for ((ck, dk, h), wanted) in points.into_iter().zip(wanted) {
            let mut map = map(busch(ck, dk), rule(k), k, serial);
            let matrix = map.matrix(h).unwrap();
            let rho = spectral_radius(&matrix).unwrap();
            assert!((rho - wanted).abs() < 1e-10, "k = {k}, in turn {serial}: {rho}, not {wanted}");
            assert!(deviation(&mut map, h, &matrix) < 1e-12);
        }
    }
}

#[test]
fn a_map_of_several_steps_is_the_power_of_one() {
    let one = map(busch(1e6, 100.0), polynomial(2), 2, true).matrix(1e-3).unwrap();
    let mut three = map(busch(1e6, 100.0), polynomial(2), 2, true).over(3);
    let (one, three) = (spectral_radius(&one), spectral_radius(&three.matrix(1e-3).unwrap()));
    assert!((one.unwrap().powi(3) - three.unwrap()).abs() < 1e-10);
}

#[test]
fn slaves_at_several_rates_have_a_map_over_their_cycle() {
    // Runs from an arbitrary point must agree with the matrix, and the coupled system is damped.
    let model = TwoMass::schweizer_lu();
    let network = model.network();
    let groups = vec![
        InputGroup::new(polynomial(1), 1, vec![0]),
        InputGroup::new(polynomial(1), 1, vec![1]).every(3),
    ];
    let signals = Signals::of_groups(groups, vec![false; 2], &[1, 1, 3, 3], 1);
    let scheme = Box::new(MultiRate::new(&network, vec![1, 3], f64::INFINITY));
    let simulation = Simulation::new(network, signals, scheme, Clock::new(0.0, 1.0, 1.0));
    let mut map = StepMap::new(Imposed::new(simulation).unwrap().unwrap(), 0.0);
    assert_eq!(map.steps(), 3);
    let h = 1e-4;
    let matrix = map.matrix(h).unwrap();
    assert!(deviation(&mut map, h, &matrix) < 1e-12);
    let exact = model.propagator(3.0 * h).complex_eigenvalues();
    let exact = exact.iter().map(|value| value.norm()).fold(0.0, f64::max);
    assert!((spectral_radius(&matrix).unwrap() - exact).abs() < 1e-5);
}

#[test]
fn imposed_exact_states_and_past_leave_the_local_error_alone() {
    // Degree k: velocities are wrong by H^(k+2) after one step.
    let model = TwoMass::schweizer_lu();
    let mut map = map(model.network(), polynomial(2), 2, false);
    let law = model.law();
    let mut error = |h: f64| {
        let point = |k: usize| {
            let mut point = CommunicationPoint::new(
                map.imposed.network().input_count(),
                map.imposed.network().output_count(),
            );
            point.y.copy_from(&model.exact((k as f64 - 2.0) * h));
            law.add(point.y.as_slice(), point.u.as_mut_slice());
            point
        };
        let past: Vec<CommunicationPoint> = (0..3).map(point).collect();
        let states = past[2].y.clone();
        let from = Beginning { t: 0.0, states, past };
        let mut points = 0;
        let states = map.imposed.run(&from, h, 1, |_| points += 1).unwrap();
        assert_eq!(points, 1);
        (states[1] - model.exact(h)[1]).abs()
    };
    let order = (error(8e-4) / error(4e-4)).log2();
    assert!((order - 4.0).abs() < 0.1, "{order}");
}

#[test]
fn a_state_that_cannot_be_set_is_noticed() {
    struct Hidden(LinearSlave);
    impl Slave for Hidden {
        fn ports(&self) -> &crate::slave::Ports {
            self.0.ports()
        }
        fn outputs(&mut self, u: &[f64], y: &mut [f64]) -> Result<(), crate::slave::SlaveError> {
            self.0.outputs(u, y)
        }
        fn step(
            &mut self,
            step: &crate::slave::Step,
            u: &[crate::polynomial::Polynomial],
            y: &mut [f64],
        ) -> Result<(), crate::slave::SlaveError> {
            self.0.step(step, u, y)
        }
        fn save(&mut self, slot: crate::slave::Slot) -> Result<(), crate::slave::SlaveError> {
            self.0.save(slot)
        }
        fn restore(&mut self, slot: crate::slave::Slot) -> Result<(), crate::slave::SlaveError> {
            self.0.restore(slot)
        }
        fn continuous_states(&mut self) -> Option<&mut dyn ContinuousStates> {
            Some(self)
        }
    }
    impl ContinuousStates for Hidden {
        fn names(&mut self) -> Result<Vec<String>, crate::slave::SlaveError> {
            Ok(Vec::new())
        }
        fn read(&mut self, _: &mut [f64]) -> Result<(), crate::slave::SlaveError> {
            Ok(())
        }
        fn set(&mut self, t: f64, _: &[f64]) -> Result<(), crate::slave::SlaveError> {
            self.0.set(t, &[0.0])
        }
    }
    let lag =
        StateSpace { a: dmatrix![-1.0], b: dmatrix![0.5], c: dmatrix![1.0], d: dmatrix![0.0] };
    let slave = Hidden(LinearSlave::new(lag, dvector![0.0], &["u"], &["x"]));
    let network =
        Network::new(vec![("a".into(), Box::new(slave))], vec![connect(&[(0, 0)])], Reading::Fresh);
    let mut map = map(network, polynomial(0), 0, false);
    let matrix = map.matrix(0.1).unwrap();
    assert!(deviation(&mut map, 0.1, &matrix) > 1e-2);
}
