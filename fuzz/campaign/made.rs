//! Characters and clips made at random: trees of joints of any size and scale, humanoids, skinned meshes,
//! morph targets.

use fastrand::Rng;
use sinew::character::{
    Influences, Mesh, MeshId, MeshInstance, MeshInstanceId, Primitive, Skin, SkinId, SkinningMethod,
};
use sinew::clip::{Interpolation, JointTrack, MorphTrack, Track};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::humanoid::{BoneMap, HumanBone, Humanoid};
use sinew::morph::MorphTarget;
use sinew::skeleton::Joint;
use sinew::{Character, CharacterParts, ModelPose, RawClip, Skeleton, Transform};
use std::sync::Arc;

/// A character with its clips.
pub(crate) struct Made {
    pub(crate) character: Character,
    pub(crate) clips: Vec<RawClip>,
}

/// Makes a character that [`Character::new`] accepts.
pub(crate) fn character(random: &mut Rng) -> Made {
    loop {
        let parts = parts(random);
        if let Ok(character) = Character::new(parts) {
            let clips = (0..random.usize(1..3)).map(|_| clip(&character, random)).collect();
            return Made { character, clips };
        }
    }
}

/// Size of numbers: mostly usual.
fn size(random: &mut Rng) -> f32 {
    const ODD: [f32; 10] = [0.0, 1e-30, 1e-12, 1e-5, 1e-3, 100.0, 1e4, 1e6, 1e8, 9e8];
    if random.u8(..4) == 0 { ODD[random.usize(..ODD.len())] } else { 1.0 }
}

fn vector(random: &mut Rng, size: f32) -> Vec3 {
    Vec3::from_array([0; 3].map(|_| (random.f32() - 0.5) * size))
}

fn scale(random: &mut Rng) -> Vec3 {
    match random.u8(..8) {
        0 => Vec3::ZERO,
        1 => Vec3::new(1.0, 0.0, 1.0),
        2 => Vec3::splat(0.01),
        3 => vector(random, 4.0),
        4 => Vec3::splat(size(random)),
        _ => Vec3::ONE,
    }
}

fn turn(random: &mut Rng) -> Quat {
    Quat::from_scaled_axis(vector(random, 6.0))
}

fn parts(random: &mut Rng) -> CharacterParts {
    let (skeleton, humanoid) = if random.u8(..3) == 0 { human(random) } else { (tree(random), None) };
    let Some(skeleton) = skeleton else { return CharacterParts::default() };
    let model = ModelPose::rest(&skeleton);
    let joints: Vec<_> = skeleton.joints().collect();
    let bind = |joint| {
        let inverse: Affine3A = model.get(joint).inverse();
        if inverse.is_finite() { inverse } else { Affine3A::IDENTITY }
    };
    let inverse_binds = joints.iter().map(|joint| bind(*joint)).collect();
    let skin = Skin { joints: joints.clone(), inverse_binds, ..Skin::default() };
    let targets = random.usize(..3);
    let mesh = mesh(random, joints.len(), targets);
    let instances = (0..random.usize(1..3)).map(|_| MeshInstance {
        node: joints[random.usize(..joints.len())],
        mesh: MeshId(0),
        skin: random.bool().then_some(SkinId(0)),
        weights: (0..targets).map(|_| random.f32()).collect(),
        skinning: SkinningMethod::Linear,
        visible: true,
    });
    let mesh_instances = instances.collect();
    CharacterParts {
        skeleton,
        skins: vec![skin],
        meshes: vec![mesh],
        mesh_instances,
        humanoid,
        ..CharacterParts::default()
    }
}

/// Joints in a tree of any shape.
fn tree(random: &mut Rng) -> Option<Skeleton> {
    let reach = size(random);
    let joints = (0..random.u32(1..12)).map(|n| Joint {
        name: format!("joint {n}"),
        parent: n.checked_sub(1 + random.u32(..3)),
        rest: Transform { translation: vector(random, reach), rotation: turn(random), scale: scale(random) },
        in_scene: true,
    });
    Skeleton::new(joints.collect()).ok()
}

/// Bones of a body 1.7 metres tall in the T-pose: those in the middle and on the left, and whether each is
/// always there.
const BODY: [(HumanBone, [f32; 3], bool); 18] = [
    (HumanBone::Hips, [0.0, 0.95, 0.0], true),
    (HumanBone::Spine, [0.0, 1.05, 0.0], true),
    (HumanBone::Chest, [0.0, 1.2, 0.0], false),
    (HumanBone::UpperChest, [0.0, 1.3, 0.0], false),
    (HumanBone::Neck, [0.0, 1.45, 0.0], false),
    (HumanBone::Head, [0.0, 1.55, 0.0], true),
    (HumanBone::LeftEye, [0.03, 1.62, 0.08], false),
    (HumanBone::LeftShoulder, [0.05, 1.4, 0.0], false),
    (HumanBone::LeftUpperArm, [0.17, 1.4, 0.0], true),
    (HumanBone::LeftLowerArm, [0.44, 1.4, 0.0], true),
    (HumanBone::LeftHand, [0.69, 1.4, 0.0], true),
    (HumanBone::LeftIndexProximal, [0.78, 1.4, 0.02], false),
    (HumanBone::LeftIndexIntermediate, [0.81, 1.4, 0.02], false),
    (HumanBone::LeftUpperLeg, [0.09, 0.9, 0.0], true),
    (HumanBone::LeftLowerLeg, [0.09, 0.5, 0.0], true),
    (HumanBone::LeftFoot, [0.09, 0.08, 0.0], true),
    (HumanBone::LeftToes, [0.09, 0.02, 0.13], false),
    (HumanBone::Jaw, [0.0, 1.57, 0.04], false),
];

/// A humanoid: a body of any size with optional bones left out, or one whose limbs have any lengths and
/// rotations.
fn human(random: &mut Rng) -> (Option<Skeleton>, Option<Humanoid>) {
    let size = [1.0, 1.0, 1.0, 1e-3, 0.01, 100.0, 1e6][random.usize(..7)];
    let odd = random.u8(..3) == 0;
    let mut positions: Vec<(HumanBone, Vec3)> = Vec::new();
    for (bone, position, always) in BODY {
        if !always && random.u8(..3) == 0 {
            continue;
        }
        let position = Vec3::from_array(position);
        positions.push((bone, position));
        if bone.mirrored() != bone {
            positions.push((bone.mirrored(), position * Vec3::new(-1.0, 1.0, 1.0)));
        }
    }
    let mut joints = Vec::new();
    for (bone, position) in &positions {
        let above = std::iter::successors(bone.parent(), |above| above.parent());
        let parent = above.filter_map(|above| positions.iter().position(|parent| parent.0 == above)).next();
        let offset = *position - parent.map_or(Vec3::ZERO, |parent| positions[parent].1);
        let rest = Transform {
            translation: size * if odd { offset * random.f32() + vector(random, 0.3) } else { offset },
            rotation: if odd { turn(random) } else { Quat::IDENTITY },
            scale: if odd { scale(random) } else { Vec3::ONE },
        };
        joints.push(Joint {
            name: bone.name().into(),
            parent: parent.map(|n| n as u32),
            rest,
            in_scene: true,
        });
    }
    let Ok(skeleton) = Skeleton::new(joints) else { return (None, None) };
    let bones = positions.iter().filter_map(|(bone, _)| Some((*bone, skeleton.find(bone.name())?)));
    let map = BoneMap::new(&skeleton, bones).ok();
    let humanoid = map.map(|map| Humanoid::of_map(&skeleton, map, "made"));
    (Some(skeleton), humanoid)
}

fn mesh(random: &mut Rng, joints: usize, targets: usize) -> Mesh {
    let (count, extent, center) = (random.usize(3..40), size(random), size(random));
    let center = vector(random, center);
    let positions: Vec<Vec3> = (0..count).map(|_| center + vector(random, extent)).collect();
    let rows: Vec<(u16, f32)> = (0..4 * count)
        .map(|_| (random.u16(..joints as u16), if random.bool() { random.f32() } else { 0.0 }))
        .collect();
    let (numbers, weights): (Vec<u16>, Vec<f32>) = rows.into_iter().unzip();
    let morph = |random: &mut Rng| {
        let reach = size(random);
        let offsets: Vec<Vec3> = (0..count).map(|_| vector(random, reach)).collect();
        MorphTarget::from_dense(count, &offsets, &[], &[]).unwrap_or_default()
    };
    let primitive = Primitive {
        normals: (0..count).map(|_| vector(random, 1.0).normalize_or(Vec3::Y)).collect(),
        influences: random.bool().then(|| Influences::new(4, &numbers, &weights).ok()).flatten(),
        indices: (0..count as u32 / 3 * 3).collect(),
        morph_targets: (0..targets).map(|_| morph(random)).collect(),
        file_vertices: (0..count as u32).collect(),
        file_vertex_count: count,
        has_file_normals: true,
        positions,
        ..Primitive::default()
    };
    let morph_names = (0..targets).map(|n| format!("target {n}")).collect();
    Mesh { primitives: vec![primitive], morph_names, ..Mesh::default() }
}

fn times(random: &mut Rng) -> Arc<[f32]> {
    let (keys, gap) = (random.usize(1..30), [0.0, 1e-6, 1.0 / 30.0, 0.4, 3.0, 7200.0][random.usize(..6)]);
    let uneven = random.bool();
    let mut time = random.f32() * 2.0;
    let mut next = || {
        time += if uneven { gap * random.f32() } else { gap };
        time
    };
    (0..keys).map(|_| next()).collect()
}

fn clip(character: &Character, random: &mut Rng) -> RawClip {
    const KINDS: [Interpolation; 3] =
        [Interpolation::Step, Interpolation::Linear, Interpolation::CubicSpline];
    let mut joints = Vec::new();
    for joint in character.skeleton().joints().filter(|_| random.bool()).collect::<Vec<_>>() {
        let (times, kind, reach) = (times(random), KINDS[random.usize(..3)], size(random));
        let rows = times.len() * if kind == Interpolation::CubicSpline { 3 } else { 1 };
        // Files have rotations a little off unit length.
        let long = if random.u8(..4) == 0 { 1.004 } else { 1.0 };
        let rotations = (0..rows).map(|_| turn(random) * long).collect();
        let (translations, scales) =
            ((0..rows).map(|_| vector(random, reach)).collect(), (0..rows).map(|_| scale(random)).collect());
        joints.push(JointTrack {
            rotation: Track::new(kind, 1, times.clone(), rotations).ok(),
            translation: Track::new(kind, 1, times.clone(), translations).ok().filter(|_| random.bool()),
            scale: Track::new(kind, 1, times, scales).ok().filter(|_| random.u8(..4) == 0),
            joint,
        });
    }
    let mut morphs = Vec::new();
    for (n, instance) in character.mesh_instances().iter().enumerate().filter(|(_, i)| !i.weights.is_empty())
    {
        let (times, width) = (times(random), instance.weights.len());
        let weights = (0..times.len() * width).map(|_| random.f32() * 2.0 - 0.5).collect();
        let weights = Track::new(Interpolation::Linear, width, times, weights).ok();
        morphs.extend(weights.map(|weights| MorphTrack { instance: MeshInstanceId(n as u32), weights }));
    }
    RawClip { name: format!("clip {}", random.u8(..)), joints, morphs, ..RawClip::default() }
}
