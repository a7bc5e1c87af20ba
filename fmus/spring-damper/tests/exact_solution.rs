//! The spring-damper answers at once, by its formulas.

use fmu_builder::runtime::{Instance, Interface};
use spring_damper::SpringDamper;

#[test]
fn forces_are_opposite_and_follow_the_inputs_at_once() {
    let mut instance = Instance::<SpringDamper>::new(Interface::CoSimulation);
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    let inputs = ["x1", "v1", "x2", "v2"].map(|name| instance.reference(name).unwrap());
    let outputs = ["f1", "f2", "energy"].map(|name| instance.reference(name).unwrap());
    let mut y = [0.0; 3];
    instance.do_step(0.0, 0.1).unwrap();
    instance.set_real(&inputs, &[0.5, 1.0, 0.25, 3.0]).unwrap();
    instance.get_real(&outputs, &mut y).unwrap();
    assert_eq!(y, [-250.0 + 20.0, 250.0 - 20.0, 31.25]);

    // Within a step the inputs move, and the outputs are those at its end.
    instance.set_input_derivatives(&inputs[..1], &[1], &[-2.5]).unwrap();
    instance.do_step(0.1, 0.1).unwrap();
    instance.get_real(&outputs, &mut y).unwrap();
    assert!((y[0] - 20.0).abs() < 1e-12, "{y:?}");
}
