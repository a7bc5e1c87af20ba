//! FMPy runs the FMUs of the engines to the same bits as macrostep does.
//!
//! Communication points are multiples of a power of two, so that both compute the same times without rounding.

use macrostep_tests::{Csv, fmu, macrostep, python, succeed};

/// Steps of a run.
const STEPS: f64 = 48.0;

/// The outputs as FMPy and as macrostep find them.
fn both(model: &str, interval: f64) -> Option<[Csv; 2]> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [stop, interval] = [STEPS * interval, interval].map(|time| time.to_string());
    let path = folder.path().join("fmpy.csv");
    let mut theirs = python("fmpy_reference.py")?;
    theirs.arg(fmu(model)).args(["--stop", &stop, "--interval", &interval]).arg("-o").arg(&path);
    succeed(&mut theirs);
    let theirs = Csv::read(&path);
    let path = folder.path().join("macrostep.csv");
    let mut ours = macrostep();
    ours.args(["simulate", "-q", "--stop-time", &stop, "--output-interval", &interval]);
    succeed(ours.arg("-o").arg(&path).arg(fmu(model)));
    Some([theirs, Csv::read(&path)])
}

fn agree(model: &str, interval: f64) {
    let Some([theirs, ours]) = both(model, interval) else { return };
    let (mut names, mut own) = (theirs.header().to_vec(), ours.header().to_vec());
    names.sort();
    own.sort();
    assert_eq!(names, own, "{model}: the outputs");
    for name in names {
        let bits = |csv: &Csv| csv.column(&name).into_iter().map(f64::to_bits).collect::<Vec<_>>();
        let (theirs, ours) = (bits(&theirs), bits(&ours));
        assert_eq!(theirs.len(), STEPS as usize + 1, "{model}");
        let first = theirs.iter().zip(&ours).position(|(a, b)| a != b);
        assert_eq!(first, None, "{model}, {name}: the first row that differs");
    }
}

/// 2⁻¹⁷ s is 7.6 µs.
const SHORT: f64 = 1.0 / 131_072.0;

#[test]
fn whole_engines_are_the_same_in_fmpy() {
    for model in ["v6-engine", "v6-engine-rigid", "flat-engine", "v6-bank"] {
        agree(model, SHORT);
    }
}

#[test]
fn chain_drives_are_the_same_in_fmpy() {
    for model in ["chain-drive-1", "chain-drive-2", "chain-flat-left", "chain-bank-1"] {
        agree(model, SHORT);
    }
}

/// 2⁻¹³ s is 0.12 ms: the controller has sampled five times.
#[test]
fn the_other_parts_are_the_same_in_fmpy() {
    for model in ["cam-phaser", "hydraulic-tensioner", "oil-line", "valve-train", "valve-train-8"] {
        agree(model, SHORT);
    }
    agree("phase-controller", 1.0 / 8192.0);
}
