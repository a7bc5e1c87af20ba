//! Goes through the file and compares each element with the table.

use super::form::Form;
use super::table::{Element, ROOT};
use crate::Problem;
use crate::problem::Severity;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;

/// A walk through the text of a file.
pub struct Walk<'a> {
    reader: Reader<&'a [u8]>,
    text: &'a str,
    /// The elements that are open, from the root on.
    open: Vec<Open>,
    /// How deep we are in what the schema does not describe.
    unknown: usize,
    /// Whether the root has been seen.
    rooted: bool,
    /// Up to where lines have been counted, and how many there are.
    counted: (usize, usize),
    found: Vec<Problem>,
}

/// An element whose end has not come yet.
struct Open {
    element: &'static Element,
    /// What it is called in messages.
    shown: String,
    /// The part of the order at which it has arrived; how many there are where any may stand.
    at: usize,
    /// How many elements there are of each part.
    counts: Vec<usize>,
}

impl<'a> Walk<'a> {
    /// Begins at the start of the text.
    pub fn new(text: &'a str) -> Self {
        let mut reader = Reader::from_str(text);
        reader.config_mut().enable_all_checks(true);
        let (open, found) = (Vec::new(), Vec::new());
        Self { reader, text, open, unknown: 0, rooted: false, counted: (0, 1), found }
    }

    /// Everything that deviates, in the order of the file.
    pub fn problems(mut self) -> Vec<Problem> {
        if let Some(at) = self.text.find(is_forbidden) {
            self.line_at(at);
            self.malformed("a control character, which XML forbids");
            self.counted = (0, 1);
        }
        loop {
            match self.reader.read_event() {
                Ok(Event::Start(start)) => self.enter(&start),
                Ok(Event::Empty(start)) => {
                    self.enter(&start);
                    self.leave();
                }
                Ok(Event::End(_)) => self.leave(),
                Ok(Event::Text(text)) => self.text(&text),
                Ok(Event::CData(_)) => self.text("CDATA"),
                Ok(Event::GeneralRef(reference)) => self.text(&reference),
                Ok(Event::Eof) => break,
                Ok(Event::Decl(_) | Event::PI(_) | Event::Comment(_) | Event::DocType(_)) => {}
                Err(error) => {
                    self.malformed(&error.to_string());
                    break;
                }
            }
        }
        self.found
    }

    fn enter(&mut self, start: &BytesStart) {
        self.line_at(usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX));
        let name = start.name();
        let name = name.as_ref();
        if self.unknown > 0 || self.is_any(name) {
            self.unknown += 1;
            return;
        }
        let element = match self.open.last_mut() {
            Some(parent) => match find(parent.element, name) {
                Some((part, element)) => {
                    let late = part < parent.at;
                    parent.at = parent.at.max(part);
                    parent.counts[part] += 1;
                    let most = parent.element.parts[part].most;
                    let many = parent.counts[part] == most.saturating_add(1);
                    let shown = parent.shown.clone();
                    if late {
                        self.warn("D25", format!("{shown}: {name} stands too late"));
                    }
                    if many {
                        self.warn("D25", format!("{shown}: there are more than {most} {name}"));
                    }
                    element
                }
                None => return self.unheard_of(name),
            },
            None if !self.rooted && name == ROOT.name => &ROOT,
            None => return self.unheard_of(name),
        };
        self.rooted = true;
        let shown = self.attributes(element, start);
        let counts = vec![0; element.parts.len()];
        self.open.push(Open { element, shown, at: 0, counts });
    }

    /// Whether an element stands where any may, of which there may be too many.
    fn is_any(&mut self, name: &str) -> bool {
        let Some(parent) = self.open.last_mut().filter(|open| open.element.any > 0) else {
            return false;
        };
        parent.at += 1;
        if parent.at == parent.element.any.saturating_add(1) {
            let shown = parent.shown.clone();
            self.warn("D25", format!("{shown}: it holds {name} beside another element"));
        }
        true
    }

    /// An element that the schema does not have here.
    fn unheard_of(&mut self, name: &str) {
        self.unknown += 1;
        let Some(parent) = self.open.last() else {
            let message = format!("the element {name} stands where only {} may", ROOT.name);
            return self.tell(Severity::Error, "D25", message);
        };
        let known = parent.element.parts.iter().flat_map(|part| part.choice);
        let meant = nearest(name, known.map(|element| element.name));
        let severity = severity(meant.is_some());
        let shown = &parent.shown;
        let message = format!("{shown}: FMI 2.0 has no element {name} here{}", suggestion(meant));
        self.tell(severity, "D25", message);
    }

    /// Compares the attributes, and says what the element is called in messages.
    fn attributes(&mut self, element: &'static Element, start: &BytesStart) -> String {
        let mut values: Vec<Option<String>> = vec![None; element.attributes.len()];
        let mut others = Vec::new();
        for attribute in start.attributes() {
            let attribute = match attribute {
                Ok(attribute) => attribute,
                Err(error) => {
                    self.malformed(&error.to_string());
                    continue;
                }
            };
            let name = attribute.key.as_ref();
            if attribute.value.contains('<') {
                self.malformed(&format!("the attribute {name} contains a \"<\"; write &lt;"));
            }
            let value = match attribute.normalized_value(XmlVersion::Implicit1_0) {
                Ok(value) => value.into_owned(),
                Err(error) => {
                    self.malformed(&format!("attribute {name}: {error}"));
                    continue;
                }
            };
            match element.attributes.iter().position(|known| known.name == name) {
                Some(place) => values[place] = Some(value),
                None if name.starts_with("xmlns:") || name.starts_with("xsi:") => {}
                None if element.any > 1 => {}
                None => others.push(name.to_owned()),
            }
        }
        let named = element.attributes.iter().position(|known| known.name == "name");
        let shown = match named.and_then(|place| values[place].as_deref()) {
            Some(name) => format!("{} \"{name}\"", element.name),
            None => element.name.into(),
        };
        self.judge(element, &shown, &values, &others);
        shown
    }

    fn judge(
        &mut self,
        element: &'static Element,
        shown: &str,
        values: &[Option<String>],
        others: &[String],
    ) {
        for name in others {
            let absent = element.attributes.iter().zip(values).filter(|(_, value)| value.is_none());
            let meant = nearest(name, absent.map(|(known, _)| known.name));
            let message = format!("{shown}: FMI 2.0 has no attribute {name}{}", suggestion(meant));
            self.tell(severity(element.vital && meant.is_some()), "D26", message);
        }
        for (attribute, value) in element.attributes.iter().zip(values) {
            let name = attribute.name;
            let empty_name = element.vital && name == "name" && value.as_deref() == Some("");
            let (code, message) = match value {
                None if attribute.required => ("D27", format!("the attribute {name} is missing")),
                Some(_) if attribute.required && empty_name => {
                    ("D27", format!("the attribute {name} is empty"))
                }
                Some(value) if !attribute.form.fits(value) => {
                    let code = if attribute.form.is_word() { "D20" } else { "D28" };
                    (code, format!("{name} \"{value}\" is not {}", attribute.form.name()))
                }
                _ => continue,
            };
            let kinds = attribute.form == Form::DependencyKinds;
            let decisive = attribute.required || (attribute.form.is_word() && !kinds);
            let message = format!("{shown}: {message}");
            self.tell(severity(element.vital && decisive), code, message);
        }
    }

    fn leave(&mut self) {
        if self.unknown > 0 {
            self.unknown -= 1;
            return;
        }
        let Some(Open { element, shown, counts, .. }) = self.open.pop() else { return };
        for (part, count) in element.parts.iter().zip(counts) {
            if count < part.least {
                let names: Vec<_> = part.choice.iter().map(|element| element.name).collect();
                let message = format!("{shown}: it holds no {}", names.join(", "));
                self.warn("D25", message);
            }
        }
    }

    fn text(&mut self, text: &str) {
        let inside = self.open.last().is_some_and(|open| open.element.any <= 1);
        if self.unknown == 0 && inside && !text.trim().is_empty() {
            let at = usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX);
            self.line_at(at);
            let shown = self.open.last().map_or(String::new(), |open| open.shown.clone());
            self.warn("D25", format!("{shown}: it holds text, \"{}\"", text.trim()));
        }
    }

    /// Counts lines up to a place in the text.
    fn line_at(&mut self, at: usize) {
        let at = at.min(self.text.len());
        let (from, lines) = self.counted;
        let new = self.text.as_bytes()[from.min(at)..at].iter().filter(|b| **b == b'\n').count();
        self.counted = (at.max(from), lines + new);
    }

    fn malformed(&mut self, reason: &str) {
        self.warn("D29", format!("not well-formed XML: {reason}"));
    }

    fn warn(&mut self, code: &'static str, message: String) {
        self.tell(Severity::Warning, code, message);
    }

    fn tell(&mut self, severity: Severity, code: &'static str, message: String) {
        let message = format!("line {}: {message}", self.counted.1);
        self.found.push(Problem { code, severity, message });
    }
}

fn severity(error: bool) -> Severity {
    if error { Severity::Error } else { Severity::Warning }
}

fn find(parent: &'static Element, name: &str) -> Option<(usize, &'static Element)> {
    let mut parts = parent.parts.iter().enumerate();
    parts.find_map(|(k, part)| Some((k, *part.choice.iter().find(|e| e.name == name)?)))
}

/// The known name that was probably meant: a slip of up to a quarter of its letters.
fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let distance = |known: &&'n str| {
        strsim::damerau_levenshtein(&name.to_ascii_lowercase(), &known.to_ascii_lowercase())
    };
    let (distance, nearest) = known.map(|known| (distance(&known), known)).min()?;
    (distance <= nearest.len().div_ceil(4)).then_some(nearest)
}

fn suggestion(meant: Option<&str>) -> String {
    meant.map_or(String::new(), |meant| format!("; did you mean {meant}?"))
}

/// Characters that XML 1.0 does not allow.
fn is_forbidden(c: char) -> bool {
    matches!(c, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
}
