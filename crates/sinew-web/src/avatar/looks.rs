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

    /// Puts on other hair; `None` for that of the set-up or the file.
    ///
    /// # Errors
    /// When a haircut cannot be read or does not grow on the head, or the device draws no strands. The character keeps its own
    /// hair then.
    pub fn set_hair(&mut self, hair: Option<&HairSetupDescription>) -> Result<(), AvatarError> {
        if hair.is_some() && !self.draws_strands {
            let message = "this device draws no strands of hair; WebGPU does, WebGL2 does not";
            return Err(AvatarError::new("no-strands", message));
        }
        for id in std::mem::take(&mut self.hidden_by_hair) {
            self.actor.meshes_mut().set_visible(id, true);
        }
        self.setup.wear(&mut self.actor, self.outfit.as_deref())?;
        if let Some(hair) = hair {
            self.hidden_by_hair = self.setup.change_hair(&mut self.actor, hair)?;
        }
        Ok(())
    }
}
