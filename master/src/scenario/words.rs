//! What other tools and people call what has another name here.

/// Words for fields; the name counts where it is a field of the section.
const FIELDS: [(&str, &[&str]); 13] = [
    ("stop", &["stop_time", "stopTime", "end", "end_time", "t_end", "tstop", "duration"]),
    (
        "step",
        &["step_size", "stepSize", "dt", "h", "H", "macro_step", "communication_step", "time_step"],
    ),
    ("start", &["start_time", "startTime", "t0", "t_start"]),
    ("start", &["parameters", "params", "parameter", "start_values", "initial", "values"]),
    ("fmu", &["path", "file", "filename", "model", "source"]),
    ("kind", &["type", "method", "algorithm", "name", "scheme"]),
    ("law", &["type", "kind", "name"]),
    ("stiffness", &["k", "c", "spring_constant"]),
    ("damping", &["d", "damper", "damping_constant"]),
    ("degree", &["order"]),
    ("slaves", &["fmus", "components", "models", "instances", "elements", "systems", "simulators"]),
    ("connections", &["connects", "links", "wires", "connectors"]),
    ("results", &["output", "outputs", "recording"]),
];

/// Sections, and fields that belong there.
const SECTIONS: [(&str, &[&str]); 4] = [
    (
        "simulation",
        &[
            "start",
            "stop",
            "step",
            "tolerance",
            "announce_stop",
            "threads",
            "assignment",
            "pin_threads",
        ],
    ),
    ("scheme", &["kind", "sweep", "order", "jacobian", "explicit", "relaxation", "iterations"]),
    ("inputs", &["extrapolation", "degree", "hand_over", "sub_steps"]),
    ("results", &["variables", "interval"]),
];

/// The field that is meant by a word which is none, if it is one of `known`.
pub fn field(word: &str, known: &[&str]) -> Option<&'static str> {
    let means = |(name, words): &(&'static str, &[&str])| {
        (known.contains(name) && words.contains(&word)).then_some(*name)
    };
    FIELDS.iter().find_map(means)
}

/// The section in which a field belongs that stands outside of all: `simulation` for `step`, and its name
/// there.
pub fn section(word: &str) -> Option<(&'static str, &'static str)> {
    SECTIONS.iter().find_map(|(section, fields)| {
        let own = fields.iter().find(|field| **field == word).copied();
        own.or_else(|| self::field(word, fields)).map(|field| (*section, field))
    })
}

/// What to write for a value that is none of the `known` ones.
pub fn value(word: &str, known: &[&str]) -> Option<&'static str> {
    let (of_kind, of_sweep) = (known.contains(&"semi-implicit"), known.contains(&"jacobi"));
    let word = word.to_ascii_lowercase().replace('_', "-");
    Some(match word.as_str() {
        "gauss-seidel" | "gs" | "sequential" | "serial" if of_kind => {
            "who steps when is scheme.sweep = \"gauss-seidel\""
        }
        "jacobi" | "parallel" if of_kind => "who steps when is scheme.sweep = \"jacobi\"",
        "implicit" | "strong" | "iterated" | "iterative" if of_kind => {
            "there is \"semi-implicit\", which corrects once, and \"newton\", \"fixed-point\" and \"quasi-newton\", which \
             iterate"
        }
        "weak" | "loose" | "none" if of_kind => "it is called \"explicit\" here",
        "gs" | "sequential" | "serial" if of_sweep => "it is called \"gauss-seidel\" here",
        "parallel" if of_sweep => "it is called \"jacobi\" here",
        "explicit" | "implicit" | "semi-implicit" | "newton" if of_sweep => {
            "how slaves are carried over a step is scheme.kind"
        }
        _ => return None,
    })
}

/// What to write for a rule for inputs that has another name here.
pub fn rule(word: &str) -> Option<&'static str> {
    let word = word.to_ascii_lowercase().replace(['_', ' '], "-");
    Some(match word.as_str() {
        "zoh" | "constant" | "zero-order-hold" | "zero-order" | "zero" | "none" | "held"
        | "hold-last" => "\"hold\"",
        "linear" | "foh" | "first-order-hold" | "first-order" => "\"polynomial\" with degree = 1",
        "quadratic" | "second-order" | "parabolic" => "\"polynomial\" with degree = 2",
        "cubic" | "third-order" => "\"polynomial\" with degree = 3",
        "poly" | "lagrange" | "newton" => "\"polynomial\" with its degree",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_mean_what_is_a_field_of_the_section() {
        assert_eq!(field("type", &["kind", "sweep"]), Some("kind"));
        assert_eq!(field("type", &["law"]), Some("law"));
        assert_eq!(field("type", &["from", "to"]), None);
        assert_eq!(section("step"), Some(("simulation", "step")));
        assert_eq!(section("dt"), Some(("simulation", "step")));
        assert_eq!(section("left"), None);
    }
}
