//! No two files of a crate import each other, directly or through others.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Path of a module below the crate's root.
type Module = Vec<String>;

/// A source file without comments and tests.
struct File {
    code: String,
    /// Imported paths, and whether they are exported again.
    uses: Vec<(Module, bool)>,
    /// Whether it is the file of a folder: its exports stand for the files behind them.
    is_folder: bool,
}

fn files(source: &Path) -> BTreeMap<Module, File> {
    let mut found = BTreeMap::new();
    for path in sinew_suite::files(source, &["rs"]) {
        let relative = path.strip_prefix(source).unwrap().with_extension("");
        let mut module: Module = relative.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        let is_folder = matches!(module.last().map(String::as_str), Some("mod" | "lib" | "main"));
        if is_folder {
            module.pop();
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
        let code = lines.collect::<Vec<_>>().join("\n");
        found.insert(module, File { code, uses: Vec::new(), is_folder });
    }
    let modules: BTreeSet<Module> = found.keys().cloned().collect();
    for (module, file) in &mut found {
        file.uses = uses(&file.code, module, &modules);
    }
    found
}

/// The paths of all `use` declarations, from the crate's root on.
fn uses(code: &str, module: &Module, modules: &BTreeSet<Module>) -> Vec<(Module, bool)> {
    let mut found = Vec::new();
    let mut offset = 0;
    for line in code.split_inclusive('\n') {
        let start = offset;
        offset += line.len();
        let is_public = line.trim_start().starts_with("pub");
        let Some(at) = line.find("use ").filter(|at| {
            let before = line[..*at].trim();
            before.is_empty() || before == "pub" || before.starts_with("pub(") && before.ends_with(')')
        }) else {
            continue;
        };
        let rest = &code[start + at + 4..];
        for path in expand(&rest[..rest.find(';').unwrap_or(rest.len())]) {
            let path = path.split(" as ").next().unwrap_or_default();
            let mut parts = path.split("::").map(|part| part.trim().to_owned()).peekable();
            let mut absolute = module.clone();
            match parts.peek().map(String::as_str) {
                Some("crate") => absolute.clear(),
                Some("self" | "super") => {}
                Some(first) if modules.contains(&[module.as_slice(), &[first.to_owned()]].concat()) => {}
                _ => continue,
            }
            for part in parts {
                match part.as_str() {
                    "crate" | "self" => {}
                    "super" => drop(absolute.pop()),
                    _ => absolute.push(part),
                }
            }
            found.push((absolute, is_public));
        }
    }
    found
}

/// `a::{b, c::{d, e}}` → `a::b`, `a::c::d`, `a::c::e`.
fn expand(path: &str) -> Vec<String> {
    let Some((before, rest)) = path.split_once('{') else { return vec![path.trim().to_owned()] };
    let inside = &rest[..rest.rfind('}').unwrap_or(rest.len())];
    let (mut depth, mut part, mut parts) = (0, String::new(), Vec::new());
    for c in inside.chars().chain([',']) {
        match c {
            ',' if depth == 0 => parts.push(std::mem::take(&mut part)),
            _ => {
                depth += i32::from(c == '{') - i32::from(c == '}');
                part.push(c);
            }
        }
    }
    let parts = parts.iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(|part| expand(part)).map(|part| format!("{}{part}", before.trim())).collect()
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
    let defines = ["fn", "struct", "enum", "trait", "type", "const", "static", "union", "macro_rules!"];
    let words = file.code.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '!'));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    if words.windows(2).any(|pair| defines.contains(&pair[0]) && pair[1] == name) {
        return Some(module.to_vec());
    }
    let exported = file.uses.iter().find_map(|(target, _)| match target.last()?.as_str() {
        last if last == name => definition(target, files, seen),
        "*" => {
            let item = [&target[..target.len() - 1], std::slice::from_ref(name)].concat();
            definition(&item, files, seen).filter(|found| found != module)
        }
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

#[test]
fn no_files_import_each_other() {
    let mut circles = BTreeSet::new();
    let mut count = 0;
    for name in ["sinew", "sinew-import", "sinew-rapier", "sinew-speech", "sinew-render", "sinew-app"] {
        let files = files(&sinew_suite::repository().join("crates").join(name).join("src"));
        let imports: BTreeMap<Module, BTreeSet<Module>> = files
            .iter()
            .map(|(module, file)| {
                let uses = file.uses.iter().filter(|(_, is_public)| !(file.is_folder && *is_public));
                let found = uses.filter_map(|(path, _)| definition(path, &files, &mut BTreeSet::new()));
                (module.clone(), found.filter(|other| other != module).collect())
            })
            .collect();
        count += imports.values().map(BTreeSet::len).sum::<usize>();
        let reach: BTreeMap<_, _> =
            imports.keys().map(|module| (module, reached(module, &imports))).collect();
        for (module, own) in &reach {
            let circle: Vec<String> = own
                .iter()
                .filter(|other| reach[other].contains(*module))
                .map(|other| format!("{name}/{}", other.join("/")))
                .collect();
            if !circle.is_empty() {
                circles.insert(circle);
            }
        }
    }
    assert!(count > 1000, "{count} imports");
    assert!(circles.is_empty(), "files that import each other: {circles:#?}");
}
