//! Two-bone IK of a leg to its ankle goal: the knee stays on its side and the foot keeps its rotation.

use crate::body::LegJoints;
use crate::ik::{TwoBone, TwoBoneResult};
use crate::math::turn::rotation_of;
use crate::math::{Transform, smoothstep};
use crate::skeleton::{JointId, Skeleton};
use glam::{Affine3A, Quat, Vec3};

/// Shortest thigh or shin that bends, as a share of the leg.
const MIN_SEGMENT: f32 = 1e-3;

/// Rotates thigh and shin of `pose` so that the ankle comes to `goal` (model space) or as near as the leg
/// reaches. `model` holds the matrices of the pose; those of the leg are updated. `forward` is the direction
/// of the knee where the leg is straight. Returns the remaining distance in metres.
///
/// A leg with a thigh or shin of almost no length, or with a result that is not finite, stays as it is. A
/// goal at the hip folds the leg as far as it goes in its own direction.
pub fn reach(
    leg: &LegJoints,
    skeleton: &Skeleton,
    pose: &mut [Transform],
    model: &mut [Affine3A],
    goal: Vec3,
    forward: Vec3,
) -> f32 {
    let joints = [leg.upper, leg.lower, leg.foot];
    let before = joints.map(|joint| pose[joint.index()].rotation);
    let shortfall = bend(leg, skeleton, pose, model, goal, forward);
    let is_unit = |joint: &JointId| (pose[joint.index()].rotation.length() - 1.0).abs() < 0.01;
    let is_valid = joints.iter().all(is_unit);
    if let Some(shortfall) = shortfall.filter(|shortfall| is_valid && shortfall.is_finite()) {
        return shortfall;
    }
    for (joint, rotation) in joints.into_iter().zip(before) {
        pose[joint.index()].rotation = rotation;
    }
    refresh(leg, skeleton, pose, model);
    let left = goal.distance(at(model, leg.foot));
    if left.is_finite() { left } else { 0.0 }
}

/// [`reach`] without the checks of its result; `None` for a leg that cannot bend.
fn bend(
    leg: &LegJoints,
    skeleton: &Skeleton,
    pose: &mut [Transform],
    model: &mut [Affine3A],
    goal: Vec3,
    forward: Vec3,
) -> Option<f32> {
    let (hip, knee, ankle) = (at(model, leg.upper), at(model, leg.lower), at(model, leg.foot));
    let (thigh, shin) = (hip.distance(knee), knee.distance(ankle));
    let to_goal = goal - hip;
    let far = to_goal.length();
    let min = MIN_SEGMENT * (thigh + shin);
    if !(thigh > min && shin > min && thigh + shin > 1e-6 && far.is_finite()) {
        return None;
    }
    // Less than straight, where the knee would lose its side.
    let longest = (thigh + shin) * 0.9995;
    // The folded leg is as long as the difference of its two segments.
    let distance = far.max((thigh - shin).abs() * 1.001 + 1e-6).min(longest);
    let now = (ankle - hip).try_normalize();
    let direction = to_goal.try_normalize().or(now).unwrap_or(Vec3::NEG_Y);
    // Side of the knee: its present one, and `forward` the more the straighter the leg is.
    let now = now.unwrap_or(direction);
    let offset = (knee - hip).reject_from_normalized(now);
    let bent = smoothstep(offset.length() / (0.02 * thigh) - 0.5);
    let side = offset.normalize_or_zero().lerp(forward, 1.0 - bent);
    let side = if bent == 1.0 { offset } else { side };
    let hinge = side.cross(now).try_normalize().unwrap_or(now.any_orthonormal_vector());
    let new_ankle = hip + direction * distance;
    let pole = hip + Quat::from_rotation_arc(now, direction) * side;
    let two_bone = TwoBone { pole: Some(pole), ..TwoBone::new([hip, knee, ankle], hinge, new_ankle) };
    let TwoBoneResult { start_rotation: start, middle_rotation: middle, .. } = two_bone.solve();
    if (start, middle) == (Quat::IDENTITY, Quat::IDENTITY) && ankle.distance(new_ankle) > min {
        return None;
    }
    let foot_turn = rotation_of(&model[leg.foot.index()]);
    turn(pose, model, leg.lower, middle);
    turn(pose, model, leg.upper, start);
    refresh(leg, skeleton, pose, model);
    let shin_turn = rotation_of(&model[leg.foot.index()]) * pose[leg.foot.index()].rotation.inverse();
    pose[leg.foot.index()].rotation = (shin_turn.inverse() * foot_turn).normalize();
    refresh(leg, skeleton, pose, model);
    Some((far - distance).abs())
}

/// Rotates a joint of the local `pose` by a rotation in model space.
fn turn(pose: &mut [Transform], model: &[Affine3A], joint: JointId, by: Quat) {
    let current = rotation_of(&model[joint.index()]);
    let local = pose[joint.index()].rotation;
    // parent · local = current, and parent · new = by · current.
    pose[joint.index()].rotation = (local * current.inverse() * by * current).normalize();
}

/// Updates the matrices of the leg, joints between its bones included.
fn refresh(leg: &LegJoints, skeleton: &Skeleton, pose: &[Transform], model: &mut [Affine3A]) {
    let last = leg.toes.unwrap_or(leg.foot);
    for joint in leg.upper.0..=last.0.max(leg.foot.0) {
        let joint = JointId(joint);
        let mut chain = std::iter::successors(Some(joint), |&j| skeleton.parent(j));
        if chain.any(|j| j == leg.upper) {
            let local = pose[joint.index()].to_affine();
            let parent = skeleton.parent(joint);
            model[joint.index()] = parent.map_or(local, |p| model[p.index()] * local);
        }
    }
}

fn at(model: &[Affine3A], joint: JointId) -> Vec3 {
    model[joint.index()].translation.into()
}

/// Forward direction of the hips in model space; `forward` is that of the body in the reference pose.
pub(crate) fn hips_forward(model: &[Affine3A], hips: JointId, skeleton: &Skeleton, forward: Vec3) -> Vec3 {
    let mut rest = Affine3A::IDENTITY;
    for joint in std::iter::successors(Some(hips), |&j| skeleton.parent(j)) {
        rest = skeleton.reference()[joint.index()].to_affine() * rest;
    }
    rotation_of(&model[hips.index()]) * rotation_of(&rest).inverse() * forward
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pose::local_to_model;
    use crate::skeleton::Joint;
    use test_needs::cases;

    /// Hips, thigh, shin, foot, toes.
    fn legs(mut rest: impl FnMut(usize) -> Transform) -> (Skeleton, LegJoints) {
        let joint = |n: usize| Joint {
            name: n.to_string(),
            parent: n.checked_sub(1).map(|p| p as u32),
            rest: rest(n),
            in_scene: true,
        };
        let skeleton = Skeleton::new((0..5).map(joint).collect()).unwrap();
        let leg =
            LegJoints { upper: JointId(1), lower: JointId(2), foot: JointId(3), toes: Some(JointId(4)) };
        (skeleton, leg)
    }

    fn solved(skeleton: &Skeleton, leg: &LegJoints, goal: Vec3) -> (Vec<Transform>, Vec<Affine3A>, f32) {
        let mut pose = skeleton.rest().to_vec();
        let mut model = vec![Affine3A::IDENTITY; skeleton.len()];
        local_to_model(skeleton, &pose, &mut model);
        let shortfall = reach(leg, skeleton, &mut pose, &mut model, goal, Vec3::Z);
        (pose, model, shortfall)
    }

    #[test]
    fn a_leg_reaches_its_goal_and_returns_the_shortfall() {
        let (skeleton, leg) =
            legs(|n| Transform::from_translation([Vec3::Y, Vec3::ZERO, -0.4 * Vec3::Y][n.min(2)]));
        let goal = Vec3::new(0.2, 0.5, 0.1);
        let (_, model, shortfall) = solved(&skeleton, &leg, goal);
        assert!(at(&model, leg.foot).distance(goal) < 1e-5 && shortfall == 0.0);
        let (_, model, shortfall) = solved(&skeleton, &leg, Vec3::new(0.0, -1.0, 0.0));
        assert!((shortfall - 1.2).abs() < 1e-3 && (at(&model, leg.foot).y - 0.2).abs() < 1e-3, "{shortfall}");
    }

    #[test]
    fn short_segments_stay_and_goals_at_the_hip_fold() {
        for (thigh, shin) in [(0.4, 1e-4), (1e-4, 0.4), (0.4, 0.0), (0.0, 0.0), (0.4, 0.0008), (1e-5, 1e-5)] {
            let (skeleton, leg) = legs(|n| {
                let down = [0.0, 0.0, thigh, shin, 0.0][n];
                Transform::from_translation(Vec3::NEG_Y * down)
            });
            for goal in [Vec3::ZERO, Vec3::new(0.1, -0.2, 0.3), Vec3::splat(1e30), Vec3::splat(f32::NAN)] {
                let (pose, model, shortfall) = solved(&skeleton, &leg, goal);
                assert!(
                    pose.iter().all(Transform::is_finite) && shortfall.is_finite(),
                    "{thigh} {shin} {goal}"
                );
                assert!(model.iter().all(|m| m.is_finite()));
            }
        }
    }

    #[test]
    fn random_legs_stay_finite() {
        for mut random in cases(20_000) {
            let round = random.seed();
            let mut number = || match random.u32(0..12) {
                0 => 0.0,
                1 => 1e-7,
                2 => -1e-4,
                3 => 1e12 * random.f32(),
                4 => 1e30,
                _ => random.f32() * 2.0 - 1.0,
            };
            let (skeleton, leg) = legs(|_| {
                let rotation = Quat::from_xyzw(number(), number(), number(), number());
                let rotation = if rotation.length() > 1e-3 && rotation.length() < 1e3 {
                    rotation.normalize()
                } else {
                    Quat::IDENTITY
                };
                let scale = if number() > 0.0 { Vec3::ONE } else { Vec3::new(number(), number(), number()) };
                Transform { translation: Vec3::new(number(), number(), number()), rotation, scale }
            });
            let goal = Vec3::new(number(), number(), number());
            let (pose, _, shortfall) = solved(&skeleton, &leg, goal);
            assert!(
                pose.iter().all(Transform::is_finite) && shortfall.is_finite(),
                "{round}: {pose:?} {shortfall}"
            );
        }
    }
}
