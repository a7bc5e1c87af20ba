//! The file held against the schema of FMI 2.0, element by element.
//!
//! `table` is the schema, `form` the lexical forms of values, `walk` goes through the file.
//! Reading passes over what it does not know; here every such place is told, with its line.

mod form;
mod table;
mod walk;

use crate::Problem;
use crate::encoding::{decode, is_as_declared};

/// Where the bytes of a `modelDescription.xml` deviate from the schema of FMI 2.0.
pub fn problems(xml: &[u8]) -> Vec<Problem> {
    let mut found = Vec::new();
    if !is_as_declared(xml) {
        let message = "the file is not in the encoding that it declares (UTF-8 if none); \
                       it was read as ISO-8859-1";
        found.push(Problem::warning("D29", message.into()));
    }
    let text = decode(xml);
    found.extend(walk::Walk::new(&text).problems());
    found
}

#[cfg(test)]
mod tests;
