//! The table of global orders: every scheme and degree in three decompositions of a linear and a nonlinear coupling, on
//! FMUs, as in `docs/order.md`. Run by `cargo bench -p macrostep-tests --bench orders`.

#[path = "../inputs/order_table.rs"]
mod order_table;

use order_table::{PROBLEMS, SCHEMES};

fn main() {
    for problem in &PROBLEMS {
        let reference = problem.reference();
        println!("\n{}, {}\n", problem.name, problem.decomposition);
        println!("| | degree 0 | 1 | 2 | 3 |\n|---|---|---|---|---|");
        for (name, scheme) in SCHEMES {
            let cells = (0..=3).map(|degree| match problem.order(scheme, degree, &reference) {
                Ok((errors, order)) => format!("{order:.2} ({:.0e})", errors[1]),
                Err(error) => format!("- ({error})"),
            });
            println!("| {name} | {} |", cells.collect::<Vec<_>>().join(" | "));
        }
    }
}
