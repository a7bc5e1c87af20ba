//! The page in an FMU's `documentation` folder, made from the README of its crate.

use pulldown_cmark::{Options, Parser, html};

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_and_headings_become_html() {
        let page = page("t", "# Spring\n\n| name | unit |\n|---|---|\n| c | N/m |\n");
        assert!(page.contains("<h1>Spring</h1>") && page.contains("<td>N/m</td>"), "{page}");
    }
}
