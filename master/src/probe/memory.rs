//! Reports kept in the cache by the content of the FMU.

use super::report::Report;
use super::verdict::Verdict;
use super::{Check, platform};
use crate::cache::Cache;
use std::fs;
use std::io;

/// The report on the FMU of this hash, if this version of macrostep made one on this platform.
pub fn recall(cache: &Cache, hash: &str) -> Option<Report> {
    let json = fs::read(cache.probe(hash)).ok()?;
    let report: Report = serde_json::from_slice(&json).ok()?;
    let current = report.macrostep == env!("CARGO_PKG_VERSION") && report.platform == platform();
    current.then_some(report)
}

/// Keeps a report, unless the FMU could not be loaded, which may be a matter of the environment; but for
/// findings that depend on how fast the machine is.
pub fn keep(cache: &Cache, report: &Report) -> io::Result<()> {
    let Some(hash) = &report.hash else { return Ok(()) };
    let mut report = report.clone();
    report.findings.retain(|finding| !finding.found.depends_on_time());
    let loads = report.finding(Check::Load);
    if loads.is_some_and(|finding| finding.found.verdict != Verdict::Works) {
        return Ok(());
    }
    let path = cache.probe(hash);
    let folder = path.parent().expect("probes lie in a folder of the cache");
    fs::create_dir_all(folder)?;
    // Written beside and renamed, so that nobody reads a half of it.
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    serde_json::to_writer_pretty(&mut file, &report)?;
    file.persist(&path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::probe::verdict::WOULD_TAKE;
    use crate::probe::{Finding, Found};

    fn report(load: Verdict) -> Report {
        let found = Found::new(load, "");
        let declared = "-".into();
        Report {
            macrostep: env!("CARGO_PKG_VERSION").into(),
            platform: platform(),
            fmu: "a.fmu".into(),
            hash: Some("h".into()),
            model: "a".into(),
            tool: None,
            findings: vec![Finding { check: Check::Load, declared, found, seconds: 0.5 }],
        }
    }

    #[test]
    fn a_report_is_recalled_by_hash_version_and_platform() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path());
        assert_eq!(recall(&cache, "h"), None);
        keep(&cache, &report(Verdict::Works)).unwrap();
        assert_eq!(recall(&cache, "h"), Some(report(Verdict::Works)));
        keep(&cache, &Report { macrostep: "0".into(), ..report(Verdict::Works) }).unwrap();
        assert_eq!(recall(&cache, "h"), None);
        keep(&cache, &Report { platform: "other".into(), ..report(Verdict::Works) }).unwrap();
        assert_eq!(recall(&cache, "h"), None);
        fs::write(cache.probe("h"), "{").unwrap();
        assert_eq!(recall(&cache, "h"), None);
    }

    #[test]
    fn what_depends_on_the_speed_of_the_machine_is_not_kept() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path());
        let mut whole = report(Verdict::Works);
        let slow = Found::new(Verdict::NotProbed, "").with(WOULD_TAKE, 30.0);
        for (check, found) in
            [(Check::Reset, Found::new(Verdict::Hang, "")), (Check::SaveRestore, slow)]
        {
            whole.keep(Finding { check, declared: "-".into(), found, seconds: 20.0 });
        }
        keep(&cache, &whole).unwrap();
        assert_eq!(recall(&cache, "h"), Some(report(Verdict::Works)));
    }

    #[test]
    fn what_could_not_be_loaded_is_tried_again() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path());
        keep(&cache, &report(Verdict::Fails)).unwrap();
        assert_eq!(recall(&cache, "h"), None);
    }
}
