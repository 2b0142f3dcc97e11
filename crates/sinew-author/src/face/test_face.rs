//! Faces for tests.

use sinew::character::{CharacterParts, Mesh, MeshId, MeshInstance, SkinningMethod};
use sinew::face::{FaceRig, FaceState};
use sinew::skeleton::{Joint, Skeleton};
use sinew::{Character, JointId, Transform};
use std::sync::Arc;

/// Character with a mesh that has morph targets of these names.
pub(in crate::face) fn face(morphs: &[&str]) -> Arc<Character> {
    let node = Joint { name: "head".into(), parent: None, rest: Transform::IDENTITY, in_scene: true };
    let mesh =
        Mesh { morph_names: morphs.iter().map(|name| (*name).to_owned()).collect(), ..Mesh::default() };
    let instance = MeshInstance {
        node: JointId(0),
        mesh: MeshId(0),
        skin: None,
        weights: vec![0.0; morphs.len()],
        skinning: SkinningMethod::Linear,
        visible: true,
    };
    let parts = CharacterParts {
        skeleton: Skeleton::new(vec![node]).unwrap(),
        meshes: vec![mesh],
        mesh_instances: vec![instance],
        ..CharacterParts::default()
    };
    Arc::new(Character::new(parts).unwrap())
}

/// Face of a character with nothing set.
pub(in crate::face) fn state_of(character: &Arc<Character>) -> FaceState {
    FaceState::new(Arc::new(FaceRig::detect(character).unwrap()), character).unwrap()
}
