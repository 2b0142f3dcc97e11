//! Height of the brows of a face, from the shapes that raise them.

use super::face_plane::FacePlane;
use crate::face::FaceLandmarks;
use glam::Vec3;
use sinew::character::{Character, MorphTargetId, Topology};
use sinew::internal::{arkit_morphs, reference_positions};

/// Height of the brows of a face without shapes that move them, in units of the plane above the eyes.
const DEFAULT_BROW: f32 = 0.72;
/// Lowest and highest brows, in units of the plane above the eyes.
const BROWS: [f32; 2] = [0.6, 1.3];
/// Shapes that raise the brows.
const SHAPES: [&str; 3] = ["browOuterUpLeft", "browOuterUpRight", "browInnerUp"];

/// Height by which brows may stand above the upper third of the face, in units of the plane: the landmark of
/// the chin is its foremost point, not the lowest one.
const ABOVE_THIRD: f32 = 0.3;

/// Height of the brows above the eyes, in units of the plane: the middle of the skin that the shapes of the
/// brows move, weighted by the square of its way. Shapes that were made for another face may move the
/// forehead, so the height is bounded by the canon of facial thirds: from brows to nose as from nose to chin
/// (Farkas, *Anthropometry of the Head and Face*, 2nd edition, 1994).
pub(super) fn brow_height(character: &Character, plane: &FacePlane, landmarks: &FaceLandmarks) -> f32 {
    let ahead = character.forward_rotation().inverse();
    let (mut sum, mut weight) = (0.0, 0.0);
    let shapes: Vec<MorphTargetId> = SHAPES.iter().flat_map(|name| arkit_morphs(character, name)).collect();
    for (id, instance) in character.mesh_instance_ids().zip(character.mesh_instances()) {
        let mesh = &character.meshes()[instance.mesh];
        let raised: Vec<usize> =
            shapes.iter().filter(|shape| shape.instance == id).map(|shape| shape.target).collect();
        let triangles = mesh.primitives.iter().enumerate();
        for (n, primitive) in triangles.filter(|(_, primitive)| primitive.topology == Topology::Triangles) {
            let mut positions = Vec::new();
            for target in raised.iter().map(|target| &primitive.morph_targets[*target]) {
                if positions.is_empty() {
                    positions = vec![Vec3::ZERO; primitive.positions.len()];
                    reference_positions(character, id, n, &mut positions);
                    positions.iter_mut().for_each(|position| *position = ahead * *position);
                }
                for (vertex, offset) in target.vertices().iter().zip(target.positions()) {
                    let position = positions[*vertex as usize];
                    if plane.covers(position) {
                        sum += plane.at(position).y * offset.length_squared();
                        weight += offset.length_squared();
                    }
                }
            }
        }
    }
    let height = if weight > 0.0 { sum / weight } else { DEFAULT_BROW };
    let third = 2.0 * plane.at(landmarks.nose_base).y - plane.at(landmarks.chin).y;
    height.min(third + ABOVE_THIRD).clamp(BROWS[0], BROWS[1])
}
