//! First-person meshes (`firstPerson` of VRM 1.0): meshes without the triangles that the head moves.

use super::vrm::FirstPersonFlag;
use super::{CharacterParts, MeshInstance, Primitive, Topology};
use crate::skeleton::{JointId, Skeleton};

/// Part of a mesh instance that is visible to the character's own eyes.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum FirstPersonMesh {
    /// The whole mesh.
    #[default]
    Whole,
    /// None of the mesh.
    Hidden,
    /// The mesh without faces that the head moves: for each primitive, the indices to draw in place of its
    /// own.
    WithoutHead(Vec<Vec<u32>>),
}

/// Visibility per mesh instance; empty where the file does not state it.
pub(super) fn first_person(parts: &CharacterParts) -> Vec<FirstPersonFlag> {
    let Some(setup) = &parts.first_person else { return Vec::new() };
    let mut all = vec![FirstPersonFlag::Auto; parts.mesh_instances.len()];
    setup.mesh_annotations.iter().for_each(|&(instance, visibility)| all[instance.index()] = visibility);
    all
}

/// First-person mesh per mesh instance; empty where the file does not state it.
pub(super) fn first_person_meshes(
    parts: &CharacterParts,
    first_person: &[FirstPersonFlag],
) -> Vec<FirstPersonMesh> {
    let Some(setup) = &parts.first_person else { return Vec::new() };
    let on_head = below(&parts.skeleton, setup.head);
    let instances = parts.mesh_instances.iter().zip(first_person);
    instances
        .map(|(instance, visibility)| first_person_mesh(parts, &on_head, instance, *visibility))
        .collect()
}

fn first_person_mesh(
    parts: &CharacterParts,
    on_head: &[bool],
    instance: &MeshInstance,
    visibility: FirstPersonFlag,
) -> FirstPersonMesh {
    match visibility {
        FirstPersonFlag::Both | FirstPersonFlag::FirstPersonOnly => return FirstPersonMesh::Whole,
        FirstPersonFlag::ThirdPersonOnly => return FirstPersonMesh::Hidden,
        FirstPersonFlag::Auto => {}
    }
    let Some(skin) = instance.skin.map(|skin| &parts.skins[skin]) else {
        return if on_head[instance.node.index()] { FirstPersonMesh::Hidden } else { FirstPersonMesh::Whole };
    };
    let mesh = &parts.meshes[instance.mesh];
    let moved_by_head = |primitive: &Primitive, vertex: u32| match &primitive.influences {
        None => on_head[instance.node.index()],
        Some(influences) => {
            influences.of_vertex(vertex as usize).any(|(joint, _)| on_head[skin.joints[joint].index()])
        }
    };
    let kept: Vec<Vec<u32>> =
        mesh.primitives.iter().map(|p| faces_without(p, |v| moved_by_head(p, v))).collect();
    let sizes = kept.iter().zip(&mesh.primitives);
    if sizes.clone().all(|(kept, p)| kept.len() == p.indices.len()) {
        FirstPersonMesh::Whole
    } else if kept.iter().all(Vec::is_empty) {
        FirstPersonMesh::Hidden
    } else {
        FirstPersonMesh::WithoutHead(kept)
    }
}

/// Indices of the faces without any hidden vertex.
fn faces_without(primitive: &Primitive, hidden: impl Fn(u32) -> bool) -> Vec<u32> {
    let corners = match primitive.topology {
        Topology::Points => 1,
        Topology::Lines => 2,
        Topology::Triangles => 3,
    };
    let hidden: Vec<bool> = (0..primitive.positions.len() as u32).map(hidden).collect();
    let faces = primitive.indices.chunks_exact(corners);
    faces.filter(|face| !face.iter().any(|&v| hidden[v as usize])).flatten().copied().collect()
}

/// Flags per joint: whether it is `top` or a descendant of it.
fn below(skeleton: &Skeleton, top: JointId) -> Vec<bool> {
    let mut inside = vec![false; skeleton.len()];
    for joint in skeleton.joints() {
        inside[joint.index()] = joint == top || skeleton.parent(joint).is_some_and(|p| inside[p.index()]);
    }
    inside
}
