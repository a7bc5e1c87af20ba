//! A gear selector: Integers and Booleans as inputs and outputs.

use fmi2_description::{ModelDescription, Variability, VariableType};
use fmu_builder::runtime::Instance;
use fmu_builder::*;

use crate::{boolean, integer};

/// A gear selector: the gear as an Integer, whether it drives backwards as a Boolean.
struct Selector {
    gear: Input,
    ratio: Output,
    reverse: Output,
    next: Output,
}

impl Model for Selector {
    const NAME: &'static str = "selector";
    const DESCRIPTION: &'static str = "for tests";

    fn declare(v: &mut Variables) -> Self {
        let gear = v.input("gear", 0.0, "", "");
        v.integer(gear);
        v.at_least(gear, -1.0);
        v.at_most(gear, 3.0);
        let (reverse, next) = (v.output("reverse", "", ""), v.output("next", "", ""));
        v.boolean(reverse);
        v.integer(next);
        Self { gear, ratio: v.output("ratio", "", ""), reverse, next }
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        y[self.ratio] = [-3.5, 0.0, 3.2, 1.8, 1.0][(s[self.gear] + 1.0) as usize];
        y[self.reverse] = f64::from(s[self.gear] < 0.0);
        y[self.next] = (s[self.gear] + 1.0).min(3.0);
    }
}

#[test]
fn a_gear_selector_takes_an_integer_and_gives_a_boolean() {
    assert_eq!(check::<Selector>(), Vec::<String>::new());
    let mut instance = Instance::<Selector>::started(SolverKind::Exact, &[]).unwrap();
    let gear = [instance.reference("gear").unwrap()];
    for (chosen, ratio, next) in [(-1, -3.5, 0), (0, 0.0, 1), (3, 1.0, 3)] {
        instance.set_integer(&gear, &[chosen]).unwrap();
        assert_eq!(instance.real("ratio").unwrap(), ratio);
        assert_eq!(boolean(&mut instance, "reverse"), chosen < 0);
        assert_eq!(integer(&mut instance, "next"), next);
    }
    let refused = instance.set_integer(&gear, &[4]).unwrap_err().to_string();
    assert_eq!(refused, "input \"gear\" = 4 must be at most 3; set another value");
    let refused = instance.set_real(&gear, &[1.0]).unwrap_err().to_string();
    assert!(refused.contains("no Real variable"), "{refused}");
    let refused = instance.set_input_derivatives(&gear, &[1], &[1.0]).unwrap_err().to_string();
    assert!(refused.contains("\"gear\" is not Real"), "{refused}");

    let model = ModelDescription::parse(describe::<Selector>().xml.as_bytes()).unwrap();
    assert!(model.problems().is_empty(), "{:?}", model.problems());
    assert!(model.model_exchange.is_some());
    for (name, kind) in [("gear", VariableType::Integer), ("reverse", VariableType::Boolean)] {
        let variable = model.variable(name).unwrap();
        assert_eq!((variable.kind(), variable.variability()), (kind, Variability::Discrete));
        let output = model.output("reverse").unwrap();
        assert_eq!(output.dependencies, Some(vec![model.index_of("gear").unwrap()]));
    }
}
