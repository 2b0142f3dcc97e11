//! What becomes of a file that is dropped on the window or chosen in the list.

use super::state::Shown;
use crate::clip_choice::FileAndClip;
use crate::failure::Failure;
use crate::options::StanceOptions;
use crate::script;
use crate::source::{self, Loaded};
use crate::transfer::transfer;
use sinew::RawClip;
use sinew::graph::AnimationGraph;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// What a file had to offer.
pub(super) enum Opened {
    /// A character, which takes the place of the one that was shown.
    Character(Box<Shown>),
    /// A graph for the character that is shown.
    Graph(Arc<AnimationGraph>),
    /// Clips for the character that is shown.
    Clips {
        from: String,
        clips: Vec<Arc<RawClip>>,
        /// How many joints they move that the character does not have.
        lacking: usize,
    },
}

/// Opens `path` beside `shown`.
pub(super) fn open(path: &Path, shown: &Shown) -> Result<Opened, Failure> {
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("ron")) {
        return script::graph(path, &shown.cast.lead).map(Opened::Graph);
    }
    let FileAndClip { file, clip } = FileAndClip::parse(Some(path));
    place(source::open(file.as_deref())?, clip, shown)
}

/// Opens the built-in character.
pub(super) fn built_in(shown: &Shown) -> Result<Opened, Failure> {
    place(source::open(None)?, None, shown)
}

fn place(file: Loaded, clip: Option<String>, shown: &Shown) -> Result<Opened, Failure> {
    let imported = &file.imported;
    let is_motion = imported.character.instances().is_empty();
    if is_motion && imported.clips.is_empty() {
        return Err(Failure::input(&file.name, "it has neither meshes nor clips to show"));
    }
    let character = shown.cast.lead.character();
    let on_it = |clip| transfer(clip, &file, character, &shown.name).ok();
    let moved: Option<Vec<_>> = is_motion.then(|| imported.clips.iter().map(on_it).collect()).flatten();
    // Motion of something else is shown on its own skeleton.
    let Some(moved) = moved else {
        let options = StanceOptions { clip, ..StanceOptions::default() };
        return Ok(Opened::Character(Box::new(Shown::new(file, &options, shown.serial + 1)?)));
    };
    let lacking: BTreeSet<&String> = moved.iter().flat_map(|moved| &moved.missing).collect();
    let lacking = lacking.len();
    let clips = moved.into_iter().map(|moved| Arc::new(moved.clip)).collect();
    Ok(Opened::Clips { from: file.name, clips, lacking })
}
