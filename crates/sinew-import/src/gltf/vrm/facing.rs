//! Rotation of VRM 0.x models, which face -Z, to face +Z. Every space of the model (each joint's, each
//! mesh's) is rotated by 180° about Y, so that neither the root nor any joint gets an additional rotation.

use sinew::character::Primitive;
use sinew::character::{ColliderShape, SpringBones};
use sinew::clip::Track;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::{CharacterParts, RawClip, Transform};

fn rotate(v: Vec3) -> Vec3 {
    Vec3::new(-v.x, v.y, -v.z)
}

fn rotate_rotation(q: Quat) -> Quat {
    Quat::from_xyzw(-q.x, q.y, -q.z, q.w)
}

fn rotate_affine(m: &Affine3A) -> Affine3A {
    let half_turn = Affine3A::from_scale(Vec3::new(-1.0, 1.0, -1.0));
    half_turn * *m * half_turn
}

/// Rotates a character and its clips to face +Z.
pub(super) fn rotate_to_face_forward(parts: &mut CharacterParts, clips: &mut [RawClip]) {
    let rest = parts.skeleton.rest().iter().map(|t| Transform {
        translation: rotate(t.translation),
        rotation: rotate_rotation(t.rotation),
        scale: t.scale,
    });
    let rest = rest.collect();
    parts.skeleton.set_rest(rest);
    for skin in &mut parts.skins {
        skin.inverse_binds.iter_mut().for_each(|m| *m = rotate_affine(m));
    }
    for primitive in parts.meshes.iter_mut().flat_map(|mesh| &mut mesh.primitives) {
        rotate_primitive(primitive);
    }
    for clip in clips {
        rotate_clip(clip);
    }
    if let Some(look_at) = &mut parts.look_at {
        look_at.offset_from_head = rotate(look_at.offset_from_head);
    }
    rotate_springs(&mut parts.spring_bones);
}

fn rotate_primitive(primitive: &mut Primitive) {
    primitive.positions.iter_mut().for_each(|p| *p = rotate(*p));
    primitive.normals.iter_mut().for_each(|n| *n = rotate(*n));
    primitive.tangents.iter_mut().for_each(|t| *t = rotate(t.truncate()).extend(t.w));
    primitive.morph_targets.iter_mut().for_each(|target| target.map_offsets(rotate));
}

fn rotate_clip(clip: &mut RawClip) {
    for track in &mut clip.joints {
        track.translation.iter_mut().for_each(|t: &mut Track<Vec3>| t.map_values(rotate));
        track.rotation.iter_mut().for_each(|t| t.map_values(rotate_rotation));
    }
}

fn rotate_springs(springs: &mut SpringBones) {
    for collider in &mut springs.colliders {
        match &mut collider.shape {
            ColliderShape::Sphere { offset, .. } => *offset = rotate(*offset),
            ColliderShape::Capsule { offset, tail, .. } => {
                (*offset, *tail) = (rotate(*offset), rotate(*tail))
            }
            ColliderShape::Plane { offset, normal } => {
                (*offset, *normal) = (rotate(*offset), rotate(*normal))
            }
        }
    }
    for joint in springs.springs.iter_mut().flat_map(|spring| &mut spring.joints) {
        joint.gravity_dir = rotate(joint.gravity_dir);
    }
}
