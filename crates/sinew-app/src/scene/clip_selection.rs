//! What somebody plays who sets out in a scene.

use crate::asset::source::Loaded;
use crate::options::playback::PlaybackOptions;
use crate::options::root_motion::leads_on;
use crate::report::failure::Failure;
use crate::scene::fallback_clips::{lend, lend_later};
use crate::scene::{self, SceneKind};

impl PlaybackOptions {
    /// Has somebody play what goes with a scene: the clip that is asked for, or the first that is called so, or one that is
    /// lent.
    pub(crate) fn set_out(&mut self, file: &Loaded, scene: SceneKind) -> Result<(), Failure> {
        let character = &file.imported.character;
        if character.humanoid().is_none() {
            return Err(scene::no_person(&file.name));
        }
        // What gets nowhere in a scene is told as that, and not of an option that nobody gave.
        self.travels_for_scene = scene.travels() && !self.travel;
        self.travel |= scene.travels();
        if self.graph.is_some() {
            return Ok(());
        }
        let own = &file.imported.clips;
        let names = own.iter().map(|clip| clip.name.as_str());
        let body = (character, file.name.as_str());
        let first = || own.first().is_some_and(|clip| leads_on(clip, character));
        let lent = match self.clip {
            Some(_) => lend_later(scene, body, names)?,
            None => lend(scene, body, names, first)?,
        };
        if let Some(lent) = lent {
            eprintln!("sinew: {}", lent.told);
            self.lent = lent.clips;
        }
        let all = || own.iter().chain(&self.lent);
        let first = scene.choose(all().map(|clip| clip.name.as_str())).unwrap_or(0);
        if let (None, Some(clip)) =
            (&self.clip, all().nth(first).filter(|clip| !scene.is_meant_for(&clip.name)))
        {
            let (scene, plays) = (scene.name(), &clip.name);
            eprintln!(
                "sinew: --scene {scene} plays clip {plays:?}, the likest there is; --clip names another"
            );
        }
        let chosen = self.clip.get_or_insert_with(|| first.to_string());
        let plays = all().enumerate().find(|(n, clip)| n.to_string() == *chosen || clip.name == *chosen);
        if scene.travels() && plays.is_none_or(|(_, clip)| clip.root.is_none()) {
            self.root.find_a_way();
        }
        Ok(())
    }
}
