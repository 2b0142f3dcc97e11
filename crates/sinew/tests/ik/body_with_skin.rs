//! Made-up bodies with a skinned trunk: of several builds, small, turned, and mirrored.

use crate::human_bodies::{Body, PLAIN, body, full_body};
use crate::limit_shapes::ACROSS;
use sinew::character::{
    CharacterParts, Influences, Mesh, MeshId, MeshInstance, Primitive, Skin, SkinId, SkinningMethod, Topology,
};
use sinew::glam::{Affine3A, Mat3, Quat, Vec3};
use sinew::humanoid::HumanBone::{self, *};
use sinew::{Character, JointId, ModelPose};

/// Half width and half depth of the trunk of [`clothed`] by height, for a body of 1.8 m.
const WIDE: f32 = 0.165;
pub(crate) const DEEP: f32 = 0.11;

/// Rotation, or reflection, from a standard body to this one.
pub(crate) fn facing(person: &Body) -> Mat3 {
    let rest = ModelPose::rest(&person.skeleton);
    let position = |bone| person.position(&rest, bone).unwrap();
    let left = (position(LeftUpperLeg) - position(RightUpperLeg)).normalize();
    match rest.get(JointId(0)).matrix3.determinant() < 0.0 {
        true => Mat3::from_diagonal(ACROSS),
        false => Mat3::from_quat(Quat::from_rotation_arc(Vec3::X, left)),
    }
}

/// A synthetic character with an oval trunk around hips, spine and chest, and thin arms.
pub(crate) fn clothed(person: &Body) -> Character {
    let rest = ModelPose::rest(&person.skeleton);
    let position = |bone| person.position(&rest, bone).unwrap();
    let size = position(Hips).y / 0.95;
    let facing = facing(person);
    let called = |bone: HumanBone| if person.humanoid.sides_swapped { bone.mirrored() } else { bone };
    let joint = |bone: HumanBone| person.humanoid.named_bones.joint(called(bone)).unwrap();
    let mut primitive = Primitive { topology: Topology::Triangles, ..Primitive::default() };
    let mut joints: Vec<u16> = Vec::new();
    for ring in 0..30 {
        let height = 0.9 + 0.6 * ring as f32 / 29.0;
        let bone = if height < 1.05 {
            Hips
        } else if height < 1.2 {
            Spine
        } else {
            Chest
        };
        for side in 0..24 {
            let angle = side as f32 / 24.0 * std::f32::consts::TAU;
            let out = Vec3::new(angle.cos() * WIDE, height, angle.sin() * DEEP);
            primitive.positions.push(facing * out * size);
            joints.push(joint(bone).index() as u16);
        }
    }
    for (bone, next) in [(LeftUpperArm, LeftLowerArm), (LeftLowerArm, LeftHand)] {
        for step in 0..20 {
            primitive.positions.push(position(bone).lerp(position(next), step as f32 / 20.0));
            joints.push(joint(bone).index() as u16);
        }
    }
    let count = primitive.positions.len();
    primitive.normals = vec![Vec3::Y; count];
    primitive.influences = Some(Influences::new(1, &joints, &vec![1.0; count]).unwrap());
    primitive.indices = (0..(count / 3 * 3) as u32).collect();
    primitive.file_vertices = (0..count as u32).collect();
    primitive.file_vertex_count = count;
    let skin = Skin {
        name: "trunk".into(),
        joints: person.skeleton.joints().collect(),
        inverse_binds: rest.as_slice().iter().map(Affine3A::inverse).collect(),
    };
    Character::new(CharacterParts {
        skeleton: person.skeleton.clone(),
        skins: vec![skin],
        meshes: vec![Mesh { primitives: vec![primitive], ..Mesh::default() }],
        mesh_instances: vec![MeshInstance {
            node: JointId(0),
            mesh: MeshId(0),
            skin: Some(SkinId(0)),
            weights: Vec::new(),
            skinning: SkinningMethod::Linear,
            visible: true,
        }],
        ..CharacterParts::default()
    })
    .unwrap()
}

pub(crate) fn builds() -> Vec<(Body, f32)> {
    let builds = [
        PLAIN,
        body::Build { odd_axes: true, arms: 0.7, ..PLAIN },
        body::Build { size: 0.01, ..PLAIN },
        body::Build { turned: 2.0, ..PLAIN },
        body::Build { mirrored: true, ..PLAIN },
    ];
    let mut image = body::body(PLAIN);
    let mut rest = image.skeleton.rest().to_vec();
    rest[0].scale = ACROSS;
    rest[0].translation *= ACROSS;
    image.skeleton.set_rest(rest);
    let others = [(image, 1.0), (full_body(), 1.0)];
    builds.map(|build| (body::body(build), build.size)).into_iter().chain(others).collect()
}
