//! Every code block of the README and of `docs/` does what it shows, in a folder of its own.
//!
//! - Lines that begin with `macrostep`, or with `$ ` where output follows, are run by the shell.
//! - A TOML block with a whole scenario is run; one with a part of it must be understood as such.
//! - `<!-- file: NAME -->` before a block saves it under that name, for the commands after it.
//! - `<!-- exit: CODE -->` says that its commands end with another exit code than 0.
//! - `<!-- not run: REASON -->` is for everything else: formulas, output, commands that take too long.
//!
//! Studies are run with fewer points than they show, and steps are divided less often.

mod block;
mod examples;
mod folder;
mod links;
mod names;

use std::path::{Path, PathBuf};
use std::process::Command;

use block::{Block, Content, Mark, blocks};
use folder::Folder;
use macrostep::scenario::Catalogue;
use macrostep::scenario::error::Source;
use macrostep::scenario::read::parse;
use macrostep_tests::{cache, macrostep_reproduce, printed, root};

/// The README and all pages but those that a command writes.
fn pages() -> Vec<PathBuf> {
    let markdown = |folder: &str| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(root().join(folder)).expect("a folder");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        paths.filter(|path| path.extension().is_some_and(|ending| ending == "md")).collect()
    };
    let mut pages = [markdown("docs"), markdown("docs/schemes")].concat();
    pages.retain(|page| !page.ends_with("reproduction.md"));
    pages.push(root().join("README.md"));
    pages.sort();
    pages
}

/// What is wrong with a block, if anything.
fn problem(block: &Block, folder: &Folder) -> Option<String> {
    match &block.mark {
        Some(Mark::NotRun(reason)) if reason.is_empty() => return Some("has no reason".into()),
        Some(Mark::NotRun(_)) => return None,
        Some(Mark::File(name)) => folder.write(name, &block.text),
        Some(Mark::Exit(_)) | None => {}
    }
    match block.content() {
        Content::Commands(commands) => {
            let code = if let Some(Mark::Exit(code)) = block.mark { code } else { 0 };
            commands.iter().find_map(|command| run(&shorter(command), code, folder.path()))
        }
        Content::Scenario => {
            folder.write("block.toml", &block.text);
            run("macrostep run block.toml -q -o block.csv", 0, folder.path())
        }
        Content::Part => understood(&block.text).err(),
        Content::Other if matches!(block.mark, Some(Mark::File(_))) => None,
        Content::Other => Some("neither runs nor says <!-- not run: REASON --> before it".into()),
    }
}

fn run(command: &str, code: i32, folder: &Path) -> Option<String> {
    let binary = macrostep_reproduce();
    let programs = Path::new(binary.get_program()).parent().expect("a folder").to_path_buf();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([programs].into_iter().chain(std::env::split_paths(&path)));
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder).env("MACROSTEP_CACHE", cache());
    let output = shell.env("PATH", path.expect("a search path")).output().expect("a shell");
    (output.status.code() != Some(code))
        .then(|| format!("{command}\n{} instead of {code}\n{}", output.status, printed(&output)))
}

/// The command with less to do: three points in a range, the first two divisions of a step.
fn shorter(command: &str) -> String {
    let words = command.split(' ').map(|word| {
        let range = word
            .rsplit_once(':')
            .filter(|(from, _)| from.ends_with(":log") || from.ends_with(":lin"));
        let divisions =
            word.split(',').all(|part| part.parse::<u32>().is_ok()) && word.contains(',');
        match range {
            Some((from, _)) => format!("{from}:3"),
            None if divisions => word.split(',').take(2).collect::<Vec<_>>().join(","),
            None => word.into(),
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Whether a part of a scenario has fields that there are, with values of their types.
fn understood(text: &str) -> Result<(), String> {
    let mut part: toml::Table = text.parse().map_err(|error| format!("is no TOML: {error}"))?;
    let mut simulation =
        toml::Table::from_iter([("stop", 1.0), ("step", 1e-3)].map(|(k, v)| (k.into(), v.into())));
    if let Some(toml::Value::Table(given)) = part.remove("simulation") {
        simulation.extend(given);
    }
    part.insert("simulation".into(), simulation.into());
    part.entry("slaves").or_insert_with(|| toml::Table::new().into());
    let source = Source { file: "part".into(), text: part.to_string() };
    let read = parse(source, &[]);
    let understood =
        read.and_then(|(source, file)| Catalogue::standard().understands(&source, &file));
    understood.map_err(|error| error.to_string())
}

#[test]
fn every_code_block_runs_or_says_why_not() {
    let mut problems = Vec::new();
    for page in pages() {
        let text = std::fs::read_to_string(&page).expect("a page");
        let Some(folder) = Folder::for_page(&text) else { continue };
        for block in blocks(&text) {
            if let Some(problem) = problem(&block, &folder) {
                problems.push(format!("{}:{}: {problem}", page.display(), block.line));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn blocks_are_found_with_their_marks() {
    let text = "Words:\n\n    macrostep info a.fmu   # a remark\n    macrostep run a.toml \\\n        --strict\n\n\
                <!-- exit: 3 -->\n\n    $ macrostep run b.toml\n    error: no\n\n```toml\n[scheme]\nkind = 1\n```\n\
                <!-- not run: a formula -->\n    x = 1\n\n- item\n  text\n";
    let blocks = blocks(text);
    let lines: Vec<usize> = blocks.iter().map(|block| block.line).collect();
    assert_eq!(lines, [3, 9, 12, 17]);
    let commands = |k: usize| match blocks[k].content() {
        Content::Commands(commands) => commands,
        _ => panic!("no commands"),
    };
    assert_eq!(commands(0), ["macrostep info a.fmu   # a remark", "macrostep run a.toml --strict"]);
    assert_eq!(commands(1), ["macrostep run b.toml"]);
    assert!(matches!(blocks[1].mark, Some(Mark::Exit(3))));
    assert!(matches!(blocks[2].content(), Content::Part));
    assert!(understood(&blocks[2].text).is_err(), "kind is text");
    assert!(matches!(&blocks[3].mark, Some(Mark::NotRun(reason)) if reason == "a formula"));
    let empty = Folder::for_page("").expect("a folder");
    let unmarked = Block { line: 1, text: "x = y(z)\n".into(), mark: None };
    assert!(problem(&unmarked, &empty).is_some());
    let failing = Block { line: 1, text: "macrostep run no.toml\n".into(), mark: None };
    assert!(problem(&failing, &empty).is_some());
}
