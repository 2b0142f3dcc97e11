//! Vertices of the head and position of the right eye.

use crate::asset::size::body_scale;
use crate::asset::vertices::{for_each_vertex, main_joint};
use sinew::glam::Vec3;
use sinew::humanoid::HumanBone;
use sinew::{Actor, Bounds, Character, Frame, JointId};
use std::sync::Arc;

/// Calls `found` with the posed world-space vertices of the character's head: those whose main joint is the
/// head or a descendant of it. A character without a head joint has none.
pub(crate) fn head_vertices(frame: &Frame<'_>, found: impl FnMut(Vec3)) {
    let skeleton = frame.character().skeleton();
    vertices_of(frame, |joint, head| skeleton.is_descendant_of(joint, head), found);
}

/// Calls `found` with the posed vertices whose main joint passes `is_own` with the head joint.
fn vertices_of(frame: &Frame<'_>, is_own: impl Fn(JointId, JointId) -> bool, mut found: impl FnMut(Vec3)) {
    let character = frame.character();
    let Some(head) = head(character) else { return };
    let is_head_joint: Vec<bool> = character.skeleton().joints().map(|joint| is_own(joint, head)).collect();
    for_each_vertex(frame, |instance, primitive, vertex, position| {
        let main = main_joint(character, instance, primitive, vertex);
        if is_head_joint[main.unwrap_or(character.mesh_instances()[instance].node).index()] {
            found(position);
        }
    });
}

/// Right eye of a humanoid at rest, in model space: its joint, or an estimate; none without a head.
pub(crate) fn right_eye(character: &Arc<Character>) -> Option<Vec3> {
    position_of(character, HumanBone::RightEye).or_else(|| estimated_eye(character))
}

/// Estimate of the right eye from the size of the head.
fn estimated_eye(character: &Arc<Character>) -> Option<Vec3> {
    let head = position_of(character, HumanBone::Head)?;
    let mut rest = Actor::without_clips(character.clone());
    rest.update(0.0);
    // Sides and front are those of the character.
    let forward = character.forward_rotation();
    let mut bounds = Bounds::EMPTY;
    // Hair on joints of its own is not part of the head's size.
    vertices_of(
        &rest.frame(),
        |joint, head| joint == head,
        |vertex| {
            bounds = bounds.including(forward.inverse() * vertex);
        },
    );
    Some(match bounds.is_empty() {
        // Half the height, a fifth of the width to the side, slightly behind the front.
        false => forward * (bounds.center() + bounds.size() * Vec3::new(-0.2, 0.0, 0.4)),
        true => head + forward * (Vec3::new(-0.032, 0.08, 0.09) * body_scale(&rest)),
    })
}

/// Rest position of a human bone in model space.
fn position_of(character: &Character, bone: HumanBone) -> Option<Vec3> {
    let joint = character.humanoid()?.joint(bone)?;
    Some(character.reference_model()[joint.index()].translation.into())
}

/// Head joint: by name among skin joints, then among all nodes (meshes may have the name too), else the
/// humanoid's head.
pub(super) fn head(character: &Character) -> Option<JointId> {
    let skeleton = character.skeleton();
    let skinned = character.skins().iter().flat_map(|s| s.joints.iter().copied());
    let named = skinned.chain(skeleton.joints()).find(|&j| is_head(skeleton.name(j)));
    named.or_else(|| character.humanoid()?.joint(HumanBone::Head))
}

/// True for "Head", "mixamorig:Head", "b_Head_05", "J_Bip_C_Head", but not "HeadTop_End" or "forehead".
fn is_head(name: &str) -> bool {
    name.split(|c: char| !c.is_alphabetic()).any(|word| word.eq_ignore_ascii_case("head"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_files::{actor, built_in};

    #[test]
    fn estimated_eyes_are_close_to_eye_joints() {
        let character = built_in().character().clone();
        let [measured, usual] = [right_eye(&character), estimated_eye(&character)].map(Option::unwrap);
        println!("{measured} {usual}");
        assert!(measured != usual && measured.distance(usual) < 0.04, "{measured} {usual}");
        // Long hair is no chin.
        if let Some(braided) = actor(Some("fbx/seed-san/new_seedsan_betterfbx.fbx")) {
            let body = braided.character();
            let eye = right_eye(body).unwrap() - position_of(body, HumanBone::Head).unwrap();
            assert!((0.03..0.12).contains(&eye.y) && (0.03..0.15).contains(&eye.z), "{eye}");
        }
        // It has no joint that is called a head.
        let Some(actor) = actor(Some("gltf/CesiumMan.glb")) else { return };
        let mut count = 0;
        head_vertices(&actor.frame(), |_| count += 1);
        assert!(count > 100, "{count}");
    }

    #[test]
    fn heads_by_name() {
        for head in ["head", "Head", "mixamorig:Head", "b_Head_05", "J_Bip_C_Head"] {
            assert!(is_head(head), "{head}");
        }
        for other in ["HeadTop_End", "forehead", "arm", ""] {
            assert!(!is_head(other), "{other}");
        }
    }
}
