//! Outfits, items and hair.

use super::{AvatarError, Body};
use sinew_setup::HairSetupDescription;

impl Body {
    /// Dresses the character in an outfit of its set-up; `None` takes all outfits off.
    ///
    /// # Errors
    /// When there is no such outfit.
    pub fn wear(&mut self, outfit: Option<&str>) -> Result<(), AvatarError> {
        self.setup.wear(&mut self.actor, outfit)?;
        self.outfit = outfit.map(str::to_owned);
        Ok(())
    }

    /// Lets the character hold an item of its set-up, or puts it away.
    ///
    /// # Errors
    /// When there is no such item.
    pub fn hold(&mut self, item: &str, holds: bool) -> Result<(), AvatarError> {
        Ok(self.setup.hold(&mut self.actor, item, holds)?)
    }

    /// Puts on other hair; `None` for that of the set-up or the file. On a device that draws no strands the hair is made of
    /// cards, which takes another character: true where the renderer has to upload it.
    ///
    /// # Errors
    /// When a haircut cannot be read or does not grow on the head. The character keeps its present hair then.
    pub fn set_hair(&mut self, hair: Option<&HairSetupDescription>) -> Result<bool, AvatarError> {
        if !self.draws_strands {
            let file = match hair {
                Some(hair) => self.file.edited(|description| {
                    description.hair = Some(hair.clone());
                    description.outfits.values_mut().for_each(|outfit| outfit.hair = None);
                }),
                None => self.file.clone(),
            };
            let mut body = Self::of_file(file, false)?;
            // What a later haircut takes the place of.
            body.file = self.file.clone();
            body.go_on_as(self)?;
            *self = body;
            return Ok(true);
        }
        for id in std::mem::take(&mut self.hidden_by_hair) {
            self.actor.meshes_mut().set_visible(id, true);
        }
        self.setup.wear(&mut self.actor, self.outfit.as_deref())?;
        if let Some(hair) = hair {
            self.hidden_by_hair = self.setup.change_hair(&mut self.actor, hair)?;
        }
        Ok(false)
    }

    /// Goes on with what another body of the same file did: added motions, what plays, parameters of the graph, outfit, emotion.
    fn go_on_as(&mut self, other: &mut Self) -> Result<(), AvatarError> {
        for source in &other.added {
            self.retarget(source).map_err(|message| AvatarError::new("retarget", message))?;
        }
        self.added = std::mem::take(&mut other.added);
        (self.idle, self.travels, self.world_from_model) =
            (other.idle, other.travels, other.world_from_model);
        self.wear(other.outfit.as_deref())?;
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
        if let Some((name, intensity)) = other.emotion.take() {
            self.set_emotion(&name, intensity, 0.0)?;
        }
        Ok(())
    }
}
