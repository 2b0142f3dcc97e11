//! Opening files that are dropped on the window or chosen in the list.

use super::open_character::OpenCharacter;
use super::speech::is_sound;
use crate::asset::clip_choice::FileAndClip;
use crate::asset::face_shapes;
use crate::asset::input_file;
use crate::asset::retarget::retarget;
use crate::asset::source::{self, Loaded};
use crate::options::input::InputOptions;
use crate::options::playback::PlaybackOptions;
use crate::player::script;
use crate::report::diagnostic::place_in_text;
use crate::report::failure::Failure;
use sinew::RawClip;
use sinew::face::FaceTransfer;
use sinew::graph::{AnimationGraph, graph_from_ron};
use sinew::rig::rig_from_ron;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Content of an opened file.
pub(super) enum Opened {
    /// A character, which replaces the current one.
    Character(Box<OpenCharacter>),
    /// A graph for the current character.
    Graph(Arc<AnimationGraph>),
    /// A rig file for the current character.
    Rig(PathBuf),
    /// A sound for the current character to speak.
    Sound(PathBuf),
    /// Clips for the current character.
    Clips {
        from: String,
        clips: Vec<Arc<RawClip>>,
        /// Number of joints in the clips that the character lacks.
        missing: usize,
    },
}

/// Opens `path` for the current character `shown`.
pub(super) fn open(path: &Path, shown: &OpenCharacter, input: &InputOptions) -> Result<Opened, Failure> {
    if is_sound(path) {
        return Ok(Opened::Sound(path.to_owned()));
    }
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("ron")) {
        let text = input_file::read_text(path)?;
        match (rig_from_ron(&text), graph_from_ron(&text)) {
            // Every field of a rig is optional and a graph needs its output, so a text that parses as a rig alone is one.
            (Ok(_), Err(_)) => return Ok(Opened::Rig(path.to_owned())),
            (Err(rig), Err(graph)) if place_in_text(&rig.location) > place_in_text(&graph.location) => {
                return Err(Failure::input(path.display(), rig));
            }
            _ => {}
        }
        return script::graph(path, &shown.player.actor).map(Opened::Graph);
    }
    let FileAndClip { file, clip } = FileAndClip::parse(Some(path));
    content(source::open(file.as_deref(), input)?, clip, shown)
}

/// Opens the built-in character.
pub(super) fn built_in(shown: &OpenCharacter) -> Result<Opened, Failure> {
    content(source::built_in()?, None, shown)
}

/// The built-in character's clips, retargeted to `shown`.
pub(super) fn built_in_clips(shown: &OpenCharacter) -> Result<Opened, Failure> {
    let mut file = source::built_in()?;
    let clips = std::mem::take(&mut file.imported.clips);
    let character = shown.player.actor.character();
    let on_it = |clip| Ok(Arc::new(retarget(clip, &file, character, &shown.name)?.clip));
    let clips = clips.iter().map(on_it).collect::<Result<_, Failure>>()?;
    Ok(Opened::Clips { from: file.name, clips, missing: 0 })
}

/// The shown character with the shapes of the built-in character's face.
pub(super) fn with_built_in_shapes(shown: &OpenCharacter, input: &InputOptions) -> Result<Opened, Failure> {
    let (mut head, from) = (source::open(shown.path.as_deref(), input)?, source::built_in()?);
    let landmarks = face_shapes::landmarks(&head, "sinew shapes --landmarks")?;
    let own = face_shapes::landmarks(&from, "sinew shapes --from-landmarks")?;
    let transfer = FaceTransfer::new(&from.imported.character, own);
    face_shapes::give(&mut head, &landmarks, &from, &transfer)?;
    content(head, None, shown)
}

fn content(file: Loaded, clip: Option<String>, shown: &OpenCharacter) -> Result<Opened, Failure> {
    let imported = &file.imported;
    let is_motion = imported.character.mesh_instances().is_empty();
    if is_motion && imported.clips.is_empty() {
        return Err(Failure::input(&file.name, "the file has neither meshes nor clips"));
    }
    let character = shown.player.actor.character();
    let on_it = |clip| retarget(clip, &file, character, &shown.name).ok();
    let moved: Option<Vec<_>> = is_motion.then(|| imported.clips.iter().map(on_it).collect()).flatten();
    // Clips that do not fit the character are shown on their own skeleton.
    let Some(moved) = moved else {
        let options = PlaybackOptions { clip, ..PlaybackOptions::default() };
        return Ok(Opened::Character(Box::new(OpenCharacter::new(file, &options, shown.serial + 1)?)));
    };
    let missing: BTreeSet<&String> = moved.iter().flat_map(|moved| &moved.missing).collect();
    let missing = missing.len();
    let clips = moved.into_iter().map(|moved| Arc::new(moved.clip)).collect();
    Ok(Opened::Clips { from: file.name, clips, missing })
}
