//! Links of the project's pages: every file and every heading that one names is there. Addresses elsewhere are not visited.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Component, Path, PathBuf};

use macrostep_tests::root;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// What a page links to, and the anchors of its headings.
struct Page {
    links: Vec<String>,
    anchors: BTreeSet<String>,
}

fn page(text: &str) -> Page {
    let mut page = Page { links: Vec::new(), anchors: BTreeSet::new() };
    let mut heading: Option<String> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                page.links.push(dest_url.into_string());
            }
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                let anchor = anchor(&heading.take().unwrap_or_default());
                let numbered = (1..).map(|k| format!("{anchor}-{k}"));
                let mut free = [anchor.clone()].into_iter().chain(numbered);
                page.anchors.extend(free.find(|anchor| !page.anchors.contains(anchor)));
            }
            Event::Text(part) | Event::Code(part) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&part);
                }
            }
            _ => {}
        }
    }
    page
}

/// The anchor of a heading, the same in mdBook and on hosting sites: small letters, digits, `-`, `_`; hyphens for spaces.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().to_lowercase().replace(' ', "-");
    kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect()
}

/// All Markdown files of the project, and what they have.
fn pages(folder: &Path, found: &mut HashMap<PathBuf, Page>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() && !["target", ".venv", ".git"].contains(&name.as_str()) {
            pages(&path, found);
        } else if name.ends_with(".md") {
            let text = fs::read_to_string(&path).expect("a page");
            found.insert(path, page(&text));
        }
    }
}

/// The path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

/// What is wrong with a link from the page at `from`, if anything.
fn problem(from: &Path, link: &str, pages: &HashMap<PathBuf, Page>) -> Option<String> {
    if link.contains("://") {
        return None;
    }
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = if file.is_empty() { from.into() } else { plain(&from.with_file_name(file)) };
    let docs = root().join("docs");
    if !target.exists() {
        Some("leads nowhere".into())
    } else if from.starts_with(&docs) && !target.starts_with(&docs) {
        Some("leads out of docs/, where neither the book nor an archive has it".into())
    } else if !anchor.is_empty() && !pages.get(&target)?.anchors.contains(anchor) {
        Some(format!("{} has no heading #{anchor}", target.display()))
    } else {
        None
    }
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let mut found = HashMap::new();
    pages(root(), &mut found);
    assert!(found.values().map(|page| page.links.len()).sum::<usize>() > 50, "links are found");
    let mut problems = Vec::new();
    for (path, page) in &found {
        for link in &page.links {
            let told = problem(path, link, &found);
            problems.extend(told.map(|told| format!("{}: {link}: {told}", path.display())));
        }
    }
    problems.sort();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn the_book_has_every_page_of_docs_once() {
    let mut found = HashMap::new();
    pages(&root().join("docs"), &mut found);
    let summary = found.remove(&root().join("docs/SUMMARY.md")).expect("the list of pages");
    let mut listed: Vec<PathBuf> =
        summary.links.iter().map(|link| root().join("docs").join(link)).collect();
    let mut expected: Vec<PathBuf> = found.into_keys().collect();
    listed.sort();
    expected.sort();
    assert_eq!(listed, expected);
}

#[test]
fn wrong_links_are_found() {
    let from = root().join("docs/page.md");
    let text = "# A `b` & c\n\n## Twice\n\n## Twice\n\n[x](laws.md) ![y](no.svg)\n";
    let pages = HashMap::from([(from.clone(), page(text))]);
    assert_eq!(pages[&from].links, ["laws.md", "no.svg"]);
    let anchors: Vec<&str> = pages[&from].anchors.iter().map(String::as_str).collect();
    assert_eq!(anchors, ["a-b--c", "twice", "twice-1"]);
    // `laws.md` is there; `page.md` is not, but its headings are known.
    assert_eq!(problem(&from, "laws.md", &pages), None);
    assert_eq!(problem(&from, "https://example.org/no", &pages), None);
    for wrong in ["no.md", "../README.md", "schemes/no.md#twice", "#twice"] {
        assert!(problem(&from, wrong, &pages).is_some(), "{wrong}");
    }
    let here = root().join("README.md");
    let pages = HashMap::from([(here.clone(), page(text))]);
    assert_eq!(problem(&here, "#twice-1", &pages), None);
    assert!(problem(&here, "#thrice", &pages).is_some());
}
