//! Made-up humanoids of many builds, and a walk for them.

use sinew::body::TPose;
use sinew::clip::{Interpolation, JointTrack, Track};
use sinew::glam::{Affine3A, EulerRot, Quat, Vec3};
use sinew::humanoid::HumanBone::{self, *};
use sinew::humanoid::{BoneMap, Humanoid};
use sinew::retarget::Retargeter;
use sinew::skeleton::Joint;
use sinew::{LocalPose, ModelPose, RawClip, Skeleton, Transform};
use std::sync::Arc;

/// Build of a made-up body.
#[derive(Clone, Copy)]
pub(crate) struct Build {
    pub(crate) size: f32,
    /// Angle of the arms below the horizontal at rest, radians.
    pub(crate) arms: f32,
    /// Missing bones.
    pub(crate) without: &'static [HumanBone],
    /// Whether the rest rotations of the joints are random.
    pub(crate) odd_axes: bool,
    pub(crate) mirrored: bool,
    /// Rotation about +Y, radians.
    pub(crate) turned: f32,
}

pub(crate) const PLAIN: Build =
    Build { size: 1.0, arms: 0.0, without: &[], odd_axes: false, mirrored: false, turned: 0.0 };

pub(crate) struct Body {
    pub(crate) skeleton: Skeleton,
    pub(crate) humanoid: Humanoid,
}

pub(crate) fn body(build: Build) -> Body {
    let (sin, cos) = build.arms.sin_cos();
    let arm = |far: f32, side: f32| Vec3::new(side * (0.18 + far * cos), 1.4 - far * sin, 0.0);
    let mut positions: Vec<(HumanBone, Option<HumanBone>, Vec3)> = vec![
        (Hips, None, Vec3::new(0.0, 0.95, 0.0)),
        (Spine, Some(Hips), Vec3::new(0.0, 1.1, 0.0)),
        (Chest, Some(Spine), Vec3::new(0.0, 1.25, 0.0)),
        (Neck, Some(Chest), Vec3::new(0.0, 1.45, 0.0)),
        (Head, Some(Neck), Vec3::new(0.0, 1.55, 0.02)),
    ];
    for (side, upper, lower, hand, thigh, shin, foot, toes) in [
        (1.0, LeftUpperArm, LeftLowerArm, LeftHand, LeftUpperLeg, LeftLowerLeg, LeftFoot, LeftToes),
        (-1.0, RightUpperArm, RightLowerArm, RightHand, RightUpperLeg, RightLowerLeg, RightFoot, RightToes),
    ] {
        positions.push((upper, Some(Chest), arm(0.0, side)));
        positions.push((lower, Some(upper), arm(0.28, side)));
        positions.push((hand, Some(lower), arm(0.53, side)));
        positions.push((thigh, Some(Hips), Vec3::new(0.1 * side, 0.9, 0.0)));
        positions.push((shin, Some(thigh), Vec3::new(0.1 * side, 0.5, 0.01)));
        positions.push((foot, Some(shin), Vec3::new(0.1 * side, 0.09, 0.0)));
        positions.push((toes, Some(foot), Vec3::new(0.1 * side, 0.02, 0.14)));
    }
    positions.retain(|(bone, ..)| !build.without.contains(bone));
    let mut random = fastrand::Rng::with_seed(7);
    let mut axes = || match build.odd_axes {
        true => Quat::from_euler(EulerRot::XYZ, random.f32() * 6.0, random.f32() * 3.0, random.f32() * 6.0),
        false => Quat::IDENTITY,
    };
    let around = Quat::from_rotation_y(build.turned);
    let model: Vec<Affine3A> = positions
        .iter()
        .map(|&(_, _, position)| {
            Affine3A::from_rotation_translation(around * axes(), around * position * build.size)
        })
        .collect();
    let above = |bone: Option<HumanBone>| {
        let mut up = std::iter::successors(bone, |b| b.parent());
        up.find_map(|b| positions.iter().position(|p| p.0 == b))
    };
    let joints = positions.iter().enumerate().map(|(n, (bone, parent, _))| {
        let parent = above(*parent);
        let from = parent.map_or(Affine3A::IDENTITY, |p| model[p]);
        let rest = Transform::from_affine(&(from.inverse() * model[n]));
        Joint { name: bone.name().to_owned(), parent: parent.map(|p| p as u32), rest, in_scene: true }
    });
    let skeleton = Skeleton::new(joints.collect()).unwrap();
    let called = |bone: HumanBone| if build.mirrored { bone.mirrored() } else { bone };
    let pairs = positions
        .iter()
        .enumerate()
        .map(|(n, (bone, ..))| (called(*bone), skeleton.by_file_index(n).unwrap()));
    let map = BoneMap::new(&skeleton, pairs).unwrap();
    let humanoid = Humanoid::of_map(&skeleton, map, "made up");
    Body { skeleton, humanoid }
}

impl Body {
    pub(crate) fn standing(&self) -> TPose {
        TPose::new(&self.skeleton, &self.humanoid)
    }

    pub(crate) fn onto(&self, other: &Self) -> Retargeter {
        Retargeter::human((&self.skeleton, self.standing()), (&other.skeleton, other.standing()))
    }

    /// Position of a bone on the body's own side.
    pub(crate) fn position(&self, model: &ModelPose, bone: HumanBone) -> Option<Vec3> {
        let called = if self.humanoid.sides_swapped { bone.mirrored() } else { bone };
        self.humanoid.named_bones.joint(called).map(|joint| model.get(joint).translation.into())
    }

    pub(crate) fn model(&self, local: &[Transform]) -> ModelPose {
        let mut pose = LocalPose::rest(&self.skeleton);
        pose.as_mut_slice().copy_from_slice(local);
        let mut model = ModelPose::rest(&self.skeleton);
        model.update(&self.skeleton, &pose);
        model
    }

    /// Pose with a small random rotation of every joint.
    pub(crate) fn random_pose(&self, seed: u64) -> Vec<Transform> {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut one = || random.f32() - 0.5;
        let mut pose = self.skeleton.rest().to_vec();
        for joint in &mut pose {
            joint.rotation *= Quat::from_euler(EulerRot::XYZ, one(), one(), one());
        }
        pose[0].translation += Vec3::new(one(), 0.1 * one(), one());
        pose
    }
}

/// Walk along +Z at 1 m/s in which each foot stands for half of every second.
pub(crate) fn walk(body: &Body) -> RawClip {
    let times: Arc<[f32]> = (0..=180).map(|k| k as f32 / 60.0).collect();
    let joint = |bone| body.humanoid.named_bones.joint(bone).unwrap();
    let hips = body.skeleton.rest()[joint(Hips).index()].translation;
    let bob = |t: f32| 0.03 * (t * std::f32::consts::TAU * 2.0).sin() - 0.04;
    let mut tracks = vec![JointTrack::new(joint(Hips))];
    let positions = times.iter().map(|&t| hips + Vec3::new(0.0, bob(t), t)).collect();
    tracks[0].translation = Some(Track::new(Interpolation::Linear, 1, times.clone(), positions).unwrap());
    for (upper, lower, foot, late) in
        [(LeftUpperLeg, LeftLowerLeg, LeftFoot, 0.0), (RightUpperLeg, RightLowerLeg, RightFoot, 0.5)]
    {
        let (mut thighs, mut shins, mut feet) = (Vec::new(), Vec::new(), Vec::new());
        for &t in times.iter() {
            let phase = t + late;
            let (round, p) = (phase.floor(), phase.rem_euclid(1.0));
            // Position of the ankle relative to the hip: standing in the world, or swinging.
            let s = ((p - 0.5) * 2.0).max(0.0);
            let world = round - late + 0.25 + s * s * (3.0 - 2.0 * s);
            let (ahead, up) = (world - t, 0.12 * (s * std::f32::consts::PI).sin());
            let way = Vec3::new(0.0, 0.09 + up - (0.9 + bob(t)), ahead);
            let distance = way.length().min(0.799);
            let bend = 2.0 * (distance * 0.5 / 0.4).min(1.0).acos();
            let lean = (-way.z).atan2(-way.y);
            thighs.push(Quat::from_rotation_x(lean - bend * 0.5));
            shins.push(Quat::from_rotation_x(bend));
            feet.push(Quat::from_rotation_x(-lean - bend * 0.5));
        }
        for (bone, turns) in [(upper, thighs), (lower, shins), (foot, feet)] {
            let mut track = JointTrack::new(joint(bone));
            track.rotation = Some(Track::new(Interpolation::Linear, 1, times.clone(), turns).unwrap());
            tracks.push(track);
        }
    }
    RawClip { name: "walk".into(), joints: tracks, ..RawClip::default() }
}
