//! The inputs of a slave: one buffer per FMI type, so that each type is set in one call.

use super::failed;
use crate::fmi::library::{Component, Observation, Unobserved};
use crate::fmu::{ValueReference, Variability, Variable, VariableType};
use coupling::Polynomial;
use coupling::slave::{InputPort, SlaveError};

/// The highest order of input derivatives that is set.
pub const MAX_ORDER: usize = 3;

/// How far an Integer input may lie from an integer: rounding of a chain of exact operations.
const INTEGRAL: f64 = 1e-9;

/// Variables of one FMI type: their references, their values, and where these stand in u or y.
pub struct Group<T> {
    pub vrs: Vec<ValueReference>,
    pub positions: Vec<usize>,
    pub values: Vec<T>,
}

impl<T: Clone + Default> Group<T> {
    /// The variables among all that are of one of these types.
    pub fn new(variables: &[Variable], types: &[VariableType]) -> Self {
        Self::choose(variables, |v| types.contains(&v.kind))
    }

    /// The variables among all that are wanted.
    pub fn choose(variables: &[Variable], wanted: impl Fn(&Variable) -> bool) -> Self {
        let chosen = variables.iter().enumerate().filter(|(_, v)| wanted(v));
        let (positions, vrs): (Vec<_>, Vec<_>) =
            chosen.map(|(position, v)| (position, v.reference)).unzip();
        Self { values: vec![T::default(); vrs.len()], vrs, positions }
    }
}

/// Whether a variable is held over a step.
fn discrete(variable: &Variable) -> bool {
    variable.kind != VariableType::Real || variable.variability != Variability::Continuous
}

/// The inputs as the coupling sees them.
pub fn ports(variables: &[Variable]) -> Vec<InputPort> {
    let port = |v: &Variable| InputPort { name: v.name.clone(), discrete: discrete(v) };
    variables.iter().map(port).collect()
}

/// The derivatives of the continuous inputs, ordered by order, then by input.
struct Derivatives {
    positions: Vec<usize>,
    vrs: Vec<ValueReference>,
    orders: Vec<i32>,
    values: Vec<f64>,
}

impl Derivatives {
    fn new(variables: &[Variable]) -> Self {
        let continuous = || variables.iter().enumerate().filter(|(_, v)| !discrete(v));
        let positions: Vec<_> = continuous().map(|(position, _)| position).collect();
        let per_order = continuous().map(|(_, v)| v.reference);
        let vrs: Vec<_> = (0..MAX_ORDER).flat_map(|_| per_order.clone()).collect();
        let orders = (1..=MAX_ORDER as i32).flat_map(|n| vec![n; positions.len()]).collect();
        Self { values: vec![0.0; vrs.len()], positions, vrs, orders }
    }

    /// Takes over the derivatives of polynomials over a step of length `h` up to the `highest` order, which is
    /// raised if need be, and says how many count.
    #[inline(always)]
    fn take(&mut self, u: &[Polynomial], h: f64, highest: &mut usize) -> usize {
        let Self { positions, values, .. } = self;
        let mut places = values.iter_mut();
        for (&i, value) in positions.iter().zip(places.by_ref()) {
            *highest = (*highest).max(u[i].degree());
            *value = u[i].derivative_at_start(1, h);
        }
        for n in 2..=*highest {
            for (&i, value) in positions.iter().zip(places.by_ref()) {
                *value = u[i].derivative_at_start(n, h);
            }
        }
        positions.len() * *highest
    }
}

/// The inputs with what was last set; what a step with Real inputs alone does not need lies elsewhere, so that
/// the slaves of a long chain stay in the caches.
pub struct Inputs {
    reals: Group<f64>,
    integers: Box<Group<i32>>,
    /// For each of the integers that is an enumeration, the numbers of its items, and these in words.
    items: Box<[(Vec<i32>, String)]>,
    booleans: Box<Group<i32>>,
    derivatives: Box<Derivatives>,
    /// The highest order of a derivative ever set: it must be set back to zero when a later step needs less.
    highest: usize,
    names: Box<[String]>,
    /// Whether all are Real, and so stand in their own order.
    pub only_reals: bool,
    /// The highest degree that each may have, and the lowest of these.
    degrees: Box<[usize]>,
    lowest: usize,
    /// Whether the values are those that the FMU has, and were set to read outputs that depend on them: the
    /// next step often begins with the same.
    current: bool,
    set_ahead: bool,
}

impl Inputs {
    /// The inputs with buffers for their values and derivatives; those that are continuous follow
    /// polynomials up to `degree`.
    pub fn new(variables: &[Variable], degree: usize) -> Self {
        let integers: Group<i32> =
            Group::new(variables, &[VariableType::Integer, VariableType::Enumeration]);
        let items = |&i: &usize| {
            let items = variables[i].items.iter().map(|item| item.value);
            (items.collect(), variables[i].items_in_words())
        };
        let degree_of = |v| if discrete(v) { 0 } else { degree };
        Self {
            only_reals: variables.iter().all(|v| v.kind == VariableType::Real),
            lowest: variables.iter().map(degree_of).min().unwrap_or_default(),
            degrees: variables.iter().map(degree_of).collect(),
            reals: Group::new(variables, &[VariableType::Real]),
            items: integers.positions.iter().map(items).collect(),
            integers: integers.into(),
            booleans: Group::new(variables, &[VariableType::Boolean]).into(),
            derivatives: Derivatives::new(variables).into(),
            highest: 0,
            names: variables.iter().map(|v| v.name.clone()).collect(),
            current: false,
            set_ahead: false,
        }
    }

    /// Sets inputs that are all Real for a step of length `h`, unless they were set ahead to these values. Says
    /// whether they are curved.
    #[inline(always)]
    pub fn begin_step_of_reals(
        &mut self,
        component: &mut Component<Unobserved>,
        u: &[Polynomial],
        h: f64,
    ) -> Result<bool, SlaveError> {
        let known = self.set_ahead && self.has(u);
        self.set_ahead = false;
        let mut degrees = 0;
        for (value, u) in self.reals.values.iter_mut().zip(u) {
            *value = u.start();
            degrees |= u.degree();
        }
        self.current = degrees == 0;
        if !known {
            component.set_real(&self.reals.vrs, &self.reals.values)?;
        }
        if degrees | self.highest > 0 {
            // All degrees together in one number: at least the highest.
            if degrees > self.lowest {
                self.check_degrees(u)?;
            }
            let count = self.derivatives.take(u, h, &mut self.highest);
            let Derivatives { vrs, orders, values, .. } = &*self.derivatives;
            let (vrs, orders, values) = (&vrs[..count], &orders[..count], &values[..count]);
            component.set_real_input_derivatives(vrs, orders, values)?;
        }
        Ok(degrees > 0)
    }

    /// Whether the FMU has these start values.
    #[inline(never)]
    fn has(&self, u: &[Polynomial]) -> bool {
        self.current && self.reals.values.iter().zip(u).all(|(value, u)| *value == u.start())
    }

    /// Sets inputs of any type for a step; says whether they are curved.
    pub fn begin_step(
        &mut self,
        component: &mut Component,
        u: &[Polynomial],
        h: f64,
    ) -> Result<bool, SlaveError> {
        let curved = u.iter().any(|u| u.degree() > 0);
        self.set(component, |i| u[i].start())?;
        if curved || self.highest > 0 {
            self.check_degrees(u)?;
            let count = self.derivatives.take(u, h, &mut self.highest);
            let Derivatives { vrs, orders, values, .. } = &*self.derivatives;
            let (vrs, orders, values) = (&vrs[..count], &orders[..count], &values[..count]);
            component.set_real_input_derivatives(vrs, orders, values)?;
        }
        self.current = !curved;
        Ok(curved)
    }

    /// Sets the slopes of inputs at a communication point, as far as they are known: outputs that depend on
    /// inputs at once follow them.
    pub fn set_slopes(&mut self, component: &mut Component, du: &[f64]) -> Result<(), SlaveError> {
        let Derivatives { positions, vrs, orders, values } = &mut *self.derivatives;
        for (k, &i) in positions.iter().enumerate().filter(|(_, i)| du[**i].is_finite()) {
            values[k] = du[i];
            component.set_real_input_derivatives(&vrs[k..=k], &orders[k..=k], &values[k..=k])?;
            // The next step must set it again, be it to zero.
            self.highest = self.highest.max(1);
        }
        Ok(())
    }

    /// A polynomial of higher degree than the FMU follows would silently be cut off.
    #[inline]
    fn check_degrees(&self, u: &[Polynomial]) -> Result<(), SlaveError> {
        match u.iter().zip(&self.degrees).position(|(u, most)| u.degree() > *most) {
            None => Ok(()),
            Some(i) => Err(failed(format!(
                "input \"{}\" follows polynomials up to degree {} and was given degree {}",
                self.names[i],
                self.degrees[i],
                u[i].degree()
            ))),
        }
    }

    /// Sets all inputs, the one at position `i` to `u(i)`.
    pub fn set<O: Observation>(
        &mut self,
        component: &mut Component<O>,
        u: impl Fn(usize) -> f64,
    ) -> Result<(), SlaveError> {
        self.current = false;
        for (value, &i) in self.reals.values.iter_mut().zip(&self.reals.positions) {
            *value = u(i);
        }
        component.set_real(&self.reals.vrs, &self.reals.values)?;
        let Self { integers, items, booleans, names, .. } = self;
        let places = integers.values.iter_mut().zip(&integers.positions);
        for ((value, &i), (known, in_words)) in places.zip(&*items) {
            *value = integer(u(i), &names[i])?;
            if !known.is_empty() && !known.contains(value) {
                return Err(failed(format!(
                    "Enumeration input \"{}\" was given {value}, which is none of its items: {in_words}",
                    names[i]
                )));
            }
        }
        component.set_integer(&integers.vrs, &integers.values)?;
        for (value, &i) in booleans.values.iter_mut().zip(&booleans.positions) {
            *value = i32::from(u(i) != 0.0);
        }
        component.set_boolean(&booleans.vrs, &booleans.values)?;
        self.current = true;
        Ok(())
    }

    /// Sets inputs that are all Real, unless the FMU has these values already.
    #[inline(always)]
    pub fn set_reals_if_changed(
        &mut self,
        component: &mut Component<Unobserved>,
        u: &[f64],
    ) -> Result<(), SlaveError> {
        let mut same = self.current;
        for (value, u) in self.reals.values.iter_mut().zip(u) {
            same &= value == u;
            *value = *u;
        }
        (self.current, self.set_ahead) = (true, true);
        if same {
            return Ok(());
        }
        Ok(component.set_real(&self.reals.vrs, &self.reals.values)?)
    }

    /// Sets all inputs unless the FMU has these values already.
    pub fn set_if_changed(
        &mut self,
        component: &mut Component,
        u: &[f64],
    ) -> Result<(), SlaveError> {
        let Self { reals, integers, booleans, .. } = self;
        let mut integral = integers.values.iter().zip(&integers.positions);
        let unchanged = self.current
            && reals.values.iter().zip(&reals.positions).all(|(value, &i)| *value == u[i])
            && integral.all(|(value, &i)| f64::from(*value) == u[i])
            && booleans
                .values
                .iter()
                .zip(&booleans.positions)
                .all(|(v, &i)| (*v != 0) == (u[i] != 0.0));
        if unchanged { Ok(()) } else { self.set(component, |i| u[i]) }
    }

    /// The FMU may have other values now than those last set.
    pub fn forget(&mut self) {
        self.current = false;
    }
}

/// The integer that a value stands for.
fn integer(value: f64, name: &str) -> Result<i32, SlaveError> {
    let rounded = value.round();
    let in_range = (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&rounded);
    if in_range && (value - rounded).abs() <= INTEGRAL * rounded.abs().max(1.0) {
        return Ok(rounded as i32);
    }
    Err(failed(format!("Integer input \"{name}\" was given {value}, which is no integer")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fmi::description::described;

    #[test]
    fn integers_tolerate_rounding_and_nothing_else() {
        assert_eq!(integer(2.999_999_999_9, "n"), Ok(3));
        assert_eq!(integer(-4.0, "n"), Ok(-4));
        for wrong in [0.5, f64::NAN, f64::INFINITY, 3e9] {
            let message = integer(wrong, "gear").unwrap_err().to_string();
            assert!(message.contains("\"gear\"") && message.contains("no integer"), "{message}");
        }
    }

    #[test]
    fn derivatives_are_ordered_by_order_and_skip_held_inputs() {
        let input = |vr: u32, kind: &str| {
            format!(
                "<ScalarVariable name=\"u{vr}\" valueReference=\"{vr}\"><{kind}/></ScalarVariable>"
            )
        };
        let inputs = [input(7, "Real"), input(8, "Boolean"), input(9, "Real")].concat();
        let model = described(&format!(
            "<fmiModelDescription><ModelVariables>{inputs}</ModelVariables></fmiModelDescription>"
        ));
        let derivatives = Derivatives::new(&model.variables);
        assert_eq!(derivatives.positions, [0, 2]);
        assert_eq!(derivatives.vrs, [7, 9, 7, 9, 7, 9].map(ValueReference::new));
        assert_eq!(derivatives.orders, [1, 1, 2, 2, 3, 3]);
    }
}
