//! What can be wrong with a layout.

use thiserror::Error;

use crate::built_in::BUILT_IN;

/// Why a layout is none.
#[derive(Debug, Error)]
pub enum LayoutError {
    /// Neither a built-in name nor a text in TOML.
    #[error(
        "there is no layout {name:?}; did you mean {nearest:?}? Built in are {known}; anything else is the TOML text of a layout"
    )]
    Unknown {
        /// What was given.
        name: String,
        /// The built-in name nearest to it.
        nearest: &'static str,
        /// All built-in names.
        known: String,
    },
    /// The text is not the TOML of a layout.
    #[error("the layout cannot be read: {0}")]
    Toml(#[from] toml::de::Error),
    /// Too few or too many wheels.
    #[error("the layout has {found} wheels; a drive has 2 to {most}, each in a [[wheel]] section")]
    Wheels {
        /// Their number.
        found: usize,
        /// The most there may be.
        most: usize,
    },
    /// The name of a wheel cannot begin names of variables.
    #[error(
        "a wheel is named {name:?}; use letters, digits and _, begin with a letter, and leave rail, pin, link, teeth, bearing and tensioner to the model"
    )]
    Name {
        /// The name.
        name: String,
    },
    /// Two wheels have one name.
    #[error("two wheels are named {name:?}; give each a name of its own")]
    Twice {
        /// The name.
        name: String,
    },
    /// Too few teeth.
    #[error("wheel {name:?} has {found} teeth; it needs at least 5")]
    Teeth {
        /// The wheel.
        name: String,
        /// Their number.
        found: u32,
    },
    /// A number that must be positive is not.
    #[error("{what} is {value}; it must be positive")]
    Positive {
        /// Its name.
        what: String,
        /// Its value.
        value: f64,
    },
    /// The rail is not between wheels 0 and 1.
    #[error(
        "rail.fraction is {value}; it must lie between 0 (at the first wheel) and 1 (at the second)"
    )]
    Fraction {
        /// Its value.
        value: f64,
    },
    /// Two wheels overlap.
    #[error("the pitch circles of the wheels {from:?} and {to:?} overlap; move them apart")]
    Overlap {
        /// One of them.
        from: String,
        /// The other.
        to: String,
    },
    /// The path does not go round the wheels once.
    #[error(
        "the chain does not go round the wheels once; they must be the corners of a convex polygon, in counter-clockwise order"
    )]
    Order,
    /// The rail is in the way of the strand.
    #[error(
        "the rail leaves no room for the strand from {from:?} to {to:?}; make rail.depth smaller or bring rail.fraction nearer to 0.5"
    )]
    Rail {
        /// The wheel before it.
        from: String,
        /// The wheel after it.
        to: String,
    },
    /// The rail cannot be moved so far that the chain closes.
    #[error(
        "{links} links do not close the chain even with the rail {shift} m further in; move a wheel by a few mm"
    )]
    Open {
        /// The number of links.
        links: usize,
        /// The largest shift tried.
        shift: f64,
    },
    /// The chain touches the rail beyond its ends.
    #[error(
        "the chain lies on {half} m of the rail on each side of its middle, and rail.half_length is {half_length}; make the rail longer or its depth smaller"
    )]
    TooShort {
        /// Half the length on which the chain lies, in m.
        half: f64,
        /// Half the length of the rail, in m.
        half_length: f64,
    },
    /// A wheel that the chain hardly touches.
    #[error("no pin of the chain lies on wheel {name:?}; move the wheel outwards")]
    Untouched {
        /// The wheel.
        name: String,
    },
}

impl LayoutError {
    /// There is no built-in layout of this name.
    pub(crate) fn unknown(name: &str) -> Self {
        let names = BUILT_IN.map(|(name, _)| name);
        let distance = |known: &&str| strsim::levenshtein(known, name.trim());
        let nearest = names.into_iter().min_by_key(distance).unwrap_or("drive-1");
        Self::Unknown { name: name.into(), nearest, known: names.join(", ") }
    }
}
