//! What becomes of a file that is dropped on the window or chosen in the list.

use super::open_character::OpenCharacter;
use super::state::State;
use crate::asset::clip_choice::FileAndClip;
use crate::asset::retarget::retarget;
use crate::asset::source::{self, Loaded};
use crate::options::playback::PlaybackOptions;
use crate::player::script;
use crate::report::failure::Failure;
use crate::report::finding::place_in_text;
use crate::report::plural::count;
use sinew::RawClip;
use sinew::graph::{AnimationGraph, graph_from_ron};
use sinew::rig::rig_from_ron;
use sinew_render::ViewPreset;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a file had to offer.
pub(super) enum Opened {
    /// A character, which takes the place of the one that was shown.
    Character(Box<OpenCharacter>),
    /// A graph for the character that is shown.
    Graph(Arc<AnimationGraph>),
    /// The text of a rig for the character that is shown.
    Rig(PathBuf),
    /// Clips for the character that is shown.
    Clips {
        from: String,
        clips: Vec<Arc<RawClip>>,
        /// How many joints they move that the character does not have.
        lacking: usize,
    },
}

/// Opens `path` beside `shown`.
pub(super) fn open(path: &Path, shown: &OpenCharacter) -> Result<Opened, Failure> {
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("ron")) {
        let text = std::fs::read_to_string(path).map_err(|e| Failure::input(path.display(), e))?;
        match (rig_from_ron(&text), graph_from_ron(&text)) {
            // All that a rig says may be left out, as nothing of a graph may be.
            (Ok(_), Err(_)) => return Ok(Opened::Rig(path.to_owned())),
            (Err(rig), Err(graph)) if place_in_text(&rig.place) > place_in_text(&graph.place) => {
                return Err(Failure::input(path.display(), rig));
            }
            _ => {}
        }
        return script::graph(path, &shown.cast.lead).map(Opened::Graph);
    }
    let FileAndClip { file, clip } = FileAndClip::parse(Some(path));
    place(source::open(file.as_deref())?, clip, shown)
}

/// Opens the built-in character.
pub(super) fn built_in(shown: &OpenCharacter) -> Result<Opened, Failure> {
    place(source::open(None)?, None, shown)
}

fn place(file: Loaded, clip: Option<String>, shown: &OpenCharacter) -> Result<Opened, Failure> {
    let imported = &file.imported;
    let is_motion = imported.character.instances().is_empty();
    if is_motion && imported.clips.is_empty() {
        return Err(Failure::input(&file.name, "it has neither meshes nor clips to show"));
    }
    let character = shown.cast.lead.character();
    let on_it = |clip| retarget(clip, &file, character, &shown.name).ok();
    let moved: Option<Vec<_>> = is_motion.then(|| imported.clips.iter().map(on_it).collect()).flatten();
    // Motion of something else is shown on its own skeleton.
    let Some(moved) = moved else {
        let options = PlaybackOptions { clip, ..PlaybackOptions::default() };
        return Ok(Opened::Character(Box::new(OpenCharacter::new(file, &options, shown.serial + 1)?)));
    };
    let lacking: BTreeSet<&String> = moved.iter().flat_map(|moved| &moved.missing).collect();
    let lacking = lacking.len();
    let clips = moved.into_iter().map(|moved| Arc::new(moved.clip)).collect();
    Ok(Opened::Clips { from: file.name, clips, lacking })
}

impl State {
    /// Shows what a file had to offer, or says why it had nothing.
    pub(super) fn open(&mut self, opened: Result<Opened, Failure>) {
        match opened {
            Ok(Opened::Character(shown)) => {
                if let Some(path) = shown.path.clone().filter(|p| !self.files.contains(p)) {
                    self.files.push(path);
                }
                let scene = self.scene.take().map(|scene| scene.kind);
                self.shown = *shown;
                self.held.clear();
                self.expressions.clear();
                self.transport.playing = true;
                self.go_home();
                self.reach_anew();
                self.log.clear();
                self.play(Some(sinew::ClipId(0)));
                self.choose_scene(scene);
                self.frame(ViewPreset::ThreeQuarter.direction_to_camera());
            }
            Ok(Opened::Graph(graph)) => {
                let said = self.shown.cast.lead.set_graph(graph).map_err(|e| e.to_string());
                self.transport.playing = true;
                if let Err(message) = said {
                    self.say(message, true);
                }
            }
            Ok(Opened::Rig(path)) => {
                if let Err(failure) = self.use_rig(&path) {
                    self.say(failure.message().to_owned(), true);
                }
            }
            Ok(Opened::Clips { from, clips, lacking }) => {
                let added = count(clips.len(), "clip");
                let first = sinew::ClipId(self.shown.cast.lead.clips().len() as u32);
                for clip in clips {
                    // Bound clips have tracks for joints that exist, and no others.
                    let _ = self.shown.cast.lead.add_clip(clip);
                }
                self.play(Some(first));
                self.walk_on();
                let but = if lacking > 0 {
                    format!(", without {}", count(lacking, "joint"))
                } else {
                    String::new()
                };
                self.say(format!("{added} from {from}{but}"), false);
            }
            Err(failure) => self.say(failure.message().to_owned(), true),
        }
    }
}
