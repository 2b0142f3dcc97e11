//! Baking of a function of time to keys, with planted feet and hands, twist joints, and neighbouring
//! quaternions in one hemisphere.

use super::arm_ik::grasp;
use super::leg_ik::plant;
use super::pose::Pose;
use super::take::Take;
use crate::skeleton::Skeleton;
use glam::{Quat, Vec3};

/// Bakes `steps + 1` evenly spaced keys over `length` seconds.
pub(crate) fn bake(
    skeleton: &Skeleton,
    name: &'static str,
    length: f32,
    steps: usize,
    author: impl Fn(f32, &mut Pose<'_>),
) -> Take {
    let times: Vec<f32> = (0..=steps).map(|k| length * k as f32 / steps as f32).collect();
    let hips_joint = skeleton.index("hips");
    let mut rotations: Vec<(usize, Vec<Quat>)> =
        (0..skeleton.joints.len()).map(|j| (j, Vec::new())).collect();
    let mut hips: Vec<Vec3> = Vec::new();
    let mut morphs: Vec<(String, Vec<f32>)> = Vec::new();
    for (k, t) in times.iter().enumerate() {
        let mut pose = Pose::new(skeleton);
        author(*t, &mut pose);
        plant(&mut pose);
        grasp(&mut pose);
        lay(&mut pose);
        untwist(&mut pose);
        for (joint, keys) in &mut rotations {
            let mut q = pose.rotations[*joint].normalize();
            if keys.last().is_some_and(|last| last.dot(q) < 0.0) {
                q = -q;
            }
            keys.push(q);
        }
        hips.push(skeleton.offset(hips_joint) + pose.hips);
        for (name, weight) in &pose.morphs {
            if !morphs.iter().any(|(n, _)| n == name) {
                morphs.push((name.to_string(), vec![0.0; k]));
            }
            if let Some((_, keys)) = morphs.iter_mut().find(|(n, _)| n == name) {
                keys.resize(k, 0.0);
                keys.push(weight.clamp(0.0, 1.0));
            }
        }
    }
    for (_, keys) in &mut morphs {
        keys.resize(times.len(), 0.0);
    }
    // A clip that returns to its first pose ends with bitwise equal keys, so that its loop is seamless.
    for (_, keys) in &mut rotations {
        let (first, last) = (keys[0], keys[steps]);
        if first.angle_between(last) < 2e-3 {
            keys[steps] = if first.dot(last) < 0.0 { -first } else { first };
        }
    }
    if hips[0].distance(hips[steps]) < 1e-4 {
        hips[steps] = hips[0];
    }
    rotations.retain(|(_, keys)| keys.iter().any(|q| q.angle_between(Quat::IDENTITY) > 1e-4));
    Take { name, times, rotations, hips_joint, hips, morphs, path: None, travel: None, steps: Vec::new() }
}

/// Rotates and moves the whole body.
fn lay(pose: &mut Pose<'_>) {
    let (turn, offset) = pose.lay;
    let (joint, rest) = (pose.skeleton.index("hips"), pose.skeleton.at("hips"));
    pose.rotations[joint] = turn * pose.rotations[joint];
    pose.hips = turn * (rest + pose.hips) + offset - rest;
}

/// Counter-rotates the twist joint, since the skin at the shoulder does not follow the twist of the upper
/// arm.
fn untwist(pose: &mut Pose<'_>) {
    for side in ["left", "right"] {
        let arm = pose.rotations[pose.skeleton.index(&format!("{side}UpperArm"))];
        let twist = Quat::from_xyzw(arm.x, 0.0, 0.0, arm.w);
        if twist.length_squared() > 1e-6 {
            let back = Quat::IDENTITY.slerp(twist.normalize().inverse(), 0.8);
            let joint = pose.skeleton.index(&format!("{side}UpperArmTwist"));
            pose.rotations[joint] = back;
        }
    }
}
