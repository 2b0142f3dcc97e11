//! VRM 0.x models face -Z. A turn of half a circle about Y of every space they have (each joint's, each mesh's) makes
//! them face +Z without a turned root, and leaves joints without rotation as they are.

use sinew::character::Primitive;
use sinew::character::setup::{ColliderShape, SpringSystem};
use sinew::clip::Track;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::{CharacterParts, RawClip, Transform};

fn turn(v: Vec3) -> Vec3 {
    Vec3::new(-v.x, v.y, -v.z)
}

fn turn_rotation(q: Quat) -> Quat {
    Quat::from_xyzw(-q.x, q.y, -q.z, q.w)
}

fn turn_affine(m: &Affine3A) -> Affine3A {
    let half = Affine3A::from_scale(Vec3::new(-1.0, 1.0, -1.0));
    half * *m * half
}

/// Turns a character and its clips.
pub(super) fn face_forward(parts: &mut CharacterParts, clips: &mut [RawClip]) {
    let rest = parts.skeleton.rest().iter().map(|t| Transform {
        translation: turn(t.translation),
        rotation: turn_rotation(t.rotation),
        scale: t.scale,
    });
    let rest = rest.collect();
    parts.skeleton.set_rest(rest);
    for skin in &mut parts.skins {
        skin.inverse_binds.iter_mut().for_each(|m| *m = turn_affine(m));
    }
    for primitive in parts.meshes.iter_mut().flat_map(|mesh| &mut mesh.primitives) {
        turn_primitive(primitive);
    }
    for clip in clips {
        turn_clip(clip);
    }
    if let Some(look_at) = &mut parts.setup.look_at {
        look_at.offset_from_head = turn(look_at.offset_from_head);
    }
    turn_springs(&mut parts.setup.springs);
}

fn turn_primitive(primitive: &mut Primitive) {
    primitive.positions.iter_mut().for_each(|p| *p = turn(*p));
    primitive.normals.iter_mut().for_each(|n| *n = turn(*n));
    primitive.tangents.iter_mut().for_each(|t| *t = turn(t.truncate()).extend(t.w));
    primitive.morph_targets.iter_mut().for_each(|target| target.map_offsets(turn));
}

fn turn_clip(clip: &mut RawClip) {
    for track in &mut clip.joints {
        track.translation.iter_mut().for_each(|t: &mut Track<Vec3>| t.map_values(turn));
        track.rotation.iter_mut().for_each(|t| t.map_values(turn_rotation));
    }
}

fn turn_springs(springs: &mut SpringSystem) {
    for collider in &mut springs.colliders {
        match &mut collider.shape {
            ColliderShape::Sphere { offset, .. } => *offset = turn(*offset),
            ColliderShape::Capsule { offset, tail, .. } => (*offset, *tail) = (turn(*offset), turn(*tail)),
            ColliderShape::Plane { offset, normal } => (*offset, *normal) = (turn(*offset), turn(*normal)),
        }
    }
    for joint in springs.springs.iter_mut().flat_map(|spring| &mut spring.joints) {
        joint.gravity_dir = turn(joint.gravity_dir);
    }
}
