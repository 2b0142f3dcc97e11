//! Plan of a batch: its items, checked before any work begins.

use super::input::Input;
use super::item::Item;
use super::names::Names;
use super::outputs::Outputs;
use super::target::Target;
use crate::asset::clip_choice::FileAndClip;
use crate::asset::input_file;
use crate::report::failure::Failure;
use std::path::Path;

/// Items of the inputs, and their outputs. Fails where two inputs would have one output, and where an output would
/// replace an input. Outputs of clips are not known yet.
pub(super) fn plan(
    inputs: Vec<Input>,
    target: &Target,
    ending: &str,
) -> Result<(Vec<Item>, Outputs), Failure> {
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
    let file = |item: &Item| FileAndClip::parse(item.argument.as_deref()).file;
    let mut outputs = Outputs::of(items.iter().filter_map(file));
    for item in &items {
        if let Some(output) = &item.output {
            outputs.add(output, item.argument.as_deref().unwrap_or(Path::new("")))?;
        }
    }
    Ok((items, outputs))
}
