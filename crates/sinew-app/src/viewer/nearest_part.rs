//! The part of a ragdoll under the mouse.

use super::ray::ray_shape;
use crate::drawing::placed_parts::{PlacedPart, placed_parts};
use sinew::Actor;
use sinew::glam::Vec3;

/// The first part that a ray in the world meets, by its index, and the distance in lengths of `direction`.
pub(super) fn nearest_part(actor: &Actor, origin: Vec3, direction: Vec3) -> Option<(usize, f32)> {
    let hits = placed_parts(actor).into_iter().flat_map(|PlacedPart { index, part, world_from_part }| {
        let part_from_world = world_from_part.inverse();
        let ray = (part_from_world.transform_point3(origin), part_from_world.transform_vector3(direction));
        part.shapes.iter().filter_map(move |shape| Some((index, ray_shape(shape, ray.0, ray.1)?)))
    });
    hits.min_by(|a, b| a.1.total_cmp(&b.1))
}
