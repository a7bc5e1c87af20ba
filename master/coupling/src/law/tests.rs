//! What holds for every law.

use super::*;

fn end(k: usize) -> Side {
    Side { position: OutputId(2 * k), velocity: OutputId(2 * k + 1), force: InputId(k) }
}

/// Every law between slaves with the outputs 0, 1 and 2, 3 and the inputs 0 and 1.
fn laws() -> Vec<(&'static str, Box<dyn CouplingLaw>)> {
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

/// Outputs at which no law has a kink.
const Y: [f64; 4] = [0.02, -0.3, 0.05, 0.4];

fn inputs(law: &dyn CouplingLaw, y: &[f64]) -> [f64; 2] {
    let mut u = [0.0; 2];
    law.add(y, &mut u);
    u
}

#[test]
fn partial_derivatives_agree_with_central_differences() {
    for (name, law) in laws() {
        let mut partials = [[0.0; 4]; 2];
        law.partials(&Y, &mut |input, output, partial| partials[input.0][output.0] += partial);
        for output in 0..Y.len() {
            // Truncation of h² and rounding of 1e-16/h are alike, both near 1e-10.
            let h = 1e-5;
            let moved = |by: f64| {
                let mut y = Y;
                y[output] += by;
                inputs(law.as_ref(), &y)
            };
            let (above, below) = (moved(h), moved(-h));
            for input in 0..2 {
                let (analytic, numeric) =
                    (partials[input][output], (above[input] - below[input]) / (2.0 * h));
                let scale = 1.0 + analytic.abs();
                assert!(
                    (analytic - numeric).abs() < 1e-8 * scale,
                    "{name}: ∂u{input}/∂y{output} = {analytic}, by differences {numeric}"
                );
            }
        }
    }
}

#[test]
fn time_derivatives_are_partial_derivatives_times_those_of_the_outputs() {
    let dy = [0.7, -1.1, 0.4, 2.0];
    for (name, law) in laws() {
        let mut rates = [0.0; 2];
        law.add_rates(&Y, &dy, &mut rates);
        let along = |h: f64| {
            let y: Vec<f64> = Y.iter().zip(dy).map(|(y, dy)| y + h * dy).collect();
            inputs(law.as_ref(), &y)
        };
        let h = 1e-5;
        let (after, before) = (along(h), along(-h));
        for input in 0..2 {
            let numeric = (after[input] - before[input]) / (2.0 * h);
            let scale = 1.0 + rates[input].abs();
            assert!(
                (rates[input] - numeric).abs() < 1e-8 * scale,
                "{name}: du{input}/dt = {}, by differences {numeric}",
                rates[input]
            );
        }
    }
}

#[test]
fn every_law_gives_partial_derivatives_only_of_what_it_says_it_depends_on() {
    for (name, law) in laws() {
        let dependencies = law.dependencies();
        law.partials(&Y, &mut |input, output, _| {
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
    let mut rates = [0.0; 2];
    spring.add_rates(&Y, &[1.0, f64::NAN, 3.0, f64::NAN], &mut rates);
    assert_eq!(rates, [20.0, -20.0]);
}
