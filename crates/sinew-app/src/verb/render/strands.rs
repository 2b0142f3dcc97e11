//! Hair on devices that draw no strands, such as those of OpenGL: as cards of the character's mesh.

use super::Render;
use crate::asset::hair_cards::CardRecorder;
use crate::asset::source::Loaded;
use crate::player::scene_player::ScenePlayer;
use crate::report::failure::Failure;
use crate::report::message::message;
use sinew_author::hair::CardSettings;
use sinew_render::Gpu;

impl Render {
    /// Player of the character with cards in place of its hair, which swing by spring bones, for a device that draws
    /// no strands; `None` for others. `file` is that of the player.
    pub(super) fn with_cards(
        &self,
        player: &ScenePlayer,
        mut file: Loaded,
    ) -> Result<Option<ScenePlayer>, Failure> {
        let draws = Gpu::off_screen().map(|gpu| gpu.draws_strands());
        if player.actor.hair().is_none() || draws.map_err(|error| Failure::Machine(error.to_string()))? {
            return Ok(None);
        }
        let name = file.name.clone();
        message!("sinew: {name}: this graphics device draws no strands of hair; it is shown as cards");
        let recorder = CardRecorder::new(&player.actor, CardSettings::default(), &name)?;
        let mut clips = file.imported.clips.clone();
        file.imported.character = recorder.finish(&player.actor, &mut clips, &name)?;
        file.imported.clips = clips;
        // The character is that of the cards, which set-ups do not know.
        file.setup = None;
        let mut bare = ScenePlayer::new(file, &self.playback)?;
        (bare.wind, bare.shakes_head) = (player.wind, player.shakes_head);
        Ok(Some(bare))
    }
}
