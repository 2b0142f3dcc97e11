//! `docs/map.md` is what the generator makes, and ARCHITECTURE.md lists the rooms of the crates: their
//! top-level folders, in the order of imports.

use folder_map::{FolderMap, MAP_FILE};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Top folder of the repository.
fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn read(path: &str) -> String {
    let text =
        std::fs::read_to_string(repository().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.replace("\r\n", "\n")
}

/// All Rust files below a folder, sorted.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Names of the folders in a folder, sorted.
fn folders_in(folder: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).unwrap().flatten().filter(|entry| entry.path().is_dir());
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

/// The rooms of a crate in the order of ARCHITECTURE.md: first cells of the table below the heading "Rooms of
/// `crates/NAME`".
fn rooms(name: &str) -> Vec<String> {
    let text = read("ARCHITECTURE.md");
    let table = text.split(&format!("\n### Rooms of `crates/{name}`")).nth(1).unwrap_or_default();
    let table = table.split("\n#").next().unwrap_or_default();
    table.lines().filter_map(|line| Some(line.strip_prefix("| `")?.split('`').next()?.to_owned())).collect()
}

#[test]
fn the_map_is_up_to_date() {
    let map = FolderMap::read(repository()).unwrap();
    let stored = read(MAP_FILE);
    let listed = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<_>>();
    let (made, found) = (listed(&map.text), listed(&stored));
    let missing: Vec<_> = made.difference(&found).collect();
    let outdated: Vec<_> = found.difference(&made).collect();
    assert!(
        map.text == stored,
        "{MAP_FILE} is out of date: run `cargo xtask map`\nmissing: {missing:#?}\noutdated: {outdated:#?}"
    );
    assert!(made.len() > 200, "{} lines", made.len());
}

#[test]
fn the_rooms_of_every_crate_are_listed() {
    for name in folders_in(&repository().join("crates")) {
        let listed = rooms(&name);
        let there = folders_in(&repository().join("crates").join(&name).join("src"));
        let named: BTreeSet<_> = listed.iter().cloned().collect();
        assert_eq!(
            listed.len(),
            named.len(),
            "ARCHITECTURE.md lists a room of crates/{name} twice: {listed:?}"
        );
        let missing: Vec<_> = there.difference(&named).collect();
        let gone: Vec<_> = named.difference(&there).collect();
        assert!(missing.is_empty(), "ARCHITECTURE.md does not list the rooms {missing:?} of crates/{name}");
        assert!(gone.is_empty(), "ARCHITECTURE.md lists rooms of crates/{name} that do not exist: {gone:?}");
    }
}

#[test]
fn the_top_level_folders_are_listed() {
    let text = read("ARCHITECTURE.md");
    let table = text.split("\n## Folders").nth(1).expect("ARCHITECTURE.md has a section called Folders");
    let table = table.split("\n## ").next().unwrap_or_default();
    let listed: BTreeSet<String> = table
        .lines()
        .filter_map(|line| {
            Some(line.strip_prefix("| `")?.split('`').next()?.trim_end_matches('/').to_owned())
        })
        .filter(|folder| !folder.starts_with("crates/") || folder.matches('/').count() == 1)
        .collect();
    let all = folder_map::folders(repository()).unwrap();
    let of_crates = |folder: &String| folder.starts_with("crates/") && folder.matches('/').count() == 1;
    let there: BTreeSet<String> =
        all.into_iter().filter(|folder| !folder.contains('/') || of_crates(folder)).collect();
    assert_eq!(listed, there);
}

/// The source of a file without comments, and without its tests.
fn code(source: &str) -> String {
    let source = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_room_imports_only_rooms_upstream_of_it() {
    let rooms = rooms("sinew");
    let source = repository().join("crates/sinew/src");
    let mut wrong = BTreeSet::new();
    let mut count = 0;
    for (index, room) in rooms.iter().enumerate() {
        for file in rust_files(&source.join(room)) {
            // Tests may import any room.
            if file.components().any(|part| part.as_os_str() == "tests.rs" || part.as_os_str() == "tests") {
                continue;
            }
            count += 1;
            let code = code(&std::fs::read_to_string(&file).unwrap());
            for path in code.split("crate::").skip(1) {
                let name: String = path.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                if rooms.iter().position(|other| *other == name).is_some_and(|other| other > index) {
                    let file = file.strip_prefix(&source).unwrap().display();
                    wrong.insert(format!("{file}: {room} imports {name}"));
                }
            }
        }
    }
    assert!(rooms.len() > 15 && count > 200, "{} rooms, {count} files", rooms.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn folders_of_the_runtime_hold_at_most_twenty_files() {
    let mut counts = BTreeMap::<PathBuf, usize>::new();
    for file in rust_files(&repository().join("crates/sinew/src")) {
        *counts.entry(file.parent().unwrap().to_owned()).or_default() += 1;
    }
    counts.retain(|_, count| *count > 20);
    assert!(counts.is_empty(), "{counts:?}");
}
