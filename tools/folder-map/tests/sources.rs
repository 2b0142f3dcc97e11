//! Source files say first what they hold, and are neither too long nor too wide.

use std::path::{Path, PathBuf};

/// Folders with sources.
const FOLDERS: [&str; 7] = ["crates", "tools", "xtask", "tests", "benches", "examples", "fuzz"];

/// Most lines of a file.
const MOST_LINES: usize = 500;

/// Most columns of a line.
const MOST_COLUMNS: usize = 140;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All source files below a folder, with their text.
fn sources(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            let is_built = entry.file_name().is_some_and(|name| name == "target");
            if !is_built {
                sources(&entry, found);
            }
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&entry).unwrap();
            found.push((entry, text));
        }
    }
}

/// Faults of all files, each with its path.
fn faults(fault: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let top = repository();
    let mut found = Vec::new();
    FOLDERS.iter().for_each(|folder| sources(&top.join(folder), &mut found));
    assert!(found.len() > 1500, "only {} files are found", found.len());
    let named = |(path, text): &(PathBuf, String)| {
        let path = path.strip_prefix(&top).unwrap().display().to_string();
        fault(text).map(|fault| format!("{path}: {fault}"))
    };
    let mut all: Vec<String> = found.iter().filter_map(named).collect();
    all.sort();
    all
}

/// Whether a text begins with documentation, its own or that of its first item.
fn begins_with_docs(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    while let Some(line) = lines.next() {
        if line.starts_with("#![doc") {
            return true;
        }
        let is_import = ["use ", "pub use ", "mod ", "pub mod ", "pub(crate) use ", "pub(crate) mod "]
            .iter()
            .any(|start| line.starts_with(start))
            || line.starts_with("pub(") && (line.contains(") use ") || line.contains(") mod "));
        if is_import {
            let mut last = line;
            while !last.ends_with(';') {
                let Some(next) = lines.next() else { return false };
                last = next;
            }
        } else if !line.is_empty() && !line.starts_with("#[") && !line.starts_with("#![") {
            return line.starts_with("//!") || line.starts_with("///");
        }
    }
    // A file that only lists modules and names.
    false
}

#[test]
fn files_say_first_what_they_hold() {
    let undocumented = faults(|text| (!begins_with_docs(text)).then(|| "no first sentence".into()));
    assert!(undocumented.is_empty(), "{undocumented:#?}");
}

#[test]
fn lines_are_not_too_wide() {
    // Data that cannot be broken.
    let is_text = |line: &&str| !line.contains(";base64,");
    let wide = faults(|text| {
        let mut lines = text.lines().enumerate().filter(|(_, line)| is_text(line));
        let (number, line) = lines.find(|(_, line)| line.chars().count() > MOST_COLUMNS)?;
        Some(format!("line {} has {} columns", number + 1, line.chars().count()))
    });
    assert!(wide.is_empty(), "{wide:#?}");
}

#[test]
fn files_are_not_too_long() {
    let long = faults(|text| {
        let lines = text.lines().count();
        (lines > MOST_LINES).then(|| format!("{lines} lines"))
    });
    assert!(long.is_empty(), "{long:#?}");
}

#[test]
fn the_checks_find_faults() {
    assert!(begins_with_docs("//! Text.\nfn a() {}"));
    assert!(begins_with_docs("use a::{\n    b,\n};\n\n#[cfg(test)]\nmod c;\n\n/// Item.\nfn d() {}"));
    for bare in
        ["fn a() {}", "use a;\n// A remark.\nfn b() {}", "mod a;\npub use a::B;", "impl A {\n    /// B.\n}"]
    {
        assert!(!begins_with_docs(bare), "{bare}");
    }
}
