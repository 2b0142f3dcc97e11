use super::scene_player::ScenePlayer;
use crate::asset::size::reference_bounds;
use crate::drawing::instances;
use crate::fall::course::{add_meshes, scale_of};
use sinew::ragdoll::Ragdoll;
use sinew_rapier::RapierWorld;
use std::sync::Arc;

impl ScenePlayer {
    /// True while the character falls as a ragdoll.
    pub(crate) fn is_falling(&self) -> bool {
        self.actor.ragdoll().is_some_and(|ragdoll| ragdoll.is_active())
    }

    /// True while a part of a falling character moves.
    pub(crate) fn is_tumbling(&self) -> bool {
        self.actor.ragdoll().is_some_and(|ragdoll| ragdoll.is_active() && !ragdoll.is_at_rest())
    }

    /// Lets the character fall from its present pose onto the ground and the props of its scene. The message is about a character that cannot.
    pub(crate) fn start_fall(&mut self) -> Result<(), String> {
        let known = self.actor.ragdoll().map(|ragdoll| ragdoll.ragdoll().clone());
        let ragdoll = match known {
            Some(ragdoll) => ragdoll,
            None => Arc::new(Ragdoll::fit(self.actor.character()).map_err(|error| error.to_string())?),
        };
        let ground = match self.scene {
            Some(_) => 0.0,
            None => instances::ground(&reference_bounds(&self.actor)).height,
        };
        let mut world = RapierWorld::new().with_units_per_metre(scale_of(&ragdoll)).with_floor(ground);
        let props = self.actors().skip(self.body().count());
        props.for_each(|prop| add_meshes(prop, &mut world));
        self.actor.set_ragdoll(Some(ragdoll)).map_err(|error| error.to_string())?;
        self.actor.ragdoll_mut().into_iter().for_each(|ragdoll| ragdoll.start());
        self.physics = Some(Box::new(world));
        Ok(())
    }

    /// Gives the character back to its animation.
    pub(crate) fn stop_fall(&mut self) {
        self.actor.ragdoll_mut().into_iter().for_each(|ragdoll| ragdoll.stop());
    }
}
