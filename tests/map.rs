//! ARCHITECTURE.md names every folder of sources, and no folder that does not exist.

use std::collections::BTreeSet;
use std::path::Path;

/// Folders that hold something of ours: every one with a tracked kind of file, a level below `crates/*/src` included.
fn folders(top: &Path) -> BTreeSet<String> {
    const SKIP: &[&str] = &["target", ".git", ".cargo", ".ci", ".github", "corpus", "artifacts"];
    let mut found = BTreeSet::new();
    let mut open = vec![top.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).unwrap().flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if path.is_dir() && !SKIP.contains(&name.as_str()) && !name.starts_with('.') {
                let relative = path.strip_prefix(top).unwrap().to_string_lossy().replace('\\', "/");
                // `src` says nothing by itself; the crate's own entry stands for it.
                if name != "src" && name != "crates" {
                    found.insert(relative);
                }
                open.push(path);
            }
        }
    }
    found
}

/// The folders named in the map: everything in backticks that ends with a slash.
fn named(text: &str) -> BTreeSet<String> {
    let map = text.split("## Map").nth(1).expect("ARCHITECTURE.md has a section called Map");
    let map = map.split("\n## ").next().unwrap_or_default();
    let quoted = map.split('`').skip(1).step_by(2);
    quoted.filter_map(|q| q.strip_suffix('/')).map(str::to_owned).collect()
}

#[test]
fn the_map_is_true() {
    let top = sinew_suite::repository();
    let text = std::fs::read_to_string(top.join("ARCHITECTURE.md")).unwrap();
    let (there, named) = (folders(top), named(&text));
    let missing: Vec<_> = there.difference(&named).collect();
    let gone: Vec<_> = named.difference(&there).collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md does not name {missing:?}");
    assert!(gone.is_empty(), "ARCHITECTURE.md names {gone:?}, which do not exist");
}
