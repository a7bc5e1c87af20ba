//! What to write instead of an argument that there is not.

use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Error};

use crate::given::Given;
use crate::scenario::error::suggestion;

/// Options that other tools or other subcommands have, and what is meant here; `*` is every subcommand.
const OPTIONS: [(&str, &[&str], &str); 12] = [
    ("simulate", &["--step", "--dt", "--step-size"], "the communication step is --output-interval"),
    ("simulate", &["--stop"], "the option is --stop-time"),
    (
        "simulate",
        &["--start"],
        "the option is --start-time, and start values are --start-value NAME=VALUE",
    ),
    (
        "simulate",
        &["--set"],
        "start values are --start-value NAME=VALUE; fields are those of a scenario",
    ),
    ("simulate", &["--start-values", "-p"], "write --start-value NAME=VALUE, once for each"),
    (
        "simulate",
        &["--output-variables", "--variables"],
        "write --output-variable NAME, once for each",
    ),
    (
        "run",
        &["--dt", "--step-size", "--output-interval"],
        "the macro step is --step, of a scenario --set simulation.step=…",
    ),
    (
        "run",
        &["--stop-time", "--end"],
        "the stop time is --stop, of a scenario --set simulation.stop=…",
    ),
    (
        "run",
        &["--input-file", "--input"],
        "an input file is a slave of a scenario: [slaves.NAME] with csv = \"FILE\"",
    ),
    ("run", &["--start-value"], "write --set slaves.NAME.start.VARIABLE=VALUE"),
    ("*", &["--output", "--out", "--results"], "results go where -o FILE says"),
    ("*", &["--debug", "--debug-logging", "--fmi-logging"], "calls are shown by --log-fmi-calls"),
];

/// Ends the program with what clap says and what was probably meant.
pub fn refuse(mut error: Error, arguments: &[OsString]) -> ! {
    let text = |k: usize| arguments.get(k).map(|a| a.to_string_lossy()).unwrap_or_default();
    let tip = match (error.kind(), error.get(ContextKind::InvalidArg)) {
        (ErrorKind::UnknownArgument, Some(ContextValue::String(option))) => {
            option_tip(&text(1), option)
        }
        (ErrorKind::InvalidSubcommand, _) => {
            file_tip(&text(1), &text(2)).or_else(|| typing_error(&text(1)))
        }
        _ => None,
    };
    if let Some(tip) = tip {
        error.remove(ContextKind::SuggestedArg);
        error.remove(ContextKind::SuggestedSubcommand);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error.exit()
}

fn option_tip(subcommand: &str, option: &str) -> Option<String> {
    let option = option.split('=').next().unwrap_or(option);
    let fits = |(of, options, _): &&(&str, &[&str], &str)| {
        (*of == subcommand || *of == "*") && options.contains(&option)
    };
    OPTIONS.iter().find(fits).map(|(.., tip)| (*tip).into())
}

/// A file in place of a subcommand.
fn file_tip(first: &str, second: &str) -> Option<String> {
    let (file, before) = match first {
        "study" => (second, "study stability"),
        file => (
            file,
            match Given::at(Path::new(file)) {
                Given::Fmu => "simulate",
                _ => "run",
            },
        ),
    };
    let is_file = Path::new(file).exists() || file.ends_with(".toml") || file.ends_with(".fmu");
    is_file.then(|| format!("a subcommand comes first: macrostep {before} {file}"))
}

/// A subcommand that was meant.
fn typing_error(word: &str) -> Option<String> {
    let cli = super::Cli::command();
    let near =
        suggestion(word, cli.get_subcommands().filter(|c| !c.is_hide_set()).map(|c| c.get_name()));
    let (_, meant) = near.split_once("did you mean ")?;
    Some(format!("did you mean {meant}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_other_tools_are_known() {
        let tip = option_tip("simulate", "--dt=1").unwrap_or_default();
        assert_eq!(tip, "the communication step is --output-interval");
        assert_eq!(option_tip("check", "--dt"), None);
        assert!(option_tip("graph", "--out").is_some());
    }
}
