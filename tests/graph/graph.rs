//! Scenarios drawn: the DOT of every example, and SVG that holds what it should.
//!
//! `REWRITE_GOLDEN=1 cargo test -p macrostep-tests --test graph` rewrites the expected DOT files.

use std::path::{Path, PathBuf};

use macrostep_tests::{c_fmu, fmu, macrostep, printed, root, succeed};
use quick_xml::Reader;
use quick_xml::events::Event;
use tempfile::tempdir;

fn dot(scenario: &Path) -> String {
    let output = succeed(macrostep().arg("graph").arg(scenario));
    String::from_utf8(output.stdout).unwrap()
}

fn svg(scenario: &Path) -> String {
    let folder = tempdir().unwrap();
    let target = folder.path().join("graph.svg");
    succeed(macrostep().arg("graph").arg(scenario).arg("-o").arg(&target));
    std::fs::read_to_string(&target).unwrap()
}

/// All examples, with `topic-name` for each.
fn scenarios() -> Vec<(String, PathBuf)> {
    fmu("oscillator");
    let mut found = Vec::new();
    for topic in std::fs::read_dir(root().join("scenarios")).unwrap().map(|e| e.unwrap().path()) {
        for file in std::fs::read_dir(&topic).unwrap().map(|entry| entry.unwrap().path()) {
            if file.extension().is_some_and(|ending| ending == "toml") {
                let word = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_string();
                found.push((format!("{}-{}", word(&topic), word(&file)), file));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn the_dot_of_every_example_is_as_before() {
    let golden = root().join("tests/graph/golden");
    for (name, scenario) in scenarios() {
        let (found, file) = (dot(&scenario), golden.join(format!("{name}.dot")));
        if std::env::var_os("REWRITE_GOLDEN").is_some() {
            std::fs::write(&file, &found).unwrap();
        }
        let expected = std::fs::read_to_string(&file)
            .unwrap_or_else(|error| panic!("{}: {error}; set REWRITE_GOLDEN=1", file.display()));
        assert_eq!(found, expected, "{name}: set REWRITE_GOLDEN=1 if this is meant");
    }
}

/// The texts of a drawing; fails where it is no XML.
fn texts(svg: &str) -> Vec<String> {
    let mut reader = Reader::from_str(svg);
    let (mut texts, mut depth) = (Vec::new(), 0);
    loop {
        match reader.read_event().unwrap() {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth -= 1,
            Event::Text(text) => texts.push(text.trim().to_string()),
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(depth, 0, "an element is left open");
    texts
}

#[test]
fn every_example_is_drawn_with_all_its_slaves_and_the_same_each_time() {
    for (name, scenario) in scenarios() {
        let drawn = svg(&scenario);
        assert_eq!(drawn, svg(&scenario), "{name}");
        let texts = texts(&drawn);
        let text = std::fs::read_to_string(&scenario).unwrap();
        for line in text.lines() {
            let section = line.strip_prefix("[slaves.").and_then(|l| l.strip_suffix(']'));
            if let Some(slave) = section.filter(|section| !section.contains('.')) {
                assert!(texts.iter().any(|text| text == slave), "{name}: {slave} is missing");
            }
        }
        assert!(!drawn.contains("stroke=\"#d02020\""), "{name} has no loop");
    }
}

/// Two feedthroughs in a ring, of which one also drives an oscillator with a spring beside it.
fn ring(folder: &Path) -> PathBuf {
    let (c, ours, spring) = (c_fmu("loop"), fmu("oscillator"), fmu("spring-damper"));
    let mut text = format!(
        "[simulation]\nstop = 1.0\nstep = 0.1\n\
         [slaves.one]\nfmu = {c:?}\n[slaves.two]\nfmu = {c:?}\n\
         [slaves.mass]\nfmu = {ours:?}\n[slaves.spring]\nfmu = {spring:?}\n"
    );
    for (from, to, more) in [
        ("one.y", "two.u", ""),
        ("two.y", "one.u", "gain = -0.5\noffset = 3.0\n"),
        ("two.y", "mass.force", "units = false\n"),
        ("mass.x", "spring.x1", ""),
    ] {
        text += &format!("[[connections]]\nfrom = \"{from}\"\nto = \"{to}\"\n{more}");
    }
    let file = folder.join("ring.toml");
    std::fs::write(&file, text).unwrap();
    file
}

#[test]
fn loops_are_red_and_unconnected_inputs_grey() {
    let folder = tempdir().unwrap();
    let scenario = ring(folder.path());
    let dot = dot(&scenario);
    let lines_with = |word: &str| dot.lines().filter(|line| line.contains(word)).count();
    // Two slaves and the two connections between them.
    assert_eq!(lines_with("color = red"), 4, "{dot}");
    assert!(dot.contains("n1 -> n0 [label = \"y → u × -0.5 + 3\", color = red]"), "{dot}");
    assert!(dot.contains("n1 -> n2 [label = \"y → force\"]"), "{dot}");
    // v1, x2 and v2, each with its line.
    assert_eq!(lines_with("gray"), 6, "{dot}");

    let svg = svg(&scenario);
    let count = |words: [&str; 2]| {
        svg.lines().filter(|line| words.iter().all(|word| line.contains(word))).count()
    };
    let red = "stroke=\"#d02020\"";
    assert_eq!([count(["<rect", red]), count(["<polyline", red]), count(["<path d", red])], [2; 3]);
    let texts = texts(&svg);
    for text in ["u (× -0.5 + 3)", "v1 = 0", "x2 = 0", "v2 = 0", "two to one: y → u × -0.5 + 3"]
    {
        assert!(texts.iter().any(|found| found == text), "{text} is missing: {texts:?}");
    }
    assert!(count(["fill=\"#999999\"", "v2 = 0"]) == 1);
}

#[test]
fn an_unknown_ending_is_refused() {
    let folder = tempdir().unwrap();
    let scenario = ring(folder.path());
    let output = macrostep().arg("graph").arg(&scenario).args(["-o", "a.png"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(printed(&output).contains("-o a.png: a drawing ends in .svg or .dot"));
}
