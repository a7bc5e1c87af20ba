//! Who steps when: the order of a sweep.

use coupling::SlaveId;

use crate::scenario::error::{ScenarioError, Source, suggestion};
use crate::scenario::file::{ScenarioFile, SweepKind};

/// The order of a sweep, resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sweep {
    /// All at once.
    Jacobi,
    /// One after the other.
    GaussSeidel(Vec<SlaveId>),
}

/// Reads the sweep of `[scheme]`; an order names every slave once.
pub(super) fn check(source: &Source, file: &ScenarioFile) -> Result<Sweep, ScenarioError> {
    let names = || file.slaves.keys().map(|name| name.get_ref().as_str());
    match (file.scheme.sweep, &file.scheme.order) {
        (SweepKind::Jacobi, None) => Ok(Sweep::Jacobi),
        (SweepKind::Jacobi, Some(order)) => {
            Err(source.error_at(order.span(), "scheme.order needs scheme.sweep = \"gauss-seidel\""))
        }
        (SweepKind::GaussSeidel, None) => {
            Ok(Sweep::GaussSeidel((0..file.slaves.len()).map(SlaveId).collect()))
        }
        (SweepKind::GaussSeidel, Some(order)) => {
            let mut ids = Vec::new();
            for name in order.get_ref() {
                let id = names().position(|known| known == name.get_ref()).ok_or_else(|| {
                    let near = suggestion(name.get_ref(), names());
                    source.error_at(
                        name.span(),
                        format!("scheme.order: no slave \"{}\"{near}", name.get_ref()),
                    )
                })?;
                if ids.contains(&SlaveId(id)) {
                    let message =
                        format!("scheme.order names \"{}\" twice; once is enough", name.get_ref());
                    return Err(source.error_at(name.span(), message));
                }
                ids.push(SlaveId(id));
            }
            match names().enumerate().find(|(k, _)| !ids.contains(&SlaveId(*k))) {
                Some((_, name)) => Err(source.error_at(
                    order.span(),
                    format!("scheme.order lacks the slave \"{name}\"; it must name every slave"),
                )),
                None => Ok(Sweep::GaussSeidel(ids)),
            }
        }
    }
}
