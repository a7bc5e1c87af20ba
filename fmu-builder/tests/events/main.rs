//! Models with events, against closed forms: a ball, a sampled law, a thermostat, a gear selector.

mod ball;
mod description;
mod endless;
mod sampled;
mod selector;
mod switch;

use fmu_builder::Model;
use fmu_builder::runtime::Instance;

fn integer<M: Model>(instance: &mut Instance<M>, name: &str) -> i32 {
    let (reference, mut value) = (instance.reference(name).unwrap(), [0]);
    instance.get_integer(&[reference], &mut value).unwrap();
    value[0]
}

fn boolean<M: Model>(instance: &mut Instance<M>, name: &str) -> bool {
    let (reference, mut value) = (instance.reference(name).unwrap(), [false]);
    instance.get_boolean(&[reference], &mut value).unwrap();
    value[0]
}
