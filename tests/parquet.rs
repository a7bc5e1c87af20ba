//! Results as Parquet hold what the CSV holds.

use std::fs::File;
use std::path::Path;

use macrostep_tests::{Csv, c_fmu, macrostep, printed, succeed};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;

/// Two slaves, one with whole numbers and Booleans, for more rows than a row group has.
fn scenario(folder: &Path, stop: f64) -> std::path::PathBuf {
    let path = folder.join("run.toml");
    let text = format!(
        "[simulation]\nstop = {stop}\nstep = 0.01\n[results]\nvariables = ['counter.*', 'tank.y']\n\
         [slaves.counter]\nfmu = '{}'\nstart = {{ rate = 0.1, enable = true, mode = 'up' }}\n\
         [slaves.tank]\nfmu = '{}'\n\
         [[connections]]\nfrom = 'counter.total'\nto = 'tank.u'\n",
        c_fmu("counter").display(),
        c_fmu("integrator").display()
    );
    std::fs::write(&path, text).unwrap();
    path
}

/// Names and rows, whole numbers as they are.
fn read(path: &Path) -> (Vec<String>, Vec<Vec<f64>>) {
    let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    let fields = reader.metadata().file_metadata().schema().get_fields().to_vec();
    let names = fields.iter().map(|field| field.name().to_string()).collect();
    let number = |field: &Field| match field {
        Field::Double(value) => *value,
        Field::Long(value) => *value as f64,
        other => panic!("{other:?}"),
    };
    let rows = reader
        .get_row_iter(None)
        .unwrap()
        .map(|row| row.unwrap().get_column_iter().map(|(_, field)| number(field)).collect());
    (names, rows.collect())
}

#[test]
fn parquet_holds_the_numbers_of_the_csv() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = scenario(folder.path(), 600.0);
    let file = |name: &str| folder.path().join(name);
    for name in ["results.csv", "results.parquet"] {
        succeed(macrostep().args(["run", "--quiet"]).arg(&scenario).arg("-o").arg(file(name)));
    }
    let csv = Csv::read(&file("results.csv"));
    let (names, rows) = read(&file("results.parquet"));
    assert_eq!(names, csv.header());
    assert_eq!(rows.len(), 60_001);
    for (k, name) in names.iter().enumerate() {
        let column: Vec<f64> = rows.iter().map(|row| row[k]).collect();
        assert!(column == csv.column(name), "{name}");
    }
    let groups = SerializedFileReader::new(File::open(file("results.parquet")).unwrap());
    assert!(groups.unwrap().metadata().num_row_groups() > 1);
    assert!(file("results.parquet.json").exists());
}

#[test]
fn a_run_that_fails_leaves_a_file_that_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let (scenario, results) = (folder.path().join("nan.toml"), folder.path().join("nan.parquet"));
    let text = format!(
        "[simulation]\nstop = 1\nstep = 0.1\n[slaves.tank]\nfmu = '{}'\nstart = {{ u = 1 }}\n",
        c_fmu("nan").display()
    );
    std::fs::write(&scenario, text).unwrap();
    let output = macrostep().arg("run").arg(&scenario).arg("-o").arg(&results).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", printed(&output));
    assert_eq!(read(&results).1.len(), 5);
}

#[test]
fn a_picture_of_parquet_is_refused_before_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = macrostep();
    command.arg("run").arg(scenario(folder.path(), 1.0)).args(["--plot", "picture.svg", "-o"]);
    let output = command.arg(folder.path().join("results.parquet")).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", printed(&output));
    assert!(printed(&output).contains("--plot draws CSV results"), "{}", printed(&output));
}
