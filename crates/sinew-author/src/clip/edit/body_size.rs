//! Size of a character, to which travel and sway are compared.

use sinew::{Bounds, Character};

/// Largest extent of a character at rest, of its human bones, else of all joints, together with its meshes; whatever its
/// unit, in that. 1 for a character without extent.
///
/// Cameras and other nodes of a scene, which may be far away, do not count beside human bones.
#[must_use]
pub fn body_size(character: &Character) -> f32 {
    let model = character.reference_model();
    let bones = character.humanoid().into_iter().flat_map(|human| human.named_bones.iter());
    let bones = Bounds::from_points(bones.map(|(_, joint)| model[joint.index()].translation.into()));
    let joints = || Bounds::from_points(model.iter().map(|joint| joint.translation.into()));
    let bounds = if bones.is_empty() { joints() } else { bones };
    let size = bounds.union(character.reference_bounds()).size().max_element();
    if size > 0.0 && size.is_finite() { size } else { 1.0 }
}
