//! Choice of the clip that plays in a scene of `render` and `bake`.

use super::fallback_clips::{fallback_clips, later_fallback_clips};
use super::kind::SceneKind;
use super::measure::not_humanoid;
use crate::asset::clip_choice::label;
use crate::asset::source::Loaded;
use crate::options::playback::PlaybackOptions;
use crate::options::root_motion::moves_forward;
use crate::report::failure::Failure;
use crate::report::message::message;

impl PlaybackOptions {
    /// Chooses the clip for a scene: the one of `--clip`, else the first whose name matches, else one of the
    /// built-in character. Root motion is applied, and found where a clip has none, in scenes that are walked
    /// through.
    pub(crate) fn choose_scene_clip(&mut self, file: &Loaded, scene: SceneKind) -> Result<(), Failure> {
        let character = &file.imported.character;
        if character.humanoid().is_none() {
            return Err(not_humanoid(&file.name));
        }
        // A clip that stays in place is reported for the scene, not for an option that the user did not give.
        self.scene_applies_root_motion = scene.travels() && !self.apply_root_motion;
        self.apply_root_motion |= scene.travels();
        if self.graph.is_some() {
            return Ok(());
        }
        let clips = &file.imported.clips;
        let names = clips.iter().map(|clip| clip.name.as_str());
        let body = (character, file.name.as_str());
        let first = || clips.first().is_some_and(|clip| moves_forward(clip, character));
        let fallback = match self.clip {
            Some(_) => later_fallback_clips(scene, body, names)?,
            None => fallback_clips(scene, body, names, first)?,
        };
        if let Some(fallback) = fallback {
            message!("sinew: {}", fallback.message);
            self.fallback_clips = fallback.clips;
        }
        let all = || clips.iter().chain(&self.fallback_clips);
        let first = scene.choose(all().map(|clip| clip.name.as_str())).unwrap_or(0);
        if let (None, Some(clip)) =
            (&self.clip, all().nth(first).filter(|clip| !scene.begins_with(&clip.name)))
        {
            let (scene, plays) = (scene.name(), label(first, &clip.name));
            message!(
                "sinew: --scene {scene} plays clip {plays}, the closest match; choose another with --clip"
            );
        }
        let chosen = self.clip.get_or_insert_with(|| first.to_string());
        let plays = all().enumerate().find(|(n, clip)| n.to_string() == *chosen || clip.name == *chosen);
        if scene.travels() && plays.is_none_or(|(_, clip)| clip.root_motion.is_none()) {
            self.root_motion.find_for_scene();
        }
        Ok(())
    }
}
