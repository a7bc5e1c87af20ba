//! A field that takes many values: `couplings.0.stiffness=1e2..1e8:log:40`; or several that take the same ones.

use super::table::Cell;
use crate::results::chart::Axis;
use crate::scenario::read::Override;

/// Fields of the scenario, and the values that they take together.
#[derive(Clone, Debug, PartialEq)]
pub struct Vary {
    /// Dotted paths, as for `--set`; at least one.
    pub fields: Vec<String>,
    /// Their values, rising.
    pub values: Vec<f64>,
    log: bool,
}

impl Vary {
    /// The fields set to one of the values.
    pub fn set(&self, value: f64) -> impl Iterator<Item = Override> {
        self.fields
            .iter()
            .map(move |field| Override { field: field.clone(), value: value.to_string() })
    }

    /// The cells of a table for one of the values, a column for each field.
    pub fn cells(&self, value: f64) -> impl Iterator<Item = Cell> + use<> {
        std::iter::repeat_n(value, self.fields.len()).map(Cell::Number)
    }

    /// The header of a table: the fields of all, then other columns.
    pub fn header<'a>(all: &[&'a Self], others: &[&'a str]) -> Vec<&'a str> {
        let fields = all.iter().flat_map(|vary| vary.fields.iter().map(String::as_str));
        fields.chain(others.iter().copied()).collect()
    }

    /// The fields as an axis of a picture.
    pub fn axis(&self) -> Axis {
        Axis { label: self.fields.join(", "), log: self.log }
    }
}

impl std::str::FromStr for Vary {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = "write field=from..to:log:count or :lin:, for example \
                    couplings.0.stiffness=1e2..1e8:log:40, or several fields with commas between";
        let (fields, rest) = text.split_once('=').ok_or(form)?;
        let fields: Vec<String> = fields.split(',').map(|field| field.trim().into()).collect();
        for (k, field) in fields.iter().enumerate() {
            if field.is_empty() {
                return Err(format!("a field is missing before or after a comma; {form}"));
            }
            if fields[..k].contains(field) {
                return Err(format!("\"{field}\" is there twice; name each field once"));
            }
        }
        let mut parts = rest.split(':');
        let (Some(range), Some(kind), Some(count), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(form.into());
        };
        let (from, to) = range.split_once("..").ok_or(form)?;
        let number = |text: &str| -> Result<f64, String> {
            let number = text.trim().parse().ok().filter(|number: &f64| number.is_finite());
            number.ok_or(format!("\"{text}\" is no number; {form}"))
        };
        let (from, to) = (number(from)?, number(to)?);
        let log = match kind {
            "log" => true,
            "lin" => false,
            _ => return Err(format!("\"{kind}\" is neither lin nor log; {form}")),
        };
        let count: usize = count
            .parse()
            .ok()
            .filter(|count| (2..=100_000).contains(count))
            .ok_or(format!("\"{count}\" is not a number of points from 2 to 100000"))?;
        if from >= to {
            return Err(format!("{from} to {to} does not rise; give the smaller value first"));
        }
        if log && from <= 0.0 {
            return Err(format!("a logarithmic range begins above zero, not at {from}"));
        }
        let part = |k: usize| k as f64 / (count - 1) as f64;
        let value = |k: usize| match (k + 1 == count, log) {
            (true, _) => to,
            (false, true) => from * (to / from).powf(part(k)),
            (false, false) => from + (to - from) * part(k),
        };
        Ok(Self { fields, values: (0..count).map(value).collect(), log })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_include_both_ends() {
        let vary: Vary = "a.b=1..1e4:log:5".parse().unwrap();
        assert_eq!(vary.fields, ["a.b"]);
        for (value, wanted) in vary.values.iter().zip([1.0, 10.0, 100.0, 1e3, 1e4]) {
            assert!((value / wanted - 1.0).abs() < 1e-14);
        }
        let vary: Vary = "x=-1..1:lin:3".parse().unwrap();
        assert_eq!(vary.values, [-1.0, 0.0, 1.0]);
        assert_eq!(vary.set(1.0).next().unwrap().value, "1");
    }

    #[test]
    fn several_fields_take_the_same_values() {
        let vary: Vary = "a.b, c.0.d=0..1:lin:3".parse().unwrap();
        let set: Vec<_> = vary.set(0.5).map(|o| (o.field, o.value)).collect();
        assert_eq!(set, [("a.b".into(), "0.5".into()), ("c.0.d".into(), "0.5".into())]);
        assert_eq!(Vary::header(&[&vary], &["x"]), ["a.b", "c.0.d", "x"]);
        assert_eq!(vary.axis().label, "a.b, c.0.d");
    }

    #[test]
    fn what_is_no_range_is_said() {
        let message = |text: &str| text.parse::<Vary>().unwrap_err();
        for wrong in ["a.b", "a.b=1", "a.b=1..2", "a.b=1..2:log", "a.b=1-2:log:3"] {
            assert!(message(wrong).contains("couplings.0.stiffness=1e2..1e8:log:40"), "{wrong}");
        }
        assert!(message("a=1..x:lin:3").starts_with("\"x\" is no number"));
        assert!(message("a=1..2:cubic:3").contains("neither lin nor log"));
        assert!(message("a=2..1:lin:3").contains("does not rise"));
        assert!(message("a=0..1:log:3").contains("begins above zero"));
        assert!(message("a=0..1:lin:1").contains("from 2 to 100000"));
        assert!(message("a,=0..1:lin:2").starts_with("a field is missing"));
        assert!(message("a,b,a=0..1:lin:2").starts_with("\"a\" is there twice"));
    }
}
