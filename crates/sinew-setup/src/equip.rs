//! Actors of a set-up, and what they change while they run: outfits, items, levels of detail.

use crate::load::grow_hair;
use crate::outfit::Outfit;
use crate::setup::{Item, Setup};
use crate::{HairSetupDescription, SetupError};
use sinew::Actor;
use sinew::actor::AttachmentId;
use sinew::character::MeshInstanceId;
use sinew::face::{BlinkSettings, EmotionFade, EyeMovementSettings};
use sinew::glam::Affine3A;
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
    /// [`actor`](Self::actor) does for a new one. Items that the actor holds are taken off.
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
        actor.set_ragdoll(self.ragdoll.clone()).map_err(|error| failed("ragdoll", &error))?;
        let decals = self.decals.as_ref().map(|decals| decals.decals.clone());
        actor.set_decals(decals).map_err(|error| failed("decals", &error))?;
        self.decals.iter().for_each(|decals| decals.add_marks(actor));
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
        self.put_on(actor, self.outfit)?;
        actor.set_lod_levels(self.levels.clone());
        // Items are numbered from the first on: what the actor held before is taken off.
        let held: Vec<_> = actor.attachments().map(|(id, _)| id).collect();
        held.into_iter().for_each(|id| drop(actor.detach(id)));
        for item in &self.items {
            let id = actor.attach(item.setup.actor()?, item.socket);
            self.show_item(actor, item, id, item.is_shown);
        }
        // It holds them already.
        actor.ik_mut().into_iter().for_each(IkState::snap);
        Ok(())
    }

    /// Dresses an actor in an outfit; `None` takes all outfits off. Nothing is loaded. Hair that is another one
    /// begins in its groomed shape.
    ///
    /// # Errors
    /// When there is no outfit of this name, or the actor is of another set-up.
    pub fn wear(&self, actor: &mut Actor, outfit: Option<&str>) -> Result<(), SetupError> {
        let found = outfit.map(|name| Outfit::find(&self.outfits, name)).transpose();
        let worn = found.map_err(|message| self.file.error("outfits", message))?;
        self.put_on(actor, worn)
    }

    /// Puts other hair on an actor, in place of that of its outfit, until it [wears](Self::wear) another one: haircuts grow
    /// on the head, which takes up to a second. Returns the meshes of the file that it hides, since they are hair of the
    /// same region; the caller shows them again when it takes the hair off.
    ///
    /// # Errors
    /// When a haircut cannot be read, or does not grow on this head. The actor stays as it was.
    pub fn change_hair(
        &self,
        actor: &mut Actor,
        hair: &HairSetupDescription,
    ) -> Result<Vec<MeshInstanceId>, SetupError> {
        let Some(haircut) = grow_hair(self, hair)? else { return Ok(Vec::new()) };
        actor.set_hair(Some(haircut.hair)).map_err(|error| self.file.error("hair", error))?;
        let hidden: Vec<_> = haircut.hidden.into_iter().collect();
        hidden.iter().for_each(|id| actor.meshes_mut().set_visible(*id, false));
        Ok(hidden)
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
        let Some(attachment) = actor.attachment_mut(id) else { return Ok(Affine3A::IDENTITY) };
        let at = attachment.actor.frame().world_from_model();
        attachment.world_from_item = Some(at);
        self.release(actor, found);
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

    /// Shows the meshes and the hair of an outfit; `None` for those without one.
    fn put_on(&self, actor: &mut Actor, worn: Option<usize>) -> Result<(), SetupError> {
        let outfit = worn.map_or(&self.undressed, |worn| &self.outfits[worn]);
        for (id, visible) in &outfit.visible {
            actor.meshes_mut().set_visible(*id, *visible);
        }
        actor.set_hair(outfit.hair.clone()).map_err(|error| self.file.error("hair", error))
    }

    fn show_item(&self, actor: &mut Actor, item: &Item, id: AttachmentId, is_shown: bool) {
        if let Some(attachment) = actor.attachment_mut(id) {
            (attachment.is_shown, attachment.world_from_item) = (is_shown, None);
        }
        if !is_shown {
            self.release(actor, item);
        } else if let Some(ik) = actor.ik_mut() {
            for (effector, goal) in &item.goals {
                // The effectors were found in the rig.
                let _ = ik.set_goal(effector.as_str(), *goal);
            }
        }
    }

    /// Lets the hands on an item go of it: they return to another item that they hold, or to the socket that the rig lets
    /// them follow, or to the animation.
    fn release(&self, actor: &mut Actor, item: &Item) {
        for (effector, _) in &item.goals {
            let is_held = |id: AttachmentId| {
                actor.attachment(id).is_some_and(|held| held.is_shown && held.world_from_item.is_none())
            };
            let held = self.items.iter().zip((0..).map(AttachmentId)).filter(|(_, id)| is_held(*id));
            let goals = held.flat_map(|(held, _)| &held.goals);
            let goal = goals.filter(|(other, _)| other == effector).map(|(_, goal)| *goal).last();
            let Some(ik) = actor.ik_mut() else { return };
            // The effectors were found in the rig.
            let _ = match goal {
                Some(goal) => ik.set_goal(effector.as_str(), goal),
                None => ik.follow(effector.as_str()),
            };
        }
    }
}

/// Error about a name that no item of a set-up has.
pub(crate) fn item_error(setup: &Setup, name: &str) -> SetupError {
    let known = suggest(name, setup.items());
    setup.file.error("attachments", format!("no item called {name:?}; {known}"))
}
