//! The analytic solvers agree with the reference formulas.

use crate::random::{Random, cases};
use crate::reference_formulas::{self as classic, apart, inner_angle};
use sinew::glam::{DQuat, DVec3, Quat, Vec3};
use sinew::ik::{Aim, ChainGoal, ChainScratch, IkPose, Limb, LimbSettings, TwoBone, hinge_axis};
use sinew::skeleton::Joint;
use sinew::{JointId, LocalPose, ModelPose, Skeleton, Transform};
use std::f64::consts::PI;

const COUNT: usize = 100_000;

/// Tolerance for single precision, in radians and in lengths of the limb.
const NEAR: f64 = 1e-5;

/// A limb, straight or bent about its hinge, with a target in or out of reach.
fn limb(random: &mut Random) -> TwoBone {
    let hinge = random.direction();
    let upper = hinge.cross(random.direction()).normalize() * random.between(0.1, 1.0);
    let lower = Quat::from_axis_angle(hinge, random.between(-3.0, 3.0)) * upper * random.between(0.3, 3.0);
    let length = upper.length() + lower.length();
    let start = random.vector() * length;
    let goal = start + random.direction() * length * random.between(0.02, 1.5);
    TwoBone::new([start, start + upper, start + upper + lower], hinge, goal)
}

/// Distance of a limb from the singular poses in which rounding errors are magnified.
struct Clear {
    /// Distance from a straight or folded hinge within reach, where the error of an angle is the root of that
    /// of its cosine: the sine of the inner angle, or 1 out of reach.
    hinge: f64,
    /// Distance from a goal straight behind the direction of the bent limb, in radians, and from a goal at
    /// the start joint, in lengths.
    start: f64,
}

impl Clear {
    fn of([start, middle, end, goal]: [DVec3; 4], bend: DQuat) -> Self {
        let (upper, lower, way) = (middle - start, end - middle, goal - start);
        let (a, b, d) = (upper.length(), lower.length(), way.length());
        let is_out_of_reach = d > (a + b) * 1.001 || d < (a - b).abs() * 0.999;
        let hinge = if is_out_of_reach { 1.0 } else { inner_angle(a, b, d).sin() };
        let reached = upper + bend * lower;
        let behind = PI - reached.angle_between(way);
        Self { hinge, start: behind.min(1.0) * reached.length().min(d) / (a + b) }
    }
}

#[test]
fn two_bone_solutions_match_the_reference() {
    let (mut turns, mut positions, mut compared) = (0f64, 0f64, [0; 2]);
    for mut random in cases(COUNT) {
        let limb = limb(&mut random);
        let joints = [limb.start, limb.middle, limb.end, limb.goal].map(Vec3::as_dvec3);
        let [start, middle, end, goal] = joints;
        let expected = classic::reach(start, middle, end, limb.hinge.as_dvec3(), goal);
        let solved = limb.solve();
        let solved = [solved.middle_rotation, solved.start_rotation].map(|q| q.as_dquat());
        let clear = Clear::of(joints, expected[0]);
        if clear.start < 0.03 {
            continue;
        }
        let position = |turns: [DQuat; 2]| turns[1] * (middle - start + turns[0] * (end - middle));
        let length = start.distance(middle) + middle.distance(end);
        positions = positions.max(position(solved).distance(position(expected)) / length);
        compared[0] += 1;
        if clear.hinge > 0.15 && clear.start > 0.15 {
            turns = turns.max(apart(solved[0], expected[0])).max(apart(solved[1], expected[1]));
            compared[1] += 1;
        }
    }
    assert!(turns < NEAR && positions < NEAR, "{turns} {positions}");
    assert!(compared[0] > COUNT * 95 / 100 && compared[1] > COUNT * 85 / 100, "{compared:?}");
}

/// A limb of a skeleton, in a random pose, below rotated joints.
fn rigged(random: &mut Random) -> (Skeleton, Limb, LocalPose) {
    let length = random.between(0.3, 1.0);
    let joint = |n: usize| Joint {
        name: n.to_string(),
        parent: n.checked_sub(1).map(|n| n as u32),
        rest: Transform::IDENTITY,
        in_scene: true,
    };
    let mut joints: Vec<Joint> = (0..5).map(joint).collect();
    for (n, joint) in joints.iter_mut().enumerate() {
        let far = if n == 1 { 1.0 } else { random.between(0.3, 1.0) };
        joint.rest.translation = random.direction() * far * length;
        joint.rest.rotation = random.rotation();
    }
    let skeleton = Skeleton::new(joints).unwrap();
    let mut pose = LocalPose::rest(&skeleton);
    pose.as_mut_slice().iter_mut().for_each(|joint| joint.rotation = random.rotation());
    let limb = Limb::new(&skeleton, [2, 3, 4].map(JointId), None).unwrap();
    (skeleton, limb, pose)
}

#[test]
fn limbs_of_a_skeleton_match_the_reference() {
    let mut scratch = ChainScratch::with_capacity(3);
    let (mut worst, mut compared) = (0f64, 0);
    let settings = LimbSettings::default();
    for mut random in cases(COUNT / 10) {
        let (skeleton, limb, pose) = rigged(&mut random);
        let mut model = ModelPose::rest(&skeleton);
        model.update(&skeleton, &pose);
        let [start, middle, end] = [2, 3, 4].map(|n| Vec3::from(model.get(JointId(n)).translation));
        let length = start.distance(middle) + middle.distance(end);
        let goal = start + random.direction() * length * random.between(0.02, 1.5);
        // Close to straight, the plane of the limb depends on rounding errors.
        let bent = (middle - start).normalize().cross((end - middle).normalize()).length();
        let Some(hinge) = hinge_axis(start, middle, end).filter(|_| bent > 0.1) else { continue };
        let joints = [start, middle, end, goal].map(Vec3::as_dvec3);
        let turns = classic::reach(joints[0], joints[1], joints[2], hinge.as_dvec3(), joints[3]);
        let clear = Clear::of(joints, turns[0]);
        if clear.start < 0.1 || clear.hinge < 0.1 {
            continue;
        }
        let mut solved = pose.clone();
        let goal = ChainGoal::at(goal);
        limb.solve(
            &goal,
            &settings,
            &mut IkPose::new(&skeleton, solved.as_mut_slice(), model.as_slice()),
            &mut scratch,
        );
        model.update(&skeleton, &solved);
        let [start, middle, end, _] = joints;
        let expected = [middle - start, middle - start + turns[0] * (end - middle)];
        for (n, expected) in expected.into_iter().enumerate() {
            let offset = Vec3::from(model.get(JointId(n as u32 + 3)).translation).as_dvec3() - start;
            worst = worst.max(offset.distance(turns[1] * expected) / f64::from(length));
        }
        compared += 1;
    }
    assert!(worst < NEAR, "{worst}");
    assert!(compared > COUNT / 10 * 3 / 4, "{compared}");
}

#[test]
fn aim_solutions_match_the_reference() {
    let (mut worst, mut compared) = (0f64, 0);
    for mut random in cases(COUNT) {
        let (position, forward) = (random.vector(), random.direction());
        let target = position + random.direction() * random.between(0.05, 20.0);
        let direction = (target.as_dvec3() - position.as_dvec3()).normalize();
        let forward_there = forward.as_dvec3().normalize();
        if PI - forward_there.angle_between(direction) < 0.03 {
            continue;
        }
        let solved = Aim::new(position, forward, target).solve().rotation.as_dquat();
        worst = worst.max(apart(solved, classic::look(forward_there, direction, classic::HALF_CONE)));
        compared += 1;
    }
    assert!(worst < NEAR, "{worst}");
    assert!(compared > COUNT * 99 / 100, "{compared}");
}
