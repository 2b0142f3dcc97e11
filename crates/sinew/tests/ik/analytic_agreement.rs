//! The analytic solvers agree with the reference formulas.

use crate::random::Random;
use crate::reference_formulas::{self as classic, apart, inner_angle};
use sinew::glam::{DQuat, DVec3, Quat, Vec3};
use sinew::ik::{Aim, ChainGoal, ChainScratch, Limb, LimbSettings, TwoBone, hinge_axis};
use sinew::skeleton::Joint;
use sinew::{JointIndex, LocalPose, ModelPose, Skeleton, Transform};
use std::f64::consts::PI;

const COUNT: usize = 100_000;

/// As far as single precision may be off, in radians and shares of a limb's length.
const NEAR: f64 = 1e-5;

/// A limb bent about its hinge, or straight, and a target in or out of reach.
fn limb(random: &mut Random) -> TwoBone {
    let hinge = random.direction();
    let upper = hinge.cross(random.direction()).normalize() * random.between(0.1, 1.0);
    let lower = Quat::from_axis_angle(hinge, random.between(-3.0, 3.0)) * upper * random.between(0.3, 3.0);
    let length = upper.length() + lower.length();
    let start = random.vector() * length;
    let goal = start + random.direction() * length * random.between(0.02, 1.5);
    TwoBone::new([start, start + upper, start + upper + lower], hinge, goal)
}

/// How far a limb is from where its answer hangs on the last digits of what is asked.
struct Clear {
    /// From a hinge that comes to stand straight or folded within reach: there an angle is the root of what its cosine is
    /// off. The sine of the inner angle, or 1 out of reach.
    hinge: f64,
    /// From a goal straight behind where the bent limb points, in radians, and from one at the start joint, in lengths: either
    /// magnifies what the other is off.
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
fn a_limb_turns_as_the_text_says() {
    let mut random = Random::new(1);
    let (mut turns, mut places, mut compared) = (0f64, 0f64, [0; 2]);
    for _ in 0..COUNT {
        let limb = limb(&mut random);
        let joints = [limb.start, limb.middle, limb.end, limb.goal].map(Vec3::as_dvec3);
        let [start, middle, end, goal] = joints;
        let expected = classic::reach(start, middle, end, limb.hinge.as_dvec3(), goal);
        let own = limb.solve();
        let own = [own.middle, own.start].map(|q| q.as_dquat());
        let clear = Clear::of(joints, expected[0]);
        if clear.start < 0.03 {
            continue;
        }
        let place = |turns: [DQuat; 2]| turns[1] * (middle - start + turns[0] * (end - middle));
        let length = start.distance(middle) + middle.distance(end);
        places = places.max(place(own).distance(place(expected)) / length);
        compared[0] += 1;
        if clear.hinge > 0.15 && clear.start > 0.15 {
            turns = turns.max(apart(own[0], expected[0])).max(apart(own[1], expected[1]));
            compared[1] += 1;
        }
    }
    assert!(turns < NEAR && places < NEAR, "{turns} {places}");
    assert!(compared[0] > COUNT * 95 / 100 && compared[1] > COUNT * 85 / 100, "{compared:?}");
}

/// A limb of a skeleton, hanging from joints that are turned and turned itself.
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
    pose.as_mut_slice().iter_mut().for_each(|own| own.rotation = random.rotation());
    let limb = Limb::new(&skeleton, [2, 3, 4].map(JointIndex), None).unwrap();
    (skeleton, limb, pose)
}

#[test]
fn a_limb_of_a_skeleton_comes_where_the_text_says() {
    let mut random = Random::new(3);
    let mut scratch = ChainScratch::with_capacity(3);
    let (mut worst, mut compared) = (0f64, 0);
    let settings = LimbSettings::default();
    for _ in 0..COUNT / 10 {
        let (skeleton, limb, pose) = rigged(&mut random);
        let mut model = ModelPose::rest(&skeleton);
        model.update(&skeleton, &pose);
        let [start, middle, end] = [2, 3, 4].map(|n| Vec3::from(model.get(JointIndex(n)).translation));
        let length = start.distance(middle) + middle.distance(end);
        let goal = start + random.direction() * length * random.between(0.02, 1.5);
        // Next to straight the plane of the limb is told from its last digits.
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
        limb.solve(&skeleton, &goal, &settings, solved.as_mut_slice(), model.as_slice(), &mut scratch);
        model.update(&skeleton, &solved);
        let [start, middle, end, _] = joints;
        let expected = [middle - start, middle - start + turns[0] * (end - middle)];
        for (n, expected) in expected.into_iter().enumerate() {
            let own = Vec3::from(model.get(JointIndex(n as u32 + 3)).translation).as_dvec3() - start;
            worst = worst.max(own.distance(turns[1] * expected) / f64::from(length));
        }
        compared += 1;
    }
    assert!(worst < NEAR, "{worst}");
    assert!(compared > COUNT / 10 * 3 / 4, "{compared}");
}

#[test]
fn a_joint_looks_as_the_text_says() {
    let mut random = Random::new(2);
    let (mut worst, mut compared) = (0f64, 0);
    for _ in 0..COUNT {
        let (place, forward) = (random.vector(), random.direction());
        let target = place + random.direction() * random.between(0.05, 20.0);
        let direction = (target.as_dvec3() - place.as_dvec3()).normalize();
        let forward_there = forward.as_dvec3().normalize();
        if PI - forward_there.angle_between(direction) < 0.03 {
            continue;
        }
        let own = Aim::new(place, forward, target).solve().turn.as_dquat();
        worst = worst.max(apart(own, classic::look(forward_there, direction, classic::HALF_CONE)));
        compared += 1;
    }
    assert!(worst < NEAR, "{worst}");
    assert!(compared > COUNT * 99 / 100, "{compared}");
}
