//! Characters made of blocks, for ragdolls.

use sinew::character::{
    CharacterParts, Influences, Mesh, MeshId, MeshInstance, Primitive, Skin, SkinId, SkinningMethod, Topology,
};
use sinew::glam::{Affine3A, Vec3};
use sinew::skeleton::Joint;
use sinew::{Character, JointId, Skeleton, Transform};
use std::sync::Arc;

/// Distance between the joints of [`chain`], metres.
pub(crate) const LENGTH: f32 = 0.3;

/// Corners of a block.
pub(crate) fn block(center: Vec3, half: Vec3) -> Vec<Vec3> {
    let corner = |n: u8| Vec3::from([0, 1, 2].map(|axis| if n >> axis & 1 == 0 { -1.0 } else { 1.0 }));
    (0..8).map(|n| center + half * corner(n)).collect()
}

/// A character with a joint per entry, each a child of the one before, at these positions, and the points of
/// its skin, in model space.
pub(crate) fn character(joints: &[(Vec3, Vec<Vec3>)]) -> Arc<Character> {
    let skeleton = joints.iter().enumerate().map(|(n, (position, _))| Joint {
        name: format!("bone {n}"),
        parent: n.checked_sub(1).map(|parent| parent as u32),
        rest: Transform::from_translation(
            *position - n.checked_sub(1).map_or(Vec3::ZERO, |above| joints[above].0),
        ),
        in_scene: true,
    });
    let skeleton = Skeleton::new(skeleton.collect()).unwrap();
    let mut primitive = Primitive { topology: Topology::Triangles, ..Primitive::default() };
    let mut owners = Vec::new();
    for (n, (_, points)) in joints.iter().enumerate() {
        primitive.positions.extend(points);
        owners.extend(points.iter().map(|_| n as u16));
    }
    let count = primitive.positions.len();
    let mut parts = CharacterParts { skeleton, ..CharacterParts::default() };
    if count > 0 {
        primitive.normals = vec![Vec3::Y; count];
        primitive.influences = Some(Influences::new(1, &owners, &vec![1.0; count]).unwrap());
        // Every point is a corner of a triangle.
        primitive.indices =
            (0..count as u32).flat_map(|n| [n, (n + 1) % count as u32, (n + 2) % count as u32]).collect();
        primitive.file_vertices = (0..count as u32).collect();
        primitive.file_vertex_count = count;
        parts.skins = vec![Skin {
            name: "blocks".into(),
            joints: parts.skeleton.joints().collect(),
            inverse_binds: joints.iter().map(|joint| Affine3A::from_translation(-joint.0)).collect(),
        }];
        parts.meshes = vec![Mesh { primitives: vec![primitive], ..Mesh::default() }];
        parts.mesh_instances = vec![MeshInstance {
            node: JointId(0),
            mesh: MeshId(0),
            skin: Some(SkinId(0)),
            weights: Vec::new(),
            skinning: SkinningMethod::Linear,
            visible: true,
        }];
    }
    Arc::new(Character::new(parts).unwrap())
}

/// A chain of blocks, one per joint, along the Y axis.
pub(crate) fn chain(count: usize) -> Arc<Character> {
    scaled_chain(count, 1.0)
}

/// The chain in other units: `scale` of them are a metre.
pub(crate) fn scaled_chain(count: usize, scale: f32) -> Arc<Character> {
    let length = LENGTH * scale;
    let joint = |n: usize| {
        let position = Vec3::Y * (n as f32 * length);
        let half = Vec3::new(0.06 * scale, length * 0.45, 0.06 * scale);
        (position, block(position + Vec3::Y * (length * 0.5), half))
    };
    character(&(0..count).map(joint).collect::<Vec<_>>())
}
