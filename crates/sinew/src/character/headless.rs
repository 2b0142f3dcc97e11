//! What a character sees of itself (VRM 1.0's `firstPerson`): meshes without the triangles that the head moves.

use super::setup::FirstPerson;
use super::{CharacterParts, MeshInstance, Primitive, Topology};
use crate::skeleton::{JointIndex, Skeleton};

/// What its own eyes see of one mesh instance.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum FirstPersonMesh {
    /// All of it.
    #[default]
    Whole,
    /// Nothing.
    Nothing,
    /// Only these vertices' faces: indices in place of each primitive's.
    Without(Vec<Vec<u32>>),
}

/// How each instance shows; empty where the file does not say.
pub(super) fn first_person(parts: &CharacterParts) -> Vec<FirstPerson> {
    let Some(setup) = &parts.setup.first_person else { return Vec::new() };
    let mut all = vec![FirstPerson::Auto; parts.instances.len()];
    setup.meshes.iter().for_each(|&(instance, how)| all[instance] = how);
    all
}

/// What its own eyes see of each instance.
pub(super) fn own_views(parts: &CharacterParts, first_person: &[FirstPerson]) -> Vec<FirstPersonMesh> {
    let Some(setup) = &parts.setup.first_person else { return Vec::new() };
    let on_head = below(&parts.skeleton, setup.head);
    let views = parts.instances.iter().zip(first_person);
    views.map(|(instance, how)| first_person_mesh(parts, &on_head, instance, *how)).collect()
}

fn first_person_mesh(
    parts: &CharacterParts,
    on_head: &[bool],
    instance: &MeshInstance,
    how: FirstPerson,
) -> FirstPersonMesh {
    match how {
        FirstPerson::Both | FirstPerson::FirstOnly => return FirstPersonMesh::Whole,
        FirstPerson::ThirdOnly => return FirstPersonMesh::Nothing,
        FirstPerson::Auto => {}
    }
    let Some(skin) = instance.skin.map(|skin| &parts.skins[skin]) else {
        return if on_head[instance.node.index()] {
            FirstPersonMesh::Nothing
        } else {
            FirstPersonMesh::Whole
        };
    };
    let mesh = &parts.meshes[instance.mesh];
    let moved_by_head = |primitive: &Primitive, vertex: u32| match &primitive.influences {
        None => on_head[instance.node.index()],
        Some(influences) => {
            influences.of(vertex as usize).any(|(joint, _)| on_head[skin.joints[joint].index()])
        }
    };
    let kept: Vec<Vec<u32>> =
        mesh.primitives.iter().map(|p| faces_without(p, |v| moved_by_head(p, v))).collect();
    let sizes = kept.iter().zip(&mesh.primitives);
    if sizes.clone().all(|(kept, p)| kept.len() == p.indices.len()) {
        FirstPersonMesh::Whole
    } else if kept.iter().all(Vec::is_empty) {
        FirstPersonMesh::Nothing
    } else {
        FirstPersonMesh::Without(kept)
    }
}

/// The indices of faces none of whose vertices is `hidden`.
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

/// Which joints are `top` or below it.
fn below(skeleton: &Skeleton, top: JointIndex) -> Vec<bool> {
    let mut inside = vec![false; skeleton.len()];
    for joint in skeleton.joints() {
        inside[joint.index()] = joint == top || skeleton.parent(joint).is_some_and(|p| inside[p.index()]);
    }
    inside
}
