use super::stamp_looks::add_stamp_looks;
use crate::asset::source::Loaded;
use crate::asset::wrinkle_files::{self, OwnWrinkles};
use crate::options::playback::PlaybackOptions;
use crate::player::scene_player::ScenePlayer;
use crate::report::diagnostic::{self, DiagnosticEntry};
use crate::report::failure::Failure;
use std::path::PathBuf;

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
    /// Changes with the set of actors, so that the screen knows when to create their model instances again.
    pub(crate) serial: u64,
}

impl OpenCharacter {
    /// The character of `file` as `options` ask for it.
    pub(crate) fn new(file: Loaded, options: &PlaybackOptions, serial: u64) -> Result<Self, Failure> {
        let (name, path) = (file.name.clone(), file.path.clone());
        let (format, mut diagnostics) =
            (file.imported.format.to_string(), diagnostic::entries(&file.imported.report));
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
        Ok(Self { name, path, format, face_map: None, wrinkles, player, diagnostics, outfit, serial })
    }

    /// Dresses the character in an outfit of its set-up, or takes all off.
    pub(super) fn wear(&mut self, outfit: Option<String>) {
        if let Some(setup) = &self.player.setup
            && setup.wear(&mut self.player.actor, outfit.as_deref()).is_ok()
        {
            self.outfit = outfit;
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
