//! Fits of made-up characters.

use crate::made::{LENGTH, block, chain, character};
use sinew::character::{
    Mesh, MeshId, MeshInstance, Primitive, SkinningMethod, Spring, SpringJoint, Topology,
};
use sinew::glam::Vec3;
use sinew::ragdoll::Ragdoll;
use sinew::{Character, JointId};

/// A body weighs by its volume, but no more than a creature of its size does: a hull around wings or a shell
/// is mostly air.
#[test]
fn masses_of_creatures_are_bounded() {
    let thin =
        Ragdoll::fit(&character(&[(Vec3::ZERO, block(Vec3::ZERO, Vec3::new(0.1, 1.0, 0.1)))])).unwrap();
    assert!((thin.mass() - 0.08 * 985.0).abs() < 0.1, "{}", thin.mass());
    let ball = Ragdoll::fit(&character(&[(Vec3::ZERO, block(Vec3::ZERO, Vec3::ONE))])).unwrap();
    let human = 68.0 * (2.0f32 / 1.7).powi(3);
    assert!((ball.mass() / human - 8.0).abs() < 0.01, "{}", ball.mass());
    assert!(ball.notes().iter().any(|note| note.to_string().contains("kg")), "{:?}", ball.notes());
}

/// The chain with a rigid mesh on its last joint, which swings as a spring bone or not.
fn with_pendant(swings: bool) -> Character {
    let mut parts = Character::clone(&chain(3)).into_parts();
    let node = JointId(2);
    let points = block(Vec3::X * 0.5, Vec3::splat(0.1));
    let count = points.len() as u32;
    parts.mesh_instances.push(MeshInstance {
        node,
        mesh: MeshId(parts.meshes.len() as u32),
        skin: None,
        weights: Vec::new(),
        skinning: SkinningMethod::Linear,
        visible: true,
    });
    let primitive = Primitive {
        topology: Topology::Triangles,
        normals: vec![Vec3::Y; points.len()],
        positions: points,
        indices: (0..count).flat_map(|n| [n, (n + 1) % count, (n + 2) % count]).collect(),
        file_vertices: (0..count).collect(),
        file_vertex_count: count as usize,
        ..Primitive::default()
    };
    parts.meshes.push(Mesh { primitives: vec![primitive], ..Mesh::default() });
    if swings {
        let joint = SpringJoint {
            joint: node,
            hit_radius: 0.0,
            stiffness: 1.0,
            gravity_power: 0.0,
            gravity_dir: Vec3::NEG_Y,
            drag: 0.4,
        };
        parts.spring_bones.springs.push(Spring {
            name: "pendant".into(),
            joints: vec![joint],
            tail: Some(LENGTH),
            collider_groups: Vec::new(),
            center: None,
            body_damping: None,
        });
    }
    Character::new(parts).unwrap()
}

/// Meshes on spring bones have no hull, be they skinned or rigid, and a spring bone is no part.
#[test]
fn spring_bones_have_no_shapes() {
    let reach = |character: &Character| {
        let ragdoll = Ragdoll::fit(character).unwrap();
        let far = ragdoll.parts().iter().map(|part| part.origin().x + part.support(Vec3::X));
        (ragdoll.parts().len(), far.fold(f32::MIN, f32::max))
    };
    let (parts, far) = reach(&with_pendant(false));
    assert!(parts == 3 && (far - 0.6).abs() < 1e-3, "{parts} {far}");
    let (parts, far) = reach(&with_pendant(true));
    assert!(parts == 2 && far < 0.07, "{parts} {far}");
}
