//! What becomes of a file that is dropped on the window or chosen in the list.

use super::state::Shown;
use crate::clip_choice::{self, FileAndClip};
use crate::failure::Failure;
use crate::options::StanceOptions;
use crate::script;
use crate::source::{self, Loaded};
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
    let binds =
        |motion: &RawClip| clip_choice::bind(motion, &file, shown.cast.lead.character(), &shown.name).is_ok();
    // Motion of another rig is shown on its own skeleton.
    if !is_motion || !imported.clips.iter().all(binds) {
        let options = StanceOptions { clip, ..StanceOptions::default() };
        return Ok(Opened::Character(Box::new(Shown::new(file, &options, shown.serial + 1)?)));
    }
    let character = shown.cast.lead.character();
    let mut lacking = BTreeSet::new();
    let mut clips = Vec::new();
    for clip in &imported.clips {
        let (bound, missing) = clip_choice::bind(clip, &file, character, &shown.name)?;
        lacking.extend(missing);
        clips.push(Arc::new(bound));
    }
    Ok(Opened::Clips { from: file.name, clips, lacking: lacking.len() })
}
