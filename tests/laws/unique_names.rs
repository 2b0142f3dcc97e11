//! No two public types of the crates have the same name, so that a name says which type is meant.

use std::collections::BTreeMap;
use std::path::Path;
use syn::visit::Visit;
use syn::{Ident, ItemEnum, ItemStruct, ItemTrait, ItemType, Visibility};

/// Files by the names of the public types that they define.
#[derive(Default)]
struct Types {
    file: String,
    files: BTreeMap<String, Vec<String>>,
}

impl Types {
    fn add(&mut self, visibility: &Visibility, name: &Ident) {
        if matches!(visibility, Visibility::Public(_)) {
            self.files.entry(name.to_string()).or_default().push(self.file.clone());
        }
    }
}

impl<'ast> Visit<'ast> for Types {
    fn visit_item_struct(&mut self, item: &'ast ItemStruct) {
        self.add(&item.vis, &item.ident);
    }

    fn visit_item_enum(&mut self, item: &'ast ItemEnum) {
        self.add(&item.vis, &item.ident);
    }

    fn visit_item_trait(&mut self, item: &'ast ItemTrait) {
        self.add(&item.vis, &item.ident);
    }

    fn visit_item_type(&mut self, item: &'ast ItemType) {
        self.add(&item.vis, &item.ident);
    }
}

#[test]
fn public_types_have_names_of_their_own() {
    let crates = sinew_suite::repository().join("crates");
    let mut types = Types::default();
    for path in sinew_suite::files(&crates, &["rs"]) {
        let relative = path.strip_prefix(&crates).unwrap();
        let is_source = relative.iter().nth(1) == Some(Path::new("src").as_os_str());
        if !is_source || relative.starts_with("sinew-app") {
            continue;
        }
        types.file = relative.display().to_string();
        types.visit_file(&syn::parse_file(&std::fs::read_to_string(&path).unwrap()).unwrap());
    }
    assert!(types.files.len() > 400, "{} types", types.files.len());
    let shared: Vec<_> = types.files.iter().filter(|(_, files)| files.len() > 1).collect();
    assert!(shared.is_empty(), "names of several public types: {shared:#?}");
}
