//! The numbers of a drive that decide nothing of where the chain lies: parameters of the FMU, with the layout's values as defaults.

use crate::layout::{Layout, Rotation, Wheel};
use crate::links::Links;
use crate::rail::{Guide, Tensioner};
use crate::wheel::{Bearing, Load, Teeth};

/// What parameters decide of a drive.
#[derive(Clone, Copy, Debug)]
pub struct Values<'a> {
    /// The links.
    pub links: Links,
    /// The teeth of all wheels.
    pub teeth: Teeth,
    /// The bearings of all wheels.
    pub bearing: Bearing,
    /// The wheels.
    pub wheels: &'a [WheelValues],
    /// The rail.
    pub guide: Guide,
    /// The tensioner inside.
    pub tensioner: Tensioner,
}

/// What parameters decide of a wheel.
#[derive(Clone, Copy, Debug, Default)]
pub struct WheelValues {
    /// m in kg.
    pub mass: f64,
    /// J in kg·m².
    pub inertia: f64,
    /// d_v in N·m·s.
    pub friction: f64,
    /// The torque of a cam shaft.
    pub load: Load,
    /// What turns it.
    pub rotation: Rotation,
}

impl WheelValues {
    /// The values that a layout has for its wheels.
    pub fn of(layout: &Layout) -> Vec<Self> {
        let values = |wheel: &Wheel| Self {
            mass: wheel.mass,
            inertia: wheel.inertia,
            friction: wheel.friction,
            load: wheel.load,
            rotation: wheel.rotation,
        };
        layout.wheels.iter().map(values).collect()
    }
}

impl<'a> Values<'a> {
    /// The values of a layout, with those of its wheels.
    pub fn of(layout: &Layout, wheels: &'a [WheelValues]) -> Self {
        Self {
            links: layout.links,
            teeth: layout.teeth,
            bearing: layout.bearing,
            wheels,
            guide: layout.rail.guide,
            tensioner: layout.tensioner,
        }
    }
}
