//! Outline of a face, for cameras: from its eyes and its chin, so that hair, hats and braids do not push the
//! face out of the middle.
//!
//! The eye line lies halfway up a human head (Andrew Loomis, *Drawing the Head and Hands*, 1956): the crown
//! is as far above it as the chin below.

use super::head::{head, head_vertices, right_eye};
use crate::asset::vertices::{for_each_vertex, main_joint};
use sinew::glam::{Affine3A, Vec3};
use sinew::humanoid::HumanBone;
use sinew::{Actor, Character, JointId};

/// Half the width of the strip in the middle of the face in which the chin is sought, in distances from an
/// eye to the middle.
const STRIP: f32 = 1.0;
/// Lowest and highest chin, in heights of the eyes above the head joint: hair over the face is no chin.
const CHIN: [f32; 2] = [-0.6, 0.5];
/// Extents of the outline in distances from the eyes to the chin: middle below the eyes, half height, half
/// width, half depth.
const MIDDLE: f32 = 0.2;
const HALF_HEIGHT: f32 = 1.1;
const HALF_WIDTH: f32 = 0.8;
const HALF_DEPTH: f32 = 0.7;

/// Words in names of joints that move no part of a face.
const NO_FACE: [&str; 6] = ["hair", "braid", "ponytail", "hat", "ear", "ribbon"];

/// Calls `found` with the outermost points of the face of an actor in world space: left, right, below, above,
/// behind and in front of a point between eyes and mouth. Where the eyes are not known these are all vertices
/// of the head; a character without a head joint has none.
pub(crate) fn face_outline(actor: &Actor, mut found: impl FnMut(Vec3)) {
    let (frame, character) = (actor.frame(), actor.character());
    let Some(head) = head(character) else { return };
    let rest = character.reference_model();
    // Model space at rest, in which the face looks ahead, from the posed world space.
    let posed = frame.world_from_model() * frame.model()[head.index()] * rest[head.index()].inverse();
    let rest_from_world = posed.inverse();
    let forward = character.forward();
    let upright =
        Affine3A::from_cols(Vec3::Y.cross(forward).into(), Vec3::Y.into(), forward.into(), Vec3::ZERO.into());
    let face_from_rest =
        upright.inverse() * Affine3A::from_translation(-Vec3::from(rest[head.index()].translation));
    let face_from_world = face_from_rest * rest_from_world;
    if !face_from_world.is_finite() {
        return;
    }
    let joint = |bone| {
        let joint = character.humanoid()?.joint(bone)?;
        Some(face_from_rest.transform_point3(rest[joint.index()].translation.into()))
    };
    let eyes = match (joint(HumanBone::LeftEye), joint(HumanBone::RightEye)) {
        (Some(left), Some(right)) => Some((left + right) * 0.5).zip(Some((left.x - right.x).abs() * 0.5)),
        _ => right_eye(character).map(|eye| {
            let eye = face_from_rest.transform_point3(eye);
            (eye.with_x(0.0), eye.x.abs())
        }),
    };
    let Some((eyes, aside)) = eyes.filter(|(eyes, aside)| eyes.y > 0.0 && *aside > 0.0) else {
        return head_vertices(&frame, found);
    };
    let is_face = face_joints(character, head);
    let (lowest, highest) = (CHIN[0] * eyes.y, CHIN[1] * eyes.y);
    let mut chin = highest;
    for_each_vertex(&frame, |instance, primitive, vertex, position| {
        let main = main_joint(character, instance, primitive, vertex);
        let main = main.unwrap_or(character.mesh_instances()[instance].node);
        let position = face_from_world.transform_point3(position);
        let is_in_strip = (position.x - eyes.x).abs() < STRIP * aside && position.z > 0.0;
        if is_in_strip && is_face[main.index()] {
            chin = chin.min(position.y);
        }
    });
    let size = eyes.y - chin.max(lowest);
    let middle = eyes - Vec3::Y * (MIDDLE * size);
    let world_from_face = face_from_world.inverse();
    for (axis, extent) in [(Vec3::X, HALF_WIDTH), (Vec3::Y, HALF_HEIGHT), (Vec3::Z, HALF_DEPTH)] {
        for side in [-extent, extent] {
            found(world_from_face.transform_point3(middle + axis * (side * size)));
        }
    }
}

/// Joints that move skin of the face: the head and those below it, without spring bones and hair.
fn face_joints(character: &Character, head: JointId) -> Vec<bool> {
    let skeleton = character.skeleton();
    let swings = |joint| {
        character.spring_bones().springs.iter().any(|spring| spring.joints.iter().any(|at| at.joint == joint))
    };
    let is_hair = |joint| {
        let name = skeleton.name(joint).to_lowercase();
        NO_FACE.iter().any(|word| name.contains(word))
    };
    let mut is_face = vec![false; skeleton.len()];
    is_face[head.index()] = true;
    // Parents come before their children.
    for joint in skeleton.joints().filter(|joint| *joint != head) {
        let is_below = skeleton.parent(joint).is_some_and(|parent| is_face[parent.index()]);
        is_face[joint.index()] = is_below && !swings(joint) && !is_hair(joint);
    }
    is_face
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_files::{actor, built_in};
    use sinew::Bounds;

    fn outline(actor: &Actor) -> Bounds {
        let mut bounds = Bounds::EMPTY;
        face_outline(actor, |point| bounds = bounds.including(point));
        bounds
    }

    #[test]
    fn faces_are_as_large_as_faces_whatever_hangs_on_the_head() {
        let mut tried = vec![built_in()];
        let files = ["fbx/seed-san/new_seedsan_betterfbx.fbx"];
        tried.extend(files.iter().filter_map(|file| actor(Some(file))));
        for mut actor in tried {
            actor.update(0.0);
            let character = actor.character().clone();
            let eye = right_eye(&character).unwrap();
            let bounds = outline(&actor);
            let height = bounds.size().y;
            assert!((0.1..0.4).contains(&height), "{height}");
            // The eyes lie above the middle, and the middle of the face between them and the chin.
            let share = (eye.y - bounds.min.y) / height;
            assert!((0.55..0.7).contains(&share) && bounds.center().x.abs() < 0.01, "{share}");
        }
    }

    #[test]
    fn characters_without_a_head_have_no_face() {
        let Some(mut thing) = actor(Some("gltf/box_animated.gltf")) else { return };
        thing.update(0.0);
        assert!(outline(&thing).is_empty());
    }
}
