//! Inputs of a call: files that are named, those of folders, of lists, and of patterns.

use super::verb::InputFiles;
use crate::asset::clip_choice::FileAndClip;
use crate::asset::folder_search::FolderSearch;
use crate::asset::input_file;
use crate::report::failure::Failure;
use std::path::{Path, PathBuf};

/// Input of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Input {
    /// File, or FILE#C.
    pub(super) argument: PathBuf,
    /// Its folder below the folder that the call names; empty for a file that the call names.
    pub(super) folder: PathBuf,
}

/// Inputs of the arguments, in their order. `@FILE` is a list of arguments, a line each; `@-` is one on standard
/// input. Folders are searched for `files`, but those below the folder `outputs`: they were made before. A name
/// with `*`, `?` or `[` that is no file is a pattern.
pub(super) fn expand(
    arguments: &[PathBuf],
    files: InputFiles,
    outputs: &Path,
) -> Result<Vec<Input>, Failure> {
    let mut inputs = Vec::new();
    for argument in arguments {
        match argument.to_str().and_then(|text| text.strip_prefix('@')) {
            Some(list) if !list.is_empty() && !argument.exists() => {
                for line in list_of(Path::new(list))? {
                    add(&line, files, outputs, &mut inputs)?;
                }
            }
            _ => add(argument, files, outputs, &mut inputs)?,
        }
    }
    Ok(inputs)
}

/// True for an argument that may stand for several inputs.
pub(super) fn is_several(argument: &Path) -> bool {
    argument.is_dir()
        || !argument.exists()
            && argument.to_str().is_some_and(|text| text.starts_with('@') || is_pattern(text))
}

/// Lines of a list, without empty ones.
fn list_of(list: &Path) -> Result<Vec<PathBuf>, Failure> {
    let text = match input_file::is_standard_input(list) {
        true => {
            let bytes = input_file::read_standard_input()?;
            String::from_utf8(bytes)
                .map_err(|_| Failure::input(input_file::STANDARD_INPUT, "the list is not UTF-8"))?
        }
        false => input_file::read_text(list)?,
    };
    // `#walk` is a clip of the built-in character.
    let is_comment = |line: &str| line == "#" || line.starts_with("# ");
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !is_comment(line));
    let lines: Vec<PathBuf> = lines.map(PathBuf::from).collect();
    match lines.is_empty() {
        true => Err(Failure::input(list.display(), "the list is empty; expected a file's name per line")),
        false => Ok(lines),
    }
}

/// Adds the inputs of an argument.
fn add(argument: &Path, files: InputFiles, outputs: &Path, inputs: &mut Vec<Input>) -> Result<(), Failure> {
    if argument.is_dir() {
        return add_folder(argument, files, outputs, inputs);
    }
    if let Some(pattern) = argument.to_str().filter(|text| is_pattern(text))
        && !argument.exists()
        && !FileAndClip::parse(Some(argument)).file.is_some_and(|file| file.is_file())
    {
        return add_pattern(pattern, outputs, inputs);
    }
    inputs.push(Input { argument: argument.to_owned(), folder: PathBuf::new() });
    Ok(())
}

fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?', '['])
}

fn add_folder(
    folder: &Path,
    files: InputFiles,
    outputs: &Path,
    inputs: &mut Vec<Input>,
) -> Result<(), Failure> {
    let search = FolderSearch::new(folder, files.endings());
    if let Some((folder, error)) = search.unreadable.first() {
        return Err(Failure::input(folder.display(), format!("this folder cannot be read: {error}")));
    }
    let outputs = outputs_below(outputs, folder);
    let is_output = |file: &Path| is_in(file, outputs.as_deref());
    let before = inputs.len();
    for file in search.files.into_iter().filter(|file| !is_output(file)) {
        let below = file.parent().and_then(|parent| parent.strip_prefix(folder).ok());
        let below = below.unwrap_or(Path::new("")).to_owned();
        inputs.push(Input { argument: file, folder: below });
    }
    match inputs.len() == before {
        true => Err(Failure::input(folder.display(), format!("no {} in this folder", files.noun()))),
        false => Ok(()),
    }
}

/// The folder of outputs, if it lies below a folder of inputs. Outputs in that folder itself are refused later,
/// where they would replace an input.
fn outputs_below(outputs: &Path, folder: &Path) -> Option<PathBuf> {
    let (outputs, folder) = (outputs.canonicalize().ok()?, folder.canonicalize().ok()?);
    (outputs.starts_with(&folder) && outputs != folder).then_some(outputs)
}

/// True for a file in the folder of outputs.
fn is_in(file: &Path, outputs: Option<&Path>) -> bool {
    let file = file.canonicalize();
    outputs.is_some_and(|outputs| file.is_ok_and(|file| file.starts_with(outputs)))
}

/// Adds the files of a pattern; their folders are those below its part without wildcards.
fn add_pattern(pattern: &str, outputs: &Path, inputs: &mut Vec<Input>) -> Result<(), Failure> {
    let plain = pattern.split(['*', '?', '[']).next().unwrap_or_default();
    let top = Path::new(&plain[..plain.rfind(['/', std::path::MAIN_SEPARATOR]).map_or(0, |at| at + 1)]);
    let outputs = outputs_below(outputs, if top.as_os_str().is_empty() { Path::new(".") } else { top });
    let wrong = |error: &dyn std::fmt::Display| Failure::Call(format!("{pattern}: {error}"));
    let before = inputs.len();
    for path in glob::glob(pattern).map_err(|error| wrong(&error))? {
        let path = path.map_err(|error| wrong(&error))?;
        if !path.is_dir() && !is_in(&path, outputs.as_deref()) {
            let folder = path.parent().and_then(|parent| parent.strip_prefix(top).ok());
            let folder = folder.unwrap_or(Path::new("")).to_owned();
            inputs.push(Input { argument: path, folder });
        }
    }
    match inputs.len() == before {
        true => Err(Failure::input(pattern, "no file matches the pattern")),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_files::TestFolder;

    #[test]
    fn folders_lists_and_patterns_are_expanded() {
        let folder = TestFolder::new("inputs");
        for file in ["a.glb", "b.FBX", "c.txt", "men/d.bvh", "out/a.glb"] {
            folder.write(file, b"");
        }
        folder.write(
            "list.txt",
            format!("{}\n\n{}\n", folder.path("a.glb").display(), folder.path("men").display()).as_bytes(),
        );
        let found = |arguments: &[&str]| {
            let arguments: Vec<_> = arguments
                .iter()
                .map(|argument| match argument.strip_prefix('@') {
                    Some(list) => PathBuf::from(format!("@{}", folder.path(list).display())),
                    None => folder.path(argument),
                })
                .collect();
            let inputs = expand(&arguments, InputFiles::Characters, &folder.path("out"));
            inputs
                .map(|inputs| {
                    inputs
                        .into_iter()
                        .map(|input| {
                            let name =
                                input.argument.strip_prefix(folder.path("")).unwrap().display().to_string();
                            (name, input.folder.display().to_string())
                        })
                        .collect::<Vec<_>>()
                })
                .map_err(|error| error.message().to_owned())
        };
        let pairs = |pairs: &[(&str, &str)]| {
            Ok(pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect())
        };
        assert_eq!(found(&[""]), pairs(&[("a.glb", ""), ("b.FBX", ""), ("men/d.bvh", "men")]));
        assert_eq!(found(&["@list.txt"]), pairs(&[("a.glb", ""), ("men/d.bvh", "")]));
        assert_eq!(found(&["*.glb", "c.txt"]), pairs(&[("a.glb", ""), ("c.txt", "")]));
        assert_eq!(found(&["**/*.bvh"]), pairs(&[("men/d.bvh", "men")]));
        assert_eq!(found(&["**/*.glb"]), pairs(&[("a.glb", "")]));
        assert!(found(&["*.vrm"]).is_err_and(|error| error.contains("no file matches")));
    }
}
