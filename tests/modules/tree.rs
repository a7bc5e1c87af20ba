//! The modules of a crate, found from its root by their declarations, without those that only tests have.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use syn::{Attribute, Item, ItemMod, Meta};

/// A module by the names that lead to it from the root of its crate.
pub type ModulePath = Vec<String>;

/// A module's own code: its items without those of inner modules and of tests.
pub struct Module {
    /// Where it is written, from the folder of the crate's root.
    pub file: PathBuf,
    /// Its items.
    pub items: Vec<Item>,
}

/// All modules of a crate.
pub type Tree = BTreeMap<ModulePath, Module>;

/// The modules of the crate with this root file.
pub fn read(root: &Path) -> Tree {
    let mut tree = Tree::new();
    let folder = root.parent().expect("a folder");
    let name = PathBuf::from(root.file_name().expect("a name"));
    add_file(&mut tree, folder, &name, Path::new(""), Vec::new());
    tree
}

/// Adds the module that is written in `file`; its inner ones are in `inside`.
fn add_file(tree: &mut Tree, root: &Path, file: &Path, inside: &Path, path: ModulePath) {
    let text = fs::read_to_string(root.join(file)).expect("the file can be read");
    let parsed = syn::parse_file(&text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    add(tree, root, file, inside, path, parsed.items);
}

fn add(tree: &mut Tree, root: &Path, file: &Path, inside: &Path, path: ModulePath, all: Vec<Item>) {
    let mut items = Vec::new();
    for item in all.into_iter().filter(|item| !only_in_tests(item)) {
        let Item::Mod(ItemMod { ident, content, .. }) = item else {
            items.push(item);
            continue;
        };
        let mut inner = path.clone();
        inner.push(ident.to_string());
        let folder = inside.join(ident.to_string());
        match content {
            Some((_, content)) => add(tree, root, file, &folder, inner, content),
            None => {
                let flat = folder.with_extension("rs");
                let file = if root.join(&flat).exists() { flat } else { folder.join("mod.rs") };
                add_file(tree, root, &file, &folder, inner);
            }
        }
    }
    tree.insert(path, Module { file: file.into(), items });
}

fn only_in_tests(item: &Item) -> bool {
    let attributes: &[Attribute] = match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    };
    attributes.iter().any(is_test)
}

/// Whether an attribute is `#[cfg(test)]`.
pub fn is_test(attribute: &Attribute) -> bool {
    let Meta::List(list) = &attribute.meta else { return false };
    list.path.is_ident("cfg") && list.tokens.to_string() == "test"
}
