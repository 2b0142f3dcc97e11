//! Places of a ragdoll's parts in the world.

use super::ray::ray_shape;
use sinew::Actor;
use sinew::glam::{Affine3A, Mat3A, Vec3};
use sinew::ragdoll::RagdollPart;

/// Part of an actor's ragdoll in the world.
pub(super) struct PlacedPart<'a> {
    pub(super) index: usize,
    pub(super) part: &'a RagdollPart,
    pub(super) world_from_part: Affine3A,
}

/// Parts of an actor's ragdoll where they are: where the bodies are while physics moves a part, else in the
/// pose.
pub(super) fn placed_parts(actor: &Actor) -> Vec<PlacedPart<'_>> {
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

/// The first part that a ray in the world meets, by its index, and the distance in lengths of `direction`.
pub(super) fn nearest_part(actor: &Actor, origin: Vec3, direction: Vec3) -> Option<(usize, f32)> {
    let hits = placed_parts(actor).into_iter().flat_map(|PlacedPart { index, part, world_from_part }| {
        let part_from_world = world_from_part.inverse();
        let ray = (part_from_world.transform_point3(origin), part_from_world.transform_vector3(direction));
        part.shapes.iter().filter_map(move |shape| Some((index, ray_shape(shape, ray.0, ray.1)?)))
    });
    hits.min_by(|a, b| a.1.total_cmp(&b.1))
}
