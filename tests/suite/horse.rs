use sinew::character::{
    CharacterParts, Influences, Mesh, MeshId, MeshInstance, Primitive, Skin, SkinId, SkinningMethod, Topology,
};
use sinew::glam::{Affine3A, Vec3};
use sinew::skeleton::Joint;
use sinew::{Character, JointId, Skeleton, Transform};
use std::sync::Arc;

/// Joint of the trunk: name, parent, position, end of its skin, thickness.
type Bone = (&'static str, Option<&'static str>, [f32; 3], [f32; 3], f32);

/// Trunk of a horse, metres.
const TRUNK: [Bone; 6] = [
    ("pelvis", None, [0.0, 1.3, -0.45], [0.0, 1.25, -0.7], 0.2),
    ("spine", Some("pelvis"), [0.0, 1.3, -0.35], [0.0, 1.22, 0.25], 0.24),
    ("chest", Some("spine"), [0.0, 1.25, 0.25], [0.0, 1.15, 0.65], 0.23),
    ("neck", Some("chest"), [0.0, 1.3, 0.65], [0.0, 1.75, 0.95], 0.12),
    ("head", Some("neck"), [0.0, 1.75, 0.95], [0.0, 1.5, 1.4], 0.1),
    ("tail", Some("pelvis"), [0.0, 1.3, -0.72], [0.0, 0.7, -0.85], 0.05),
];

/// Left legs: the stifle points forwards and the hock backwards, the elbow backwards; the carpus is straight.
const LEGS: [Bone; 8] = [
    ("thigh", Some("pelvis"), [0.17, 1.15, -0.5], [0.17, 0.85, -0.32], 0.12),
    ("shin", Some("thigh"), [0.17, 0.85, -0.32], [0.17, 0.55, -0.6], 0.07),
    ("cannon", Some("shin"), [0.17, 0.55, -0.6], [0.17, 0.14, -0.55], 0.04),
    ("hindHoof", Some("cannon"), [0.17, 0.14, -0.55], [0.17, 0.03, -0.48], 0.045),
    ("upperArm", Some("chest"), [0.16, 1.0, 0.62], [0.16, 0.82, 0.45], 0.1),
    ("forearm", Some("upperArm"), [0.16, 0.82, 0.45], [0.16, 0.45, 0.47], 0.06),
    ("pastern", Some("forearm"), [0.16, 0.45, 0.47], [0.16, 0.14, 0.47], 0.04),
    ("frontHoof", Some("pastern"), [0.16, 0.14, 0.47], [0.16, 0.03, 0.54], 0.045),
];

/// Thin hoofed quadruped of blocks, `scale` units per metre, that faces along `forward` times +Z. Right joints
/// end in `R`, left ones in `L`.
///
/// # Panics
/// When the tables above are wrong.
pub fn horse(scale: f32, forward: f32) -> Arc<Character> {
    let mirrored = |bone: &Bone, side: f32| {
        let at = |point: [f32; 3]| Vec3::from(point) * Vec3::new(side * forward, 1.0, forward) * scale;
        (at(bone.2), at(bone.3), bone.4 * scale)
    };
    let mut bones = Vec::new();
    for bone in &TRUNK {
        bones.push((bone.0.to_owned(), bone.1.map(str::to_owned), mirrored(bone, 1.0)));
    }
    for (side, letter) in [(1.0, 'L'), (-1.0, 'R')] {
        for bone in &LEGS {
            let parent = bone.1.map(|parent| match TRUNK.iter().any(|trunk| trunk.0 == parent) {
                true => parent.to_owned(),
                false => format!("{parent}{letter}"),
            });
            bones.push((format!("{}{letter}", bone.0), parent, mirrored(bone, side)));
        }
    }
    let number = |name: &str| bones.iter().position(|bone| bone.0 == name).expect("a bone") as u32;
    let joints = bones.iter().map(|(name, parent, (at, ..))| {
        let parent = parent.as_ref().map(|parent| number(parent));
        let above = parent.map_or(Vec3::ZERO, |parent| bones[parent as usize].2.0);
        Joint { name: name.clone(), parent, rest: Transform::from_translation(*at - above), in_scene: true }
    });
    let skeleton = Skeleton::new(joints.collect()).expect("a skeleton");
    let mut primitive = Primitive { topology: Topology::Triangles, ..Primitive::default() };
    let mut owners = Vec::new();
    for (n, (_, _, (from, to, thickness))) in bones.iter().enumerate() {
        let first = primitive.positions.len() as u32;
        let axis = (*to - *from).normalize();
        let x = axis.cross(Vec3::X).try_normalize().unwrap_or(Vec3::Z);
        let y = axis.cross(x);
        for end in [*from, *to] {
            for (a, b) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
                primitive.positions.push(end + (x * a + y * b) * *thickness);
            }
        }
        owners.extend([n as u16; 8]);
        for [a, b, c, d] in
            [[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]]
        {
            primitive.indices.extend([a, b, c, a, c, d].map(|corner: u32| first + corner));
        }
    }
    let count = primitive.positions.len();
    primitive.normals = vec![Vec3::Y; count];
    primitive.influences = Influences::new(1, &owners, &vec![1.0; count]).ok();
    primitive.file_vertices = (0..count as u32).collect();
    primitive.file_vertex_count = count;
    let inverse_binds = bones.iter().map(|bone| Affine3A::from_translation(-bone.2.0)).collect();
    let joints = bones.iter().map(|bone| skeleton.find(&bone.0).expect("a joint of this name")).collect();
    let parts = CharacterParts {
        skeleton,
        skins: vec![Skin { name: "horse".into(), joints, inverse_binds }],
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
    };
    Arc::new(Character::new(parts).expect("a character"))
}
