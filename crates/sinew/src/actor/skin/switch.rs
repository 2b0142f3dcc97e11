//! Switching systems on the skin of an actor on and off.

use crate::actor::Actor;
use crate::actor::same_asset::is_same;
use crate::hair::{GroomError, Hair, HairState};
use crate::surface::wrinkle::{WrinkleError, WrinkleMap, WrinkleState};
use crate::surface::{DecalState, Decals, SurfaceError};
use std::sync::Arc;

impl Actor {
    /// Switches hair on, or off with `None`. It begins in its groomed shape. The hair that is
    /// there already stays as it is.
    ///
    /// # Errors
    /// When the groom or the body was made for another character, or the groom cannot be simulated.
    pub fn set_hair(&mut self, hair: Option<Arc<Hair>>) -> Result<(), GroomError> {
        if is_same(hair.as_ref(), self.skin.hair.as_ref().map(|state| state.hair())) {
            return Ok(());
        }
        let character = self.clips.character();
        self.skin.hair = hair.map(|hair| HairState::new(hair, character).map(Box::new)).transpose()?;
        let detail = self.lod.hair();
        self.skin.hair.iter_mut().for_each(|hair| hair.set_lod(detail));
        Ok(())
    }

    /// Hair; `None` without a groom.
    #[must_use]
    pub fn hair(&self) -> Option<&HairState> {
        self.skin.hair.as_deref()
    }

    /// Hair, to reset it or to change its settings.
    pub fn hair_mut(&mut self) -> Option<&mut HairState> {
        self.skin.hair.as_deref_mut()
    }

    /// Switches wrinkles on with a map of the actor's character, or off with `None`. The map that is
    /// there already stays as it is.
    ///
    /// # Errors
    /// When the map was made for a character with other joints, shapes, expressions or materials.
    pub fn set_wrinkles(&mut self, map: Option<Arc<WrinkleMap>>) -> Result<(), WrinkleError> {
        if is_same(map.as_ref(), self.skin.wrinkles.as_ref().map(|state| state.map())) {
            return Ok(());
        }
        let character = self.clips.character();
        self.skin.wrinkles = map.map(|map| WrinkleState::new(map, character).map(Box::new)).transpose()?;
        Ok(())
    }

    /// Wrinkles; `None` without a map.
    #[must_use]
    pub fn wrinkles(&self) -> Option<&WrinkleState> {
        self.skin.wrinkles.as_deref()
    }

    /// Wrinkles, to set their intensity or a region by hand; `None` without a map.
    pub fn wrinkles_mut(&mut self) -> Option<&mut WrinkleState> {
        self.skin.wrinkles.as_deref_mut()
    }

    /// Switches decals on, or off with `None`. The skin has none at first; those that are there already
    /// stay as they are.
    ///
    /// # Errors
    /// When their surface is of another character.
    pub fn set_decals(&mut self, decals: Option<Arc<Decals>>) -> Result<(), SurfaceError> {
        if is_same(decals.as_ref(), self.skin.decals.as_ref().map(|state| state.decals())) {
            return Ok(());
        }
        let character = self.clips.character();
        self.skin.decals =
            decals.map(|decals| DecalState::new(decals, character).map(Box::new)).transpose()?;
        Ok(())
    }

    /// Decals, wounds and drops; `None` where they are off.
    #[must_use]
    pub fn decals(&self) -> Option<&DecalState> {
        self.skin.decals.as_deref()
    }

    /// Decals, wounds and drops, to add a wound or to remove some.
    pub fn decals_mut(&mut self) -> Option<&mut DecalState> {
        self.skin.decals.as_deref_mut()
    }
}
