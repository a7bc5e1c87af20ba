//! Which modules the code of a module refers to, by paths that begin with `crate`, `self`, `super` or the name of an inner module.

use std::collections::BTreeMap;

use syn::visit::Visit;
use syn::{Attribute, ImplItemFn, Item, ItemUse, Macro, UseTree, VisRestricted};

use crate::tree::{ModulePath, Tree, is_test};

/// A path as it is written.
type Written = Vec<String>;

/// The paths in a module's code.
#[derive(Default)]
struct Paths(Vec<Written>);

impl<'a> Visit<'a> for Paths {
    fn visit_path(&mut self, path: &'a syn::Path) {
        self.0.push(path.segments.iter().map(|part| part.ident.to_string()).collect());
        syn::visit::visit_path(self, path);
    }

    fn visit_item_use(&mut self, item: &'a ItemUse) {
        self.0.extend(imports(&item.tree, &[]).into_iter().map(|(_, path)| path));
    }

    /// What a macro is given is no syntax tree; the paths in it are found by their `::`.
    fn visit_macro(&mut self, called: &'a Macro) {
        let part_of_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        let text = called.tokens.to_string().replace(" :: ", "::").replace(" ::", "::");
        let words = text.split(|c| !part_of_path(c)).filter(|word| word.contains("::"));
        self.0.extend(words.map(|word| word.split("::").map(String::from).collect::<Written>()));
        syn::visit::visit_macro(self, called);
    }

    fn visit_impl_item_fn(&mut self, method: &'a ImplItemFn) {
        if !method.attrs.iter().any(is_test) {
            syn::visit::visit_impl_item_fn(self, method);
        }
    }

    // Neither documentation nor `pub(crate)` is a use of the module that it names.
    fn visit_attribute(&mut self, _: &'a Attribute) {}
    fn visit_vis_restricted(&mut self, _: &'a VisRestricted) {}
}

/// The names that a `use` brings in, each with its path; `*` stands for all.
fn imports(tree: &UseTree, before: &[String]) -> Vec<(String, Written)> {
    let with = |name: String| [before, &[name]].concat();
    match tree {
        UseTree::Path(path) => imports(&path.tree, &with(path.ident.to_string())),
        UseTree::Group(group) => {
            group.items.iter().flat_map(|tree| imports(tree, before)).collect()
        }
        UseTree::Glob(_) => vec![("*".into(), before.into())],
        UseTree::Rename(name) => vec![(name.rename.to_string(), with(name.ident.to_string()))],
        UseTree::Name(name) if name.ident == "self" => {
            vec![(before.last().cloned().unwrap_or_default(), before.into())]
        }
        UseTree::Name(name) => vec![(name.ident.to_string(), with(name.ident.to_string()))],
    }
}

/// Where the names of a crate come from.
pub struct Names<'a> {
    tree: &'a Tree,
    imported: BTreeMap<&'a ModulePath, Vec<(String, Written)>>,
}

impl<'a> Names<'a> {
    pub fn of(tree: &'a Tree) -> Self {
        let imported = tree.iter().map(|(path, module)| {
            let uses = module.items.iter().filter_map(|item| match item {
                Item::Use(item) => Some(imports(&item.tree, &[])),
                _ => None,
            });
            (path, uses.flatten().collect())
        });
        Self { tree, imported: imported.collect() }
    }

    /// The modules that the code of `module` refers to, each with a path that does.
    pub fn references(&self, module: &ModulePath) -> Vec<(ModulePath, String)> {
        let mut paths = Paths::default();
        for item in &self.tree[module].items {
            paths.visit_item(item);
        }
        let found = paths.0.into_iter().filter_map(|path| {
            let target = self.resolve(module, &path, 0)?;
            (target != *module).then(|| (target, path.join("::")))
        });
        found.collect()
    }

    /// The module in which what `path` means inside `module` is defined; none if that is another crate.
    fn resolve(&self, module: &ModulePath, path: &[String], depth: usize) -> Option<ModulePath> {
        let (first, rest) = path.split_first()?;
        let (mut at, mut rest) = match first.as_str() {
            "crate" => (Vec::new(), rest),
            "self" => (module.clone(), rest),
            "super" => (module[..module.len().checked_sub(1)?].to_vec(), rest),
            name if self.tree.contains_key(&child(module, name)) => (module.clone(), path),
            _ => return None,
        };
        while let Some((name, after)) = rest.split_first() {
            if name == "super" {
                at.pop()?;
            } else if self.tree.contains_key(&child(&at, name)) {
                at.push(name.clone());
            } else {
                return Some(self.origin(&at, name, depth).unwrap_or(at));
            }
            rest = after;
        }
        Some(at)
    }

    /// Where a name comes from that `module` imports.
    fn origin(&self, module: &ModulePath, name: &str, depth: usize) -> Option<ModulePath> {
        if depth > 8 {
            return None;
        }
        let imported = self.imported[module].iter();
        let (_, path) = imported.clone().find(|(known, _)| known == name)?;
        self.resolve(module, path, depth + 1)
    }
}

fn child(module: &[String], name: &str) -> ModulePath {
    [module, &[name.to_string()]].concat()
}
