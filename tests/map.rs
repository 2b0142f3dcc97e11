//! ARCHITECTURE.md lists every source folder, and no folder that does not exist.

use std::collections::BTreeSet;
use std::path::Path;

/// Source folders: all with a tracked kind of file, including those below `crates/*/src`.
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
                // `src` itself is covered by the entry of the crate.
                if name != "src" && name != "crates" {
                    found.insert(relative);
                }
                open.push(path);
            }
        }
    }
    found
}

/// Folders listed in the map: everything in backticks that ends with a slash.
fn named(text: &str) -> BTreeSet<String> {
    let map = text.split("## Map").nth(1).expect("ARCHITECTURE.md has a section called Map");
    let map = map.split("\n## ").next().unwrap_or_default();
    let quoted = map.split('`').skip(1).step_by(2);
    quoted.filter_map(|q| q.strip_suffix('/')).map(str::to_owned).collect()
}

#[test]
fn the_map_lists_all_folders() {
    let top = sinew_suite::repository();
    let text = std::fs::read_to_string(top.join("ARCHITECTURE.md")).unwrap();
    let (there, named) = (folders(top), named(&text));
    let missing: Vec<_> = there.difference(&named).collect();
    let gone: Vec<_> = named.difference(&there).collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md does not name {missing:?}");
    assert!(gone.is_empty(), "ARCHITECTURE.md names {gone:?}, which do not exist");
}

/// The rooms of the runtime in the order of ARCHITECTURE.md, upstream first, without the folders inside them.
fn rooms(text: &str) -> Vec<String> {
    let table = text.split("### Rooms of the runtime").nth(1).expect("ARCHITECTURE.md has a list of rooms");
    let table = table.split("\n### ").next().unwrap_or_default();
    let folders = table.split('`').filter_map(|q| q.strip_prefix("crates/sinew/src/")?.strip_suffix('/'));
    folders.filter(|folder| !folder.contains('/')).map(str::to_owned).collect()
}

/// The source of a file without comments, and without its tests.
fn code(source: &str) -> String {
    let source = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_room_imports_only_rooms_upstream_of_it() {
    let top = sinew_suite::repository();
    let rooms = rooms(&std::fs::read_to_string(top.join("ARCHITECTURE.md")).unwrap());
    let source = top.join("crates/sinew/src");
    let mut wrong = BTreeSet::new();
    let mut read = 0;
    for (index, room) in rooms.iter().enumerate() {
        for file in sinew_suite::files(&source.join(room), &["rs"]) {
            // Tests may import any room.
            if file.components().any(|part| part.as_os_str() == "tests.rs" || part.as_os_str() == "tests") {
                continue;
            }
            read += 1;
            let code = code(&std::fs::read_to_string(&file).unwrap());
            for path in code.split("crate::").skip(1) {
                let name: String = path.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                if rooms.iter().position(|room| *room == name).is_some_and(|other| other > index) {
                    wrong.insert(format!(
                        "{}: {room} imports {name}",
                        file.strip_prefix(top).unwrap().display()
                    ));
                }
            }
        }
    }
    assert!(rooms.len() > 15 && read > 200, "{} rooms, {read} files", rooms.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_room_of_the_runtime_is_listed() {
    let top = sinew_suite::repository();
    let rooms = rooms(&std::fs::read_to_string(top.join("ARCHITECTURE.md")).unwrap());
    let folders = std::fs::read_dir(top.join("crates/sinew/src")).unwrap().flatten();
    let folders = folders.filter(|entry| entry.path().is_dir());
    let missing: Vec<_> = folders
        .map(|entry| entry.file_name())
        .filter(|name| !rooms.iter().any(|room| name == room.as_str()))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn folders_of_the_runtime_hold_at_most_twenty_files() {
    let top = sinew_suite::repository();
    let mut counts = std::collections::BTreeMap::<_, usize>::new();
    for file in sinew_suite::files(&top.join("crates/sinew/src"), &["rs"]) {
        *counts.entry(file.parent().unwrap().to_owned()).or_default() += 1;
    }
    counts.retain(|_, count| *count > 20);
    assert!(counts.is_empty(), "{counts:?}");
}
