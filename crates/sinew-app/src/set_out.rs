//! What somebody plays who sets out in a scene.

use crate::failure::Failure;
use crate::options::StanceOptions;
use crate::scenery::{self, SceneKind};
use crate::source::Loaded;

impl StanceOptions {
    /// Has somebody play what goes with a scene: the clip that is asked for, or the first that is called so.
    pub(crate) fn set_out(&mut self, file: &Loaded, scene: SceneKind) -> Result<(), Failure> {
        if file.imported.character.humanoid().is_none() {
            return Err(scenery::no_person(&file.name));
        }
        // What gets nowhere in a scene is told as that, and not of an option that nobody gave.
        self.travels_for_scene = scene.travels() && !self.travel;
        self.travel |= scene.travels();
        if self.graph.is_some() {
            return Ok(());
        }
        let clips = &file.imported.clips;
        if clips.is_empty() && self.clip.is_none() {
            let message = format!("--scene: {} has no clips; --clip names one of another file", file.name);
            return Err(Failure::Call(message));
        }
        let names = clips.iter().map(|clip| clip.name.as_str());
        let first = scene.choose(names.clone()).unwrap_or(0);
        if let Some(lacks) = scene.what_lacks(names, self.clip.is_some()) {
            eprintln!("sinew: {}: {lacks}", file.name);
        }
        let chosen = self.clip.get_or_insert_with(|| first.to_string());
        let own = clips.iter().enumerate().find(|(n, clip)| n.to_string() == *chosen || clip.name == *chosen);
        if scene.travels() && own.is_none_or(|(_, clip)| clip.root.is_none()) {
            self.root.find_a_way();
        }
        Ok(())
    }
}
