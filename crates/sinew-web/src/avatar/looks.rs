//! Outfits, items and hair.

use super::{AvatarError, Body};
use sinew::hair::{Hair, HairState};
use sinew_setup::HairSetupDescription;
use std::sync::Arc;

impl Body {
    /// Dresses the character in an outfit of its set-up; `None` takes all outfits off. It keeps other hair that was put on.
    ///
    /// # Errors
    /// When there is no such outfit.
    pub fn wear(&mut self, outfit: Option<&str>) -> Result<(), AvatarError> {
        self.setup.wear(&mut self.actor, outfit)?;
        self.outfit = outfit.map(str::to_owned);
        if let Some(hair) = self.other_hair.clone() {
            self.actor.set_hair(Some(hair)).map_err(|error| AvatarError::new("hair", error))?;
            self.show_replaced(false);
        }
        Ok(())
    }

    /// Lets the character hold an item of its set-up, or puts it away.
    ///
    /// # Errors
    /// When there is no such item.
    pub fn hold(&mut self, item: &str, holds: bool) -> Result<(), AvatarError> {
        self.setup.hold(&mut self.actor, item, holds)?;
        self.asked.items.insert(item.to_owned(), holds);
        Ok(())
    }

    /// Puts on other hair; `None` for that of the set-up or the file. On a device that draws no strands the hair is made of
    /// cards, which takes another character: it is returned, to take the place of this one when it is uploaded.
    ///
    /// # Errors
    /// When a haircut cannot be read or does not grow on the head, or a character that needs another one has fallen. It
    /// keeps its present hair then.
    pub fn set_hair(&mut self, hair: Option<&HairSetupDescription>) -> Result<Option<Self>, AvatarError> {
        if !self.draws_strands {
            return self.with_other_cards(hair);
        }
        self.show_replaced(true);
        self.hidden_by_hair.clear();
        self.other_hair = None;
        self.setup.wear(&mut self.actor, self.outfit.as_deref())?;
        if let Some(hair) = hair {
            self.hidden_by_hair = self.setup.change_hair(&mut self.actor, hair)?;
            let strands =
                |hair: &HairState| Arc::new(Hair { groom: hair.groom().clone(), body: hair.body().clone() });
            self.other_hair = self.actor.hair().map(strands);
        }
        Ok(None)
    }

    /// The character with cards of other hair; `None` where it has its own hair and keeps it.
    fn with_other_cards(&self, hair: Option<&HairSetupDescription>) -> Result<Option<Self>, AvatarError> {
        if hair.is_none() && !self.has_other_cards {
            return Ok(None);
        }
        if self.is_fallen() {
            return Err(AvatarError::new("fallen", "hair is changed when the character stands again"));
        }
        let file = match hair {
            Some(hair) => self.file.edited(|description| {
                description.hair = Some(hair.clone());
                description.outfits.values_mut().for_each(|outfit| outfit.hair = None);
            }),
            None => self.file.clone(),
        };
        let mut body = Self::of_file(file, false)?;
        // What the next haircut takes the place of.
        body.file = self.file.clone();
        body.has_other_cards = hair.is_some();
        Ok(Some(body))
    }

    /// Shows the meshes of the file that other hair hides, or hides them.
    fn show_replaced(&mut self, are_visible: bool) {
        for id in &self.hidden_by_hair {
            self.actor.meshes_mut().set_visible(*id, are_visible);
        }
    }

    /// Goes on with what another body of the same file did: added motions, what plays, parameters of the graph, outfit and
    /// items, face.
    ///
    /// # Errors
    /// When an added motion does not fit this body.
    pub fn go_on_as(&mut self, other: &Self) -> Result<(), AvatarError> {
        for source in &other.added {
            self.retarget(source).map_err(|message| AvatarError::new("retarget", message))?;
        }
        self.added.clone_from(&other.added);
        (self.idle, self.travels, self.world_from_model) =
            (other.idle, other.travels, other.world_from_model);
        self.wear(other.outfit.as_deref())?;
        for (item, holds) in &other.asked.items {
            self.hold(item, *holds)?;
        }
        // Names and kinds are those of the same file.
        if let (Some(new), Some(old)) = (self.actor.graph_mut(), other.actor.graph()) {
            for (id, ..) in old.graph().parameters() {
                let _ = new.set_parameter(id, old.parameter(id));
            }
        }
        let no_motion = |error| AvatarError::new("no-motion", error);
        if let Some(old) = other.actor.playback() {
            let new = self.actor.play(old.clip()).map_err(no_motion)?;
            new.seek(old.time).speed(old.speed).wrap(old.wrap);
        }
        if let Some(old) = other.actor.montage() {
            let new = self.actor.play_montage(old.clip()).map_err(no_motion)?;
            new.seek(old.time).speed(old.speed).wrap(old.wrap);
        }
        if let Some((name, intensity)) = &other.asked.emotion {
            self.set_emotion(name, *intensity, 0.0)?;
        }
        for (name, weight) in &other.asked.expressions {
            self.set_expression(name, Some(*weight))?;
        }
        if let Some(speech) = &other.asked.speech {
            self.speak(speech.clone())?;
        }
        self.look_at(other.asked.gaze);
        Ok(())
    }
}
