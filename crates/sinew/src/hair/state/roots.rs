//! The roots of guides on the skin of the reference pose.

use super::ReferenceSkin;
use crate::hair::{ControlHair, GroomError, GroomLayer};
use glam::{Mat3, Quat, Vec3};

/// Largest distance of a guide from its root on the skin, in largest sides of the body: farther apart they
/// are of two characters.
const MAX_ROOT_DISTANCE: f32 = 0.02;
/// The same for the tie of a tail, which stands off the skin.
const MAX_TIE_DISTANCE: f32 = 0.05;

/// Per guide of a layer: position of its root and rotation of the triangle there.
///
/// # Errors
/// When a guide does not grow from this skin.
pub(super) fn reference_roots(
    layer: &GroomLayer,
    skin: &mut ReferenceSkin<'_>,
) -> Result<Vec<(Vec3, Quat)>, GroomError> {
    let size = skin.character().reference_bounds().size().max_element();
    let first = |curve: &ControlHair| curve.points().first().copied().unwrap_or(Vec3::NAN);
    // The guides of a tail begin around the tie, on one point of the skin: their middle is near it.
    let is_tail = layer.roots.len() > 1 && layer.roots.iter().all(|root| *root == layer.roots[0]);
    let middle = layer.guides.iter().map(first).sum::<Vec3>() / layer.guides.len().max(1) as f32;
    let most = size * if is_tail { MAX_TIE_DISTANCE } else { MAX_ROOT_DISTANCE };
    let roots = layer.roots.iter().enumerate().map(|(guide, point)| {
        let frame = skin.corners(point).and_then(|corners| triangle_frame(corners, point.barycentric));
        let root = match is_tail {
            true => Some(middle),
            false => layer.guides.get(guide).map(first),
        };
        let is_root = |(at, _): &(Vec3, Quat)| root.is_some_and(|root| root.distance(*at) <= most);
        frame.filter(is_root).ok_or_else(|| GroomError::Layer {
            layer: layer.name.clone(),
            message: format!("guide {guide} does not grow there from the skin of this character"),
        })
    });
    roots.collect()
}

/// Position of a point of a triangle, and the rotation of the triangle; `None` without an area.
pub(super) fn triangle_frame([a, b, c]: [Vec3; 3], barycentric: Vec3) -> Option<(Vec3, Quat)> {
    let x = (b - a).try_normalize()?;
    let z = (b - a).cross(c - a).try_normalize()?;
    let rotation = Quat::from_mat3(&Mat3::from_cols(x, z.cross(x), z));
    let position = a * barycentric.x + b * barycentric.y + c * barycentric.z;
    position.is_finite().then_some((position, rotation))
}
