//! Whether steps that are short enough are stable at all, in words.

use crate::analysis::zero_stability::KinematicPair;
use crate::analysis::{Answer, Basis, Stability, ZeroStability};
use crate::cli::Failure;
use crate::scenario::Scenario;

/// Says so where a law passes motion on; the lines begin with a label of so many letters.
pub fn tell(
    stability: &mut Stability,
    scenario: &Scenario,
    tolerance: f64,
    width: usize,
) -> Result<(), Failure> {
    let found = stability.zero_stability(scenario, tolerance).map_err(Failure::simulation)?;
    let Some(found) = found else { return Ok(()) };
    let labels = std::iter::once("zero-stability").chain(std::iter::repeat(""));
    for (label, line) in labels.zip(lines(&found)) {
        println!("{label:<width$}{line}");
    }
    Ok(())
}

fn lines(found: &Answer<ZeroStability>) -> Vec<String> {
    let ZeroStability { stable, h, radius, pairs } = &found.value;
    let radius = radius.map_or(String::new(), |r| format!("spectral radius {:.10} ", r.value));
    let verdict = if *stable { "zero-stable" } else { "not zero-stable, no short step is stable" };
    let mut lines = vec![format!("{radius}at H = {h:e} s: {verdict}")];
    if found.basis != Basis::Exact {
        lines.push(found.evidence.clone());
    }
    for pair in pairs {
        lines.push(in_words(pair));
        if !*stable {
            lines.push(format!("what helps: {}", pair.remedies.join("; or ")));
        }
    }
    lines
}

fn in_words(
    KinematicPair { law, slaves: [giving, taking], mass_ratio, .. }: &KinematicPair,
) -> String {
    let weight = match mass_ratio {
        Some(ratio) => format!("\"{taking}\" is {} times as heavy as \"{giving}\"", digits(*ratio)),
        None => "which is the heavier one was not found, because one cannot be rewound".into(),
    };
    format!("{law} between \"{giving}\" and \"{taking}\": where it joins them, {weight}")
}

/// A ratio to three digits.
fn digits(ratio: f64) -> String {
    let rounded: f64 = format!("{ratio:.2e}").parse().unwrap_or(ratio);
    if (1e-3..1e6).contains(&rounded) { rounded.to_string() } else { format!("{rounded:e}") }
}

#[cfg(test)]
mod tests {
    use super::digits;

    #[test]
    fn ratios_have_three_digits() {
        let written = [0.99999, 2.0004, 0.14786, 12345.0, 1e-5].map(digits);
        assert_eq!(written, ["1", "2", "0.148", "12300", "1e-5"]);
    }
}
