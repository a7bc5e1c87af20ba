//! Results of a run that has ended without completing them: from what is on the disk, and from the rows that were
//! on their way, if somebody still has them.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::csv::Csv;
pub use super::ending::Status;
#[cfg(feature = "parquet")]
use super::files::rows_beside;
use super::files::{Files, PARTIAL};
use super::format::{Format, Sizes};
use super::ring::Left;
use super::sidecar::{self, Heading};
use super::writer::is_parquet;
use crate::scenario::check::ColumnKind;

/// Rows that are copied at once.
#[cfg(feature = "parquet")]
const AT_ONCE: usize = 1 << 12;

/// Results that are complete up to some point.
pub struct Saved {
    /// Where they are.
    pub path: PathBuf,
    /// The time of the last row.
    pub t: f64,
}

/// Completes the results of a run by what its supervisor has of it: the path of its rows and their ring. None if it
/// has not come to its first row.
pub fn rescue(path: &[u8], ring: &[u64], status: Status, error: &str) -> io::Result<Option<Saved>> {
    let path = std::str::from_utf8(path).map_err(io::Error::other)?;
    let Some(target) = path.strip_suffix(PARTIAL) else {
        return Err(io::Error::other(format!("{path} holds what had been written")));
    };
    let left = Left::of(ring).ok_or_else(|| io::Error::other("their rows are lost"))?;
    complete(&Files::open(&relative(Path::new(target)))?, Some(left), status, error)
}

/// Completes the results that a killed run has left under their partial name; none if they have no row.
pub fn recover(files: &Files) -> io::Result<Option<Saved>> {
    let error = "the run was killed; the results were recovered afterwards";
    complete(files, None, Status::Interrupted, error)
}

fn complete(
    files: &Files,
    left: Option<Left>,
    status: Status,
    error: &str,
) -> io::Result<Option<Saved>> {
    let partial = files.growing();
    let headings = sidecar::headings(&partial)?;
    let (sizes, rows) = left.map_or((None, Vec::new()), |left| (Some(left.sizes), left.rows));
    let last = if is_parquet(&partial) {
        complete_parquet(&partial, &headings, sizes, &rows)?
    } else {
        complete_csv(&partial, &headings, sizes, &rows)?
    };
    let t = rows.iter().rev().nth(headings.len() - 1).copied().or(last);
    let Some(t) = t else {
        files.abandon();
        return Ok(None);
    };
    // A run that could not complete its file has said how it ended.
    if sidecar::status(&partial).as_deref() == Some("running") {
        sidecar::set_status(&partial, status, &format!("t = {t} s: {error}"))?;
    }
    Ok(Some(Saved { path: files.settle(false)?, t }))
}

/// Cuts off what is not a complete row, and adds rows; gives the time of the last row that was there.
fn complete_csv(
    path: &Path,
    headings: &[Heading],
    sizes: Option<Sizes>,
    rows: &[f64],
) -> io::Result<Option<f64>> {
    let mut file = OpenOptions::new().read(true).write(true).open(path)?;
    let size = match sizes {
        Some(sizes) => sizes.0,
        None => end_of_rows(&mut file)?,
    };
    file.set_len(size)?;
    let last = last_time(&mut file, size)?;
    file.seek(SeekFrom::End(0))?;
    let headings: Vec<_> = headings.iter().map(Heading::as_pair).collect();
    Csv::after(file, size, &headings).write(rows).map_err(|incomplete| incomplete.error)?;
    Ok(last)
}

/// Behind the last end of a line.
fn end_of_rows(file: &mut File) -> io::Result<u64> {
    let mut end = file.seek(SeekFrom::End(0))?;
    let mut bytes = Vec::new();
    while end > 0 {
        let start = end.saturating_sub(1 << 16);
        read(file, start, end, &mut bytes)?;
        if let Some(place) = bytes.iter().rposition(|byte| *byte == b'\n') {
            return Ok(start + place as u64 + 1);
        }
        end = start;
    }
    Ok(0)
}

/// The time of the last of complete rows; none if only the header is there.
fn last_time(file: &mut File, size: u64) -> io::Result<Option<f64>> {
    let (mut start, mut bytes) = (size, Vec::new());
    loop {
        start = start.saturating_sub(1 << 16);
        read(file, start, size, &mut bytes)?;
        let text = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
        let line = text.iter().rposition(|byte| *byte == b'\n');
        if let Some(line) = line.or((start == 0).then_some(0)) {
            let line = String::from_utf8_lossy(&text[line..]).into_owned();
            return Ok(line.trim().split(',').next().and_then(|time| time.parse().ok()));
        }
    }
}

fn read(file: &mut File, start: u64, end: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
    bytes.resize((end - start) as usize, 0);
    file.seek(SeekFrom::Start(start))?;
    file.read_exact(bytes)
}

/// Makes the file anew from the rows beside it and further ones; gives the time of the last that was there.
#[cfg(feature = "parquet")]
fn complete_parquet(
    path: &Path,
    headings: &[Heading],
    sizes: Option<Sizes>,
    rows: &[f64],
) -> io::Result<Option<f64>> {
    use super::parquet::Parquet;
    let journal = rows_beside(path);
    let mut file = match File::open(&journal) {
        Ok(file) => file,
        // It had been completed before.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let names: Vec<_> = headings.iter().map(Heading::as_pair).collect();
    let row = names.len() * size_of::<f64>();
    let size = sizes.map_or(file.metadata()?.len(), |sizes| sizes.1);
    let size = size / row as u64 * row as u64;
    let failed = |incomplete: super::format::Incomplete| incomplete.error;
    let mut parquet = Parquet::alone(path, &names)?;
    let (mut start, mut bytes, mut last) = (0, Vec::new(), None);
    while start < size {
        let end = size.min(start + (AT_ONCE * row) as u64);
        read(&mut file, start, end, &mut bytes)?;
        let number = |bytes: &[u8; 8]| f64::from_le_bytes(*bytes);
        let numbers: Vec<f64> = bytes.as_chunks().0.iter().map(number).collect();
        parquet.write(&numbers).map_err(failed)?;
        last = numbers.get(numbers.len() - names.len()).copied();
        start = end;
    }
    parquet.write(rows).map_err(failed)?;
    parquet.finish()?;
    std::fs::remove_file(journal)?;
    Ok(last)
}

#[cfg(not(feature = "parquet"))]
fn complete_parquet(
    _path: &Path,
    _headings: &[Heading],
    _sizes: Option<Sizes>,
    _rows: &[f64],
) -> io::Result<Option<f64>> {
    Err(io::Error::other("this program was built without Parquet"))
}

/// A path as the user would write it, where it lies in or below the working directory.
fn relative(path: &Path) -> PathBuf {
    let here = std::env::current_dir().and_then(|here| here.canonicalize()).unwrap_or_default();
    path.strip_prefix(here).unwrap_or(path).into()
}

impl Heading {
    fn as_pair(&self) -> (&str, ColumnKind) {
        (&self.name, self.kind)
    }
}
