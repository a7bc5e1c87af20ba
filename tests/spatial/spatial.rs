//! Bodies in space on flexible joints: `scenarios/spatial` against one integration of the whole system.

mod reaction;

use std::path::Path;
use std::process::Command;

use macrostep_tests::{Csv, fmu, macrostep, root, run_scenario, succeed};
use nalgebra::{Matrix3, Quaternion, UnitQuaternion, Vector3};

type V = Vector3<f64>;

/// The links of `scenarios/spatial/double-pendulum.toml`.
const INERTIA: [f64; 3] = [0.01, 0.0833, 0.0833];
const GRAVITY: V = V::new(0.0, 0.0, -9.81);
/// Stiffness and damping of its joints, for shifts and for turns.
const TRANSLATION: [f64; 2] = [1e4, 30.0];
const ROTATION: [f64; 2] = [200.0, 0.5];

/// A link by its rotation matrix.
#[derive(Clone, Copy, Debug)]
struct Link {
    r: V,
    turn: Matrix3<f64>,
    v: V,
    omega: V,
}

/// Force and torque.
type Load = (V, V);

/// What a joint does to its first body and to its second, what it stores, and what it turns into heat.
struct Yield {
    loads: [Load; 2],
    stored: f64,
    heat: f64,
}

const GROUND: Link = Link {
    r: V::new(0.0, 0.0, 0.0),
    turn: Matrix3::new(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0),
    v: V::new(0.0, 0.0, 0.0),
    omega: V::new(0.0, 0.0, 0.0),
};

/// A revolute joint, without a choice of normals: with P = 1 − e_j e_jᵀ two perpendicular joints add up to
/// the torque c (e_i · e_j) e_i × e_j + d [e_i×] P [e_i×] (ω_i − ω_j) on body i.
fn revolute([i, j]: [&Link; 2], points: [V; 2], axis: V) -> Yield {
    let (arm_i, arm_j) = (i.turn * points[0], j.turn * points[1]);
    let gap = i.r + arm_i - j.r - arm_j;
    let rate = i.v + i.omega.cross(&arm_i) - j.v - j.omega.cross(&arm_j);
    let force = -TRANSLATION[0] * gap - TRANSLATION[1] * rate;
    let (e_i, e_j) = (i.turn * axis, j.turn * axis);
    let normal = Matrix3::identity() - e_j * e_j.transpose();
    let across = e_i.cross_matrix();
    let turning = i.omega - j.omega;
    let damping = across * normal * across * turning;
    let torque = ROTATION[0] * e_i.dot(&e_j) * e_i.cross(&e_j) + ROTATION[1] * damping;
    let cosines = (normal * e_i).norm_squared();
    Yield {
        loads: [(force, arm_i.cross(&force) + torque), (-force, -arm_j.cross(&force) - torque)],
        stored: 0.5 * (TRANSLATION[0] * gap.norm_squared() + ROTATION[0] * cosines),
        heat: TRANSLATION[1] * rate.norm_squared() - ROTATION[1] * turning.dot(&damping),
    }
}

/// The joints at the ground and between the links.
fn joints([upper, lower]: [&Link; 2]) -> [Yield; 2] {
    let end = |x: f64| V::new(x, 0.0, 0.0);
    [
        revolute([upper, &GROUND], [end(-0.5), V::zeros()], V::y()),
        revolute([lower, upper], [end(-0.5), end(0.5)], V::z()),
    ]
}

/// ṙ, Ṙ, v̇, ω̇ of a link of 1 kg.
fn rate(link: &Link, (force, torque): Load) -> Link {
    let inertia = link.turn * Matrix3::from_diagonal(&INERTIA.into()) * link.turn.transpose();
    let gyroscopic = link.omega.cross(&(inertia * link.omega));
    let alpha = inertia.try_inverse().expect("an inertia") * (torque - gyroscopic);
    Link {
        r: link.v,
        turn: link.omega.cross_matrix() * link.turn,
        v: force + GRAVITY,
        omega: alpha,
    }
}

fn rates(x: &[Link; 2]) -> [Link; 2] {
    let [ground, middle] = joints([&x[0], &x[1]]);
    let ([on_upper, _], [on_lower, back]) = (ground.loads, middle.loads);
    [rate(&x[0], (on_upper.0 + back.0, on_upper.1 + back.1)), rate(&x[1], on_lower)]
}

fn moved(x: &[Link; 2], h: f64, dx: &[Link; 2]) -> [Link; 2] {
    [0, 1].map(|k| Link {
        r: x[k].r + h * dx[k].r,
        turn: x[k].turn + h * dx[k].turn,
        v: x[k].v + h * dx[k].v,
        omega: x[k].omega + h * dx[k].omega,
    })
}

/// The links at every millisecond up to 2 s, by Runge–Kutta's method in steps of a twentieth.
fn reference() -> Vec<[Link; 2]> {
    let at = |x: f64| Link { r: V::new(x, 0.0, 0.0), ..GROUND };
    let mut x = [at(0.5), Link { v: V::y(), omega: 2.0 * V::z(), ..at(1.5) }];
    let h = 1e-3 / 20.0;
    let mut points = vec![x];
    for _ in 0..2000 {
        for _ in 0..20 {
            let k1 = rates(&x);
            let k2 = rates(&moved(&x, h / 2.0, &k1));
            let k3 = rates(&moved(&x, h / 2.0, &k2));
            let k4 = rates(&moved(&x, h, &k3));
            for (k, weight) in [(k1, 1.0), (k2, 2.0), (k3, 2.0), (k4, 1.0)] {
                x = moved(&x, h * weight / 6.0, &k);
            }
        }
        points.push(x);
    }
    points
}

/// The links at every row of a result.
fn links(csv: &Csv) -> Vec<[Link; 2]> {
    let columns = |slave: &str, names: &[&str]| -> Vec<Vec<f64>> {
        names.iter().map(|name| csv.column(&format!("{slave}.{name}"))).collect()
    };
    let of = |slave: &str| -> Vec<Link> {
        let [r, v, omega] = ["r", "v", "omega"].map(|stem| {
            let names = ["x", "y", "z"].map(|axis| format!("{stem}_{axis}"));
            columns(slave, &names.each_ref().map(String::as_str))
        });
        let q = columns(slave, &["q_w", "q_x", "q_y", "q_z"]);
        let vector = |of: &[Vec<f64>], row: usize| V::new(of[0][row], of[1][row], of[2][row]);
        let turn = |row: usize| {
            let q = Quaternion::new(q[0][row], q[1][row], q[2][row], q[3][row]);
            UnitQuaternion::from_quaternion(q).to_rotation_matrix().into_inner()
        };
        let link = |row| Link {
            r: vector(&r, row),
            turn: turn(row),
            v: vector(&v, row),
            omega: vector(&omega, row),
        };
        (0..q[0].len()).map(link).collect()
    };
    of("upper").into_iter().zip(of("lower")).map(|(upper, lower)| [upper, lower]).collect()
}

fn run(settings: &[&str]) -> Csv {
    run_cut("double-pendulum", settings)
}

/// The pendulum with its middle joint cut in one of the three ways.
fn run_cut(scenario: &str, settings: &[&str]) -> Csv {
    let path = Path::new("spatial").join(scenario).with_extension("toml");
    run_scenario(&path, settings).0
}

/// The largest error of positions in m and of rotation matrices, at every millisecond.
fn error(csv: &Csv, reference: &[[Link; 2]]) -> f64 {
    let found = links(csv);
    let every = (found.len() - 1) / (reference.len() - 1);
    let pairs = found.iter().step_by(every).zip(reference);
    let errors = pairs.flat_map(|(found, reference)| {
        [0, 1].map(|k| {
            let (a, b) = (&found[k], &reference[k]);
            (a.r - b.r).amax().max((a.turn - b.turn).amax())
        })
    });
    errors.fold(0.0, f64::max)
}

/// Energy of the links and of the joints and heat of the dampers, less what there was at the start.
fn imbalance(csv: &Csv) -> f64 {
    let (time, links) = (csv.column("time"), links(csv));
    let [upper, lower] = ["upper.energy", "lower.energy"].map(|name| csv.column(name));
    let (mut heat, mut worst, mut before) = (0.0, 0.0_f64, None);
    for (row, [a, b]) in links.iter().enumerate() {
        let joints = joints([a, b]);
        let stored: f64 = joints.iter().map(|joint| joint.stored).sum();
        let power: f64 = joints.iter().map(|joint| joint.heat).sum();
        if let Some(before) = before {
            heat += 0.5 * (before + power) * (time[row] - time[row - 1]);
        }
        before = Some(power);
        worst = worst.max((upper[row] + lower[row] + stored + heat - upper[0] - lower[0]).abs());
    }
    worst
}

#[test]
fn the_pendulum_moves_as_when_integrated_in_one_with_the_order_of_its_inputs() {
    let reference = reference();
    // Largest errors in m and rad at H = 1 ms, with a little room.
    let cases = [
        ("double-pendulum", "semi-implicit", 1, 2e-5),
        ("double-pendulum", "semi-implicit", 2, 1.5e-7),
        ("double-pendulum", "explicit", 1, 1e-4),
        ("double-pendulum", "explicit", 2, 1.5e-6),
        ("force-displacement", "semi-implicit", 1, 2e-3),
        ("force-displacement", "semi-implicit", 2, 7e-6),
        ("displacement-displacement", "semi-implicit", 1, 4e-3),
        ("displacement-displacement", "semi-implicit", 2, 1.6e-5),
    ];
    for (cut, kind, degree, bound) in cases {
        let settings = [format!("scheme.kind={kind}"), format!("inputs.degree={degree}")];
        let errors = ["1e-3", "5e-4"].map(|step| {
            let step = format!("simulation.step={step}");
            error(&run_cut(cut, &[&settings[0], &settings[1], &step]), &reference)
        });
        assert!(errors[0] < bound, "{cut}, {kind}, degree {degree}: {errors:?}");
        let order = (errors[0] / errors[1]).log2();
        let expected = f64::from(degree + 1);
        assert!((order - expected).abs() < 0.1, "{cut}, {kind}, degree {degree}: order {order}");
    }
}

#[test]
fn links_and_joints_keep_their_energy_but_for_the_heat_of_the_dampers() {
    let imbalances =
        ["1e-3", "5e-4"].map(|step| imbalance(&run(&[&format!("simulation.step={step}")])));
    // In J, of 10 J that the links exchange.
    assert!(imbalances[0] < 2e-6, "{imbalances:?}");
    assert!((imbalances[0] / imbalances[1]).log2() > 2.5, "{imbalances:?}");
}

#[test]
fn a_link_that_contains_its_joint_keeps_account_of_its_energy_while_its_partner_moves() {
    for (cut, links) in
        [("force-displacement", &["lower"][..]), ("displacement-displacement", &["upper", "lower"])]
    {
        for link in links {
            let changes = ["1e-3", "5e-4"].map(|step| {
                let csv = run_cut(cut, &[&format!("simulation.step={step}")]);
                let column = |name: &str| csv.column(&format!("{link}.{name}"));
                let [energy, heat, work] = ["energy", "dissipated", "work"].map(column);
                let balance = |k: usize| energy[k] + heat[k] - work[k];
                (0..energy.len()).map(|k| (balance(k) - balance(0)).abs()).fold(0.0, f64::max)
            });
            // In J, of 10 J that the links exchange, 1.24e-7 at most: the polynomial of the partner's
            // velocity is not quite the derivative of that of its position.
            assert!(changes[0] < 1.5e-7, "{cut}, {link}: {changes:?}");
            assert!((changes[0] / changes[1]).log2() > 2.5, "{cut}, {link}: {changes:?}");
        }
    }
}

#[test]
fn joints_with_a_held_torque_axis_follow_by_an_error_of_first_order() {
    let reference = reference();
    let errors = ["1e-3", "5e-4"].map(|step| {
        let held = [0, 1].map(|k| format!("couplings.{k}.torque_axis=held"));
        let csv = run(&[&held[0], &held[1], &format!("simulation.step={step}")]);
        error(&csv, &reference)
    });
    let order = (errors[0] / errors[1]).log2();
    assert!((order - 1.0).abs() < 0.2, "order {order}: {errors:?}");
}

/// The model `rigid-body` with the components of its vectors named as those of arrays: `r[1]` for `r_x`.
fn with_arrays(folder: &Path) {
    let unpacked = folder.join("unpacked");
    let zip = |arguments: &[&str], files: &[&Path]| {
        let mut command = Command::new("python3");
        succeed(command.args(["-m", "zipfile"]).args(arguments).args(files));
    };
    zip(&["-e"], &[&fmu("rigid-body"), &unpacked]);
    let description = unpacked.join("modelDescription.xml");
    let mut text = std::fs::read_to_string(&description).expect("a description");
    for (stem, endings) in [
        ("r", "xyz"),
        ("q", "wxyz"),
        ("v", "xyz"),
        ("omega", "xyz"),
        ("force", "xyz"),
        ("torque", "xyz"),
    ] {
        for (k, ending) in endings.chars().enumerate() {
            let (from, to) = (format!("\"{stem}_{ending}\""), format!("\"{stem}[{}]\"", k + 1));
            assert!(text.contains(&from), "{from}");
            text = text.replace(&from, &to);
        }
    }
    std::fs::write(&description, text).expect("a description");
    let parts = ["modelDescription.xml", "binaries"].map(|name| unpacked.join(name));
    zip(&["-c"], &[&folder.join("arrays.fmu"), &parts[0], &parts[1]]);
}

#[test]
fn vectors_may_be_arrays_of_the_fmu() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    with_arrays(folder.path());
    let jointed_body = fmu("jointed-body").display().to_string();
    // In the law of a joint, and in connections and sums.
    for cut in ["double-pendulum", "force-displacement"] {
        let scenario = root().join("scenarios/spatial").join(cut).with_extension("toml");
        let text = std::fs::read_to_string(scenario).expect("a scenario");
        let text = text.replace("../../target/fmus/rigid-body.fmu", "arrays.fmu");
        let text = text.replace("../../target/fmus/jointed-body.fmu", &jointed_body);
        let [scenario, results] =
            ["toml", "csv"].map(|end| folder.path().join(cut).with_extension(end));
        std::fs::write(&scenario, text).expect("a scenario");
        succeed(macrostep().args(["run", "--quiet"]).arg(&scenario).arg("-o").arg(&results));
        let (arrays, usual) = (Csv::read(&results), run_cut(cut, &[]));
        for (array, name) in [("upper.r[1]", "upper.r_x"), ("upper.q[4]", "upper.q_z")] {
            assert_eq!(arrays.column(array), usual.column(name), "{cut}, {array}");
        }
    }
}
