use super::stamp_looks::{add_stamp_looks, decal_ids};
use crate::asset::read_files::ReadFiles;
use crate::asset::source::Loaded;
use crate::asset::wrinkle_files::{self, OwnWrinkles};
use crate::options::input::InputOptions;
use crate::options::playback::PlaybackOptions;
use crate::player::scene_player::ScenePlayer;
use crate::report::diagnostic_entry::{self, DiagnosticEntry};
use crate::report::failure::Failure;
use sinew::Actor;
use sinew::face::FaceRig;
use sinew::hair::Groom;
use sinew::surface::DecalId;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

/// Character in the window, with its file.
pub(crate) struct OpenCharacter {
    pub(crate) name: String,
    /// None for the built-in character.
    pub(crate) path: Option<PathBuf>,
    pub(crate) format: String,
    /// Face map in use.
    pub(crate) face_map: Option<PathBuf>,
    /// Wrinkles that lie with it.
    pub(crate) wrinkles: Option<OwnWrinkles>,
    pub(crate) player: ScenePlayer,
    pub(crate) diagnostics: Vec<DiagnosticEntry>,
    /// Outfit of its set-up that it wears.
    pub(crate) outfit: Option<String>,
    /// Options that it was opened with, for its files, which are read anew when they change.
    pub(super) options: PlaybackOptions,
    pub(super) input: InputOptions,
    /// Files that it was read from.
    pub(super) read: ReadFiles,
    /// True where its face has the shapes of the built-in character.
    pub(super) has_built_in_shapes: bool,
    /// Number of its own clips; the others were added.
    pub(super) clips: usize,
    /// Meshes that its files and its outfit show.
    pub(super) visible: Vec<bool>,
    /// Groom of its files and its outfit, before strokes of brushes.
    pub(super) groom: Option<Arc<Groom>>,
    /// Decals that its files place.
    pub(super) marks: BTreeSet<DecalId>,
    /// Face without the shapes of the face map.
    pub(super) unmapped_face: Option<Arc<FaceRig>>,
    /// Changes with the set of actors, so that the screen knows when to create their model instances again.
    pub(crate) serial: u64,
}

impl OpenCharacter {
    /// The character of `file` as `options` ask for it.
    pub(crate) fn new(file: Loaded, options: &PlaybackOptions, serial: u64) -> Result<Self, Failure> {
        file.read.clone().during(|| Self::make(file, options, serial))
    }

    fn make(file: Loaded, options: &PlaybackOptions, serial: u64) -> Result<Self, Failure> {
        let (input, read) = (file.input.clone(), file.read.clone());
        let (name, path) = (file.name.clone(), file.path.clone());
        let (format, mut diagnostics) =
            (file.imported.format.to_string(), diagnostic_entry::entries(&file.imported.report));
        let mut player = ScenePlayer::new(file, options)?;
        if let Some(setup) = &player.setup {
            diagnostics.extend(setup.findings().iter().map(DiagnosticEntry::of_finding));
        }
        let outfit = player.setup.as_ref().and_then(|setup| setup.outfit()).map(str::to_owned);
        // The window plays on from here, not from a script.
        player.script = None;
        player.restart();
        if player.actor.decals().is_some() {
            add_stamp_looks(&mut player.actor)?;
        }
        let wrinkles = wrinkle_files::of_character(path.as_deref());
        let actor = &player.actor;
        Ok(Self {
            name,
            path,
            format,
            face_map: None,
            wrinkles,
            diagnostics,
            outfit,
            options: options.clone(),
            input,
            read,
            has_built_in_shapes: false,
            clips: actor.clips().len(),
            visible: visible(actor),
            groom: actor.hair().map(|hair| hair.groom().clone()),
            marks: decal_ids(actor),
            unmapped_face: actor.face().map(|face| face.rig().clone()),
            player,
            serial,
        })
    }

    /// Dresses the character in an outfit of its set-up, or takes all off.
    pub(super) fn wear(&mut self, outfit: Option<String>) {
        let before = visible(&self.player.actor);
        if let Some(setup) = &self.player.setup
            && setup.wear(&mut self.player.actor, outfit.as_deref()).is_ok()
        {
            self.outfit = outfit;
            let actor = &self.player.actor;
            // What the outfit leaves as it was may have been shown or hidden by hand.
            let changes = before.iter().zip(visible(actor)).zip(&mut self.visible);
            changes.filter(|((before, now), _)| *before != now).for_each(|((_, now), noted)| *noted = now);
            self.groom = actor.hair().map(|hair| hair.groom().clone());
        }
    }

    /// Lets the character hold an item of its set-up, or puts it away.
    pub(super) fn hold_item(&mut self, item: &str, holds: bool) {
        if let Some(setup) = &self.player.setup {
            // The panel lists the set-up's own items.
            let _ = setup.hold(&mut self.player.actor, item, holds);
        }
    }
}

/// Per mesh of an actor: whether it is shown.
fn visible(actor: &Actor) -> Vec<bool> {
    let frame = actor.frame();
    actor.character().mesh_instance_ids().map(|id| frame.is_visible(id)).collect()
}
