//! Actors of a set-up, and what they change while they run: outfits, items, levels of detail.

use crate::SetupError;
use crate::outfit::Outfit;
use crate::setup::{Item, Setup};
use sinew::Actor;
use sinew::actor::AttachmentId;
use sinew::character::MeshInstanceId;
use sinew::face::{BlinkSettings, EmotionFade, EyeMovementSettings};
use sinew::glam::Affine3A;
use sinew::hair::HairDetail;
use sinew::internal::suggest;
use sinew::rig::IkState;

impl Setup {
    /// An actor that is ready to run: all systems of the set-up are on, its graph or its first clip plays, it
    /// wears its outfit and holds its items.
    ///
    /// # Errors
    /// When a system does not fit the character after all, or the face has no such emotion.
    pub fn actor(&self) -> Result<Actor, SetupError> {
        let mut actor = Actor::with_clips(self.clips.clone());
        self.equip(&mut actor)?;
        // The first frame is that of the graph or the clip, not the rest pose.
        actor.update(0.0);
        Ok(actor)
    }

    /// Switches all systems of the set-up on for an actor of its [`clips`](Self::clips), as
    /// [`actor`](Self::actor) does for a new one.
    ///
    /// # Errors
    /// As [`actor`](Self::actor).
    pub fn equip(&self, actor: &mut Actor) -> Result<(), SetupError> {
        let failed = |field: &str, error: &dyn std::fmt::Display| self.file.error(field, error);
        match (&self.graph, self.play) {
            (Some(graph), _) => {
                actor.set_graph(graph.clone()).map_err(|error| failed("graph", &error))?;
            }
            (None, Some(clip)) => drop(actor.play(clip).map_err(|error| failed("play", &error))?),
            (None, None) => {}
        }
        actor.set_ik(self.ik.clone()).map_err(|error| failed("ik", &error))?;
        actor.set_face(self.face.clone()).map_err(|error| failed("face", &error))?;
        actor.set_wrinkles(self.wrinkles.clone()).map_err(|error| failed("wrinkles", &error))?;
        actor.set_springs(self.springs.clone()).map_err(|error| failed("springs", &error))?;
        actor.set_hair(self.hair.clone()).map_err(|error| failed("hair", &error))?;
        actor.set_ragdoll(self.ragdoll.clone()).map_err(|error| failed("ragdoll", &error))?;
        actor.set_decals(self.decals.clone()).map_err(|error| failed("decals", &error))?;
        let described = &self.file.description().face;
        if let Some(face) = actor.face_mut() {
            face.set_blinks(described.blinks.then(|| BlinkSettings::new(described.seed)));
            face.set_eye_movements(described.eye_movements.then(|| EyeMovementSettings::new(described.seed)));
            face.set_turns_head(described.turns_head);
            if let Some((emotion, intensity)) = &described.emotion {
                let fade = EmotionFade::new(0.0).with_intensity(*intensity);
                face.set_emotion(emotion, fade).map_err(|error| failed("face.emotion", &error))?;
            }
        }
        self.show_meshes(actor, self.outfit);
        for item in &self.items {
            let id = actor.attach(item.setup.actor()?, item.socket);
            self.show_item(actor, item, id, item.is_shown);
        }
        // It holds them already.
        actor.ik_mut().into_iter().for_each(IkState::snap);
        Ok(())
    }

    /// Dresses an actor in an outfit; `None` takes all outfits off. Nothing is loaded.
    ///
    /// # Errors
    /// When there is no outfit of this name.
    pub fn wear(&self, actor: &mut Actor, outfit: Option<&str>) -> Result<(), SetupError> {
        let found = outfit.map(|name| Outfit::find(&self.outfits, name)).transpose();
        let worn = found.map_err(|message| self.file.error("outfits", message))?;
        self.show_meshes(actor, worn);
        Ok(())
    }

    /// Lets an actor hold an item of the set-up, or put it away: it is shown, and the hands reach for it.
    /// Nothing is loaded.
    ///
    /// # Errors
    /// When there is no item of this name.
    pub fn hold(&self, actor: &mut Actor, item: &str, holds: bool) -> Result<(), SetupError> {
        let (found, id) = self.find_item(item)?;
        self.show_item(actor, found, id, holds);
        Ok(())
    }

    /// Lets the hands of an actor go of an item, and returns where it is in the world. It stays there until
    /// [`world_from_item`](sinew::actor::Attachment::world_from_item) moves it, as a body of a physics engine
    /// falls, or it is [held](Self::hold) again.
    ///
    /// # Errors
    /// When there is no item of this name.
    pub fn let_go(&self, actor: &mut Actor, item: &str) -> Result<Affine3A, SetupError> {
        let (found, id) = self.find_item(item)?;
        for (effector, _) in &found.goals {
            // The effectors were found in the rig.
            let _ = actor.ik_mut().map(|ik| ik.clear_goal(effector.as_str()));
        }
        let Some(attachment) = actor.attachment_mut(id) else { return Ok(Affine3A::IDENTITY) };
        let at = attachment.actor.frame().world_from_model();
        attachment.world_from_item = Some(at);
        Ok(at)
    }

    /// The item of a name, and its number.
    fn find_item(&self, name: &str) -> Result<(&Item, AttachmentId), SetupError> {
        let found = self.items.iter().zip((0..).map(AttachmentId)).find(|(item, _)| item.name == name);
        found.ok_or_else(|| item_error(self, name))
    }

    /// Number of an item among the attachments of an actor.
    #[must_use]
    pub fn item(&self, name: &str) -> Option<AttachmentId> {
        self.items.iter().position(|item| item.name == name).map(|number| AttachmentId(number as u32))
    }

    /// Level of detail for a distance from the viewer, metres; `None` for a character as it is.
    #[must_use]
    pub fn level_at(&self, distance: f32) -> Option<usize> {
        self.levels.iter().rposition(|level| level.distance <= distance)
    }

    /// Gives an actor a level of detail; `None` for a character as it is.
    ///
    /// A mesh that both an outfit and a level hide follows the later of the two calls, [`wear`](Self::wear) and
    /// this one.
    ///
    /// # Panics
    /// When there is no such level.
    pub fn set_level(&self, actor: &mut Actor, level: Option<usize>) {
        let level = level.map(|level| &self.levels[level]);
        actor.set_lod(level.and_then(|level| level.mask.clone()));
        if let Some(hair) = actor.hair_mut() {
            hair.set_lod(match level {
                Some(level) if level.hair <= 0.0 => HairDetail::OFF,
                Some(level) => HairDetail::new(level.hair, 1.0),
                None => HairDetail::FULL,
            });
        }
        for level in &self.levels {
            for id in &level.hidden {
                actor.meshes_mut().set_visible(*id, !self.hidden.contains(id));
            }
        }
        for id in level.into_iter().flat_map(|level| &level.hidden) {
            actor.meshes_mut().set_visible(*id, false);
        }
    }

    /// Shows the meshes that are seen in an outfit.
    fn show_meshes(&self, actor: &mut Actor, worn: Option<usize>) {
        let of_outfits = Outfit::hidden(&self.outfits, worn);
        let character = self.character().clone();
        let named: Vec<MeshInstanceId> = self
            .outfits
            .iter()
            .flat_map(|outfit| outfit.shown.iter().chain(&outfit.hidden))
            .copied()
            .collect();
        for id in character.mesh_instance_ids() {
            let is_hidden = self.hidden.contains(&id) || of_outfits.contains(&id);
            if is_hidden {
                actor.meshes_mut().set_visible(id, false);
            } else if named.contains(&id) {
                actor.meshes_mut().set_visible(id, true);
            }
        }
    }

    fn show_item(&self, actor: &mut Actor, item: &Item, id: AttachmentId, is_shown: bool) {
        if let Some(attachment) = actor.attachment_mut(id) {
            (attachment.is_shown, attachment.world_from_item) = (is_shown, None);
        }
        if let Some(ik) = actor.ik_mut() {
            for (effector, goal) in &item.goals {
                // The effectors were found in the rig.
                let _ = ik.set_goal(effector.as_str(), is_shown.then_some(*goal));
            }
        }
    }
}

/// Error about a name that no item of a set-up has.
pub(crate) fn item_error(setup: &Setup, name: &str) -> SetupError {
    let known = suggest(name, setup.items());
    setup.file.error("attachments", format!("no item called {name:?}; {known}"))
}
