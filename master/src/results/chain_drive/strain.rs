//! Colours of links by their strain: blue where they are pushed together, orange where they are pulled.

use super::{Drive, Instant};

/// Classes of strain, each with a colour: the same to both sides of the middle one, which is around zero.
pub(super) const CLASSES: usize = 11;

/// From pushed over free to pulled; told apart also by those who cannot tell red from green.
const ENDS: [[f64; 3]; 3] = [[0.0, 82.0, 178.0], [178.0, 178.0, 178.0], [204.0, 71.0, 0.0]];

/// What the colours stand for.
pub(super) struct Scale {
    /// The largest strain to either side.
    most: f64,
    /// Force in N at a strain of 1, if it is known and the same for all links.
    force: Option<f64>,
}

impl Scale {
    pub fn new(drives: &[Drive], instants: &[Instant]) -> Self {
        let all = instants.iter().flat_map(|instant| &instant.drives);
        let strains = all.flat_map(|drive| &drive.strains);
        // Less than a millionth is rounding.
        let most = strains.fold(1e-6, |most: f64, strain| most.max(strain.abs()));
        let force = |drive: &Drive| Some(drive.stiffness? * drive.pitch);
        let first = drives.first().and_then(force);
        let same = |drive: &Drive| {
            let (one, other) = (force(drive).unwrap_or(0.0), first.unwrap_or(0.0));
            (one - other).abs() <= 1e-6 * other
        };
        Self { most, force: first.filter(|_| drives.iter().all(same)) }
    }

    /// The class of a strain.
    pub fn class(&self, strain: f64) -> usize {
        let part = (strain / self.most).clamp(-1.0, 1.0);
        (((part + 1.0) / 2.0 * CLASSES as f64) as usize).min(CLASSES - 1)
    }

    /// The colour of a class.
    pub fn colour(class: usize) -> String {
        let part = 2.0 * class as f64 / (CLASSES - 1) as f64;
        let k = (part as usize).min(1);
        let mixed = |c: usize| {
            let (from, to) = (ENDS[k][c], ENDS[k + 1][c]);
            (from + (part - k as f64) * (to - from)).round() as u8
        };
        format!("#{:02x}{:02x}{:02x}", mixed(0), mixed(1), mixed(2))
    }

    /// What the ends of the scale are, in words.
    pub fn ends(&self) -> [String; 2] {
        let (value, unit) = match self.force {
            Some(force) => (self.most * force, "N"),
            None => (1e3 * self.most, "‰"),
        };
        let value = rounded(value);
        [format!("pushed −{value} {unit}"), format!("pulled {value} {unit}")]
    }
}

/// In two significant digits.
fn rounded(value: f64) -> f64 {
    let power = 10_f64.powf(value.log10().floor() - 1.0);
    // Divided by a whole number, so that no digits appear behind.
    if power < 1.0 {
        (value / power).round() / (1.0 / power).round()
    } else {
        (value / power).round() * power
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_the_same_to_both_sides() {
        let scale = Scale { most: 2e-3, force: None };
        let classes = [-5e-3, -2e-3, -1e-5, 0.0, 1e-5, 2e-3].map(|strain| scale.class(strain));
        assert_eq!(classes, [0, 0, 5, 5, 5, 10]);
        assert_eq!(Scale::colour(5), "#b2b2b2");
        assert_eq!([Scale::colour(0), Scale::colour(10)], ["#0052b2", "#cc4700"]);
    }

    #[test]
    fn ends_are_forces_where_the_stiffness_is_known() {
        assert_eq!(Scale { most: 2.04e-3, force: None }.ends()[1], "pulled 2 ‰");
        assert_eq!(
            Scale { most: 1.56e-3, force: Some(8e5) }.ends(),
            ["pushed −1200 N", "pulled 1200 N"]
        );
        assert_eq!(rounded(0.0123), 0.012);
    }
}
