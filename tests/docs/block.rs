//! Code blocks of a page: fenced or indented, with the mark that stands before them.

/// What the page says of a block, in a comment before it.
pub enum Mark {
    /// It is saved as this file.
    File(String),
    /// Its commands end with this exit code.
    Exit(i32),
    /// It is not run, for this reason.
    NotRun(String),
}

/// A code block.
pub struct Block {
    /// Its line in the page.
    pub line: usize,
    /// Its text without indentation.
    pub text: String,
    /// What is said before it.
    pub mark: Option<Mark>,
}

/// What a block is by its text.
pub enum Content {
    /// Lines for a shell.
    Commands(Vec<String>),
    /// A whole scenario.
    Scenario,
    /// A part of a scenario.
    Part,
    /// Something else.
    Other,
}

impl Block {
    pub fn content(&self) -> Content {
        let prompts: Vec<&str> =
            self.text.lines().filter_map(|line| line.strip_prefix("$ ")).collect();
        if !prompts.is_empty() {
            return Content::Commands(prompts.iter().map(|line| (*line).into()).collect());
        }
        if self.text.starts_with("macrostep ") {
            let whole = self.text.replace("\\\n", "");
            let words = |line: &str| match line
                .split_once("  ")
                .filter(|(_, rest)| !rest.trim_start().starts_with('#'))
            {
                Some((first, rest)) => format!("{first} {}", rest.trim_start()),
                None => line.into(),
            };
            return Content::Commands(whole.lines().map(words).collect());
        }
        if !self.text.starts_with('[') {
            Content::Other
        } else if self.text.contains("[simulation]") && self.text.contains("stop =") {
            Content::Scenario
        } else {
            Content::Part
        }
    }
}

fn mark(line: &str) -> Option<Mark> {
    let inside = line.trim().strip_prefix("<!--")?.strip_suffix("-->")?.trim();
    let (word, rest) = inside.split_once(':')?;
    match (word, rest.trim()) {
        ("file", name) => Some(Mark::File(name.into())),
        ("exit", code) => code.parse().ok().map(Mark::Exit),
        ("not run", reason) => Some(Mark::NotRun(reason.into())),
        _ => None,
    }
}

/// The blocks of a page. Indented lines are one if they follow an empty line or a comment.
pub fn blocks(page: &str) -> Vec<Block> {
    let lines: Vec<&str> = page.lines().collect();
    let (mut blocks, mut k, mut before) = (Vec::new(), 0, "");
    while k < lines.len() {
        let line = k + 1;
        let begins = k == 0 || lines[k - 1].trim().is_empty() || lines[k - 1].starts_with("<!--");
        let text: Vec<&str> = if lines[k].starts_with("```") {
            let inside = lines[k + 1..].iter().take_while(|line| !line.starts_with("```"));
            let inside: Vec<&str> = inside.copied().collect();
            k += inside.len() + 2;
            inside
        } else if lines[k].starts_with("    ") && begins {
            let inside = lines[k..]
                .iter()
                .take_while(|line| line.starts_with("    ") || line.trim().is_empty());
            let inside: Vec<&str> =
                inside.map(|line| line.strip_prefix("    ").unwrap_or("")).collect();
            k += inside.len();
            inside
        } else {
            before = if lines[k].trim().is_empty() { before } else { lines[k] };
            k += 1;
            continue;
        };
        blocks.push(Block {
            line,
            text: text.join("\n").trim_end().to_string() + "\n",
            mark: mark(before),
        });
        before = "";
    }
    blocks
}
