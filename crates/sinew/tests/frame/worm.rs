//! A made-up character for tests: a tube along a chain of joints, with a morph target, a rigid hat and a
//! clip.

use sinew::character::{
    CharacterParts, Influences, Mesh, MeshId, MeshInstance, MeshInstanceId, Primitive, Skin, SkinId,
    SkinningMethod, Topology,
};
use sinew::clip::{Interpolation, JointTrack, MorphTrack, Track};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::morph::MorphTarget;
use sinew::skeleton::Joint;
use sinew::{Character, JointId, RawClip, Skeleton, Transform};
use std::sync::Arc;

pub(crate) const JOINTS: usize = 12;
const RINGS: usize = 34;
const SIDES: usize = 6;

/// The tube, skinned with `influences` joints per vertex, and a hat on its last joint.
pub(crate) fn worm(influences: usize, skinning: SkinningMethod) -> Arc<Character> {
    Arc::new(Character::new(parts(influences, skinning)).unwrap())
}

/// Parts of the character.
pub(crate) fn parts(influences: usize, skinning: SkinningMethod) -> CharacterParts {
    let joints = (0..JOINTS as u32).map(|i| Joint {
        name: format!("bone {i}"),
        parent: i.checked_sub(1),
        rest: Transform::from_translation(if i == 0 { Vec3::ZERO } else { Vec3::Y }),
        in_scene: true,
    });
    let skeleton = Skeleton::new(joints.collect()).unwrap();
    let bind = |i: usize| Affine3A::from_translation(Vec3::new(0.0, -(i as f32), 0.0));
    let skin = Skin {
        name: "worm".into(),
        joints: skeleton.joints().collect(),
        inverse_binds: (0..JOINTS).map(bind).collect(),
    };
    CharacterParts {
        skeleton,
        skins: vec![skin],
        meshes: vec![tube(influences), hat()],
        mesh_instances: vec![
            MeshInstance {
                node: JointId(0),
                mesh: MeshId(0),
                skin: Some(SkinId(0)),
                weights: vec![0.0; 2],
                skinning,
                visible: true,
            },
            MeshInstance {
                node: JointId(JOINTS as u32 - 1),
                mesh: MeshId(1),
                skin: None,
                weights: Vec::new(),
                skinning: SkinningMethod::Linear,
                visible: true,
            },
        ],
        ..CharacterParts::default()
    }
}

fn tube(influences: usize) -> Mesh {
    let mut primitive = Primitive { topology: Topology::Points, ..Primitive::default() };
    let (mut joints, mut weights) = (Vec::new(), Vec::new());
    let mut bulge = Vec::new();
    for ring in 0..RINGS {
        let height = ring as f32 * (JOINTS - 1) as f32 / (RINGS - 1) as f32;
        for side in 0..SIDES {
            let angle = side as f32 / SIDES as f32 * std::f32::consts::TAU;
            let out = Vec3::new(angle.cos(), 0.0, angle.sin());
            primitive.positions.push(out * 0.4 + Vec3::Y * height);
            primitive.normals.push(out);
            primitive.tangents.push(Vec3::Y.extend(1.0));
            bulge.push(if ring % 2 == 0 { out } else { Vec3::ZERO });
            let first = (height as usize).min(JOINTS - influences);
            for i in 0..influences {
                joints.push((first + i) as u16);
                weights.push(1.0 / (0.2 + (height - (first + i) as f32).abs()));
            }
        }
    }
    let count = primitive.positions.len();
    primitive.influences = Some(Influences::new(influences, &joints, &weights).unwrap());
    primitive.indices = (0..count as u32).collect();
    primitive.file_vertices = (0..count as u32).collect();
    primitive.file_vertex_count = count;
    let shift = vec![Vec3::new(0.0, 0.0, 0.7); count];
    primitive.morph_targets = [bulge, shift]
        .iter()
        .map(|offsets| MorphTarget::from_dense(count, offsets, offsets, &[]).unwrap())
        .collect();
    let morph_names = vec!["bulge".into(), "shift".into()];
    Mesh { name: "tube".into(), primitives: vec![primitive], morph_names, ..Mesh::default() }
}

fn hat() -> Mesh {
    let primitive = Primitive {
        positions: vec![Vec3::X, Vec3::Y, Vec3::Z],
        normals: vec![Vec3::Y; 3],
        indices: vec![0, 1, 2],
        file_vertices: vec![0, 1, 2],
        file_vertex_count: 3,
        ..Primitive::default()
    };
    Mesh { name: "hat".into(), primitives: vec![primitive], ..Mesh::default() }
}

/// A two-second clip that animates translation, rotation and scale of every joint and both morph weights.
pub(crate) fn wriggle() -> Arc<RawClip> {
    let times: Arc<[f32]> = (0..21).map(|k| 0.04 + k as f32 * 0.1).collect();
    let wave = |k: usize, i: usize| (k as f32 * 0.6 + i as f32).sin();
    let joints = (0..JOINTS).map(|i| {
        let rotations = (0..21).map(|k| Quat::from_rotation_z(0.5 * wave(k, i)));
        let moves = (0..21).map(|k| Vec3::Y * if i == 0 { 0.2 * wave(k, i) } else { 1.0 });
        let scales = (0..21).map(|k| Vec3::new(1.0, 1.0 + 0.1 * wave(k, i), 1.0));
        JointTrack {
            joint: JointId(i as u32),
            rotation: Some(Track::new(Interpolation::Linear, 1, times.clone(), rotations.collect()).unwrap()),
            translation: Some(Track::new(Interpolation::Linear, 1, times.clone(), moves.collect()).unwrap()),
            scale: Some(Track::new(Interpolation::Linear, 1, times.clone(), scales.collect()).unwrap()),
        }
    });
    let weights = (0..21).flat_map(|k| [0.5 + 0.5 * wave(k, 0), -wave(k, 1)]).collect();
    let weights = Track::new(Interpolation::Linear, 2, times.clone(), weights).unwrap();
    Arc::new(RawClip {
        name: "wriggle".into(),
        joints: joints.collect(),
        morphs: vec![MorphTrack { instance: MeshInstanceId(0), weights }],
        ..RawClip::default()
    })
}
