//! The page in an FMU's `documentation` folder, made from the README of its crate, and the pictures that it shows.

use std::path::{Component, Path};

use pulldown_cmark::{Event, Options, Parser, Tag, html};

/// The README as an HTML page.
pub fn page(title: &str, readme: &str) -> String {
    let mut body = String::new();
    html::push_html(&mut body, Parser::new_ext(readme, Options::ENABLE_TABLES));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <style>body{{max-width:50em;margin:2em auto;font-family:sans-serif}}\
         td,th{{text-align:left;padding:.2em 1em .2em 0}}</style>\n\
         </head>\n<body>\n{body}</body>\n</html>\n"
    )
}

/// The SVG files below the crate that its README shows, as the README names them, each once.
pub fn pictures(readme: &str) -> Vec<String> {
    let mut found = Vec::new();
    for event in Parser::new_ext(readme, Options::ENABLE_TABLES) {
        if let Event::Start(Tag::Image { dest_url, .. }) = event {
            let name = dest_url.to_string();
            if is_svg_below(&name) && !found.contains(&name) {
                found.push(name);
            }
        }
    }
    found
}

/// Whether a link leads to an SVG file below the folder it stands in.
fn is_svg_below(link: &str) -> bool {
    let path = Path::new(link);
    let goes_down = path.components().all(|part| matches!(part, Component::Normal(_)));
    goes_down && !link.contains(':') && path.extension().is_some_and(|end| end == "svg")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_svg_files_below_the_crate_are_those_to_pack() {
        let readme = "![a](a.svg) ![again](a.svg) [no picture](b.svg) ![far](https://example.org/c.svg)\n\
                      ![beside](../d.svg) ![pixels](e.png) ![rooted](/f.svg)\n\n\
                      | left | right |\n|---|---|\n| ![g](pictures/g.svg) | text |\n";
        assert_eq!(pictures(readme), ["a.svg", "pictures/g.svg"]);
    }

    #[test]
    fn tables_and_headings_become_html() {
        let page = page("t", "# Spring\n\n| name | unit |\n|---|---|\n| c | N/m |\n");
        assert!(page.contains("<h1>Spring</h1>") && page.contains("<td>N/m</td>"), "{page}");
    }
}
