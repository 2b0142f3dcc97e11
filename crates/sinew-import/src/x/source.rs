//! State of one import of a DirectX .x file.

use super::tree::Tree;
use crate::Report;
use crate::budget::Budget;
use crate::files::TextureFiles;

/// State of one import.
pub(super) struct Source<'a> {
    pub(super) tree: Tree,
    pub(super) budget: Budget,
    pub(super) report: Report,
    pub(super) textures: TextureFiles<'a>,
}
