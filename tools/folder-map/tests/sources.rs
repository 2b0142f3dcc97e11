//! Source files say first what they hold, and are neither too long nor too wide; functions are not too long.

use std::path::{Path, PathBuf};

/// Folders with sources.
const FOLDERS: [&str; 7] = ["crates", "tools", "xtask", "tests", "benches", "examples", "fuzz"];

/// Most lines of a file.
const MOST_LINES: usize = 500;

/// Most lines of a function.
const MOST_FUNCTION_LINES: usize = 100;

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

/// Name of the function that begins in a line, with the indent of the line.
fn function_start(line: &str) -> Option<(&str, &str)> {
    const QUALIFIERS: [&str; 4] = ["const ", "async ", "unsafe ", "extern \"C\" "];
    let code = line.trim_start();
    let indent = &line[..line.len() - code.len()];
    let mut rest = code;
    if let Some(public) = rest.strip_prefix("pub") {
        rest = match public.strip_prefix('(') {
            Some(scope) => scope.split_once(") ")?.1,
            None => public.strip_prefix(' ')?,
        };
    }
    while let Some(less) = QUALIFIERS.iter().find_map(|word| rest.strip_prefix(word)) {
        rest = less;
    }
    let name = rest.strip_prefix("fn ")?;
    let end = name.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    (end > 0).then(|| (indent, &name[..end]))
}

/// Functions of more than [`MOST_FUNCTION_LINES`] lines in formatted code, with the numbers of their lines: a
/// function ends with a brace at its indent, or in the line in which it begins. Functions without a body end
/// with a semicolon before the brace.
fn long_functions(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut long = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let Some((indent, name)) = function_start(line) else { continue };
        if line.ends_with('}') || line.ends_with(';') {
            continue;
        }
        let at_indent = |line: &str| line.strip_prefix(indent).is_some_and(|code| !code.starts_with(' '));
        let is_end = |line: &&str| at_indent(line) && (line.ends_with('}') || line.ends_with(';'));
        let Some(length) = lines[start + 1..].iter().position(is_end) else { continue };
        if length + 2 > MOST_FUNCTION_LINES {
            long.push(format!("line {}: {name} has {} lines", start + 1, length + 2));
        }
    }
    long
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
fn functions_are_not_too_long() {
    let long = faults(|text| {
        let long = long_functions(text);
        (!long.is_empty()).then(|| long.join(", "))
    });
    assert!(long.is_empty(), "{long:#?}");
}

#[test]
fn long_functions_are_found() {
    let function = |start: &str, indent: &str, lines: usize| {
        format!("{indent}{start} {{\n{}{indent}}}\n", format!("{indent}    a();\n").repeat(lines - 2))
    };
    for start in ["fn f()", "pub fn f()", "pub(crate) const unsafe fn f<T>()", "async fn f()"] {
        for indent in ["", "    "] {
            let inside = |text: &str| format!("mod m {{\n{text}}}\n");
            let [sound, long] = [100, 101].map(|lines| inside(&function(start, indent, lines)));
            assert!(long_functions(&sound).is_empty(), "{sound}");
            assert_eq!(long_functions(&long), ["line 2: f has 101 lines"]);
        }
    }
    // Arguments in lines of their own count; functions without a body, data and macros do not.
    let arguments = format!("fn f(\n{}) {{\n    b();\n}}\n", "    a: u8,\n".repeat(97));
    assert_eq!(long_functions(&arguments), ["line 1: f has 101 lines"]);
    let data = format!("const A: [u8; 200] = [\n{}];\n", "    0,\n".repeat(200));
    let definition =
        format!("macro_rules! m {{\n    () => {{\n{}    }};\n}}\n", "        a();\n".repeat(200));
    let unbodied = "trait T {\n    fn f(\n        a: u8,\n    ) -> u8;\n    fn g();\n}\n";
    for text in [&data, &definition, &format!("{unbodied}{data}"), &format!("fn f() {{}}\n{data}")] {
        assert!(long_functions(text).is_empty(), "{text}");
    }
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
