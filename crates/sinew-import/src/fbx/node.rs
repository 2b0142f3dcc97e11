//! Nodes as joints, including the root node of the file.

use super::source::{Source, location};
use crate::ImportError;
use crate::limits::MAX_ENTRIES;
use crate::skeleton_copies::{self, SkeletonCopies};
use sinew::glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A};
use sinew::skeleton::Joint;
use sinew::{Skeleton, Transform};

/// Approximate memory of a character per node, in bytes: skeleton and poses.
const NODE_BYTES: usize = 400;

/// Reads all nodes in ufbx's order, parents before children.
pub(super) fn read(source: &mut Source<'_>) -> Result<(Skeleton, SkeletonCopies), ImportError> {
    let nodes = &source.scene.nodes;
    if nodes.len() > MAX_ENTRIES {
        let message = format!("{} nodes exceed the limit of {MAX_ENTRIES}", nodes.len());
        return Err(ImportError::new(ImportError::TOO_LARGE, "file", message));
    }
    source.budget.take(nodes.len(), NODE_BYTES, "file")?;
    let joints = nodes.iter().map(|node| {
        let rest = transform(&node.local_transform);
        if !rest.is_finite() {
            return Err(ImportError::new(
                "not-finite",
                location(&node.element),
                "the transform is not finite",
            ));
        }
        let parent = node.parent.as_ref().map(|parent| parent.element.typed_id);
        Ok(Joint { name: node.element.name.to_string(), parent, rest, in_scene: true })
    });
    let mut joints = joints.collect::<Result<Vec<_>, _>>()?;
    let skins: Vec<Vec<usize>> = source.scene.skin_deformers.iter().map(|skin| joints_of(skin)).collect();
    let copies = skeleton_copies::join(&mut joints, &skins, &mut source.report);
    let skeleton = Skeleton::new(joints).map_err(|e| ImportError::new("fbx", "file", e.to_string()))?;
    Ok((skeleton, copies))
}

/// Nodes of the joints of a skin.
fn joints_of(skin: &ufbx::SkinDeformer) -> Vec<usize> {
    let bones = skin.clusters.iter().filter_map(|cluster| cluster.bone_node.as_ref());
    bones.map(|bone| bone.element.typed_id as usize).collect()
}

pub(super) fn vector(v: &ufbx::Vec3) -> Vec3 {
    Vec3::new(v.x as f32, v.y as f32, v.z as f32)
}

pub(super) fn rotation(q: &ufbx::Quat) -> Quat {
    let q = Quat::from_xyzw(q.x as f32, q.y as f32, q.z as f32, q.w as f32);
    if q.length_squared() > 0.0 { q.normalize() } else { Quat::IDENTITY }
}

fn transform(t: &ufbx::Transform) -> Transform {
    Transform {
        translation: vector(&t.translation),
        rotation: rotation(&t.rotation),
        scale: vector(&t.scale),
    }
}

pub(super) fn affine(m: &ufbx::Matrix) -> Affine3A {
    let column = |x: f64, y: f64, z: f64| Vec3A::new(x as f32, y as f32, z as f32);
    Affine3A {
        matrix3: Mat3A::from_cols(
            column(m.m00, m.m10, m.m20),
            column(m.m01, m.m11, m.m21),
            column(m.m02, m.m12, m.m22),
        ),
        translation: column(m.m03, m.m13, m.m23),
    }
}

/// Reports cameras and lights, which a character cannot hold.
pub(super) fn report_cameras_and_lights(source: &mut Source<'_>) {
    /// Names in the message; the others are counted.
    const SHOWN: usize = 6;
    let nodes = || source.scene.nodes.iter();
    let cameras: Vec<&str> =
        nodes().filter(|node| node.camera.is_some()).map(|node| &*node.element.name).collect();
    let lights: Vec<&str> =
        nodes().filter(|node| node.light.is_some()).map(|node| &*node.element.name).collect();
    let mut messages = Vec::new();
    for (kind, names) in
        [("camera", cameras), ("light", lights)].iter().filter(|(_, names)| !names.is_empty())
    {
        let count = names.len();
        let shown: Vec<String> = names.iter().take(SHOWN).map(|name| format!("{name:?}")).collect();
        let more = if count > SHOWN { format!(" and {} more", count - SHOWN) } else { String::new() };
        let kind = if count == 1 { (*kind).to_owned() } else { format!("{kind}s") };
        messages.push(format!("{count} {kind}: {}{more}", shown.join(", ")));
    }
    if !messages.is_empty() {
        let message = format!(
            "a character has no place for cameras and lights, and an export lacks them ({})",
            messages.join("; ")
        );
        source.report.warn("camera-light", "file", message);
    }
}
