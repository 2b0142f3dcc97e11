//! No two files of a crate import each other, directly or through others.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemUse, UseTree, Visibility};

/// Path of a module below the crate's root.
type Module = Vec<String>;

/// What a source file, without its tests, has and names of its crate.
#[derive(Default)]
struct File {
    /// Names of the items that it defines.
    items: BTreeSet<String>,
    uses: Vec<Use>,
    /// Whether it is the file of a folder: its exports stand for the files behind them.
    is_folder: bool,
}

/// A path of the crate that a file names.
struct Use {
    /// The name under which the file has it; `*` for all that is there, empty where it is not imported.
    name: String,
    path: Module,
    is_exported: bool,
}

/// Reader of one file.
struct Reader<'a> {
    /// The file's module and those inside it that are open.
    module: Module,
    modules: &'a BTreeSet<Module>,
    file: File,
}

impl Reader<'_> {
    /// Path from the crate's root on; none for paths of other crates.
    fn absolute(&self, path: &[String]) -> Option<Module> {
        let mut absolute = self.module.clone();
        match path.first()?.as_str() {
            "crate" => absolute.clear(),
            "self" | "super" => {}
            first if self.modules.contains(&[self.module.as_slice(), &[first.to_owned()]].concat()) => {}
            _ => return None,
        }
        for part in path {
            match part.as_str() {
                "crate" | "self" => {}
                "super" => drop(absolute.pop()),
                _ => absolute.push(part.clone()),
            }
        }
        Some(absolute)
    }

    /// Adds `a::{b, c::d as e}` as `a::b` and `a::c::d`.
    fn add_tree(&mut self, before: &[String], tree: &UseTree, is_exported: bool) {
        let with = |name: &str| [before, &[name.to_owned()]].concat();
        let (name, path) = match tree {
            UseTree::Path(path) => {
                return self.add_tree(&with(&path.ident.to_string()), &path.tree, is_exported);
            }
            UseTree::Group(group) => {
                return group.items.iter().for_each(|tree| self.add_tree(before, tree, is_exported));
            }
            UseTree::Name(name) => (name.ident.to_string(), with(&name.ident.to_string())),
            UseTree::Rename(rename) => (rename.rename.to_string(), with(&rename.ident.to_string())),
            UseTree::Glob(_) => ("*".to_owned(), before.to_vec()),
        };
        if let Some(path) = self.absolute(&path) {
            let name = if name == "self" { path.last().cloned().unwrap_or_default() } else { name };
            self.file.uses.push(Use { name, path, is_exported });
        }
    }
}

/// Whether an item belongs to tests.
fn is_test(attributes: &[Attribute]) -> bool {
    let names_test = |attribute: &Attribute| match &attribute.meta {
        syn::Meta::List(list) => {
            let tokens = list.tokens.to_string();
            list.path.is_ident("cfg")
                && tokens.split(|c: char| !c.is_alphanumeric()).any(|word| word == "test")
        }
        _ => false,
    };
    attributes.iter().any(names_test)
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let (attributes, name) = match item {
            Item::Const(item) => (&item.attrs, Some(&item.ident)),
            Item::Enum(item) => (&item.attrs, Some(&item.ident)),
            Item::Fn(item) => (&item.attrs, Some(&item.sig.ident)),
            Item::Macro(item) => (&item.attrs, item.ident.as_ref()),
            Item::Static(item) => (&item.attrs, Some(&item.ident)),
            Item::Struct(item) => (&item.attrs, Some(&item.ident)),
            Item::Trait(item) => (&item.attrs, Some(&item.ident)),
            Item::Type(item) => (&item.attrs, Some(&item.ident)),
            Item::Union(item) => (&item.attrs, Some(&item.ident)),
            Item::Impl(item) => (&item.attrs, None),
            Item::Mod(item) => (&item.attrs, None),
            Item::Use(item) => (&item.attrs, None),
            _ => return visit::visit_item(self, item),
        };
        if is_test(attributes) {
            return;
        }
        self.file.items.extend(name.map(ToString::to_string));
        match item {
            Item::Mod(module) if module.content.is_some() => {
                self.module.push(module.ident.to_string());
                visit::visit_item(self, item);
                self.module.pop();
            }
            _ => visit::visit_item(self, item),
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.add_tree(&[], &item.tree, !matches!(item.vis, Visibility::Inherited));
    }

    /// Paths that are named in full where they are used.
    fn visit_path(&mut self, path: &'ast syn::Path) {
        let parts: Vec<String> = path.segments.iter().map(|part| part.ident.to_string()).collect();
        if matches!(parts[0].as_str(), "crate" | "super") {
            let path = self.absolute(&parts).unwrap_or_default();
            self.file.uses.push(Use { name: String::new(), path, is_exported: false });
        }
        visit::visit_path(self, path);
    }
}

/// The files of a crate by their modules, from names relative to its source folder and texts.
fn files(texts: &BTreeMap<String, String>) -> BTreeMap<Module, File> {
    let module = |name: &str| {
        let parts: Module =
            Path::new(name).with_extension("").iter().map(|p| p.to_string_lossy().into()).collect();
        match parts.last().map(String::as_str) {
            Some("mod" | "lib" | "main") => (parts[..parts.len() - 1].to_vec(), true),
            _ => (parts, false),
        }
    };
    let modules: BTreeSet<Module> = texts.keys().map(|name| module(name).0).collect();
    let read = |(name, text): (&String, &String)| {
        let (module, is_folder) = module(name);
        let file = File { is_folder, ..File::default() };
        let mut reader = Reader { module: module.clone(), modules: &modules, file };
        reader.visit_file(&syn::parse_file(text).unwrap_or_else(|error| panic!("{name}: {error}")));
        (module, reader.file)
    };
    texts.iter().map(read).collect()
}

/// The file that defines the item of a path; none for a folder as a whole.
fn definition(
    path: &[String],
    files: &BTreeMap<Module, File>,
    seen: &mut BTreeSet<Module>,
) -> Option<Module> {
    if !seen.insert(path.to_vec()) {
        return None;
    }
    if let Some(file) = files.get(path) {
        return (!file.is_folder).then(|| path.to_vec());
    }
    let length = (0..path.len()).rev().find(|&length| files.contains_key(&path[..length]))?;
    let (module, name) = (&path[..length], &path[length]);
    let file = &files[module];
    if file.items.contains(name) {
        return Some(module.to_vec());
    }
    let exported = file.uses.iter().find_map(|import| match import.name.as_str() {
        "*" => {
            let item = [import.path.as_slice(), std::slice::from_ref(name)].concat();
            definition(&item, files, seen).filter(|found| found != module)
        }
        own_name if own_name == name => definition(&import.path, files, seen),
        _ => None,
    });
    exported.or_else(|| Some(module.to_vec()))
}

/// Files that each file reaches by its imports.
fn reached(from: &Module, imports: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<Module> {
    let (mut all, mut open) = (BTreeSet::new(), vec![from.clone()]);
    while let Some(next) = open.pop() {
        for other in &imports[&next] {
            if all.insert(other.clone()) {
                open.push(other.clone());
            }
        }
    }
    all
}

/// Sets of files that import each other, and the number of imports.
fn circles(texts: &BTreeMap<String, String>) -> (BTreeSet<Vec<String>>, usize) {
    let files = files(texts);
    let imports: BTreeMap<Module, BTreeSet<Module>> = files
        .iter()
        .map(|(module, file)| {
            let uses = file.uses.iter().filter(|import| !(file.is_folder && import.is_exported));
            let found = uses.filter_map(|import| definition(&import.path, &files, &mut BTreeSet::new()));
            (module.clone(), found.filter(|other| other != module).collect())
        })
        .collect();
    let reach: BTreeMap<_, _> = imports.keys().map(|module| (module, reached(module, &imports))).collect();
    let circle = |(module, reached): (&&Module, &BTreeSet<Module>)| -> Vec<String> {
        reached.iter().filter(|other| reach[other].contains(*module)).map(|other| other.join("/")).collect()
    };
    let found = reach.iter().map(circle).filter(|circle| !circle.is_empty()).collect();
    (found, imports.values().map(BTreeSet::len).sum())
}

#[test]
fn no_files_import_each_other() {
    let mut found = BTreeSet::new();
    let mut count = 0;
    for name in [
        "sinew",
        "sinew-author",
        "sinew-import",
        "sinew-rapier",
        "sinew-speech",
        "sinew-viseme",
        "sinew-render",
        "sinew-web",
        "sinew-app",
    ]
    .map(|name| format!("crates/{name}"))
    .into_iter()
    .chain(["tools/make-character".to_owned()])
    {
        let source = sinew_suite::repository().join(&name).join("src");
        let texts: BTreeMap<String, String> = sinew_suite::files(&source, &["rs"])
            .iter()
            .map(|path| {
                let relative = path.strip_prefix(&source).unwrap().to_string_lossy().replace('\\', "/");
                (relative, std::fs::read_to_string(path).unwrap())
            })
            .collect();
        let (circles, imports) = circles(&texts);
        found.extend(circles.into_iter().map(|circle| (name.clone(), circle)));
        count += imports;
    }
    assert!(count > 1000, "{count} imports");
    assert!(found.is_empty(), "files that import each other: {found:#?}");
}

#[test]
fn a_circle_is_found_wherever_it_is_closed() {
    let crate_of = |second: &str| -> BTreeMap<String, String> {
        let files = [
            ("lib.rs", "mod a;\nmod b;\npub use a::A;"),
            ("a.rs", "use crate::b::{self, B};\npub struct A(B);\nfn f() -> B { b::make() }"),
            ("b/mod.rs", "mod inner;\npub use inner::{B, make};"),
            ("b/inner.rs", second),
        ];
        files.map(|(name, text)| (name.to_owned(), text.to_owned())).into()
    };
    let circle = BTreeSet::from([vec!["a".to_owned(), "b/inner".to_owned()]]);
    for closing in [
        "use crate::A;\npub struct B(Box<A>);",
        "#[cfg(test)]\nmod tests { use super::*; }\nuse super::super::a::A as Other;\n\
         pub struct B(Box<Other>);",
        "pub struct B;\npub fn make() -> B { let _: Option<crate::a::A> = None; B }",
        "pub struct B;\nmod within { use crate::a::A; }",
    ] {
        assert_eq!(circles(&crate_of(closing)).0, circle, "{closing}");
    }
    for open in [
        "pub struct B;",
        "pub struct B;\n#[cfg(test)]\nmod tests { use crate::A; }",
        "pub struct B;\n#[cfg(test)]\nfn made() -> crate::a::A { todo!() }",
        "// use crate::A;\npub struct B;\nconst TEXT: &str = \"use crate::A;\";",
    ] {
        assert_eq!(circles(&crate_of(open)).0, BTreeSet::new(), "{open}");
    }
}
