//! First-person view: parts of a character that are drawn only in it, or never in it.

use crate::shapes::{built, card, character_parts, unlit};
use crate::support::{actor, at, instance_of, model, plain_scene, render, with_renderer};
use sinew::character::{FirstPersonFlag, FirstPersonSetup};
use sinew::character::{
    Influences, MaterialId, Mesh, MeshId, MeshInstance, MeshInstanceId, Primitive, Skin, SkinId,
    SkinningMethod,
};
use sinew::glam::{Affine3A, Vec2, Vec3, Vec4};
use sinew::skeleton::Joint;
use sinew::{Character, JointId, Skeleton, Transform};
use sinew_render::VertexDataBinding;
use std::sync::Arc;

/// One skinned primitive of two cards: the body at the left, the head at the right.
fn body_and_head() -> Primitive {
    let mut both = card(Vec3::NEG_X * 0.5, Vec2::splat(0.2));
    let head = card(Vec3::X * 0.5, Vec2::splat(0.2));
    both.positions.extend(head.positions);
    both.normals.extend(head.normals);
    both.tangents.extend(head.tangents);
    both.uvs[0].extend(head.uvs[0].iter().copied());
    both.indices.extend(head.indices.iter().map(|i| i + 4));
    both.file_vertices = (0..8).collect();
    both.file_vertex_count = 8;
    let joints = [0u16, 0, 0, 0, 1, 1, 1, 1];
    both.influences = Some(Influences::new(1, &joints, &[1.0; 8]).expect("rows"));
    both
}

/// Body and head, a card in the middle for the first-person view only, and a card above for the third-person
/// view only.
fn character() -> Arc<Character> {
    let white = unlit(Vec4::ONE);
    let mut parts = character_parts(Transform::IDENTITY, vec![(body_and_head(), white)], 0);
    let joint = |parent| Joint { name: String::new(), parent, rest: Transform::IDENTITY, in_scene: true };
    parts.skeleton = Skeleton::new(vec![joint(None), joint(Some(0))]).expect("a tree");
    parts.skins = vec![Skin {
        name: String::new(),
        joints: vec![JointId(0), JointId(1)],
        inverse_binds: vec![Affine3A::IDENTITY; 2],
    }];
    parts.mesh_instances[0].skin = Some(SkinId(0));
    for center in [Vec3::ZERO, Vec3::Y * 0.6] {
        let primitive = Primitive { material: Some(MaterialId(0)), ..card(center, Vec2::splat(0.2)) };
        parts.meshes.push(Mesh { primitives: vec![primitive], ..Mesh::default() });
        parts.mesh_instances.push(MeshInstance {
            node: JointId(0),
            mesh: MeshId(parts.meshes.len() as u32 - 1),
            skin: None,
            weights: Vec::new(),
            skinning: SkinningMethod::Linear,
            visible: true,
        });
    }
    parts.first_person = Some(FirstPersonSetup {
        head: JointId(1),
        mesh_annotations: vec![
            (MeshInstanceId(1), FirstPersonFlag::FirstPersonOnly),
            (MeshInstanceId(2), FirstPersonFlag::ThirdPersonOnly),
        ],
    });
    built(parts)
}

#[test]
fn the_first_person_view_has_no_head() {
    for path in [VertexDataBinding::StorageBuffer, VertexDataBinding::Texture] {
        with_renderer(path, |renderer| {
            let character = character();
            let model = model(renderer, &character, &[]);
            let mut first_person = actor(&character);
            first_person.meshes_mut().set_first_person(true);
            let instances = [
                instance_of(renderer, &model, &mut actor(&character)),
                instance_of(renderer, &model, &mut first_person),
            ];
            let seen = instances.each_ref().map(|instance| {
                let image = render(renderer, &plain_scene(&[instance]));
                [(-0.5, 0.0), (0.5, 0.0), (0.0, 0.0), (0.0, 0.6)].map(|(x, y)| at(&image, x, y)[3] == 255)
            });
            assert_eq!(seen, [[true, true, false, true], [true, false, true, false]]);
        });
    }
}
