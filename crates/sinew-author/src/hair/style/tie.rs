//! Tie of hair: where hair is drawn together, such as at the root of a ponytail.

use crate::hair::{GroomLayerDescription, GroomMakingError, HairSkin, HeadShape};
use glam::Vec3;
use sinew::character::Character;
use sinew::surface::{HitFaces, Ray, SurfacePoint};

/// Distance of a tie from the skin, on the head of an adult, metres.
const GAP: f32 = 0.006;

/// Point where hair is tied.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tie {
    /// Point of the skin below it.
    pub(super) point: SurfacePoint,
    /// Position, model space.
    pub(super) position: Vec3,
    /// Direction away from the skin.
    pub(super) out: Vec3,
}

impl Tie {
    /// Tie in the direction `to` from the middle of the skull, head space.
    pub(super) fn new(
        character: &Character,
        skin: &HairSkin,
        head: &HeadShape,
        layer: &GroomLayerDescription,
        to: Vec3,
    ) -> Result<Self, GroomMakingError> {
        let out = head.rotation * to.normalize();
        let ray = Ray::new(head.skull() + out * head.axes.max_element() * 4.0, -out);
        let hit = skin.posed().nearest_hit(character, &ray, HitFaces::Front).ok_or_else(|| {
            let reason = "the place of the tie is not over the skin";
            GroomMakingError::NoSkin { layer: layer.name.clone(), reason }
        })?;
        let position = hit.position + out * (GAP * head.scale + layer.volume * head.scale);
        Ok(Self { point: hit.point, position, out })
    }
}
