//! The FMU that contains its joint against the law that the master evaluates, at the same states.

use coupling::law::joint::{
    BodyPorts, Compliance, Joint, JointEnd, JointStiffness, Kind, Marker, TorqueAxis,
};
use coupling::law::{Characteristic, CouplingLaw};
use coupling::slave::Slave;
use coupling::{InputId, OutputId};
use macrostep::fmi::{Fmu, FmuSlave, StandardError, Value};
use macrostep_tests::fmu;

/// Moments of inertia, all equal: no gyroscopic torque.
const INERTIA: f64 = 0.3;
const MASS: f64 = 1.7;
/// Stiffness, its cubic part and damping, for shifts and for turns.
const SPRINGS: [[f64; 3]; 2] = [[40.0, 7.0, 3.0], [9.0, 4.0, 0.7]];
const STATE: [&str; 13] = [
    "r_x", "r_y", "r_z", "q_w", "q_x", "q_y", "q_z", "v_x", "v_y", "v_z", "omega_x", "omega_y",
    "omega_z",
];

/// Numbers between −1 and 1 that look random and are the same in every run.
struct Random(u64);

impl Random {
    fn array<const N: usize>(&mut self) -> [f64; N] {
        std::array::from_fn(|_| {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        })
    }
}

/// Where the joint sits in a body: point, axis and normal.
type Place = [[f64; 3]; 3];

/// A body and its partner, with their places.
struct Case {
    kind: Kind,
    is_second: bool,
    places: [Place; 2],
    states: [[f64; 13]; 2],
}

impl Case {
    fn new(kind: Kind, is_second: bool, random: &mut Random) -> Self {
        let places = [0, 1].map(|_| [0, 1, 2].map(|_| random.array()));
        Self { kind, is_second, places, states: [random.array(), random.array()] }
    }

    /// Force and torque on the body, then those on its partner, by the law.
    fn by_the_law(&self) -> [f64; 12] {
        let [own, other] = [0, 1].map(|k| {
            let [point, axis, normal] = self.places[k];
            let normal = self.kind.fixes_twist().then_some(normal);
            let marker = Marker::new(point, axis, normal).expect("three random directions");
            (JointEnd::Body(ports(k)), marker)
        });
        let [i, j] = if self.is_second { [other, own] } else { [own, other] };
        let [translation, rotation] = SPRINGS.map(|[c, c3, d]| Compliance {
            stiffness: Characteristic::Cubic([c, c3]),
            damping: Characteristic::Linear(d),
        });
        let give = JointStiffness { translation, rotation, torque_axis: TorqueAxis::Product };
        let primitives = self.kind.primitives([i.1, j.1], &give).collect();
        let mut u = [0.0; 12];
        Joint::new([i.0, j.0], primitives).add(&self.states.concat(), &mut u);
        u
    }

    /// The reaction by the FMU: what moves the body, and what it shows to its partner.
    fn by_the_fmu(&self, fmu: &Fmu) -> [f64; 12] {
        let mut made = fmu.instantiate("body", false, Box::new(StandardError::default())).unwrap();
        let end = if self.is_second { "second" } else { "first" };
        for (name, item) in [("kind", self.kind.name()), ("end", end)] {
            made.set_start(name, &Value::String(item.into())).unwrap();
        }
        for (name, value) in self.parameters() {
            made.set_start(&name, &Value::Real(value)).unwrap();
        }
        let inputs = STATE.map(|name| format!("partner_{name}"));
        let stems = ["der(v_*)", "der(omega_*)", "partner_force_*", "partner_torque_*"];
        let outputs = stems.map(|stem| ["x", "y", "z"].map(|axis| stem.replace('*', axis)));
        let outputs = outputs.concat();
        let [inputs, outputs]: [Vec<&str>; 2] =
            [&inputs[..], &outputs].map(|list| list.iter().map(String::as_str).collect());
        let made = made.initialize(0.0, None, None).unwrap();
        let mut slave = FmuSlave::new(made, &inputs, &outputs).unwrap();
        slave.start().unwrap();
        let mut y = [0.0; 12];
        slave.outputs(&self.states[1], &mut y).unwrap();
        y[..3].iter_mut().for_each(|a| *a *= MASS);
        y[3..6].iter_mut().for_each(|alpha| *alpha *= INERTIA);
        y
    }

    fn parameters(&self) -> Vec<(String, f64)> {
        let mut all = vec![("m".to_string(), MASS), ("g_z".into(), 0.0)];
        all.extend(["x", "y", "z"].map(|axis| (format!("J_{axis}"), INERTIA)));
        for (prefix, [c, c3, d]) in ["", "rotational_"].into_iter().zip(SPRINGS) {
            all.push((format!("{prefix}stiffness"), c));
            all.push((format!("{prefix}cubic_stiffness"), c3));
            all.push((format!("{prefix}damping"), d));
        }
        for (prefix, place) in ["", "partner_"].into_iter().zip(self.places) {
            for (stem, vector) in ["point", "axis", "normal"].into_iter().zip(place) {
                let axes = ["x", "y", "z"].into_iter().zip(vector);
                all.extend(axes.map(|(axis, x)| (format!("{prefix}{stem}_{axis}"), x)));
            }
        }
        let start = |name: &str| name.replacen('_', "0_", 1);
        all.extend(STATE.iter().zip(self.states[0]).map(|(name, x)| (start(name), x)));
        all
    }
}

/// Body k reads the outputs from 13 k and drives the inputs from 6 k.
fn ports(k: usize) -> BodyPorts {
    let outputs = |from: usize| [0, 1, 2].map(|n| OutputId(13 * k + from + n));
    let inputs = |from: usize| [0, 1, 2].map(|n| InputId(6 * k + from + n));
    BodyPorts {
        position: outputs(0),
        orientation: [3, 4, 5, 6].map(|n| OutputId(13 * k + n)),
        velocity: outputs(7),
        angular_velocity: outputs(10),
        force: inputs(0),
        torque: inputs(3),
    }
}

#[test]
fn every_kind_of_joint_does_the_same_in_the_fmu_as_by_the_law() {
    let (fmu, mut random) = (Fmu::open(fmu("jointed-body")).unwrap(), Random(23));
    for kind in Kind::ALL {
        for is_second in [false, true, false, true] {
            let case = Case::new(kind, is_second, &mut random);
            let (law, found) = (case.by_the_law(), case.by_the_fmu(&fmu));
            assert!(law.iter().any(|u| u.abs() > 0.1), "{kind:?} does nothing: {law:?}");
            for (expected, found) in law.into_iter().zip(found) {
                // Rounding of forces up to some hundred N.
                let difference = (found - expected).abs();
                assert!(difference < 1e-12 * 500.0, "{kind:?}, {is_second}: {found}, {expected}");
            }
        }
    }
}

#[test]
fn the_description_says_what_the_partner_acts_on_at_once() {
    let fmu = Fmu::open(fmu("jointed-body")).unwrap();
    let model = fmu.description();
    let partner = STATE.map(|name| format!("partner_{name}"));
    let inputs_of = |output: &str| -> Vec<String> {
        let names = model.dependencies(output).unwrap().map(|variable| variable.name.clone());
        names.filter(|name| name.starts_with("partner_") || name.contains("force")).collect()
    };
    assert_eq!(inputs_of("partner_force_x"), partner);
    assert_eq!(inputs_of("partner_torque_z"), partner);
    assert_eq!(inputs_of("energy"), partner[..7]);
    assert!(inputs_of("r_x").is_empty() && inputs_of("work").is_empty());
}
