//! What holds for every law.

use super::*;

fn end(k: usize) -> Side {
    Side { position: OutputId(2 * k), velocity: OutputId(2 * k + 1), force: InputId(k) }
}

/// A law with outputs at which it has no kink.
type Case = (&'static str, Box<dyn CouplingLaw>, Vec<f64>);

/// Every law: those between two ends, with the outputs 0, 1 and 2, 3 and the inputs 0 and 1, and joints.
fn laws() -> Vec<Case> {
    let between_ends = laws_between_ends().into_iter().map(|(name, law)| (name, law, Y.to_vec()));
    between_ends.chain(joints()).collect()
}

fn laws_between_ends() -> Vec<(&'static str, Box<dyn CouplingLaw>)> {
    let link = Link {
        from: OutputId(1),
        to: InputId(0),
        gain: -2.5,
        offset: 0.3,
        convert: Convert::Lossless,
    };
    let further = Link { from: OutputId(2), gain: 4.0, ..link.clone() };
    let spring = SpringDamper {
        a: end(0),
        b: end(1),
        stiffness: 100.0.into(),
        damping: 3.0.into(),
        rest_length: 0.5,
    };
    let points = vec![[-0.1, -50.0], [0.0, 0.0], [0.1, 80.0], [0.6, 200.0]];
    let kinked = SpringDamper {
        stiffness: Characteristic::Table(Table::linear(points.clone()).unwrap()),
        damping: Characteristic::Table(Table::linear(vec![[-1.0, 0.0], [1.0, 5.0]]).unwrap()),
        rest_length: -0.01,
        ..spring.clone()
    };
    let smooth = SpringDamper {
        stiffness: Characteristic::Table(Table::smooth(points).unwrap()),
        ..kinked.clone()
    };
    let body = |k: usize| ThermalSide { temperature: OutputId(2 * k), heat_flow: InputId(k) };
    let conductance = ThermalConductance { a: body(0), b: body(1), conductance: 12.0 };
    vec![
        ("signal", Box::new(Signal::new(vec![link, further]))),
        ("spring-damper", Box::new(spring)),
        ("spring-damper by tables", Box::new(kinked)),
        ("spring-damper by smooth tables", Box::new(smooth)),
        ("thermal conductance", Box::new(conductance)),
        ("node of constant modulus", node(Compressibility::Constant(50.0))),
        ("node of stepped modulus", node(Compressibility::Stepped(FLUID))),
        ("node of pressure-dependent modulus", node(Compressibility::PressureDependent(FLUID))),
    ]
}

/// So soft that the volumes of the test matter.
const FLUID: Fluid =
    Fluid { modulus: 60.0, gas_fraction: 0.1, exponent: 1.4, reference_pressure: 2.0 };

fn node(compressibility: Compressibility) -> Box<dyn CouplingLaw> {
    let line =
        |k| Line { volume: OutputId(2 * k), flow: OutputId(2 * k + 1), pressure: InputId(k) };
    Box::new(HydraulicNode::new(vec![line(0), line(1)], 1.5, 3.0, compressibility))
}

/// Outputs of two ends at which no law has a kink.
const Y: [f64; 4] = [0.02, -0.3, 0.05, 0.4];

/// A joint of all primitive ones, linear, by tables, and with a held axis.
fn joints() -> Vec<Case> {
    let y: Vec<f64> = (0..26).map(|k| 0.6 * (1.3 * f64::from(k) + 0.4).sin()).collect();
    let smooth = |points: &[[f64; 2]]| Table::smooth(points.to_vec()).map(Characteristic::Table);
    let table = smooth(&[[-2.0, -60.0], [0.0, 0.0], [0.4, 5.0], [2.0, 80.0]]).unwrap();
    let linear = Compliance { stiffness: 40.0.into(), damping: 3.0.into() };
    let tables = Compliance { stiffness: table.clone(), damping: table };
    let mut held = joint(linear.clone(), TorqueAxis::Held);
    let earlier: Vec<f64> = y.iter().map(|y| y + 0.05).collect();
    held.accept(0.0, &earlier);
    vec![
        ("joint", Box::new(joint(linear.clone(), TorqueAxis::Product)), y.clone()),
        ("joint by tables", Box::new(joint(tables, TorqueAxis::Product)), y.clone()),
        ("joint by the unit axis", Box::new(joint(linear, TorqueAxis::Unit)), y.clone()),
        ("joint by the held axis", Box::new(held), y),
    ]
}

fn joint(give: Compliance, torque_axis: TorqueAxis) -> Joint {
    let ends = [0, 1].map(|k| {
        let outputs = |from: usize| [0, 1, 2].map(|n| OutputId(13 * k + from + n));
        JointEnd::Body(BodyPorts {
            position: outputs(0),
            orientation: [3, 4, 5, 6].map(|n| OutputId(13 * k + n)),
            velocity: outputs(7),
            angular_velocity: outputs(10),
            force: [0, 1, 2].map(|n| InputId(6 * k + n)),
            torque: [3, 4, 5].map(|n| InputId(6 * k + n)),
        })
    });
    let marker = |point, axis| Marker::new(point, axis, Some([0.2, 1.0, -0.7])).unwrap();
    let markers =
        [marker([0.1, -0.4, 0.3], [1.0, 0.2, 0.5]), marker([-0.2, 0.5, 0.1], [0.3, -0.6, 1.0])];
    let give = JointStiffness { translation: give.clone(), rotation: give, torque_axis };
    let kinds = [Kind::Atpoint, Kind::Translational];
    Joint::new(ends, kinds.into_iter().flat_map(|kind| kind.primitives(markers, &give)).collect())
}

fn inputs(law: &dyn CouplingLaw, y: &[f64]) -> Vec<f64> {
    let mut u = vec![0.0; count(law)];
    law.add(y, &mut u);
    u
}

/// How many inputs a law acts on; they are numbered from 0.
fn count(law: &dyn CouplingLaw) -> usize {
    law.dependencies().iter().map(|(input, _)| input.0 + 1).max().unwrap()
}

/// The derivative of the inputs along a line at 0, by the central difference of fourth order:
/// truncation of h⁴ and rounding of 1e-14/h are below 1e-9.
fn difference(along: impl Fn(f64) -> Vec<f64>) -> Vec<f64> {
    let h = 1e-4;
    let [far, near] = [2.0 * h, h].map(|h| {
        let (after, before) = (along(h), along(-h));
        after.iter().zip(&before).map(|(a, b)| a - b).collect::<Vec<_>>()
    });
    near.iter().zip(&far).map(|(near, far)| (8.0 * near - far) / (12.0 * h)).collect()
}

#[test]
fn partial_derivatives_agree_with_central_differences() {
    for (name, law, at) in laws() {
        let mut partials = vec![vec![0.0; at.len()]; count(law.as_ref())];
        law.partials(&at, &mut |input, output, partial| partials[input.0][output.0] += partial);
        for output in 0..at.len() {
            let differences = difference(|by| {
                let mut y = at.clone();
                y[output] += by;
                inputs(law.as_ref(), &y)
            });
            for (input, numeric) in differences.into_iter().enumerate() {
                let analytic = partials[input][output];
                assert!(
                    (analytic - numeric).abs() < 1e-8 * (1.0 + analytic.abs()),
                    "{name}: ∂u{input}/∂y{output} = {analytic}, by differences {numeric}"
                );
            }
        }
    }
}

#[test]
fn time_derivatives_are_partial_derivatives_times_those_of_the_outputs() {
    for (name, law, y) in laws() {
        let dy: Vec<f64> = [0.7, -1.1, 0.4, 2.0].into_iter().cycle().take(y.len()).collect();
        let mut du = vec![0.0; count(law.as_ref())];
        law.add_derivatives(&y, &dy, &mut du);
        let differences = difference(|h| {
            let y: Vec<f64> = y.iter().zip(&dy).map(|(y, dy)| y + h * dy).collect();
            inputs(law.as_ref(), &y)
        });
        for (input, numeric) in differences.into_iter().enumerate() {
            let derivative = du[input];
            assert!(
                (derivative - numeric).abs() < 1e-8 * (1.0 + derivative.abs()),
                "{name}: du{input}/dt = {derivative}, by differences {numeric}"
            );
        }
    }
}

#[test]
fn every_law_gives_partial_derivatives_only_of_what_it_says_it_depends_on() {
    for (name, law, y) in laws() {
        let dependencies = law.dependencies();
        law.partials(&y, &mut |input, output, _| {
            let stated =
                dependencies.iter().any(|(to, reads)| *to == input && reads.contains(&output));
            assert!(stated, "{name}: {input:?} of {output:?}");
        });
    }
}

#[test]
fn a_derivative_that_is_not_known_does_no_harm_where_its_coefficient_is_zero() {
    let spring = SpringDamper {
        a: end(0),
        b: end(1),
        stiffness: 10.0.into(),
        damping: 0.0.into(),
        rest_length: 0.0,
    };
    let mut du = [0.0; 2];
    spring.add_derivatives(&Y, &[1.0, f64::NAN, 3.0, f64::NAN], &mut du);
    assert_eq!(du, [20.0, -20.0]);
}
