//! Human arms and legs: elbows and knees bend the right way, and limits hold in the pose.

use crate::human_limits::{Limited, bodies};
use crate::random::{Random, cases};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::humanoid::HumanBone::{self, *};
use sinew::ik::{Chain, ChainGoal, ChainMethod, ChainScratch, ChainSolver, IkPose, Limb, LimbSettings};
use sinew::pose::local_to_model;
use sinew::{JointId, LocalPose, ModelPose, Transform};

/// Direction of a limb's lower bone in the T-pose, and the side to which it bends.
const LIMBS: [([HumanBone; 3], Vec3, Vec3); 4] = [
    ([LeftUpperArm, LeftLowerArm, LeftHand], Vec3::X, Vec3::Z),
    ([RightUpperArm, RightLowerArm, RightHand], Vec3::NEG_X, Vec3::Z),
    ([LeftUpperLeg, LeftLowerLeg, LeftFoot], Vec3::NEG_Y, Vec3::NEG_Z),
    ([RightUpperLeg, RightLowerLeg, RightFoot], Vec3::NEG_Y, Vec3::NEG_Z),
];

fn posed(body: &Limited, local: &[Transform]) -> Vec<Affine3A> {
    let mut model = vec![Affine3A::IDENTITY; local.len()];
    local_to_model(&body.body.skeleton, local, &mut model);
    model
}

/// A random pose within the limits.
fn any_pose(body: &Limited, random: &mut Random) -> Vec<Transform> {
    let mut local = body.body.skeleton.rest().to_vec();
    for joint in body.body.skeleton.joints() {
        if let Some((limit, zero)) = body.limits.get(joint) {
            let turn = Quat::from_scaled_axis(random.vector() * 2.0);
            local[joint.index()].rotation = (limit.clamp(turn) * zero).normalize();
        }
    }
    local
}

/// Largest violation of a limit in a pose, radians.
fn violation(body: &Limited, model: &[Affine3A], bones: &[HumanBone]) -> f32 {
    let each = bones.iter().filter_map(|bone| body.violation(*bone, body.turned(*bone, model)));
    each.fold(0.0, f32::max)
}

/// Solution of a limb by `Limb` or by a chain method, `kind` 0 to 3.
fn reach(
    body: &Limited,
    bones: &[HumanBone; 3],
    kind: usize,
    goal: &ChainGoal,
    local: &mut [Transform],
    scratch: &mut ChainScratch,
) -> f32 {
    const METHODS: [ChainMethod; 4] = [
        ChainMethod::Ccd,
        ChainMethod::Fabrik,
        ChainMethod::JacobianTranspose,
        ChainMethod::DampedLeastSquares,
    ];
    let skeleton = &body.body.skeleton;
    let joints = bones.map(|bone| body.joint(bone).unwrap());
    let model = posed(body, local);
    match METHODS.get(kind) {
        Some(method) => {
            let solver = ChainSolver::default().with_method(*method);
            let chain = Chain::new(skeleton, &joints).unwrap().with_limits(&body.limits);
            solver.solve(&chain, goal, &mut IkPose::new(skeleton, local, &model), scratch).error
        }
        None => {
            let limb = Limb::new(skeleton, joints, Some(&body.limits)).unwrap();
            let settings = LimbSettings::default();
            limb.solve(goal, &settings, &mut IkPose::new(skeleton, local, &model), scratch).error
        }
    }
}

#[test]
fn elbows_bend_forwards_and_knees_backwards() {
    let mut scratch = ChainScratch::default();
    for body in &bodies() {
        let mut bent = 0;
        for mut random in cases(400) {
            let n = random.seed();
            let (bones, along, side) = LIMBS[n % 4];
            let mut local = match n % 3 {
                0 => body.body.skeleton.rest().to_vec(),
                _ => any_pose(body, &mut random),
            };
            let model = posed(body, &local);
            let position = |bone| Vec3::from(model[body.joint(bone).unwrap().index()].translation);
            let length = position(bones[0]).distance(position(bones[1]))
                + position(bones[1]).distance(position(bones[2]));
            let mut goal = ChainGoal::at(position(bones[0]) + random.vector() * length);
            if random.one_in(2) {
                goal.rotation = Some(random.rotation());
            }
            reach(body, &bones, n / 4 % 5, &goal, &mut local, &mut scratch);
            let model = posed(body, &local);
            let lower = body.turned(bones[1], &model) * along;
            assert!(lower.dot(side) > -0.02, "{bones:?} {lower}");
            let aside = lower.dot(along.cross(side));
            // The legs of this body are slightly bent at rest, about a slightly oblique axis.
            assert!(aside.abs() < 0.1, "{bones:?} {lower}");
            bent += usize::from(lower.dot(side) > 0.5);
            let count = if goal.rotation.is_some() { 3 } else { 2 };
            let violation = violation(body, &model, &bones[..count]);
            assert!(violation < 1e-4, "{bones:?} {violation}");
        }
        assert!(bent > 100, "{bent}");
    }
}

#[test]
fn limbs_reach_goals_of_random_poses() {
    let mut scratch = ChainScratch::default();
    let bodies = bodies();
    let reached = [0, 1, 2, 3, 4].map(|kind| {
        let mut reached = 0;
        for mut random in cases(600) {
            let n = random.seed();
            let (body, bones) = (&bodies[n % 5], LIMBS[n % 4].0);
            let [mut local, to] = [0; 2].map(|_| any_pose(body, &mut random));
            let chain: Vec<JointId> = bones.iter().map(|bone| body.joint(*bone).unwrap()).collect();
            // Only the limb differs.
            let mut there = local.clone();
            chain.iter().for_each(|joint| there[joint.index()] = to[joint.index()]);
            let goal = ChainGoal::at(posed(body, &there)[chain[2].index()].translation.into());
            reached += usize::from(reach(body, &bones, kind, &goal, &mut local, &mut scratch) < 2e-3);
        }
        reached
    });
    assert!(reached.into_iter().all(|count| count > 550), "{reached:?}");
}

/// Positions that a standing body reaches with its left hand.
const TOUCHED: [(&str, Vec3); 7] = [
    ("mouth", Vec3::new(0.0, 1.58, 0.16)),
    ("chest", Vec3::new(0.0, 1.3, 0.2)),
    ("other shoulder", Vec3::new(-0.15, 1.38, 0.15)),
    ("hip", Vec3::new(0.2, 0.95, 0.1)),
    ("ahead", Vec3::new(0.2, 1.4, 0.45)),
    ("above", Vec3::new(0.2, 1.85, 0.1)),
    ("aside", Vec3::new(0.6, 1.1, 0.1)),
];

#[test]
fn hands_reach_common_positions_from_any_rest_pose() {
    let mut scratch = ChainScratch::default();
    for body in &bodies() {
        let skeleton = &body.body.skeleton;
        let rest = ModelPose::rest(skeleton);
        let position = |bone| Vec3::from(rest.get(body.joint(bone).unwrap()).translation);
        let size = position(Hips).y / 0.95;
        let left = (position(LeftUpperLeg) - position(RightUpperLeg)).normalize();
        let facing = Quat::from_rotation_arc(Vec3::X, left);
        for (what, position) in TOUCHED {
            for (side, bones) in [(1.0, LIMBS[0].0), (-1.0, LIMBS[1].0)] {
                for kind in 0..5 {
                    let mut local = LocalPose::rest(skeleton).as_slice().to_vec();
                    let goal = ChainGoal::at(facing * (position * Vec3::new(side, 1.0, 1.0)) * size);
                    let error = reach(body, &bones, kind, &goal, &mut local, &mut scratch);
                    assert!(error < 1e-3, "{what} {bones:?} {kind}: {error}");
                }
            }
        }
    }
}
