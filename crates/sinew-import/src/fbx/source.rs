//! State of one FBX import: scene, report and budget.

use crate::Report;
use crate::budget::Budget;
use crate::files::TextureFiles;

/// State of one import.
pub(super) struct Source<'a> {
    pub(super) scene: &'a ufbx::Scene,
    pub(super) budget: Budget,
    pub(super) report: Report,
    pub(super) textures: TextureFiles<'a>,
}

/// Location of an element: its type and name, since FBX has no paths.
pub(super) fn location(element: &ufbx::Element) -> String {
    format!("{} {:?}", kind(element), &*element.name)
}

fn kind(element: &ufbx::Element) -> String {
    format!("{:?}", element.type_)
}
