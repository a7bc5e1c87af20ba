//! Choices: parameters that are Enumerations, and parameters that must fit together.

use fmi2_description::{ModelDescription, Unknown, VariableType};
use fmu_builder::runtime::{Instance, Interface};
use fmu_builder::*;

/// y = 0, a or b, as chosen.
struct Switch {
    a: Input,
    b: Input,
    which: Choice,
    least: Parameter,
    most: Parameter,
    y: Output,
}

impl Model for Switch {
    const NAME: &'static str = "switch";
    const DESCRIPTION: &'static str = "for tests";
    const LINEAR: Option<bool> = Some(true);

    fn declare(v: &mut Variables) -> Self {
        let items = [("none", "zero"), ("first", "that of a"), ("second", "that of b")];
        Self {
            least: v.parameter("least", 0.0, "", ""),
            which: v.choice("which", &items, "the input that passes"),
            most: v.parameter("most", 1.0, "", ""),
            a: v.input("a", 2.0, "", ""),
            b: v.input("b", 3.0, "", ""),
            y: v.output("y", "", ""),
        }
    }

    fn check(&self, s: &Sample) -> Result<(), String> {
        let ordered = s[self.least] <= s[self.most];
        ordered.then_some(()).ok_or("least is greater than most; exchange them".into())
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        y[self.y] = [0.0, s[self.a], s[self.b]][s.chosen(self.which)];
    }
}

fn description() -> ModelDescription {
    ModelDescription::parse(describe::<Switch>().xml.as_bytes()).unwrap()
}

fn instance() -> Instance<Switch> {
    Instance::new(Interface::CoSimulation)
}

#[test]
fn a_choice_is_an_enumeration_of_the_description() {
    let model = description();
    assert!(model.problems().is_empty(), "{:?}", model.problems());
    let which = model.variable("which").unwrap();
    assert_eq!((which.kind(), which.numeric_start()), (VariableType::Enumeration, Some(1.0)));
    let items: Vec<_> = model.items(which).iter().map(|item| item.name.as_str()).collect();
    assert_eq!(items, ["none", "first", "second"]);
    assert_eq!(Some(which.value_reference), instance().reference("which"));
}

#[test]
fn what_depends_on_an_input_behind_any_item_is_found() {
    let model = description();
    let index = |name: &str| model.index_of(name).unwrap();
    let of_y = |unknowns: &[Unknown]| {
        let y = unknowns.iter().find(|unknown| unknown.index == index("y")).unwrap();
        y.dependencies.clone().unwrap()
    };
    let structure = &model.model_structure;
    assert_eq!(of_y(&structure.outputs.unknowns), ["a", "b"].map(index));
    assert_eq!(of_y(&structure.initial_unknowns.unknowns), ["which", "a", "b"].map(index));
}

#[test]
fn a_choice_is_set_and_read_as_an_integer_only() {
    let mut instance = instance();
    let [which, y] = ["which", "y"].map(|name| instance.reference(name).unwrap());
    instance.set_integer(&[which], &[3]).unwrap();
    let refused = instance.set_real(&[which], &[2.0]).unwrap_err().to_string();
    assert!(refused.contains("no Real variable"), "{refused}");
    let refused = instance.set_integer(&[which], &[4]).unwrap_err().to_string();
    let items = "which = 4 is not an item; the items are 1 = none, 2 = first, 3 = second";
    assert!(refused.ends_with(items), "{refused}");
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    let (mut chosen, mut found) = ([0], [0.0]);
    instance.get_integer(&[which], &mut chosen).unwrap();
    instance.get_real(&[y], &mut found).unwrap();
    assert_eq!((chosen, found), ([3], [3.0]));
    assert!(instance.get_real(&[which], &mut found).is_err());
    assert!(instance.set_integer(&[which], &[1]).is_err(), "it is fixed by now");
    instance.reset();
    instance.enter_initialization().unwrap();
    instance.get_integer(&[which], &mut chosen).unwrap();
    assert_eq!(chosen, [1]);
}

#[test]
fn parameters_that_do_not_fit_together_are_refused_in_the_words_of_the_model() {
    let mut instance = instance();
    let least = instance.reference("least").unwrap();
    instance.set_real(&[least], &[2.0]).unwrap();
    instance.enter_initialization().unwrap();
    let y = instance.reference("y").unwrap();
    for refused in [instance.get_real(&[y], &mut [0.0]), instance.exit_initialization()] {
        let message = refused.unwrap_err().to_string();
        assert!(message.starts_with("least is greater than most; exchange them;"), "{message}");
    }
    instance.set_real(&[least], &[0.5]).unwrap();
    instance.get_real(&[y], &mut [0.0]).unwrap();
    instance.exit_initialization().unwrap();
}
