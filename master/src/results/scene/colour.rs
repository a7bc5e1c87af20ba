//! Colours of bodies: by the place at which they began, paler the farther back they are.

/// The direction whose ends have different colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colours {
    /// From below to above.
    #[default]
    Height,
    /// From the left to the right.
    Side,
}

impl Colours {
    /// Of a position.
    pub(super) fn coordinate(self, [x, y, _]: [f64; 3]) -> f64 {
        match self {
            Self::Height => y,
            Self::Side => x,
        }
    }

    /// What both ends of the scale stand for.
    pub(super) fn ends(self) -> [&'static str; 2] {
        match self {
            Self::Height => ["began low", "high"],
            Self::Side => ["began left", "right"],
        }
    }
}

/// From dark to light; told apart also by those who cannot tell red from green (viridis).
const SCALE: [[f64; 3]; 5] = [
    [68.0, 1.0, 84.0],
    [59.0, 82.0, 139.0],
    [33.0, 145.0, 140.0],
    [94.0, 201.0, 98.0],
    [253.0, 231.0, 37.0],
];
/// How much of white is in what is farthest back.
const PALE: f64 = 0.5;

/// The colour at a part of the scale, from 0 to 1, at a depth, from 0 in front to 1 at the back.
pub(super) fn colour(part: f64, depth: f64) -> String {
    let place = part.clamp(0.0, 1.0) * (SCALE.len() - 1) as f64;
    let k = (place as usize).min(SCALE.len() - 2);
    let (white, between) = (PALE * depth.clamp(0.0, 1.0), place - k as f64);
    let mixed = |c: usize| {
        let pure = SCALE[k][c] + between * (SCALE[k + 1][c] - SCALE[k][c]);
        (pure + white * (255.0 - pure)).round() as u8
    };
    format!("#{:02x}{:02x}{:02x}", mixed(0), mixed(1), mixed(2))
}

/// Where each value lies between the least and the greatest, from 0 to 1; in the middle where all are the same.
pub(super) fn parts(values: &[f64]) -> Vec<f64> {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let part = |value: &f64| if high > low { (value - low) / (high - low) } else { 0.5 };
    values.iter().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_goes_from_end_to_end_and_pales_to_the_back() {
        assert_eq!(
            [0.0, 0.5, 1.0].map(|part| colour(part, 0.0)),
            ["#440154", "#21918c", "#fde725"]
        );
        assert_eq!(colour(0.5, 1.0), "#90c8c6");
        assert_eq!(parts(&[2.0, 1.0, 1.5]), [1.0, 0.0, 0.5]);
        assert_eq!(parts(&[2.0, 2.0]), [0.5, 0.5]);
    }
}
