//! What the model description says of models with events.

use fmi2_description::{ModelDescription, Variability};
use fmu_builder::{check, describe};

use crate::ball::Ball;
use crate::sampled::Held;
use crate::switch::Switch;

#[test]
fn the_description_tells_what_is_discrete_tunable_and_fixed() {
    for xml in [describe::<Ball>().xml, describe::<Held>().xml, describe::<Switch>().xml] {
        let model = ModelDescription::parse(xml.as_bytes()).unwrap();
        assert!(model.problems().is_empty(), "{:?}", model.problems());
        // What happens at events is hidden from importers that integrate themselves.
        assert!(model.model_exchange.is_none() && model.co_simulation.is_some());
    }
    assert_eq!([check::<Ball>(), check::<Held>(), check::<Switch>()].concat(), [""; 0]);
    let model = ModelDescription::parse(describe::<Ball>().xml.as_bytes()).unwrap();
    let variability = |name: &str| model.variable(name).unwrap().variability();
    assert_eq!(variability("e"), Variability::Tunable);
    assert_eq!(variability("h0"), Variability::Fixed);
    assert_eq!(variability("bounces"), Variability::Discrete);
    assert_eq!(variability("h"), Variability::Continuous);
    let held = ModelDescription::parse(describe::<Held>().xml.as_bytes()).unwrap();
    // Between its ticks a discrete state depends on no input.
    assert_eq!(held.output("seen").unwrap().dependencies, Some(vec![]));
}
