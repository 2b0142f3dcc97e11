use super::roots::reference_roots;
use super::{HairBody, ReferenceSkin};
use crate::character::Character;
use crate::hair::Groom;
use std::sync::Arc;

/// Hair of a character: a groom, and the body that it stays out of. Immutable, shared between actors.
#[derive(Clone, Debug, Default)]
pub struct Hair {
    /// The groom.
    pub groom: Arc<Groom>,
    /// The body.
    pub body: Arc<HairBody>,
}

impl Hair {
    /// Hair of a groom and a body.
    #[must_use]
    pub fn new(groom: impl Into<Arc<Groom>>, body: impl Into<Arc<HairBody>>) -> Self {
        Self { groom: groom.into(), body: body.into() }
    }

    /// True for the character that the groom was grown on and the body measured on, and others with the same
    /// joints and the same skin at the roots.
    #[must_use]
    pub fn fits(&self, character: &Character) -> bool {
        let mut skin = ReferenceSkin::new(character);
        self.body.fits(character)
            && self.groom.layers.iter().all(|layer| reference_roots(layer, &mut skin).is_ok())
    }
}
