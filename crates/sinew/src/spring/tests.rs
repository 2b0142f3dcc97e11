//! Tests of spring bones on a braid that hangs from a head.

use super::{SpringRig, SpringState};
use crate::character::{
    Character, CharacterParts, Collider, ColliderGroup, ColliderShape, Spring, SpringBones, SpringJoint,
};
use crate::math::Transform;
use crate::pose::{LocalPose, ModelPose};
use crate::skeleton::{Joint, JointId, Skeleton};
use crate::stage::{StageInput, StagePose};
use glam::{Affine3A, Quat, Vec3};
use std::sync::Arc;
use test_needs::cases;

/// Bones of the braid.
const BONES: u32 = 4;

/// A head at 1.5 m with a braid of bones of 10 cm that stands out to the side.
fn skeleton() -> Skeleton {
    let joint = |name: String, parent, translation| Joint {
        name,
        parent,
        rest: Transform::from_translation(translation),
        in_scene: true,
    };
    let mut joints = vec![joint("head".into(), None, Vec3::Y * 1.5)];
    joints.extend((0..=BONES).map(|n| joint(format!("braid{n}"), Some(n), Vec3::X * 0.1)));
    Skeleton::new(joints).unwrap()
}

fn settings(n: u32) -> SpringJoint {
    SpringJoint {
        joint: JointId(n + 1),
        hit_radius: 0.02,
        stiffness: 1.0,
        gravity_power: 0.5,
        gravity_dir: Vec3::NEG_Y,
        drag: 0.4,
    }
}

fn braid(colliders: Vec<ColliderShape>) -> SpringBones {
    let spring =
        Spring { joints: (0..=BONES).map(settings).collect(), collider_groups: vec![0], ..Spring::default() };
    let numbers = (0..colliders.len()).collect();
    SpringBones {
        colliders: colliders.into_iter().map(|shape| Collider { joint: JointId(0), shape }).collect(),
        collider_groups: vec![ColliderGroup { name: String::new(), colliders: numbers }],
        springs: vec![spring],
    }
}

struct Body {
    skeleton: Skeleton,
    local: LocalPose,
    model: ModelPose,
    state: SpringState,
}

/// A character of joints alone.
fn character(skeleton: &Skeleton) -> Character {
    Character::new(CharacterParts { skeleton: skeleton.clone(), ..CharacterParts::default() }).unwrap()
}

impl Body {
    fn new(skeleton: Skeleton, springs: &SpringBones) -> Self {
        let rig = Arc::new(SpringRig::new(&skeleton, springs));
        let state = SpringState::new(rig, &character(&skeleton)).unwrap();
        let (local, model) = (LocalPose::rest(&skeleton), ModelPose::rest(&skeleton));
        Self { skeleton, local, model, state }
    }

    /// A frame with the head turned by `turn`, after which the model pose is up to date.
    fn frame(&mut self, turn: Quat, input: &StageInput<'_>) {
        self.local.get_mut(JointId(0)).rotation = turn;
        self.model.update(&self.skeleton, &self.local);
        let mut pose = StagePose::new(&self.skeleton, &mut self.local, &mut self.model);
        self.state.solve(input, &mut pose);
        self.model.refresh(&self.skeleton, &self.local);
    }

    /// The end of the braid in world space.
    fn end(&self, world: Affine3A) -> Vec3 {
        world.transform_point3(self.model.get(JointId(BONES + 1)).translation.into())
    }
}

fn sway(time: f32) -> (Quat, Affine3A) {
    let turn = Quat::from_rotation_y(0.8 * (4.0 * time).sin());
    (turn, Affine3A::from_translation(Vec3::new(0.3 * (3.0 * time).sin(), 0.0, time)))
}

#[test]
fn bones_hang_between_their_rest_pose_and_gravity() {
    let mut body = Body::new(skeleton(), &braid(Vec::new()));
    let rest = body.end(Affine3A::IDENTITY);
    for _ in 0..300 {
        body.frame(Quat::IDENTITY, &StageInput::new(1.0 / 60.0, Affine3A::IDENTITY));
    }
    let end = body.end(Affine3A::IDENTITY);
    assert!(end.y < rest.y - 0.05 && end.y > rest.y - 0.4 && end.z.abs() < 1e-4, "{rest} {end}");
    // The joints keep their distances.
    for n in 1..=BONES {
        let [a, b] = [n, n + 1].map(|n| body.model.get(JointId(n)).translation);
        assert!((a.distance(b) - 0.1).abs() < 1e-5);
    }
}

#[test]
fn motion_is_the_same_at_any_frame_rate() {
    let ends: Vec<Vec<Vec3>> = [30, 60, 144, 960]
        .map(|rate| {
            let mut body = Body::new(skeleton(), &braid(Vec::new()));
            let dt = 1.0 / rate as f32;
            (0..=rate * 2)
                .filter_map(|n| {
                    let (turn, world) = sway(n as f32 * dt);
                    body.frame(turn, &StageInput::new(if n == 0 { 0.0 } else { dt }, world));
                    // Every sixth of a second, which all rates have.
                    (n * 6 % rate == 0).then(|| body.end(world))
                })
                .collect()
        })
        .into();
    for other in &ends[1..] {
        assert!(other.len() == 13 && ends[0].len() == 13);
        let worst = ends[0].iter().zip(other).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
        assert!(worst < 0.003, "{worst}");
    }
}

#[test]
fn no_time_gives_the_same_frame() {
    let sphere = ColliderShape::Sphere { offset: Vec3::new(0.2, -0.1, 0.0), radius: 0.08, inside: false };
    let mut body = Body::new(skeleton(), &braid(vec![sphere]));
    for n in 0..50 {
        let (turn, world) = sway(n as f32 / 97.0);
        body.frame(turn, &StageInput::new(1.0 / 97.0, world));
        let first = body.local.clone();
        body.frame(turn, &StageInput::new(0.0, world));
        assert_eq!(first, body.local, "{n}");
    }
}

#[test]
fn teleports_and_large_worlds_change_nothing() {
    let sphere = ColliderShape::Sphere { offset: Vec3::new(0.2, -0.1, 0.0), radius: 0.08, inside: false };
    let springs = braid(vec![sphere]);
    let [mut near, mut far, mut moved] = [(); 3].map(|()| Body::new(skeleton(), &springs));
    let offset = Affine3A::from_translation(Vec3::new(65_536.0, 0.0, -16_384.0));
    let jump = Affine3A::from_rotation_translation(Quat::from_rotation_y(2.0), Vec3::new(5.0, 1.0, 3.0));
    for n in 0..200 {
        let (turn, world) = sway(n as f32 / 60.0);
        let input = |world| StageInput::new(1.0 / 60.0, world);
        near.frame(turn, &input(world));
        far.frame(turn, &input(offset * world));
        match n {
            0..100 => moved.frame(turn, &input(world)),
            100 => moved.frame(turn, &input(jump * world).with_teleport()),
            _ => moved.frame(turn, &input(jump * world)),
        }
        let apart = |other: &Body| near.end(Affine3A::IDENTITY).distance(other.end(Affine3A::IDENTITY));
        assert!(apart(&far) < 0.02, "{n} {}", apart(&far));
        // The frame of the teleport itself has no motion of the body.
        assert!(apart(&moved) < if n < 100 { 1e-6 } else { 0.03 }, "{n} {}", apart(&moved));
    }
}

#[test]
fn large_characters_swing_as_small_ones() {
    for scale in [0.01, 100.0] {
        let sphere = ColliderShape::Sphere { offset: Vec3::new(0.2, -0.1, 0.0), radius: 0.08, inside: false };
        let [mut reference, mut scaled] = [(); 2].map(|()| Body::new(skeleton(), &braid(vec![sphere])));
        for n in 0..120 {
            let (turn, world) = sway(n as f32 / 60.0);
            reference.frame(turn, &StageInput::new(1.0 / 60.0, world));
            let world = Affine3A::from_scale(Vec3::splat(scale)) * world;
            scaled.frame(turn, &StageInput::new(1.0 / 60.0, world));
            let [a, b] = [&reference, &scaled].map(|body| body.end(Affine3A::IDENTITY));
            assert!(a.distance(b) < 2e-3, "{scale} {n} {a} {b}");
        }
    }
}

#[test]
fn colliders_keep_bones_out_or_in() {
    let ends = [
        ColliderShape::Sphere { offset: Vec3::new(0.18, -0.25, 0.0), radius: 0.15, inside: false },
        ColliderShape::Capsule {
            offset: Vec3::new(0.18, -0.25, -0.5),
            tail: Vec3::new(0.18, -0.25, 0.5),
            radius: 0.12,
            inside: false,
        },
        ColliderShape::Plane { offset: Vec3::Y * -0.1, normal: Vec3::Y },
        ColliderShape::Sphere { offset: Vec3::new(0.3, 0.0, 0.0), radius: 0.3, inside: true },
        ColliderShape::Capsule { offset: Vec3::ZERO, tail: Vec3::X, radius: 0.08, inside: true },
    ];
    let hanging = |shapes: Vec<ColliderShape>| {
        let mut springs = braid(shapes);
        for joint in &mut springs.springs[0].joints {
            (joint.stiffness, joint.gravity_power) = (0.05, 1.0);
        }
        let mut body = Body::new(skeleton(), &springs);
        for _ in 0..300 {
            body.frame(Quat::IDENTITY, &StageInput::new(1.0 / 60.0, Affine3A::IDENTITY));
        }
        (2..=BONES + 1)
            .map(|n| Vec3::from(body.model.get(JointId(n)).translation) - Vec3::Y * 1.5)
            .collect::<Vec<_>>()
    };
    let gap = |shape: &ColliderShape, at: Vec3| match *shape {
        ColliderShape::Sphere { offset, radius, inside } => {
            if inside {
                radius - 0.02 - at.distance(offset)
            } else {
                at.distance(offset) - radius - 0.02
            }
        }
        ColliderShape::Capsule { offset, tail, radius, inside } => {
            let along = tail - offset;
            let nearest =
                offset + along * ((at - offset).dot(along) / along.length_squared()).clamp(0.0, 1.0);
            if inside { radius - 0.02 - at.distance(nearest) } else { at.distance(nearest) - radius - 0.02 }
        }
        ColliderShape::Plane { offset, normal } => (at - offset).dot(normal) - 0.02,
    };
    for shape in ends {
        let worst =
            |points: Vec<Vec3>| points.iter().map(|at| gap(&shape, *at)).fold(f32::INFINITY, f32::min);
        let (with, without) = (worst(hanging(vec![shape])), worst(hanging(Vec::new())));
        assert!(without < -0.03 && with > -0.015, "{shape:?}: {without} {with}");
    }
}

/// A root, and joints of these rest transforms in a line below it.
fn line(joints: &[Transform]) -> Skeleton {
    let root = Joint { name: "root".into(), parent: None, rest: Transform::IDENTITY, in_scene: true };
    let joints = joints.iter().enumerate().map(|(n, rest)| Joint {
        name: format!("joint {n}"),
        parent: Some(n as u32),
        rest: *rest,
        in_scene: true,
    });
    Skeleton::new([root].into_iter().chain(joints).collect()).unwrap()
}

#[test]
fn bones_of_any_scale_point_at_their_end() {
    let turn = Quat::from_scaled_axis(Vec3::new(0.4, -0.9, 0.6));
    for scale in [
        Vec3::ONE,
        Vec3::splat(-2.0),
        Vec3::new(-1.0, 1.0, 1.0),
        Vec3::new(1.0, 3.0, 1.0),
        Vec3::new(0.5, -2.0, 1.5),
    ] {
        let upper = Transform { translation: Vec3::Y, rotation: turn, scale };
        let lower = Transform { translation: Vec3::new(0.1, 0.05, -0.07), rotation: turn, scale };
        let skeleton = line(&[upper, lower, Transform::from_translation(Vec3::new(0.02, 0.1, 0.05))]);
        // Nothing but gravity.
        let joints = [0, 1, 2].map(|n| SpringJoint { stiffness: 0.0, ..settings(n) });
        let spring = Spring { joints: joints.into(), ..Spring::default() };
        let mut body = Body::new(skeleton, &SpringBones { springs: vec![spring], ..Default::default() });
        for _ in 0..600 {
            body.frame(Quat::IDENTITY, &StageInput::new(1.0 / 60.0, Affine3A::IDENTITY));
        }
        for n in 1..3 {
            let [head, end] = [n, n + 1].map(|n| body.model.get(JointId(n)).translation);
            let down = (end - head).normalize();
            assert!(down.y < -0.999, "{scale} {n} {down}");
        }
    }
}

#[test]
fn the_tip_of_a_bone_goes_on_from_its_parent_at_any_scale() {
    let turn = Quat::from_scaled_axis(Vec3::new(0.4, -0.9, 0.6));
    let scale = Vec3::new(-0.5, 2.0, 1.5);
    let skeleton = line(&[Transform { translation: Vec3::Y, rotation: turn, scale }]);
    let spring = Spring { joints: vec![settings(0)], tail: Some(0.07), ..Spring::default() };
    let rig = SpringRig::new(&skeleton, &SpringBones { springs: vec![spring], ..Default::default() });
    let rest = ModelPose::rest(&skeleton);
    let tip = rest.get(JointId(1)).transform_point3(rig.bones[0].tail.into());
    assert!(tip.abs_diff_eq(Vec3::Y * 1.07, 1e-6), "{tip}");
}

/// Two bones with an animated joint between them, and a centre.
fn linked(center: Option<JointId>) -> Body {
    let step = Transform::from_translation(Vec3::X * 0.1);
    let skeleton = line(&[step; 4]);
    // The joint 2 does not swing.
    let joints = [0, 2, 3].map(|n| SpringJoint { stiffness: 4.0, gravity_power: 0.0, ..settings(n) });
    let spring = Spring { joints: joints.into(), center, ..Spring::default() };
    Body::new(skeleton, &SpringBones { springs: vec![spring], ..Default::default() })
}

#[test]
fn bones_follow_an_animated_joint_between_them() {
    let end = |body: &Body| Vec3::from(body.model.get(JointId(4)).translation);
    for center in [None, Some(JointId(0)), Some(JointId(2)), Some(JointId(3))] {
        let input = StageInput::new(1.0 / 60.0, Affine3A::IDENTITY);
        let mut body = linked(center);
        let turn = Quat::from_rotation_y(1.2);
        let turned = Vec3::X * 0.2 + turn * (Vec3::X * 0.2);
        // At once from the beginning.
        body.local.get_mut(JointId(2)).rotation = turn;
        body.frame(Quat::IDENTITY, &StageInput::new(0.0, Affine3A::IDENTITY));
        assert!(end(&body).abs_diff_eq(turned, 1e-5), "{center:?} {}", end(&body));
        // With some delay.
        body.local.get_mut(JointId(2)).rotation = Quat::IDENTITY;
        body.frame(Quat::IDENTITY, &input);
        let late = end(&body);
        assert!(late.distance(turned) > 1e-3 && late.distance(Vec3::X * 0.4) > 1e-2, "{center:?} {late}");
        (0..200).for_each(|_| body.frame(Quat::IDENTITY, &input));
        assert!(end(&body).abs_diff_eq(Vec3::X * 0.4, 1e-3), "{center:?} {}", end(&body));
        // At once after a jump of the pose.
        body.local.get_mut(JointId(2)).rotation = turn;
        body.frame(Quat::IDENTITY, &input.with_pose_jump());
        assert!(end(&body).abs_diff_eq(turned, 1e-3), "{center:?} {}", end(&body));
    }
}

#[test]
fn a_centre_on_a_bone_is_its_ancestor_that_does_not_swing() {
    let mut bodies = [JointId(0), JointId(1), JointId(2), JointId(3)].map(|center| linked(Some(center)));
    for n in 0..60 {
        let (turn, world) = sway(n as f32 / 60.0);
        let ends = bodies.each_mut().map(|body| {
            body.frame(turn, &StageInput::new(1.0 / 60.0, world));
            let first = body.local.clone();
            body.frame(turn, &StageInput::new(0.0, world));
            assert_eq!(first, body.local, "{n}");
            body.model.get(JointId(4)).translation
        });
        assert!(ends.iter().all(|end| *end == ends[0]), "{n} {ends:?}");
    }
}

#[test]
fn a_jump_of_the_pose_moves_bones_with_a_centre_too() {
    let mut springs = braid(Vec::new());
    let root = Joint { name: "root".into(), parent: None, rest: Transform::IDENTITY, in_scene: true };
    // The braid below a head that turns on a root.
    let joints = skeleton().joints().map(|joint| Joint {
        name: format!("{joint:?}"),
        parent: Some(joint.0),
        rest: skeleton().rest()[joint.index()],
        in_scene: true,
    });
    let skeleton = Skeleton::new([root].into_iter().chain(joints.collect::<Vec<_>>()).collect()).unwrap();
    springs.springs[0].joints.iter_mut().for_each(|settings| settings.joint.0 += 1);
    springs.springs[0].center = Some(JointId(0));
    let mut body = Body::new(skeleton, &springs);
    let input = StageInput::new(1.0 / 60.0, Affine3A::IDENTITY);
    (0..300).for_each(|_| body.frame(Quat::IDENTITY, &input));
    let relative = |body: &Body| {
        let model = &body.model;
        model.get(JointId(1)).inverse().transform_point3(model.get(JointId(6)).translation.into())
    };
    let before = relative(&body);
    body.local.get_mut(JointId(1)).rotation = Quat::from_rotation_y(2.0);
    body.frame(Quat::IDENTITY, &input.with_pose_jump());
    assert!(relative(&body).distance(before) < 1e-4, "{before} {}", relative(&body));
}

#[test]
fn bones_come_to_rest_at_any_scale() {
    for size in [0.001, 1.0, 200.0] {
        for world in [0.01, 1.0, 100.0] {
            let head = Transform::from_translation(Vec3::Y * 1.5 * size);
            let skeleton =
                line(&[&[head][..], &[Transform::from_translation(Vec3::X * 0.1 * size); 5]].concat());
            let joints =
                (1..6).map(|n| SpringJoint { stiffness: size, gravity_power: 0.5 * size, ..settings(n) });
            let spring = Spring { joints: joints.collect(), ..Spring::default() };
            let mut body = Body::new(skeleton, &SpringBones { springs: vec![spring], ..Default::default() });
            let world = Affine3A::from_scale(Vec3::splat(world));
            let moves = [0, 5, 400].map(|frames| {
                (0..frames).for_each(|_| body.frame(Quat::IDENTITY, &StageInput::new(1.0 / 60.0, world)));
                !body.state.is_at_rest()
            });
            assert_eq!(moves, [true, true, false], "{size} {world}");
        }
    }
}

#[test]
fn hostile_values_stay_finite() {
    let odd = [f32::NAN, f32::INFINITY, -1.0, 0.0, 1e-30, 1e30, 3.4e38, 1.0, 0.5];
    for mut random in cases(2000) {
        let mut pick = || odd[random.usize(..odd.len())];
        let mut springs = braid(vec![
            ColliderShape::Sphere { offset: Vec3::splat(pick()), radius: pick(), inside: false },
            ColliderShape::Capsule {
                offset: Vec3::X * pick(),
                tail: Vec3::X * pick(),
                radius: pick(),
                inside: true,
            },
            ColliderShape::Plane { offset: Vec3::splat(pick()), normal: Vec3::new(pick(), pick(), 0.0) },
        ]);
        for joint in &mut springs.springs[0].joints {
            *joint = SpringJoint {
                joint: joint.joint,
                hit_radius: pick(),
                stiffness: pick(),
                gravity_power: pick(),
                gravity_dir: Vec3::new(pick(), pick(), 0.0),
                drag: pick(),
            };
        }
        springs.springs[0].center = Some(JointId(0));
        springs.springs[0].tail = Some(pick());
        let mut body = Body::new(skeleton(), &springs);
        for n in 0..8 {
            let (turn, mut world) = sway(n as f32 / 60.0);
            if n == 4 {
                world.translation.x = pick();
            }
            body.frame(turn, &StageInput::new(pick(), world));
            assert!(body.local.as_slice().iter().all(Transform::is_finite), "{springs:?}");
        }
    }
}

#[test]
fn what_does_not_fit_is_left_out() {
    let skeleton = skeleton();
    let mut springs = braid(Vec::new());
    springs.springs[0].joints.insert(1, settings(70));
    springs.springs[0].collider_groups.push(7);
    springs.springs[0].center = Some(JointId(99));
    // The joint before the unknown one and the last have no end.
    assert_eq!(SpringRig::new(&skeleton, &springs).joints().count(), BONES as usize - 1);
    assert_eq!(SpringRig::new(&skeleton, &SpringBones::default()).joints().count(), 0);
    let other = Skeleton::new(Vec::new()).unwrap();
    let rig = Arc::new(SpringRig::new(&skeleton, &braid(Vec::new())));
    assert!(SpringState::new(rig, &character(&other)).is_err());
}

#[test]
fn another_rig_of_the_same_bones_takes_over_the_motion() {
    let (still, frame) = (Quat::IDENTITY, StageInput::new(1.0 / 60.0, Affine3A::IDENTITY));
    let mut body = Body::new(skeleton(), &braid(Vec::new()));
    (0..300).for_each(|_| body.frame(still, &frame));
    let hanging = body.end(Affine3A::IDENTITY);
    let changed = |change: &dyn Fn(&mut SpringBones)| {
        let mut springs = braid(Vec::new());
        change(&mut springs);
        Arc::new(SpringRig::new(&skeleton(), &springs))
    };
    let character = character(&skeleton());
    let stiffer = changed(&|springs| springs.springs[0].joints.iter_mut().for_each(|it| it.stiffness = 1.1));
    body.state.set_rig(stiffer.clone(), &character).unwrap();
    body.frame(still, &frame);
    let next = body.end(Affine3A::IDENTITY);
    assert!(Arc::ptr_eq(body.state.rig(), &stiffer));
    assert!(next.distance(hanging) < 0.01 && next != hanging, "{next} {hanging}");
    // Fewer bones begin at rest.
    let shorter = changed(&|springs| springs.springs[0].joints.truncate(BONES as usize));
    body.state.set_rig(shorter, &character).unwrap();
    body.frame(still, &frame);
    assert!(body.end(Affine3A::IDENTITY).distance(hanging) > 0.03);
    let foreign = SpringRig::new(&line(&[Transform::from_translation(Vec3::X * 0.1); 6]), &braid(Vec::new()));
    assert!(body.state.set_rig(Arc::new(foreign), &character).is_err());
}
