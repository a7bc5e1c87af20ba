//! Tables 2.4 to 2.8: the largest stable ω̂ of rules with optimal free parameters.

use serde::Deserialize;

use super::system::{F, exact_f, force_force, largest_stable};
use crate::bench::Bench;
use crate::entry::{Entry, data};
use crate::error::ReproduceError;
use crate::figure::{Figure, Section};
use crate::picture::Picture;
use crate::target::{Standing, Target};

const ABOUT: &str = "Two equal undamped oscillators coupled by a spring of F times their stiffness \
    (Figure 2.8), force/force, stepped exactly. The largest stable ω̂ = ωH is the first at which the spectral \
    radius of the amplification matrix exceeds 1 + 1e-6. The printed five digits are found with F = 10^(-1, \
    -1/4, 1/2, 5/4, 2), of which the printed F are rounded values.";

/// Tables 2.4 to 2.7, one entry each.
pub fn entries() -> [Entry; 5] {
    let entry = |name, title, run| Entry {
        name,
        title,
        about: ABOUT,
        fmus: &["oscillator"],
        run,
        pictures: None,
    };
    [
        entry("friedrich/table-2.4", "Largest stable ω̂ of Const 2,3,Opt", |bench| {
            table(bench, 0)
        }),
        entry("friedrich/table-2.5", "Largest stable ω̂ of Lin 2,3", |bench| table(bench, 1)),
        entry("friedrich/table-2.6", "Largest stable ω̂ of Const 2,2", |bench| table(bench, 2)),
        entry("friedrich/table-2.7", "Largest stable ω̂ of Lin 2,2", |bench| table(bench, 3)),
        Entry {
            about: "The optima of Tables 2.4 to 2.7 side by side, to three digits. The rows are called Opt \
                    but hold the optimum of each F, not the fixed sets (2.65), (2.67), (2.68), which Figure \
                    2.13 shows. 0.750 is a misprint: Table 2.7 has 0.75832 for the same case.",
            pictures: Some(pictures),
            ..entry("friedrich/table-2.8", "Comparison of the largest stable ω̂", table_2_8)
        },
    ]
}

#[derive(Deserialize)]
struct Data {
    tables: [Table; 4],
    table_2_8: Vec<Column>,
}

#[derive(Deserialize)]
struct Table {
    shape: String,
    rows: [Row; 5],
}

#[derive(Deserialize)]
struct Row {
    a: Vec<f64>,
    b: Vec<f64>,
    printed: Target,
    recomputed: f64,
    remark: Option<String>,
}

/// A rule of Table 2.8 with its values at F = 3.16, 17.8, 100.
#[derive(Deserialize)]
struct Column {
    name: String,
    printed: [f64; 3],
}

/// Tables 2.4 to 2.7 over F.
fn pictures(bench: &Bench, _: &[Section]) -> Result<Vec<Picture>, ReproduceError> {
    let caption = "Tables 2.4 to 2.7: largest stable ω̂ with the parameters printed for each F. Curves: found; circles: printed.";
    let axes = ["F, stiffness of the coupling over that of a subsystem", "largest stable ω̂"];
    let mut picture = Picture::new("tables-2.4-to-2.7", axes, caption).log_x().log_y();
    let mut printed = Vec::new();
    let names = ["Const 2,3,Opt", "Lin 2,3", "Const 2,2", "Lin 2,2"];
    for (table, name) in read().tables.iter().zip(names) {
        let found = bench.each(&[0, 1, 2, 3, 4], |&k| limit(bench, table, k))?;
        let points = found.into_iter().enumerate().map(|(k, found)| (exact_f(k), found));
        picture = picture.curve(name, points.collect());
        let rows = table.rows.iter().enumerate();
        printed.extend(rows.map(|(k, row)| (exact_f(k), row.printed.value)));
    }
    Ok(vec![picture.marks("printed", printed)])
}

fn read() -> Data {
    data(include_str!("../../data/friedrich_stability.json"))
}

/// The largest stable ω̂ of a row.
fn limit(bench: &Bench, table: &Table, k: usize) -> Result<f64, ReproduceError> {
    let Row { a, b, .. } = &table.rows[k];
    let inputs = format!("extrapolation = '{}'\na = {a:?}\nb = {b:?}", table.shape);
    largest_stable(&mut force_force(bench, &inputs, exact_f(k))?)
}

fn table(bench: &Bench, number: usize) -> Result<Vec<Section>, ReproduceError> {
    let table = &read().tables[number];
    let found = bench.each(&[0, 1, 2, 3, 4], |&k| limit(bench, table, k))?;
    let figure = |(k, found): (usize, f64)| {
        let row = &table.rows[k];
        let figure = Figure::new(format!("F = {}", F[k]), found).printed(row.printed);
        let figure = figure.recomputed(Target::relative(row.recomputed, 1e-5));
        Figure { remark: row.remark.clone(), ..figure }
    };
    let figures = found.into_iter().enumerate().map(figure).collect();
    Ok(vec![Section::new("largest stable ω̂", figures)])
}

fn table_2_8(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let Data { tables, table_2_8 } = read();
    let cases: Vec<(usize, usize)> = (0..4).flat_map(|n| (2..5).map(move |k| (n, k))).collect();
    let found = bench.each(&cases, |&(n, k)| limit(bench, &tables[n], k))?;
    let figures = cases.into_iter().zip(found).map(|((n, k), found)| {
        let value = table_2_8[n].printed[k - 2];
        let printed = Target::absolute(value, 5e-4).standing(Standing::NotSo, value == 0.750);
        Figure::new(format!("{}, F = {}", table_2_8[n].name, F[k]), found).printed(printed)
    });
    Ok(vec![Section::new("largest stable ω̂", figures.collect())])
}
