//! The element and a chain of them against beam theory: mass, forces, sag, frequencies.

use ancf_cable::cable::Cable;
use ancf_cable::element::{Coordinates, Element};
use ancf_cable::mass::Mass;
use ancf_cable::nodes::Nodes;
use nalgebra::{DMatrix, DVector, Matrix4, RowVector3};

/// The cable of the publication: EA = 25132.7 N, EI = 2.513 N m², 72.38 kg.
fn cable<const N: usize>() -> Cable<N> {
    let area = std::f64::consts::PI * 0.02_f64.powi(2);
    let (ea, ei) = (2e7 * area, 2e7 * area * 0.02_f64.powi(2) / 4.0);
    let element = Element { l: 8.0 / N as f64, ea, ei, density: 7200.0 * area };
    Cable { element, g: RowVector3::new(0.0, -9.81, 0.0) }
}

fn straight<const N: usize>(cable: &Cable<N>) -> Nodes<N> {
    cable.straight(RowVector3::zeros(), RowVector3::new(cable.element.l * N as f64, 0.0, 0.0))
}

/// Coordinates that are neither straight nor even.
fn bent() -> Coordinates {
    Coordinates::from_row_slice(&[0.1, -0.2, 0.3, 0.9, 0.3, -0.2, 1.5, 0.4, 0.1, 1.1, -0.3, 0.4])
}

#[test]
fn the_constants_of_the_publication_come_out() {
    let Element { l, ea, ei, density } = cable::<5>().element;
    assert!((5.0 * l * density - 72.38229474).abs() < 1e-8);
    assert!((ea - 25132.74123).abs() < 1e-5 && (ei - 2.513274123).abs() < 1e-9);
}

#[test]
fn the_mass_matrix_is_the_integral_of_the_shape_functions() {
    let element = cable::<5>().element;
    // Simpson's rule in 2000 parts: its error is that of rounding.
    let mut sum = Matrix4::zeros();
    for k in 0..=2000 {
        let weight = [2.0, 4.0][k % 2] / if k % 2000 == 0 { 2.0 } else { 1.0 } / 6000.0;
        let shape = element.shape(k as f64 / 2000.0);
        sum += weight * shape * shape.transpose();
    }
    let exact = element.density * element.l * sum;
    assert!((element.mass() - exact).abs().max() < 1e-11 * exact.max());
}

#[test]
fn moving_and_turning_as_a_whole_has_the_inertia_of_a_rod() {
    let cable = cable::<5>();
    let m = 5.0 * cable.element.l * cable.element.density;
    let mut v = Nodes::zeros();
    (0..=5).for_each(|node| v[node].set_row(0, &RowVector3::new(1.0, -2.0, 3.0)));
    assert!((cable.kinetic_energy(&v) - 0.5 * m * 14.0).abs() < 1e-12 * m);
    // Turning about the first node with 1 rad/s: J = m L²/3.
    for node in 0..=5 {
        v[node] = straight(&cable)[node];
    }
    assert!((cable.kinetic_energy(&v) - m * 64.0 / 6.0).abs() < 1e-11 * m);
}

#[test]
fn elastic_forces_are_the_derivative_of_the_elastic_energy() {
    let element = cable::<5>().element;
    // Bending matters as much as stretching here.
    let element = Element { ei: 0.1 * element.ea, ..element };
    let (q, gradient) = (bent(), element.elastic_gradient(&bent()));
    let delta = 1e-5;
    for i in 0..12 {
        let energy = |by: f64| {
            let mut moved = q;
            moved[i] += by;
            element.elastic_energy(&moved)
        };
        // A central difference of order 4.
        let near = energy(delta) - energy(-delta);
        let far = energy(2.0 * delta) - energy(-2.0 * delta);
        let slope = (8.0 * near - far) / (12.0 * delta);
        assert!((slope - gradient[i]).abs() < 1e-8 * gradient.abs().max(), "{i}: {slope}");
    }
}

#[test]
fn moving_and_turning_as_a_whole_takes_no_elastic_energy() {
    let element = cable::<5>().element;
    let turn = nalgebra::Rotation3::from_euler_angles(0.4, -1.1, 2.0);
    let mut moved = bent() * turn.matrix();
    for row in [0, 2] {
        moved.row_mut(row).iter_mut().for_each(|r| *r += 3.0);
    }
    let (before, after) = (element.elastic_energy(&bent()), element.elastic_energy(&moved));
    assert!((after - before).abs() < 1e-12 * before);
    let turned = element.elastic_gradient(&bent()) * turn.matrix();
    assert!((element.elastic_gradient(&moved) - turned).abs().max() < 1e-9);
}

/// The coordinates that are free, as (node, row, axis).
fn free<const N: usize>(held: &[(usize, usize)]) -> Vec<(usize, usize, usize)> {
    let all = (0..=N).flat_map(|node| [0, 1].map(|row| (node, row)));
    let free = all.filter(|coordinate| !held.contains(coordinate));
    free.flat_map(|(node, row)| [0, 1, 2].map(|axis| (node, row, axis))).collect()
}

/// −∂Q/∂q for the free coordinates, by central differences.
fn stiffness<const N: usize>(
    cable: &Cable<N>,
    q: &Nodes<N>,
    free: &[(usize, usize, usize)],
) -> DMatrix<f64> {
    let delta = 1e-6;
    let column = |j: usize| {
        let (node, row, axis) = free[j];
        let forces = |by: f64| {
            let mut moved = *q;
            moved[node][(row, axis)] += by;
            gather(&cable.forces(&moved), free)
        };
        (forces(-delta) - forces(delta)) / (2.0 * delta)
    };
    DMatrix::from_columns(&(0..free.len()).map(column).collect::<Vec<_>>())
}

fn gather<const N: usize>(nodes: &Nodes<N>, free: &[(usize, usize, usize)]) -> DVector<f64> {
    DVector::from_iterator(free.len(), free.iter().map(|(n, row, axis)| nodes[*n][(*row, *axis)]))
}

/// The mass matrix of the free coordinates, put together from those of the elements.
fn mass<const N: usize>(cable: &Cable<N>, free: &[(usize, usize, usize)]) -> DMatrix<f64> {
    let of_one = cable.element.mass();
    DMatrix::from_fn(free.len(), free.len(), |i, j| {
        let ((a, row, axis), (b, column, other)) = (free[i], free[j]);
        let in_element = |e: usize| {
            let place = |node: usize, row: usize| {
                (node == e || node == e + 1).then(|| 2 * (node - e) + row)
            };
            Some(of_one[(place(a, row)?, place(b, column)?)])
        };
        if axis == other { (0..N).filter_map(in_element).sum() } else { 0.0 }
    })
}

/// The natural frequencies in rad/s about q, lowest first.
fn frequencies<const N: usize>(
    cable: &Cable<N>,
    q: &Nodes<N>,
    held: &[(usize, usize)],
) -> Vec<f64> {
    let free = free::<N>(held);
    let l = mass(cable, &free).cholesky().unwrap().l();
    let half = l.solve_lower_triangular(&stiffness(cable, q, &free)).unwrap();
    let full = l.solve_lower_triangular(&half.transpose()).unwrap();
    let squares = ((&full + full.transpose()) / 2.0).symmetric_eigenvalues();
    let mut omega: Vec<f64> = squares.iter().map(|square| square.max(0.0).sqrt()).collect();
    omega.sort_by(f64::total_cmp);
    omega
}

#[test]
fn the_factorised_mass_matrix_solves_what_the_assembled_one_does() {
    fn check<const N: usize>() {
        let cable = cable::<N>();
        let mut q = straight(&cable);
        for node in 0..=N {
            q[node] += cable.weight()[node] / 1e3 * (node as f64).cos();
        }
        let free = free::<N>(&[(0, 0), (N, 0)]);
        let forces = cable.forces(&q);
        let exact = mass(&cable, &free).cholesky().unwrap().solve(&gather(&forces, &free));
        let a = cable.accelerations(&Mass::new(N), forces);
        assert!((gather(&a, &free) - &exact).amax() < 1e-12 * exact.amax(), "{N} elements");
        assert_eq!((a[0].row(0).amax(), a[N].row(0).amax()), (0.0, 0.0));
    }
    check::<1>();
    check::<2>();
    check::<5>();
    check::<12>();
}

#[test]
fn the_highest_frequency_is_that_of_the_publication() {
    let cable = cable::<5>();
    let omega = frequencies(&cable, &straight(&cable), &[(0, 0), (5, 0)]);
    assert!((omega.last().unwrap() - 213.478).abs() < 1e-3, "{:?}", omega.last());
}

/// The lowest frequencies of a beam are k²√(EI/ρA)/L²; cubic elements come close as N⁻⁴, from above.
fn bending_error<const N: usize>(held: &[(usize, usize)], k: f64) -> f64 {
    // Thick enough that the differences of axial forces do not hide bending.
    let mut cable = cable::<N>();
    cable.element.ei = 0.01 * cable.element.ea;
    let Element { ei, density, .. } = cable.element;
    let exact = k * k * (ei / density).sqrt() / 64.0;
    let omega = frequencies(&cable, &straight(&cable), held);
    // The free end of a straight beam can turn about its axis: those coordinates do not exist here.
    omega.iter().find(|omega| **omega > 0.1 * exact).unwrap() / exact - 1.0
}

#[test]
fn bending_frequencies_are_those_of_a_beam_on_two_supports() {
    let pi = std::f64::consts::PI;
    let errors = [
        bending_error::<2>(&[(0, 0), (2, 0)], pi),
        bending_error::<4>(&[(0, 0), (4, 0)], pi),
        bending_error::<8>(&[(0, 0), (8, 0)], pi),
    ];
    assert!(errors.iter().all(|error| *error > 0.0) && errors[2] < 2e-5, "{errors:?}");
    for pair in errors.windows(2) {
        let order = (pair[0] / pair[1]).log2();
        assert!((order - 4.0).abs() < 0.2, "order {order}");
    }
}

#[test]
fn bending_frequencies_are_those_of_a_clamped_beam() {
    // cos k cosh k = −1.
    let k = 1.875104068711961;
    let errors = [
        bending_error::<2>(&[(0, 0), (0, 1)], k),
        bending_error::<4>(&[(0, 0), (0, 1)], k),
        bending_error::<8>(&[(0, 0), (0, 1)], k),
    ];
    assert!(errors.iter().all(|error| *error > 0.0) && errors[2] < 1e-5, "{errors:?}");
    for pair in errors.windows(2) {
        let order = (pair[0] / pair[1]).log2();
        assert!((order - 4.0).abs() < 0.2, "order {order}");
    }
}

/// The rest position between held ends, by Newton's method from a guess.
fn at_rest<const N: usize>(cable: &Cable<N>, mut q: Nodes<N>) -> Nodes<N> {
    let free = free::<N>(&[(0, 0), (N, 0)]);
    // As far as rounding of the axial forces lets it.
    let enough = 1e-9 * cable.weight()[1].amax() + 1e-14 * cable.element.ea;
    for _ in 0..200 {
        let forces = gather(&cable.forces(&q), &free);
        if forces.amax() < enough {
            return q;
        }
        let step = stiffness(cable, &q, &free).lu().solve(&forces).unwrap();
        // Slopes do not change by more than 0.2 at once.
        let damping = (0.2 / step.amax()).min(1.0);
        for ((node, row, axis), step) in free.iter().zip(step.iter()) {
            q[*node][(*row, *axis)] += damping * step;
        }
    }
    panic!("no rest position was found");
}

#[test]
fn a_taut_cable_hangs_in_a_parabola() {
    // Thin, so that it does not resist bending; the end at a distance of the undeformed length.
    let mut cable = cable::<8>();
    cable.element.ei = 1e-9 * cable.element.ea;
    let (l, ea) = (8.0, cable.element.ea);
    let sag = |gravity: f64| {
        let mut cable = cable;
        cable.g = RowVector3::new(0.0, -gravity, 0.0);
        let mut q = straight(&cable);
        // Sag 8 f x (1 − x/L)/(2 L) of the theory below as a guess.
        let weight = cable.element.density * gravity;
        let tension = (weight * weight * l * l * ea / 24.0).cbrt();
        let depth = weight * l * l / (8.0 * tension);
        for node in 0..=8 {
            let x = node as f64 / 8.0;
            q[node][(0, 1)] = -4.0 * depth * x * (1.0 - x);
            q[node][(1, 1)] = -4.0 * depth * (1.0 - 2.0 * x) / l;
        }
        let q = at_rest(&cable, q);
        (-q[4][(0, 1)] / depth - 1.0, tension / ea)
    };
    // H³ = w² L² EA/24, depth = w L²/(8 H), but for terms of the relative size of the strain H/EA,
    // which goes with g^(2/3).
    let ((far, strain), (near, _)) = (sag(9.81e-3), sag(9.81e-5));
    assert!(far.abs() < strain, "{far:e} with a strain of {strain:e}");
    let order = (far / near).log10() / 2.0;
    assert!((order - 2.0 / 3.0).abs() < 0.02, "{far:e} {near:e}: order {order}");
}

#[test]
fn a_slack_cable_hangs_in_a_catenary() {
    // Stiff in length, soft in bending, of length 8 between points 6 apart: sinh(3/a) = 4/a.
    let mut cable = cable::<16>();
    cable.element.ea *= 1e3;
    cable.element.ei = 1e-9 * cable.element.ea;
    let mut a: f64 = 2.0;
    for _ in 0..50 {
        a -= (a * (3.0 / a).sinh() - 4.0) / ((3.0 / a).sinh() - 3.0 / a * (3.0 / a).cosh());
    }
    let depth = a * ((3.0 / a).cosh() - 1.0);
    // The arc length gives the place: s = a sinh(x/a).
    let mut q = Nodes::<16>::zeros();
    for node in 0..=16 {
        let s = node as f64 / 2.0 - 4.0;
        let x = a * (s / a).asinh();
        let cosh = (x / a).cosh();
        let place = RowVector3::new(3.0 + x, a * cosh - a - depth, 0.0);
        let slope = RowVector3::new(1.0, s / a, 0.0) / cosh;
        q[node] = nalgebra::Matrix2x3::from_rows(&[place, slope]);
    }
    let rest = at_rest(&cable, q);
    let moved = (0..=16).map(|n| (rest[n] - q[n]).row(0).norm()).fold(0.0, f64::max);
    // Weight stretches the cable by about w L/(2 EA) = 1.4e-5 of its length, and bending takes part
    // by EI/(w a³) = 2.6e-5.
    assert!(moved < 1e-4 * depth, "{moved:e} of {depth}");
    // Each support carries half the weight, and a times the weight per length sideways.
    let (force, weight) = (cable.forces(&rest)[0], cable.element.density * 9.81);
    assert!((force[(0, 1)] + weight * 4.0).abs() < 1e-6 * weight, "{force}");
    assert!((force[(0, 0)] / (weight * a) - 1.0).abs() < 1e-4, "{force}");
}
