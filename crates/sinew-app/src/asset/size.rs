//! Sizes of characters at rest.

use sinew::{Actor, Bounds, JointId};
use sinew_render::overlay;

/// True for an actor without meshes, of which only the skeleton can be drawn.
pub(crate) fn is_motion_only(actor: &Actor) -> bool {
    actor.character().mesh_instances().is_empty()
}

/// Box around a character in its reference pose. For motion without meshes: around the joints that the
/// skeleton overlay draws and their ancestors, because an ancestor on the ground marks the floor of a body
/// that does not stand.
pub(crate) fn reference_bounds(actor: &Actor) -> Bounds {
    let character = actor.character();
    if !is_motion_only(actor) {
        return character.reference_bounds();
    }
    let shown = overlay::skeleton_joints(character);
    let parent = |joint: &JointId| character.skeleton().parent(*joint);
    let above = std::iter::successors(shown.first().and_then(parent), parent);
    let position = |joint: JointId| character.reference_model()[joint.index()].translation.into();
    Bounds::from_points(shown.iter().copied().chain(above).map(position))
}

/// Height of a character relative to a human of 1.7 m; 1 where the height is zero or not finite.
pub(crate) fn body_scale(actor: &Actor) -> f32 {
    const HUMAN_HEIGHT: f32 = 1.7;
    let height = reference_bounds(actor).size().y;
    if height > 0.0 && height.is_finite() { height / HUMAN_HEIGHT } else { 1.0 }
}
