//! The profile in the format of Chrome's tracing, for `chrome://tracing` and Perfetto.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use serde_json::json;

use super::{Entry, Profile};

/// Writes the spans that are kept, a row for each thread, and the communication points.
pub fn write(profile: &Profile, path: &Path) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    let micro = |instant: std::time::Instant| {
        1e6 * instant.saturating_duration_since(profile.begin).as_secs_f64()
    };
    write!(file, "{{\"traceEvents\":[")?;
    let mut first = true;
    let mut event = |event: serde_json::Value| {
        let separator = if std::mem::take(&mut first) { "\n" } else { ",\n" };
        write!(file, "{separator}{event}")
    };
    for Entry { slave, span } in &profile.entries {
        let (begin, end) = (micro(span.begin), micro(span.end));
        let name = &profile.accounts[*slave].name;
        event(json!({
            "ph": "X", "pid": 1, "tid": span.thread, "name": name, "ts": begin, "dur": end - begin,
        }))?;
    }
    for (instant, t) in &profile.points {
        event(json!({
            "ph": "i", "pid": 1, "tid": 0, "s": "p", "name": format!("t = {t} s"),
            "ts": micro(*instant),
        }))?;
    }
    writeln!(file, "\n]}}")?;
    file.flush()
}
