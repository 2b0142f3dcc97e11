//! Characters without morph targets and expressions.

use sinew::Character;

/// A character without its morph targets and expressions.
///
/// # Panics
/// When the rest is not a valid character.
#[must_use]
pub fn without_shapes(character: Character) -> Character {
    let mut parts = character.into_parts();
    for mesh in &mut parts.meshes {
        mesh.morph_names.clear();
        mesh.primitives.iter_mut().for_each(|primitive| primitive.morph_targets.clear());
    }
    parts.mesh_instances.iter_mut().for_each(|instance| instance.weights.clear());
    parts.expressions.clear();
    Character::new(parts).unwrap()
}
