//! Lines of a scenario that come from the command line, marked so that those of the file keep their numbers.

/// Ends a line of the file with a value of the command line.
const CHANGED: &str = " # changed by --set";
/// Ends a line that the file does not have.
const ADDED: &str = " # added by --set";

/// The new text with its new lines marked; every line of the old text keeps its number, not
/// counting lines that were added.
pub(super) fn mark(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let (old_rest, new_rest) = (&old[head..], &new[head..]);
    let tail = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(a, b)| a == b);
    let tail = tail.count();
    let before = &old_rest[..old_rest.len() - tail];
    let after = &new_rest[..new_rest.len() - tail];
    let mut lines: Vec<String> = new[..head].iter().map(|line| (*line).into()).collect();
    for (k, line) in after.iter().enumerate() {
        let added = before.get(k).is_none_or(|line| line.ends_with(ADDED));
        let line = line.trim_end_matches(ADDED).trim_end_matches(CHANGED);
        lines.push(format!("{line}{}", if added { ADDED } else { CHANGED }));
    }
    let gone = before.iter().skip(after.len()).filter(|line| !line.ends_with(ADDED));
    lines.extend(gone.map(|_| String::new()));
    lines.extend(new_rest[new_rest.len() - tail..].iter().map(|line| (*line).into()));
    lines.join("\n") + "\n"
}

/// The number of line `index` (from 0) in the user's file; None if it comes from the command line.
pub(super) fn own_line(text: &str, index: usize) -> Option<usize> {
    let line = text.lines().nth(index).unwrap_or_default();
    if line.ends_with(ADDED) || line.ends_with(CHANGED) {
        return None;
    }
    Some(text.lines().take(index).filter(|line| !line.ends_with(ADDED)).count() + 1)
}
