//! The same motion on bodies of any build: limbs point the same way, feet stand, nothing breaks.

use crate::counting::allocations;
use sinew::clip::{Interpolation, JointTrack, Track};
use sinew::glam::{Affine3A, EulerRot, Quat, Vec3};
use sinew::humanoid::HumanBone::{self, *};
use sinew::humanoid::{BoneMap, Humanoid};
use sinew::retarget::{RetargetSettings, Retargeter, StandingBody, retarget_clip};
use sinew::skeleton::Joint;
use sinew::{JointIndex, LocalPose, ModelPose, RawClip, SampleCursor, Skeleton, Transform};
use std::sync::Arc;

/// How a made-up body is built.
#[derive(Clone, Copy)]
struct Build {
    size: f32,
    /// Radians that the arms hang below the horizontal at rest.
    arms: f32,
    /// Leaves these out.
    without: &'static [HumanBone],
    /// Whether joints have axes of their own.
    odd_axes: bool,
    mirrored: bool,
    /// Radians that it is turned about +Y.
    turned: f32,
}

const PLAIN: Build =
    Build { size: 1.0, arms: 0.0, without: &[], odd_axes: false, mirrored: false, turned: 0.0 };

struct Body {
    skeleton: Skeleton,
    humanoid: Humanoid,
}

fn body(build: Build) -> Body {
    let (sin, cos) = build.arms.sin_cos();
    let arm = |far: f32, side: f32| Vec3::new(side * (0.18 + far * cos), 1.4 - far * sin, 0.0);
    let mut places: Vec<(HumanBone, Option<HumanBone>, Vec3)> = vec![
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
        places.push((upper, Some(Chest), arm(0.0, side)));
        places.push((lower, Some(upper), arm(0.28, side)));
        places.push((hand, Some(lower), arm(0.53, side)));
        places.push((thigh, Some(Hips), Vec3::new(0.1 * side, 0.9, 0.0)));
        places.push((shin, Some(thigh), Vec3::new(0.1 * side, 0.5, 0.01)));
        places.push((foot, Some(shin), Vec3::new(0.1 * side, 0.09, 0.0)));
        places.push((toes, Some(foot), Vec3::new(0.1 * side, 0.02, 0.14)));
    }
    places.retain(|(bone, ..)| !build.without.contains(bone));
    let mut random = fastrand::Rng::with_seed(7);
    let mut axes = || match build.odd_axes {
        true => Quat::from_euler(EulerRot::XYZ, random.f32() * 6.0, random.f32() * 3.0, random.f32() * 6.0),
        false => Quat::IDENTITY,
    };
    let around = Quat::from_rotation_y(build.turned);
    let model: Vec<Affine3A> = places
        .iter()
        .map(|&(_, _, place)| {
            Affine3A::from_rotation_translation(around * axes(), around * place * build.size)
        })
        .collect();
    let above = |bone: Option<HumanBone>| {
        let mut up = std::iter::successors(bone, |b| b.parent());
        up.find_map(|b| places.iter().position(|p| p.0 == b))
    };
    let joints = places.iter().enumerate().map(|(n, (bone, parent, _))| {
        let parent = above(*parent);
        let from = parent.map_or(Affine3A::IDENTITY, |p| model[p]);
        let rest = Transform::from_affine(&(from.inverse() * model[n]));
        Joint { name: bone.name().to_owned(), parent: parent.map(|p| p as u32), rest, in_scene: true }
    });
    let skeleton = Skeleton::new(joints.collect()).unwrap();
    let called = |bone: HumanBone| if build.mirrored { bone.mirrored() } else { bone };
    let pairs =
        places.iter().enumerate().map(|(n, (bone, ..))| (called(*bone), skeleton.by_source(n).unwrap()));
    let map = BoneMap::new(&skeleton, pairs).unwrap();
    let humanoid = Humanoid::stated(&skeleton, map, "made up");
    Body { skeleton, humanoid }
}

impl Body {
    fn standing(&self) -> StandingBody {
        StandingBody::new(&self.skeleton, &self.humanoid)
    }

    fn onto(&self, other: &Self) -> Retargeter {
        Retargeter::humanoid((&self.skeleton, self.standing()), (&other.skeleton, other.standing()))
    }

    /// Where the bone on the body's own side is.
    fn place(&self, model: &ModelPose, bone: HumanBone) -> Option<Vec3> {
        let called = if self.humanoid.mirrored { bone.mirrored() } else { bone };
        self.humanoid.map.joint(called).map(|joint| model.get(joint).translation.into())
    }

    fn model(&self, local: &[Transform]) -> ModelPose {
        let mut pose = LocalPose::rest(&self.skeleton);
        pose.as_mut_slice().copy_from_slice(local);
        let mut model = ModelPose::rest(&self.skeleton);
        model.update(&self.skeleton, &pose);
        model
    }

    /// A pose in which every joint turns a little.
    fn random_pose(&self, seed: u64) -> Vec<Transform> {
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

const LIMBS: [(HumanBone, HumanBone); 8] = [
    (LeftUpperArm, LeftLowerArm),
    (LeftLowerArm, LeftHand),
    (RightUpperArm, RightLowerArm),
    (RightLowerArm, RightHand),
    (LeftUpperLeg, LeftLowerLeg),
    (LeftLowerLeg, LeftFoot),
    (RightUpperLeg, RightLowerLeg),
    (RightLowerLeg, RightFoot),
];

#[test]
fn limbs_point_the_same_way_on_every_build() {
    let source = body(PLAIN);
    for build in [
        PLAIN,
        Build { odd_axes: true, ..PLAIN },
        Build { arms: 0.8, size: 1.7, ..PLAIN },
        Build { arms: 1.45, odd_axes: true, size: 0.4, ..PLAIN },
        Build { mirrored: true, ..PLAIN },
        Build { turned: 2.0, odd_axes: true, ..PLAIN },
        Build { without: &[Chest, Neck], ..PLAIN },
        Build { without: &[LeftToes, RightToes], arms: 0.5, ..PLAIN },
    ] {
        let target = body(build);
        assert_eq!(target.humanoid.mirrored, build.mirrored);
        for (from, to) in [(&source, &target), (&target, &source)] {
            let retargeter = from.onto(to);
            let (mut scratch, mut out) = (retargeter.scratch(), to.skeleton.rest().to_vec());
            for seed in 0..20 {
                let pose = from.random_pose(seed);
                retargeter.transfer(&pose, &mut scratch, &mut out);
                let (a, b) = (from.model(&pose), to.model(&out));
                for (upper, lower) in LIMBS {
                    let way = |body: &Body, model: &ModelPose| {
                        Some((body.place(model, lower)? - body.place(model, upper)?).normalize())
                    };
                    if let (Some(there), Some(here)) = (way(from, &a), way(to, &b)) {
                        assert!(there.distance(here) < 1e-3, "{upper:?}: {there} {here}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_body_keeps_its_own_motion() {
    let own = body(Build { odd_axes: true, arms: 0.6, ..PLAIN });
    let retargeter = own.onto(&own);
    let (mut scratch, mut out) = (retargeter.scratch(), own.skeleton.rest().to_vec());
    for seed in 0..20 {
        let pose = own.random_pose(seed);
        retargeter.transfer(&pose, &mut scratch, &mut out);
        for (a, b) in pose.iter().zip(&out) {
            assert!(a.to_affine().abs_diff_eq(b.to_affine(), 1e-4));
        }
    }
}

/// A walk along +Z at a metre a second in which each foot stands for half of every second.
fn walk(body: &Body) -> RawClip {
    let times: Arc<[f32]> = (0..=180).map(|k| k as f32 / 60.0).collect();
    let joint = |bone| body.humanoid.map.joint(bone).unwrap();
    let hips = body.skeleton.rest()[joint(Hips).index()].translation;
    let bob = |t: f32| 0.03 * (t * std::f32::consts::TAU * 2.0).sin() - 0.04;
    let mut tracks = vec![JointTrack::new(joint(Hips))];
    let places = times.iter().map(|&t| hips + Vec3::new(0.0, bob(t), t)).collect();
    tracks[0].translation = Some(Track::new(Interpolation::Linear, 1, times.clone(), places).unwrap());
    for (upper, lower, foot, late) in
        [(LeftUpperLeg, LeftLowerLeg, LeftFoot, 0.0), (RightUpperLeg, RightLowerLeg, RightFoot, 0.5)]
    {
        let (mut thighs, mut shins, mut feet) = (Vec::new(), Vec::new(), Vec::new());
        for &t in times.iter() {
            let phase = t + late;
            let (round, p) = (phase.floor(), phase.rem_euclid(1.0));
            // Where the ankle is, against the hip: standing still in the world, or swinging on.
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

#[test]
fn feet_that_stand_in_the_source_stand_in_the_target() {
    let source = body(PLAIN);
    let clip = walk(&source);
    for build in [Build { size: 0.6, arms: 0.7, ..PLAIN }, Build { odd_axes: true, size: 1.3, ..PLAIN }] {
        let target = body(build);
        let retargeter = source.onto(&target);
        let (made, report) = retarget_clip(&clip, &retargeter, &RetargetSettings::default(), |_| None);
        let feet = report.feet.unwrap();
        assert!((5..=8).contains(&feet.steps), "{feet:?}");
        assert!(feet.slide < 2e-3 && feet.penetration < 1e-3, "{feet:?}");
        assert_eq!((made.start(), made.end()), (clip.start(), clip.end()));
        // It goes as far as its legs are long.
        let mut pose = LocalPose::rest(&target.skeleton);
        made.sample(3.0, &mut SampleCursor::new(), &mut pose, &mut Default::default());
        let hips = target.place(&target.model(pose.as_slice()), Hips).unwrap();
        assert!((hips.z - 3.0 * build.size).abs() < 0.02, "{hips}");
    }
}

#[test]
fn bodies_that_are_none_break_nothing() {
    let at_origin = |count: usize| {
        let bones = [
            Hips,
            Spine,
            Head,
            LeftUpperLeg,
            LeftLowerLeg,
            LeftFoot,
            RightUpperLeg,
            RightLowerLeg,
            RightFoot,
        ];
        let joint = |n: usize| Joint {
            name: bones[n].name().into(),
            parent: bones[n].parent().map(|p| {
                let mut up = std::iter::successors(Some(p), |b| b.parent());
                up.find_map(|b| bones.iter().position(|own| *own == b)).unwrap() as u32
            }),
            rest: Transform::IDENTITY,
            in_scene: true,
        };
        let skeleton = Skeleton::new((0..count).map(joint).collect()).unwrap();
        let pairs = (0..count).map(|n| (bones[n], skeleton.by_source(n).unwrap()));
        let map = BoneMap::new(&skeleton, pairs).unwrap();
        let humanoid = Humanoid::stated(&skeleton, map, "nobody");
        Body { skeleton, humanoid }
    };
    let sound = body(PLAIN);
    let clip = walk(&sound);
    for nobody in [at_origin(9), at_origin(3), at_origin(1)] {
        for (from, to) in [(&sound, &nobody), (&nobody, &sound), (&nobody, &nobody)] {
            let own = if std::ptr::eq(from, &sound) { clip.clone() } else { RawClip::default() };
            let retargeter = from.onto(to);
            let (made, _) = retarget_clip(&own, &retargeter, &RetargetSettings::default(), |_| None);
            let mut pose = LocalPose::rest(&to.skeleton);
            made.sample(0.5, &mut SampleCursor::new(), &mut pose, &mut Default::default());
            assert!(pose.as_slice().iter().all(Transform::is_finite));
        }
    }
}

#[test]
fn rigs_of_the_same_names_share_motion_from_their_own_rests() {
    let chain = |turn: Quat, length: f32, names: [&str; 3]| {
        let joint = |(n, name): (usize, &str)| Joint {
            name: name.into(),
            parent: n.checked_sub(1).map(|p| p as u32),
            rest: Transform { translation: Vec3::Y * length, rotation: turn, scale: Vec3::ONE },
            in_scene: true,
        };
        Skeleton::new(names.into_iter().enumerate().map(joint).collect()).unwrap()
    };
    let (a, b) = (
        chain(Quat::IDENTITY, 1.0, ["a", "b", "c"]),
        chain(Quat::from_rotation_x(0.3), 2.0, ["a", "b", "x"]),
    );
    let retargeter = Retargeter::by_names(&a, &b).unwrap();
    assert_eq!(retargeter.unmapped(), ["c"]);
    let mut pose = a.rest().to_vec();
    pose[1].rotation = Quat::from_rotation_z(1.0);
    let mut out = b.rest().to_vec();
    retargeter.transfer(&pose, &mut retargeter.scratch(), &mut out);
    let expected = b.rest()[0].rotation.inverse()
        * Quat::from_rotation_z(1.0)
        * b.rest()[0].rotation
        * b.rest()[1].rotation;
    assert!(out[1].rotation.abs_diff_eq(expected, 1e-5) && out[1].translation == b.rest()[1].translation);
    assert!(Retargeter::by_names(&a, &chain(Quat::IDENTITY, 1.0, ["x", "y", ""])).is_err());
}

#[test]
fn a_live_frame_allocates_nothing() {
    let (source, target) = (body(PLAIN), body(Build { odd_axes: true, ..PLAIN }));
    let retargeter = source.onto(&target);
    let (mut scratch, mut out) = (retargeter.scratch(), target.skeleton.rest().to_vec());
    let pose = source.random_pose(1);
    assert_eq!(allocations(|| (0..100).for_each(|_| retargeter.transfer(&pose, &mut scratch, &mut out))), 0);
}

#[test]
fn a_normalized_body_stands_without_rotations() {
    let own = body(Build { odd_axes: true, arms: 1.0, turned: 1.0, ..PLAIN });
    let (skeleton, map) = own.standing().normalized(&own.skeleton).unwrap();
    assert!(skeleton.rest().iter().all(|t| t.rotation == Quat::IDENTITY));
    let rest = ModelPose::rest(&skeleton);
    let at = |bone| Vec3::from(rest.get(map.joint(bone).unwrap()).translation);
    assert!((at(LeftHand) - at(LeftUpperArm)).normalize().abs_diff_eq(Vec3::X, 1e-4));
    assert!((at(RightFoot) - at(RightUpperLeg)).normalize().abs_diff_eq(Vec3::NEG_Y, 1e-4));
    assert!((at(LeftFoot).y - 0.09).abs() < 0.03, "{}", at(LeftFoot));
    assert_eq!(JointIndex(0), map.joint(Hips).unwrap());
}
