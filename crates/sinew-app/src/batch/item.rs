//! Items of a batch: an input with its output.

use super::names::Names;
use std::path::PathBuf;

/// An input of a call, with the output that is made of it.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// File or FILE#C; none for the built-in character.
    pub(super) argument: Option<PathBuf>,
    pub(super) names: Names,
    /// The output; none where each clip of the input has one, whose number is known once it is open.
    pub(super) output: Option<PathBuf>,
}
