//! Result files: the format of CSV and sidecar.

use std::path::Path;

use coupling::CommunicationPoint;
use coupling::simulation::{Observer, Progress};
use macrostep::scenario::build::build;
use macrostep::scenario::check::{Options, Place, check};
use macrostep::scenario::read::read;
use macrostep_tests::{Csv, c_fmu, macrostep, succeed};

use super::{scenario, sidecar};

/// Keeps every point as it is in memory.
struct Points(Vec<(f64, Vec<f64>, Vec<f64>)>);

impl Observer for Points {
    fn accept(&mut self, t: f64, point: &CommunicationPoint, _: Progress) -> Result<(), String> {
        self.0.push((t, point.u.as_slice().to_vec(), point.y.as_slice().to_vec()));
        Ok(())
    }
}

#[test]
fn values_read_back_to_the_same_bits() {
    let path = scenario("two-mass/explicit.toml");
    let (source, file) = read(&path, &[]).expect("a scenario");
    let folder = path.parent().expect("a folder");
    let checked = check(source, &file, folder, Options::default()).expect("it is right");
    let mut points = Points(Vec::new());
    build(&checked).expect("the FMUs start").run(&mut points).expect("the run succeeds");

    let folder = tempfile::tempdir().expect("a temporary folder");
    let results = folder.path().join("a.csv");
    succeed(macrostep().arg("run").arg(&path).arg("-qo").arg(&results));
    let csv = Csv::read(&results);
    let bits = |values: &[f64]| values.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    let times: Vec<f64> = points.0.iter().map(|(t, ..)| *t).collect();
    assert_eq!(bits(&csv.column("time")), bits(&times));
    for column in &checked.columns {
        let value = |(_, u, y): &(f64, Vec<f64>, Vec<f64>)| match column.place {
            Place::Output(k) => y[k],
            Place::Input(k) => u[k],
            Place::Energy(_) | Place::Applied(_) | Place::Told(_) => {
                panic!("nothing is monitored here")
            }
        };
        let computed: Vec<f64> = points.0.iter().map(value).collect();
        assert_eq!(bits(&csv.column(&column.name)), bits(&computed), "{}", column.name);
    }
}

/// Runs a counter alone and gives its results as text.
fn counter(results: &Path, settings: &str) -> String {
    let scenario = results.with_extension("toml");
    let text =
        format!("[simulation]\n{settings}\n[slaves.a]\nfmu = '{}'\n", c_fmu("counter").display());
    std::fs::write(&scenario, text).expect("a scenario");
    succeed(macrostep().arg("run").arg(&scenario).arg("-qo").arg(results));
    std::fs::read_to_string(results).expect("results")
}

#[test]
fn names_are_quoted_and_discrete_values_are_whole_numbers() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = counter(&folder.path().join("a.csv"), "stop = 1.0\nstep = 0.25");
    let rows = [
        r#""time","a.total","a.count","a.full","a.state""#,
        "0.0,0.0,0,0,1",
        "0.25,0.25,1,0,1",
        "0.5,0.5,2,0,1",
        "0.75,0.75,3,0,1",
        "1.0,1.0,4,0,1",
    ];
    assert_eq!(text, rows.join("\n") + "\n");
}

#[test]
fn the_last_row_is_at_the_stop_time_also_where_the_step_does_not_divide_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (stop, step, steps) in [(1.0, 0.3, 4), (0.1, 0.03, 4), (1.0, 0.1, 10), (0.7, 0.7, 1)] {
        let results = folder.path().join("a.csv");
        counter(&results, &format!("stop = {stop:?}\nstep = {step:?}"));
        let csv = Csv::read(&results);
        let time = csv.column("time");
        assert_eq!((time.last(), time.len()), (Some(&stop), steps + 1), "step {step}");
        let total = csv.column("a.total");
        assert!((total.last().expect("a row") - stop).abs() < 1e-12, "step {step}");
    }
}

#[test]
fn the_sidecar_says_what_the_results_are_the_results_of() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (path, results) = (scenario("two-mass/explicit.toml"), folder.path().join("a.csv"));
    succeed(macrostep().arg("run").arg(&path).arg("-qo").arg(&results));
    let sidecar = sidecar(&results);
    assert_eq!(sidecar["macrostep"], env!("CARGO_PKG_VERSION"));
    assert_eq!(sidecar["status"], "completed");
    assert!(sidecar["error"].is_null());
    assert_eq!(sidecar["scenario"], path.display().to_string());
    assert_eq!(sidecar["text"], std::fs::read_to_string(&path).expect("a scenario"));
    let options: Vec<&str> =
        sidecar["options"].as_array().expect("a list").iter().filter_map(|o| o.as_str()).collect();
    assert_eq!(options[..2], ["run", &path.display().to_string()]);
    assert_eq!(sidecar["step"], 1e-3);
    assert_eq!(sidecar["inputs"], "polynomial inputs of degree 1");
    let columns = sidecar["columns"].as_array().expect("a list");
    let unit =
        |name: &str| &columns.iter().find(|c| c["name"] == name).expect("the column")["unit"];
    assert_eq!((unit("left.x"), unit("right.v")), (&"m".into(), &"m/s".into()));
    assert_eq!(unit("left.force"), "N");
    assert_eq!(sidecar["slaves"][1]["model"], "oscillator");
    assert_eq!(sidecar["summary"]["steps"], 1000);
}
