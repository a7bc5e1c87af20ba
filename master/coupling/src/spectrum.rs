//! Eigenvalues of amplification matrices, whose entries differ by many orders of magnitude.
//!
//! The eigenvalues are those of the irreducible blocks on the diagonal of the block triangular form: variables that do not
//! depend on each other in both directions are looked at apart. Each block is balanced, brought to Hessenberg form,
//! and solved by the QR iteration (`francis_qr`).

mod balance;
mod francis_qr;
#[cfg(test)]
mod tests;

use nalgebra::linalg::Hessenberg;
use nalgebra::{Complex, DMatrix};
use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

use self::balance::balance;

/// The eigenvalues of a matrix, those that are structurally zero left out; none if it is not finite
/// or the QR iteration does not end.
pub fn eigenvalues(matrix: &DMatrix<f64>) -> Option<Vec<Complex<f64>>> {
    if !matrix.iter().all(|entry| entry.is_finite()) {
        return None;
    }
    let mut values = Vec::with_capacity(matrix.nrows());
    for block in irreducible_blocks(matrix) {
        match block.as_slice() {
            [0.0] => {}
            [value] => values.push(Complex::from(*value)),
            _ => values.extend(of_block(block)?),
        }
    }
    values.iter().all(|value| value.norm().is_finite()).then_some(values)
}

/// The largest absolute value of an eigenvalue.
pub fn spectral_radius(matrix: &DMatrix<f64>) -> Option<f64> {
    Some(eigenvalues(matrix)?.iter().map(|value| value.norm()).fold(0.0, f64::max))
}

/// The blocks of variables that all depend on each other.
fn irreducible_blocks(matrix: &DMatrix<f64>) -> impl Iterator<Item = DMatrix<f64>> {
    let n = matrix.nrows();
    let mut graph = DiGraph::<(), ()>::with_capacity(n, n * n);
    let nodes: Vec<_> = (0..n).map(|_| graph.add_node(())).collect();
    for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
        if matrix[(i, j)] != 0.0 {
            graph.add_edge(nodes[i], nodes[j], ());
        }
    }
    tarjan_scc(&graph).into_iter().map(|mut block| {
        block.sort_unstable();
        let index = |i: usize| block[i].index();
        DMatrix::from_fn(block.len(), block.len(), |i, j| matrix[(index(i), index(j))])
    })
}

fn of_block(mut block: DMatrix<f64>) -> Option<Vec<Complex<f64>>> {
    balance(&mut block);
    francis_qr::eigenvalues(Hessenberg::new(block).unpack_h())
}
