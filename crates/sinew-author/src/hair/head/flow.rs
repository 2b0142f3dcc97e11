//! Directions in which the hair of a body grows, by its joints.

use glam::Vec3;
use sinew::character::Character;
use sinew::humanoid::HumanBone;
use sinew::skeleton::JointId;

/// Per joint: the direction in which hair grows on its skin, model space; zero for joints without a length.
/// Along limbs and tails it grows to their ends; on head, neck and trunk away from the nose.
pub(super) fn flow(character: &Character) -> Vec<Vec3> {
    let (skeleton, model) = (character.skeleton(), character.reference_model());
    let position = |joint: JointId| Vec3::from(model[joint.index()].translation);
    let head = head(character);
    let is_trunk = |joint: JointId| head.is_some_and(|head| skeleton.is_descendant_of(head, joint));
    skeleton
        .joints()
        .map(|joint| {
            let children = skeleton.joints().filter(|child| skeleton.parent(*child) == Some(joint));
            // A trunk goes on to the head, not to its limbs.
            let is_next = |child: &JointId| !is_trunk(joint) || is_trunk(*child);
            let (sum, count) = children
                .filter(is_next)
                .fold((Vec3::ZERO, 0.0), |(sum, count), child| (sum + position(child), count + 1.0));
            let along = match skeleton.parent(joint) {
                _ if count > 0.0 => sum / count - position(joint),
                Some(parent) => position(joint) - position(parent),
                None => Vec3::ZERO,
            };
            let away = if is_trunk(joint) || Some(joint) == head { -1.0 } else { 1.0 };
            along.normalize_or_zero() * away
        })
        .collect()
}

/// Head of a humanoid, else a joint that is called so.
fn head(character: &Character) -> Option<JointId> {
    let skeleton = character.skeleton();
    let humanoid = character.humanoid().and_then(|humanoid| humanoid.joint(HumanBone::Head));
    let is_head = |joint: &JointId| skeleton.name(*joint).to_lowercase().contains("head");
    humanoid.or_else(|| skeleton.joints().find(is_head))
}
