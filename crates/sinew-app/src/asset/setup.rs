//! Character set-ups: opened as the character that they name, with all that is put on it.

use crate::report::failure::Failure;
use crate::report::message::message;
use crate::report::output::extension;
use sinew::{Actor, ClipSet};
use sinew_setup::{Setup, SetupError, SetupFile, SetupModel};
use std::path::Path;
use std::sync::Arc;

/// A set-up that is open, with its model.
#[derive(Clone, Debug)]
pub(crate) struct OpenSetup {
    pub(crate) file: SetupFile,
    pub(crate) model: SetupModel,
}

impl OpenSetup {
    /// True for the path of a text.
    pub(crate) fn is_setup(path: &Path) -> bool {
        extension(path) == "ron"
    }

    /// True where the set-up has an animation graph.
    pub(crate) fn has_graph(&self) -> bool {
        self.file.description().graph.is_some()
    }

    /// Parts that no file of a character can hold: they stay in the set-up.
    pub(crate) fn parts_of_text(&self) -> Vec<&'static str> {
        let it = self.file.description();
        let all = [
            (it.graph.is_some(), "graph"),
            (it.ik.is_some(), "IK rig"),
            (it.wrinkles.is_some(), "wrinkles"),
            (it.springs.is_some(), "spring bones of a text"),
            (it.hair.is_some(), "hair"),
            (it.decals.is_some(), "decals"),
            (!it.attachments.is_empty(), "items"),
            (!it.outfits.is_empty(), "outfits"),
        ];
        all.into_iter().filter(|(is_there, _)| *is_there).map(|(_, name)| name).collect()
    }

    /// The set-up for clips of a verb's own: without its graph and the clip that it plays.
    pub(crate) fn without_playback(&self, clips: Arc<ClipSet>) -> Result<Setup, Failure> {
        let file = self.file.edited(|description| (description.graph, description.play) = (None, None));
        self.model.build(&file, clips).map_err(failure)
    }

    /// Switches the systems of the set-up on for an actor of its character, whose clips may be others than
    /// those of the set-up. Nothing plays but a graph.
    pub(crate) fn equip(&self, actor: &mut Actor) -> Result<Setup, Failure> {
        let setup = self.model.build(&self.file, actor.clips().clone()).map_err(failure)?;
        for finding in setup.findings() {
            message!("sinew: {}: {}: {}", self.file.name(), finding.field, finding.message);
        }
        setup.equip(actor).map_err(failure)?;
        if !self.has_graph() {
            actor.stop();
        }
        actor.update(0.0);
        Ok(setup)
    }
}

/// Failure of an error, which names its file.
pub(crate) fn failure(error: SetupError) -> Failure {
    Failure::Input(error.to_string())
}
