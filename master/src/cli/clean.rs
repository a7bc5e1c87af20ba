//! `macrostep clean`: the cache emptied.

use clap::Args;

use super::Failure;
use crate::cache::{Cache, Freed};

/// Arguments of `clean`.
#[derive(Args)]
pub struct Arguments {
    /// Only say what would be removed
    #[arg(long)]
    dry_run: bool,
}

/// Removes unpacked FMUs and results of probes, and says how much that was.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Some(cache) = Cache::of_user() else {
        println!("there is no cache: neither MACROSTEP_CACHE, XDG_CACHE_HOME nor HOME is set");
        return Ok(());
    };
    let freed = cache.clean(arguments.dry_run).map_err(|error| {
        Failure::Input(format!("{}: cannot be emptied: {error}", cache.root().display()))
    })?;
    let done = if arguments.dry_run { "would be removed" } else { "removed" };
    println!("{}: {} {done}", cache.root().display(), describe(&freed));
    if freed.in_use > 0 {
        println!("{} in use by running processes: kept", counted(freed.in_use, "FMU"));
    }
    Ok(())
}

fn describe(freed: &Freed) -> String {
    format!(
        "{} and {} ({})",
        counted(freed.fmus, "unpacked FMU"),
        counted(freed.probes, "probe result"),
        amount(freed.bytes)
    )
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// A size for people.
fn amount(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_freed_is_told_in_words() {
        let freed = Freed { fmus: 1, probes: 2, bytes: 1_234_567, in_use: 0 };
        assert_eq!(describe(&freed), "1 unpacked FMU and 2 probe results (1.2 MB)");
        let freed = Freed { fmus: 0, probes: 1, bytes: 12, in_use: 0 };
        assert_eq!(describe(&freed), "0 unpacked FMUs and 1 probe result (12 B)");
    }
}
