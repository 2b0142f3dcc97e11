//! Settings that users cannot write as literals have a `with_…` builder for each public field.

use std::collections::{BTreeMap, BTreeSet};
use syn::visit::{self, Visit};
use syn::{Fields, FnArg, ImplItem, ImplItemFn, ItemImpl, ItemStruct, Pat, PatType, Type, Visibility};

/// Ends of the names of settings.
const ENDS: [&str; 10] =
    ["Settings", "Options", "Budget", "Life", "Smoothing", "Input", "Goal", "Solver", "Look", "Reaction"];

/// Fields that a builder of another name sets, or a constructor of other arguments.
const TOGETHER: [(&str, &str); 9] = [
    // `with_surface(roughness, metallic)`.
    ("DecalLook", "roughness"),
    ("DecalLook", "metallic"),
    // Its parts have builders.
    ("FrameInput", "stage"),
    // Switches without an argument: `with_hand_over()`, `with_teleport()`, `with_pose_jump()`.
    ("RagdollInput", "hands_over"),
    ("StageInput", "teleported"),
    ("StageInput", "pose_jumped"),
    // `with_chains(chains, bones)`.
    ("CardSettings", "bones"),
    // `SharedDecalBudget::new(max_decals, max_triangles)` has no other field.
    ("SharedDecalBudget", "max_decals"),
    ("SharedDecalBudget", "max_triangles"),
];

/// Settings of a crate, and what their types offer.
#[derive(Default)]
struct Found {
    /// Public fields by the name of their struct.
    fields: BTreeMap<String, Vec<String>>,
    /// Public functions by the name of their type.
    functions: BTreeMap<String, BTreeSet<String>>,
    /// Arguments of constructors by the name of their type.
    arguments: BTreeMap<String, BTreeSet<String>>,
}

impl Found {
    /// Fields without a builder, as `Struct::field`. A field such as `without_images` may be its own builder.
    fn missing(&self) -> Vec<String> {
        let mut missing = Vec::new();
        for (name, fields) in &self.fields {
            let has = |function: &str| {
                self.functions.get(name).is_some_and(|functions| functions.contains(function))
            };
            for field in fields {
                let is_own_builder = field.starts_with("with") && has(field);
                let is_argument = self.arguments.get(name).is_some_and(|arguments| arguments.contains(field));
                let is_set_together = TOGETHER.contains(&(name.as_str(), field.as_str()));
                if !has(&format!("with_{field}")) && !is_own_builder && !is_argument && !is_set_together {
                    missing.push(format!("{name}::{field}"));
                }
            }
        }
        missing
    }
}

impl<'ast> Visit<'ast> for Found {
    fn visit_item_struct(&mut self, item: &'ast ItemStruct) {
        let name = item.ident.to_string();
        let is_open = item.attrs.iter().any(|attribute| attribute.path().is_ident("non_exhaustive"));
        let is_settings = ENDS.iter().any(|end| name.ends_with(end));
        if let (Visibility::Public(_), true, true, Fields::Named(fields)) =
            (&item.vis, is_open, is_settings, &item.fields)
        {
            let public = fields.named.iter().filter(|field| matches!(field.vis, Visibility::Public(_)));
            let names = public.filter_map(|field| field.ident.as_ref().map(ToString::to_string));
            self.fields.insert(name, names.collect());
        }
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        if let (Type::Path(path), None) = (&*item.self_ty, &item.trait_) {
            let name = path.path.segments.last().map(|part| part.ident.to_string()).unwrap_or_default();
            let public = item.items.iter().filter_map(|item| match item {
                ImplItem::Fn(function) if matches!(function.vis, Visibility::Public(_)) => {
                    Some(function.sig.ident.to_string())
                }
                _ => None,
            });
            self.functions.entry(name.clone()).or_default().extend(public);
            for item in &item.items {
                let ImplItem::Fn(function) = item else { continue };
                if function.sig.receiver().is_none() {
                    self.arguments.entry(name.clone()).or_default().extend(arguments(function));
                }
            }
        }
        visit::visit_item_impl(self, item);
    }
}

/// Names of the arguments of a function.
fn arguments(function: &ImplItemFn) -> impl Iterator<Item = String> {
    function.sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(PatType { pat, .. }) => match &**pat {
            Pat::Ident(name) => Some(name.ident.to_string()),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    })
}

#[test]
fn settings_have_a_builder_for_each_field() {
    let (mut missing, mut count) = (Vec::new(), 0);
    for crate_folder in std::fs::read_dir(sinew_suite::repository().join("crates")).unwrap() {
        let source = crate_folder.unwrap().path().join("src");
        let mut found = Found::default();
        for path in sinew_suite::files(&source, &["rs"]) {
            let text = std::fs::read_to_string(&path).unwrap();
            let file = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            found.visit_file(&file);
        }
        count += found.fields.len();
        missing.extend(found.missing());
    }
    assert!(count > 15, "{count} settings");
    assert!(missing.is_empty(), "fields without a `with_…` builder of their name: {missing:#?}");
}

#[test]
fn a_missing_builder_is_found() {
    let missing = |builder: &str| {
        let text = format!(
            "#[non_exhaustive]\npub struct WindSettings {{ pub speed: f32, gusts: f32 }}\n\
             impl WindSettings {{ {builder} }}"
        );
        let mut found = Found::default();
        found.visit_file(&syn::parse_file(&text).unwrap());
        found.missing()
    };
    assert_eq!(missing("pub fn with_wind(self, _: f32) -> Self { self }"), ["WindSettings::speed"]);
    assert_eq!(missing("fn with_speed(self, _: f32) -> Self { self }"), ["WindSettings::speed"]);
    assert!(missing("pub fn new(speed: f32) -> Self { Self::default() }").is_empty());
    assert!(missing("pub const fn with_speed(self, _: f32) -> Self { self }").is_empty());
}
