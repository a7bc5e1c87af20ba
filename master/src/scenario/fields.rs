//! The names of the fields of a section, as its `Deserialize` announces them.

use serde::de::value::Error;
use serde::de::{DeserializeOwned, Deserializer, Error as _, Visitor};
use serde::forward_to_deserialize_any;

/// The names of the fields of a struct.
pub(super) fn names<T: DeserializeOwned>() -> &'static [&'static str] {
    let mut names: &'static [&'static str] = &[];
    // Nothing is read: the struct says what it would read, and gets nothing.
    drop(T::deserialize(Listener(&mut names)));
    names
}

/// Takes note of the fields that a struct asks for.
struct Listener<'a>(&'a mut &'static [&'static str]);

impl<'de> Deserializer<'de> for Listener<'_> {
    type Error = Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        *self.0 = fields;
        self.deserialize_any(visitor)
    }

    fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, Error> {
        Err(Error::custom("there is nothing to read"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::names;

    #[derive(Deserialize)]
    struct Section {
        _degree: usize,
        #[serde(rename = "step")]
        _h: Option<f64>,
    }

    #[test]
    fn a_struct_names_its_fields_as_the_user_writes_them() {
        assert_eq!(names::<Section>(), ["_degree", "step"]);
        assert!(names::<f64>().is_empty());
    }
}
