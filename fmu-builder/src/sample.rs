//! What a model's functions are given and what they fill in, indexed by handles.

use std::ops::{Index, IndexMut};

use crate::variables::{
    Choice, Clock, Condition, Discrete, Input, Integral, Output, Parameter, RememberedOutput,
    State, StateList,
};

/// The values of everything known at one instant.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// Time in s.
    pub t: f64,
    pub(crate) p: &'a [f64],
    pub(crate) u: &'a [f64],
    pub(crate) d: &'a [f64],
    pub(crate) x: &'a [f64],
    pub(crate) q: &'a [f64],
}

/// A number for every state and integral, to be filled by the model.
#[derive(Debug)]
pub struct States<'a> {
    pub(crate) x: &'a mut [f64],
    pub(crate) q: &'a mut [f64],
}

/// The time derivatives of states and integrals.
pub type Derivatives<'a> = States<'a>;

/// The outputs, to be filled by the model.
#[derive(Debug)]
pub struct Outputs<'a> {
    pub(crate) y: &'a mut [f64],
}

/// The outputs that an own method gives, to be filled by it.
#[derive(Debug)]
pub struct RememberedOutputs<'a> {
    pub(crate) m: &'a mut [f64],
}

/// A number for every condition, to be filled by the model; one that is positive holds.
#[derive(Debug)]
pub struct Conditions<'a> {
    pub(crate) c: &'a mut [f64],
}

/// The causes of an event, and the states and discrete states after it.
#[derive(Debug)]
pub struct Event<'a> {
    pub(crate) d: &'a mut [f64],
    pub(crate) x: &'a mut [f64],
    pub(crate) ticks: &'a [bool],
    pub(crate) begins: &'a [bool],
}

impl Sample<'_> {
    /// The position of the chosen item among the items, from 0.
    #[inline]
    pub fn chosen(&self, handle: Choice) -> usize {
        self.p[handle.0] as usize - 1
    }
}

impl Event<'_> {
    /// Whether the clock ticks.
    pub fn ticks(&self, clock: Clock) -> bool {
        self.ticks[clock.0]
    }

    /// Whether the condition begins to hold.
    pub fn begins(&self, condition: Condition) -> bool {
        self.begins[condition.0]
    }
}

macro_rules! read_by_handle {
    ($($values:ident[$handle:ident] = $field:ident),*) => {$(
        impl Index<$handle> for $values<'_> {
            type Output = f64;
            #[inline]
            fn index(&self, handle: $handle) -> &f64 {
                &self.$field[handle.0]
            }
        }
    )*};
}

macro_rules! write_by_handle {
    ($($values:ident[$handle:ident] = $field:ident),*) => {$(
        read_by_handle!($values[$handle] = $field);
        impl IndexMut<$handle> for $values<'_> {
            #[inline]
            fn index_mut(&mut self, handle: $handle) -> &mut f64 {
                &mut self.$field[handle.0]
            }
        }
    )*};
}

impl Index<StateList> for Sample<'_> {
    type Output = [f64];
    #[inline]
    fn index(&self, list: StateList) -> &[f64] {
        &self.x[list.range()]
    }
}

impl Index<StateList> for States<'_> {
    type Output = [f64];
    #[inline]
    fn index(&self, list: StateList) -> &[f64] {
        &self.x[list.range()]
    }
}

impl IndexMut<StateList> for States<'_> {
    #[inline]
    fn index_mut(&mut self, list: StateList) -> &mut [f64] {
        &mut self.x[list.range()]
    }
}

read_by_handle!(
    Sample[Parameter] = p,
    Sample[Input] = u,
    Sample[Discrete] = d,
    Sample[State] = x,
    Sample[Integral] = q
);
write_by_handle!(
    States[State] = x,
    States[Integral] = q,
    Outputs[Output] = y,
    RememberedOutputs[RememberedOutput] = m,
    Conditions[Condition] = c,
    Event[Discrete] = d,
    Event[State] = x
);
