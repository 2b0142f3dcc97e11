//! Plan of a batch: its items, checked before any work begins.

use super::input::Input;
use super::item::Item;
use super::names::Names;
use super::target::Target;
use crate::asset::clip_choice::FileAndClip;
use crate::asset::input_file;
use crate::report::failure::Failure;
use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

/// Items of the inputs. Fails where two inputs would have one output, and where an output would replace an input.
pub(super) fn plan(inputs: Vec<Input>, target: &Target, ending: &str) -> Result<Vec<Item>, Failure> {
    let mut items = Vec::new();
    for Input { argument, folder } in inputs {
        if input_file::is_standard_input(&argument) {
            let message = "standard input has no name to call an output by; expected -o FILE or -o -";
            return Err(Failure::Call(message.into()));
        }
        let names = Names::of(Some(&argument), &folder);
        let is_open = target.has_clip() && names.clip.is_none();
        let has_output = !is_open && *target != Target::Nothing;
        let output = has_output.then(|| target.path(&names, ending));
        items.push(Item { argument: Some(argument), names, output });
    }
    if *target != Target::Nothing {
        check_outputs(&items)?;
    }
    Ok(items)
}

fn check_outputs(items: &[Item]) -> Result<(), Failure> {
    let file = |item: &Item| FileAndClip::parse(item.argument.as_deref()).file;
    let inputs: HashMap<PathBuf, PathBuf> =
        items.iter().filter_map(file).map(|file| (key(&file), file)).collect();
    let mut outputs: HashMap<PathBuf, &Item> = HashMap::new();
    for item in items {
        let Some(output) = &item.output else { continue };
        if let Some(input) = inputs.get(&key(output)) {
            let (input, output) = (input.display(), output.display());
            return Err(Failure::Call(format!(
                "-o {output}: this is an input file ({input}); choose another folder"
            )));
        }
        if let Some(other) = outputs.insert(key(output), item) {
            let [one, two] =
                [other, item].map(|item| item.argument.as_deref().unwrap_or(Path::new("")).display());
            let message = format!(
                "{one} and {two} would both be written to {}; name outputs by more of their inputs, such as -o \
                 'out/{{folder}}/{{name}}-{{ext}}.{}'",
                output.display(),
                output.extension().unwrap_or_default().to_string_lossy(),
            );
            return Err(Failure::Call(message));
        }
    }
    Ok(())
}

/// The path that tells whether two paths lead to the same file: links of existing folders are followed.
fn key(path: &Path) -> PathBuf {
    let whole = path.canonicalize().or_else(|_| {
        let (folder, name) = (path.parent().unwrap_or(Path::new("")), path.file_name().unwrap_or_default());
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        folder.canonicalize().map(|folder| folder.join(name))
    });
    let path = whole.or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned());
    let path: PathBuf = path.components().filter(|component| *component != Component::CurDir).collect();
    match cfg!(any(windows, target_os = "macos")) {
        true => path.to_string_lossy().to_lowercase().into(),
        false => path,
    }
}
