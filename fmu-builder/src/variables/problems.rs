//! What can be wrong with declarations, told in words instead of a panic.

use std::collections::HashSet;

use super::{Kind, Parameter, Variable, Variables};

/// Names of variables that every FMU has.
const RESERVED: [&str; 5] =
    ["time", "solver", "micro_step", "relative_tolerance", "absolute_tolerance"];

impl Variables {
    /// Everything that is wrong with the declarations; nothing if they can be exported.
    pub(crate) fn problems(&self) -> Vec<String> {
        let mut problems = self.wrong.clone();
        self.names(&mut problems);
        for variable in self.parameters.iter().chain(&self.inputs) {
            values(variable, Some(variable.start), &mut problems);
        }
        let parameter = |start: &Parameter| self.parameters[start.0].start;
        for (state, start) in self.states.iter().zip(&self.state_starts) {
            values(state, start.as_ref().map(parameter), &mut problems);
        }
        for (state, start) in self.discretes.iter().zip(&self.discrete_starts) {
            values(state, Some(parameter(start)), &mut problems);
        }
        for computed in self.integrals.iter().chain(&self.outputs).chain(&self.remembered) {
            values(computed, None, &mut problems);
        }
        let periods = self.clocks.iter().map(|period| &self.parameters[period.0]);
        for period in periods.filter(|period| period.tunable || period.kind != Kind::Real) {
            let name = &period.name;
            problems.push(format!(
                "{name:?} is the period of a clock and must be a Real parameter that is not tunable"
            ));
        }
        problems
    }

    /// Names that are taken, reserved or cannot be written.
    fn names(&self, problems: &mut Vec<String>) {
        let rates = self.states.iter().chain(&self.integrals);
        let rates: Vec<String> = rates.map(|state| format!("der({})", state.name)).collect();
        let all: Vec<&str> = self.all().map(|variable| variable.name.as_str()).collect();
        let mut known = HashSet::new();
        for name in all {
            if !known.insert(name) {
                problems.push(format!(
                    "{name:?} is declared twice; give each variable a name of its own"
                ));
            }
            if RESERVED.contains(&name) || rates.iter().any(|rate| rate == name) {
                problems.push(format!("{name:?} is a name that every FMU has; choose another"));
            } else if !is_structured(name) {
                problems.push(format!(
                    "{name:?} is not a valid name; write letters, digits and _, in parts joined by '.', such as arm.angle or x[1]"
                ));
            }
        }
    }
}

/// Bounds, magnitude, items, and the start value where it is declared.
fn values(variable: &Variable, start: Option<f64>, problems: &mut Vec<String>) {
    let Variable { name, min, max, nominal, items, kind, .. } = variable;
    let mut wrong = |reason: String| problems.push(format!("{name:?}: {reason}"));
    if let Some(reason) = start.and_then(|start| wrong_start(variable, start)) {
        wrong(reason);
    }
    if let (Some(min), Some(max)) = (min, max)
        && min > max
    {
        wrong(format!("its smallest value {min} is above its largest, {max}"));
    }
    if nominal.is_some_and(|nominal| !(nominal > 0.0 && nominal.is_finite())) {
        wrong("its nominal value must be positive".into());
    }
    if *kind == Kind::Choice && items.is_empty() {
        wrong("the choice has no items".into());
    }
    for (i, (item, _)) in items.iter().enumerate() {
        if items[..i].iter().any(|(other, _)| other == item) {
            wrong(format!("its item {item:?} is there twice"));
        }
    }
}

/// What is wrong with a start value.
fn wrong_start(variable: &Variable, start: f64) -> Option<String> {
    let Variable { min, max, kind, .. } = variable;
    let outside = min.is_some_and(|min| start < min) || max.is_some_and(|max| start > max);
    let whole = start.fract() == 0.0 && start.abs() <= f64::from(i32::MAX);
    if !start.is_finite() {
        Some(format!("its start value {start} is not a finite number"))
    } else if outside && min.zip(*max).is_none_or(|(min, max)| min <= max) {
        let bound = |bound: &Option<f64>| bound.map_or("…".into(), |bound| bound.to_string());
        let range = format!("{} to {}", bound(min), bound(max));
        Some(format!("its start value {start} is outside its bounds, {range}"))
    } else if *kind == Kind::Integer && !whole {
        Some(format!("it is an Integer, but its start value {start} is not"))
    } else if *kind == Kind::Boolean && start != 0.0 && start != 1.0 {
        Some(format!("it is a Boolean, but its start value {start} is neither 0 nor 1"))
    } else {
        None
    }
}

/// Whether a name follows the structured naming convention of FMI, derivatives apart.
fn is_structured(name: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || "_[],".contains(c);
    let part = |part: &str| {
        part.starts_with(|c: char| c.is_alphabetic() || c == '_') && part.chars().all(word)
    };
    name.split('.').all(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(declare: impl Fn(&mut Variables)) -> String {
        let mut v = Variables::default();
        declare(&mut v);
        v.problems().join("\n")
    }

    /// Checks the one problem of each declaration.
    #[test]
    fn each_wrong_declaration_is_told_with_its_variable() {
        type Declare = fn(&mut Variables);
        let cases: [(&str, Declare); 14] = [
            ("\"m\" is declared twice", |v| {
                v.parameter("m", 1.0, "kg", "");
                v.input("m", 1.0, "kg", "");
            }),
            ("\"f\": unit \"lbf\": \"lbf\" is not a known symbol", |v| {
                v.output("f", "lbf", "");
            }),
            ("\"solver\" is a name that every FMU has", |v| {
                v.input("solver", 0.0, "", "");
            }),
            ("\"two words\" is not a valid name", |v| {
                v.output("two words", "", "");
            }),
            ("\"m\": its start value -1 is outside its bounds, 0 to …", |v| {
                let m = v.parameter("m", -1.0, "kg", "");
                v.at_least(m, 0.0);
            }),
            ("\"m\": its smallest value 2 is above its largest, 1", |v| {
                let m = v.parameter("m", 1.5, "kg", "");
                v.at_least(m, 2.0);
                v.at_most(m, 1.0);
            }),
            ("\"m\": its start value NaN is not a finite number", |v| {
                v.parameter("m", f64::NAN, "kg", "");
            }),
            ("\"y\": its nominal value must be positive", |v| {
                let y = v.output("y", "", "");
                v.nominal(y, 0.0);
            }),
            ("\"which\": the choice has no items", |v| {
                v.choice("which", &[], "");
            }),
            ("\"which\": its item \"a\" is there twice", |v| {
                v.choice("which", &[("a", ""), ("a", "")], "");
            }),
            ("\"gear\": it is an Integer, but its start value 0.5 is not", |v| {
                let gear = v.input("gear", 0.5, "", "");
                v.integer(gear);
            }),
            ("\"on\": it is a Boolean, but its start value 2 is neither 0 nor 1", |v| {
                let on = v.input("on", 2.0, "", "");
                v.boolean(on);
            }),
            ("\"x\" is a continuous state and cannot be of type Integer", |v| {
                let x0 = v.parameter("x0", 0.0, "", "");
                let x = v.state("x", x0, "", "");
                v.integer(x);
            }),
            ("\"period\" is the period of a clock and must be", |v| {
                let period = v.parameter("period", 0.1, "s", "");
                v.tunable(period);
                v.clock(period);
            }),
        ];
        for (words, declare) in cases {
            let said = problem(declare);
            assert!(said.starts_with(words) && said.lines().count() == 1, "{words}: {said}");
        }
    }

    #[test]
    fn names_with_parts_and_indices_are_names() {
        for name in ["x", "arm.angle", "x[1]", "a.b[1,2].c_2", "_x", "φ"] {
            assert!(is_structured(name), "{name}");
        }
        for name in ["", "1x", "a..b", "der(x)", "a b", "a-b"] {
            assert!(!is_structured(name), "{name}");
        }
    }
}
