//! A drive as a user writes it: named wheels in the order of the chain, a rail, and what links, teeth and bearings are like.
//!
//! The chain runs counter-clockwise round the wheels, from wheel 0 past the rail to wheel 1 and on. The rail lies
//! outside the loop and presses the strand inwards.

use serde::Deserialize;

use crate::built_in::BUILT_IN;
use crate::error::LayoutError;
use crate::links::Links;
use crate::rail::{Guide, Tensioner};
use crate::wheel::{Bearing, Load, Teeth};

/// The most wheels of a drive.
pub const MAX_WHEELS: usize = 8;

/// A chain drive.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    /// Length of an unloaded link, in m.
    #[serde(default = "pitch")]
    pub pitch: f64,
    /// Speed of wheel 0 at the start over that of the crank.
    #[serde(default = "one")]
    pub ratio: f64,
    /// By how much all centres are moved, after they are turned, in m.
    #[serde(default)]
    pub origin: [f64; 2],
    /// By how much all centres are turned about (0, 0), in rad.
    #[serde(default)]
    pub angle: f64,
    /// The links of the chain.
    #[serde(default)]
    pub links: Links,
    /// The teeth of all wheels.
    #[serde(default)]
    pub teeth: Teeth,
    /// The bearings of all wheels.
    #[serde(default)]
    pub bearing: Bearing,
    /// The wheels in the order of the chain.
    #[serde(rename = "wheel", default)]
    pub wheels: Vec<Wheel>,
    /// The rail between wheels 0 and 1.
    pub rail: Rail,
    /// What pushes the rail from inside the model: nothing unless it is given.
    #[serde(default)]
    pub tensioner: Tensioner,
}

/// A toothed wheel of a layout.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wheel {
    /// The beginning of the names of its variables.
    pub name: String,
    /// z.
    pub teeth: u32,
    /// Its centre before origin and angle of the layout are applied, in m.
    pub centre: [f64; 2],
    /// m in kg.
    pub mass: f64,
    /// J in kg·m²; a prescribed rotation needs none.
    #[serde(default)]
    pub inertia: f64,
    /// Viscous friction of its rotation, in N·m·s.
    #[serde(default)]
    pub friction: f64,
    /// The torque of a cam shaft.
    #[serde(default)]
    pub load: Load,
    /// What turns it besides the chain.
    #[serde(default)]
    pub rotation: Rotation,
}

/// What turns a wheel besides the chain.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Rotation {
    /// Nothing.
    #[default]
    Free,
    /// It turns as the crank does, in the ratio of the layout.
    Prescribed,
    /// A spring and a damper tie it to the crank.
    Driven {
        /// N·m/rad.
        stiffness: f64,
        /// N·m·s.
        damping: f64,
    },
}

/// The rail of a layout.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rail {
    /// Radius of its arc in m.
    pub radius: f64,
    /// Where along the straight strand it lies: 0 at wheel 0, 1 at wheel 1.
    pub fraction: f64,
    /// How far it stands beyond the straight strand before the chain is closed, in m.
    pub depth: f64,
    /// Half its length in m.
    #[serde(default = "half_length")]
    pub half_length: f64,
    /// Its mass and its contact with the pins.
    #[serde(default)]
    pub guide: Guide,
}

fn pitch() -> f64 {
    8e-3
}

fn one() -> f64 {
    1.0
}

fn half_length() -> f64 {
    0.11
}

impl Layout {
    /// A built-in layout by its name, or the layout that a TOML text describes.
    pub fn new(text: &str) -> Result<Self, LayoutError> {
        if let Some((_, built_in)) = BUILT_IN.iter().find(|(name, _)| *name == text.trim()) {
            return Self::parse(built_in);
        }
        if text.contains(['=', '[', '\n']) {
            Self::parse(text)
        } else {
            Err(LayoutError::unknown(text))
        }
    }

    fn parse(text: &str) -> Result<Self, LayoutError> {
        let layout: Self = toml::from_str(text)?;
        layout.check()?;
        Ok(layout)
    }

    /// The centre of wheel `w` in m.
    pub fn centre(&self, w: usize) -> [f64; 2] {
        let ([x, y], (sin, cos)) = (self.wheels[w].centre, self.angle.sin_cos());
        [self.origin[0] + cos * x - sin * y, self.origin[1] + sin * x + cos * y]
    }

    /// The radius of the pitch circle of wheel `w`, R = p / (2 sin π/z), in m.
    pub fn radius(&self, w: usize) -> f64 {
        0.5 * self.pitch / (std::f64::consts::PI / f64::from(self.wheels[w].teeth)).sin()
    }

    /// The speed of wheel `w` over that of the crank.
    pub fn ratio_of(&self, w: usize) -> f64 {
        self.ratio * f64::from(self.wheels[0].teeth) / f64::from(self.wheels[w].teeth)
    }

    fn check(&self) -> Result<(), LayoutError> {
        if !(2..=MAX_WHEELS).contains(&self.wheels.len()) {
            return Err(LayoutError::Wheels { found: self.wheels.len(), most: MAX_WHEELS });
        }
        positive("pitch", self.pitch)?;
        positive("links.mass", self.links.mass)?;
        positive("rail.radius", self.rail.radius)?;
        positive("rail.depth", self.rail.depth)?;
        positive("rail.half_length", self.rail.half_length)?;
        positive("rail.guide.mass", self.rail.guide.mass)?;
        for (w, wheel) in self.wheels.iter().enumerate() {
            self.check_wheel(w, wheel)?;
        }
        if !(self.rail.fraction > 0.0 && self.rail.fraction < 1.0) {
            return Err(LayoutError::Fraction { value: self.rail.fraction });
        }
        Ok(())
    }

    fn check_wheel(&self, w: usize, wheel: &Wheel) -> Result<(), LayoutError> {
        let name = &wheel.name;
        let is_word = name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !is_word
            || ["rail", "pin", "link", "teeth", "bearing", "tensioner"].contains(&name.as_str())
        {
            return Err(LayoutError::Name { name: name.clone() });
        }
        if self.wheels[..w].iter().any(|other| other.name == *name) {
            return Err(LayoutError::Twice { name: name.clone() });
        }
        if wheel.teeth < 5 {
            return Err(LayoutError::Teeth { name: name.clone(), found: wheel.teeth });
        }
        positive(&format!("mass of wheel {name:?}"), wheel.mass)?;
        if wheel.rotation != Rotation::Prescribed {
            positive(&format!("inertia of wheel {name:?}"), wheel.inertia)?;
        }
        Ok(())
    }
}

fn positive(what: &str, value: f64) -> Result<(), LayoutError> {
    if value > 0.0 && value.is_finite() {
        Ok(())
    } else {
        Err(LayoutError::Positive { what: what.into(), value })
    }
}
