//! Which columns are positions of bodies: `SLAVE.BODY.x`, `SLAVE.BODY.y` and, if there is one, `SLAVE.BODY.z`.

use indexmap::IndexMap;

use crate::scenario::error::suggestion;
use crate::table::Table;

/// The columns of a body's position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// To the right.
    pub x: usize,
    /// Up.
    pub y: usize,
    /// To the front.
    pub z: Option<usize>,
}

impl Body {
    /// Whether it is ever anywhere but at the origin, where models leave the bodies that they have no use for.
    pub fn is_used(&self, table: &Table) -> bool {
        let columns = [Some(self.x), Some(self.y), self.z];
        columns
            .into_iter()
            .flatten()
            .any(|column| table.rows(column).any(|(_, value)| value != 0.0))
    }
}

/// The slaves that have bodies, with these in the order of their columns. Columns in another unit than m are no
/// positions.
pub(super) fn find(
    columns: &[String],
    units: &IndexMap<String, String>,
) -> IndexMap<String, Vec<Body>> {
    let place: IndexMap<&str, usize> =
        columns.iter().enumerate().map(|(k, name)| (name.as_str(), k)).collect();
    let mut found: IndexMap<String, Vec<Body>> = IndexMap::new();
    for (x, name) in columns.iter().enumerate() {
        let Some(body) = name.strip_suffix(".x") else { continue };
        let Some((slave, _)) = body.split_once('.') else { continue };
        let is_length = units.get(name).is_none_or(|unit| unit == "m");
        let other = |axis: &str| place.get(format!("{body}.{axis}").as_str()).copied();
        if let (true, Some(y)) = (is_length, other("y")) {
            found.entry(slave.into()).or_default().push(Body { x, y, z: other("z") });
        }
    }
    found
}

/// The slave that was asked for, or the only one, with its bodies.
pub(super) fn choose(
    mut found: IndexMap<String, Vec<Body>>,
    asked: Option<&str>,
) -> Result<(String, Vec<Body>), String> {
    const RECORD: &str = "record them by results.variables, such as \"damper.r[*\"";
    let names: Vec<String> = found.keys().cloned().collect();
    let names = names.iter().map(String::as_str);
    match (asked, found.len()) {
        (_, 0) => Err(format!(
            "there are no positions of bodies, whose columns end in .x and .y, such as damper.r[1].x; {RECORD}"
        )),
        (None, 1) => Ok(found.swap_remove_index(0).expect("there is one")),
        (None, _) => {
            let all = names.collect::<Vec<_>>().join(", ");
            Err(format!("several slaves have bodies ({all}); choose one by --slave"))
        }
        (Some(name), _) => found.swap_remove_entry(name).ok_or_else(|| {
            let near = suggestion(name, names);
            format!("--slave {name}: there are no positions of bodies of such a slave{near}")
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(columns: &[&str], units: &[(&str, &str)]) -> IndexMap<String, Vec<Body>> {
        let columns: Vec<String> = columns.iter().map(|name| name.to_string()).collect();
        let units = units.iter().map(|(name, unit)| (name.to_string(), unit.to_string()));
        find(&columns, &units.collect())
    }

    #[test]
    fn bodies_are_columns_in_x_and_y() {
        let columns =
            ["a.x", "a.r[1].x", "a.r[1].y", "a.r[2].x", "a.r[2].z", "b.r.y", "b.r.x", "b.r.z"];
        let all = found(&columns, &[]);
        assert_eq!(all["a"], [Body { x: 1, y: 2, z: None }]);
        assert_eq!(all["b"], [Body { x: 6, y: 5, z: Some(7) }]);
        assert_eq!(found(&["a.v.x", "a.v.y"], &[("a.v.x", "m/s")]).len(), 0);
    }

    #[test]
    fn a_slave_is_asked_for_where_several_have_bodies() {
        let all = found(&["a.r.x", "a.r.y", "b.r.x", "b.r.y"], &[]);
        assert_eq!(choose(all.clone(), Some("b")).unwrap().0, "b");
        assert!(choose(all.clone(), None).unwrap_err().contains("(a, b); choose one by --slave"));
        assert!(choose(all, Some("c")).unwrap_err().contains("there is a, b"));
        assert!(choose(IndexMap::new(), None).unwrap_err().contains("results.variables"));
    }
}
