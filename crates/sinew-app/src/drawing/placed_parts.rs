//! Transforms of a ragdoll's parts in the world.

use sinew::Actor;
use sinew::glam::{Affine3A, Mat3A, Vec3};
use sinew::ragdoll::RagdollPart;

/// Part of an actor's ragdoll in the world.
pub(crate) struct PlacedPart<'a> {
    pub(crate) index: usize,
    pub(crate) part: &'a RagdollPart,
    pub(crate) world_from_part: Affine3A,
}

/// Parts of an actor's ragdoll where they are: where the bodies are while physics moves a part, else in the
/// pose.
pub(crate) fn placed_parts(actor: &Actor) -> Vec<PlacedPart<'_>> {
    let Some(state) = actor.ragdoll() else { return Vec::new() };
    let (frame, reference) = (actor.frame(), actor.character().reference_model());
    let world = frame.world_from_model();
    // A mirrored character has mirrored bodies.
    let side = if world.matrix3.determinant() < 0.0 { -1.0 } else { 1.0 };
    let size = Vec3::new(side, 1.0, 1.0) * state.scale();
    let transform = |(n, part): (usize, &RagdollPart)| match state.part_motion(n) {
        Some(body) => Affine3A::from_scale_rotation_translation(size, body.rotation, body.position),
        None => {
            let joint = frame.model()[part.joint.index()];
            let rest = reference[part.joint.index()].matrix3;
            let back = if rest.determinant() != 0.0 { rest.inverse() } else { Mat3A::IDENTITY };
            world * Affine3A { matrix3: joint.matrix3 * back, translation: joint.translation }
        }
    };
    let parts = state.ragdoll().parts().iter().enumerate();
    let placed =
        parts.map(|(index, part)| PlacedPart { index, part, world_from_part: transform((index, part)) });
    placed.filter(|part| part.world_from_part.is_finite()).collect()
}
