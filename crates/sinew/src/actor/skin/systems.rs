//! Systems of an actor that follow its skin: wrinkles, hair, decals.

use crate::clone_from::impl_clone_from;
use crate::hair::HairState;
use crate::surface::DecalState;
use crate::surface::wrinkle::WrinkleState;

/// States of the systems on the skin; `None` for those that are off.
#[derive(Debug, Default)]
pub(in crate::actor) struct SkinSystems {
    pub(in crate::actor) wrinkles: Option<Box<WrinkleState>>,
    pub(in crate::actor) hair: Option<Box<HairState>>,
    pub(in crate::actor) decals: Option<Box<DecalState>>,
}

impl_clone_from!(SkinSystems { wrinkles, hair, decals });

impl SkinSystems {
    /// Whether something needs the palettes of the frame.
    pub(in crate::actor) fn need_palettes(&self) -> bool {
        self.hair.is_some() || self.decals.is_some()
    }
}
