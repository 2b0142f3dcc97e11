//! Foot-roll legs: the ball reaches its goal, the heel lifts as little as needed, the toes lie flat.

use crate::degenerate_analytic::ODD;
use crate::foot_roll_case::{Case, hind_leg, posed, reach};
use crate::human_bodies::state_of;
use crate::human_bodies::{PLAIN, body, full_body};
use crate::human_limits::{Limited, bodies};
use crate::limit_shapes::ACROSS;
use crate::random::{Random, cases};
use crate::random_chain::{Posed, Rig};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::humanoid::BodySide;
use sinew::humanoid::HumanBone::*;
use sinew::ik::{ChainGoal, ChainScratch, FootMode, FootRollLeg, FootRollSettings, FullBody};
use sinew::rig::{IkGoal, IkInput, IkRig, IkTarget};
use sinew::stage::{StageInput, StagePose};
use sinew::{JointId, LocalPose, ModelPose, Transform};
use std::sync::Arc;

/// Both legs of many bodies, with the body's size and the direction that it faces.
fn human_legs() -> Vec<(Case, f32, Quat)> {
    let mut cases = Vec::new();
    for Limited { body, .. } in bodies() {
        let rest = ModelPose::rest(&body.skeleton);
        let position = |bone| body.position(&rest, bone).unwrap();
        let size = position(Hips).y / 0.95;
        let facing =
            Quat::from_rotation_arc(Vec3::X, (position(LeftUpperLeg) - position(RightUpperLeg)).normalize());
        for side in [BodySide::Left, BodySide::Right] {
            let leg = FootRollLeg::human(&body.skeleton, &body.humanoid, side).unwrap();
            let bones = [LeftUpperLeg, LeftLowerLeg, LeftFoot, LeftToes];
            let is_left = side == BodySide::Left;
            let joints =
                bones.map(|bone| body.humanoid.joint(if is_left { bone } else { bone.mirrored() }).unwrap());
            let skeleton = body.skeleton.clone();
            cases.push((Case { skeleton, leg, joints, scratch: ChainScratch::default() }, size, facing));
        }
    }
    cases
}

/// Random legs in random poses: as they are, small, or mirrored.
fn random_legs(seed: u64, count: usize, mut each: impl FnMut(&mut Random, &mut Case, Posed)) {
    let mut random = Random::new(seed);
    for n in 0..count {
        let plain = Rig::free(&mut random, 4);
        let links: Vec<JointId> = plain.chain.links().iter().map(|link| link.joint()).collect();
        let (joint, scale) = match n % 5 {
            0 => (JointId(0), Vec3::splat(0.01)),
            1 => (links[random.index(4)], ACROSS),
            2 => (JointId(0), Vec3::NEG_ONE),
            _ => (JointId(0), Vec3::ONE),
        };
        let pose = plain.any_pose(&mut random);
        let rig = plain.scaled(joint, scale);
        let from = rig.as_in(&pose);
        let joints = [0, 1, 2, 3].map(|n| links[n]);
        let leg = FootRollLeg::new(&rig.skeleton, joints, None).unwrap();
        let skeleton = rig.skeleton.clone();
        each(&mut random, &mut Case { skeleton, leg, joints, scratch: ChainScratch::default() }, from);
    }
}

#[test]
fn the_ball_reaches_its_goal_and_the_toes_their_rotation() {
    let mut reached = 0;
    random_legs(221, 1000, |random, case, from| {
        let [hip, _, ankle, ball] = case.positions(&from.model);
        let length = reach(case, &from.model);
        let rotation = random.one_in(2).then(|| random.rotation());
        let position = hip + random.direction() * length * random.between(0.3, 1.2);
        let goal = ChainGoal::at(position).with_rotation(rotation);
        let (pose, result) = case.solve(&from, &goal, &FootRollSettings::default());
        let now = case.positions(&pose.model);
        assert!((now[3].distance(position) - result.error).abs() < 1e-3 * length, "{result:?}");
        let to = rotation.unwrap_or(case.rotation(&from.model, 3));
        let off = case.rotation(&pose.model, 3).angle_between(to);
        assert!(off < 2e-3, "{off} {result:?}");
        assert!(result.rotation_error < 2e-3);
        assert!(
            (now[2].distance(now[3]) - ankle.distance(ball)).abs() < 1e-3 * length,
            "the foot keeps its length"
        );
        reached += usize::from(result.error < 1e-3 * length);
    });
    assert!(reached > 600, "{reached}");
}

/// A goal for the ball of a foot, `ahead` and `up` from its rest position.
fn ahead(case: &Case, from: &Posed, size: f32, facing: Quat, ahead: f32, up: f32) -> Vec3 {
    case.positions(&from.model)[3] + facing * Vec3::new(0.0, up, ahead) * size
}

fn heel_angle(case: &Case, from: &Posed, pose: &Posed) -> f32 {
    // Angle between foot and toes.
    let bend = |pose: &Posed| case.rotation(&pose.model, 3).inverse() * case.rotation(&pose.model, 2);
    bend(from).angle_between(bend(pose))
}

#[test]
fn the_heel_lifts_only_where_the_flat_foot_does_not_reach() {
    for (case, size, facing) in &mut human_legs() {
        let from = posed(&case.skeleton, case.skeleton.rest().to_vec());
        for (step, up, lifts) in
            [(0.1, 0.1, false), (0.2, 0.15, false), (0.3, 0.3, false), (-0.35, 0.0, true)]
        {
            let goal = ChainGoal::at(ahead(case, &from, *size, *facing, step, up));
            let settings = FootRollSettings::default();
            let (pose, result) = case.solve(&from, &goal, &settings);
            let angle = heel_angle(case, &from, &pose);
            assert!(result.error < 2e-3 * *size, "{step} {up}: {result:?}");
            assert!((angle > 0.05) == lifts, "{step} {up}: the heel lifts by {angle}");
            assert!(lifts || angle < 2e-3, "{step} {up}: {angle}");
            let toes = case.rotation(&pose.model, 3).angle_between(case.rotation(&from.model, 3));
            assert!(toes < 0.01 || lifts, "{step} {up}: toes turn by {toes}");
            if lifts {
                let flat = settings.with_max_heel_angle(0.0);
                let (_, alone) = case.solve(&from, &goal, &flat);
                assert!(alone.error > 0.01 * *size, "the flat foot reaches: {alone:?}");
                // The heel lifts as little as possible: the leg is nearly straight.
                let [hip, _, ankle, _] = case.positions(&pose.model);
                assert!(hip.distance(ankle) > 0.96 * reach(case, &from.model));
                let up = case.positions(&pose.model)[2].y - case.positions(&from.model)[2].y;
                assert!(up > 0.01 * *size, "the heel rises by {up}");
            }
        }
    }
}

#[test]
fn heel_and_toes_lift_by_the_given_share() {
    for (case, size, facing) in &mut human_legs() {
        let from = posed(&case.skeleton, case.skeleton.rest().to_vec());
        let goal = ChainGoal::at(ahead(case, &from, *size, *facing, 0.15, 0.15));
        for part in [0.0, 0.3, 0.5] {
            let (pose, result) = case.solve(&from, &goal, &FootRollSettings::default().with_heel_lift(part));
            let angle = heel_angle(case, &from, &pose);
            assert!(result.error < 2e-3 * *size, "{part}: {result:?}");
            assert!((angle - part * 60f32.to_radians()).abs() < 3e-3, "{part}: {angle}");
            let (pose, _) = case.solve(&from, &goal, &FootRollSettings::default().with_toe_lift(part));
            let turned = case.rotation(&pose.model, 3) * case.rotation(&from.model, 3).inverse();
            let angle = turned.angle_between(Quat::IDENTITY);
            assert!((angle - part * 30f32.to_radians()).abs() < 3e-3, "{part}: {angle}");
            // Toes that point ahead point upwards when they lift.
            let tip = turned * (*facing * Vec3::Z);
            assert!(part == 0.0 || tip.y > 0.1, "{tip}");
        }
    }
}

#[test]
fn a_goal_without_weight_does_not_change_the_pose() {
    random_legs(222, 200, |random, case, from| {
        let position = case.positions(&from.model)[0] + random.vector();
        for weight in [0.0, -1.0] {
            let goal = ChainGoal::at(position).with_weight(weight).with_rotation(random.rotation());
            let settings = FootRollSettings::default().with_heel_lift(1.0).with_toe_lift(1.0);
            assert_eq!(case.solve(&from, &goal, &settings).0.local, from.local);
        }
    });
}

#[test]
fn legs_move_continuously_with_the_goal() {
    const STEP: f32 = 2e-4;
    for (case, size, facing) in human_legs().iter_mut().take(6) {
        // Start from a bent leg, since the bend of a straight leg depends on its limits.
        let from = posed(&case.skeleton, case.skeleton.rest().to_vec());
        let bent = ChainGoal::at(ahead(case, &from, *size, *facing, 0.05, 0.1));
        let from = case.solve(&from, &bent, &FootRollSettings::default()).0;
        for mut random in cases(10) {
            let [a, b] =
                [0; 2].map(|_| Vec3::new(0.0, random.between(-0.25, 0.4), random.between(-0.5, 0.5)));
            let steps = (a.distance(b) / STEP) as usize;
            let mut before: Option<[Vec3; 4]> = None;
            for step in 0..steps {
                let offset = a.lerp(b, step as f32 / steps as f32);
                let goal = ChainGoal::at(ahead(case, &from, *size, *facing, offset.z, offset.y));
                let (pose, _) = case.solve(&from, &goal, &FootRollSettings::default());
                let now = case.positions(&pose.model).map(|position| position / *size);
                // The knee of a nearly straight leg moves much faster than the foot.
                if now[0].distance(now[2]) > 0.995 * (now[0].distance(now[1]) + now[1].distance(now[2])) {
                    before = None;
                    continue;
                }
                for n in 1..4 {
                    let moved = before.map_or(0.0, |before| before[n].distance(now[n]));
                    assert!(moved < 15.0 * STEP, "joint {n} moves {moved} at {offset}");
                }
                before = Some(now);
            }
        }
    }
}

#[test]
fn hind_legs_of_animals_keep_their_bend() {
    let mut case = hind_leg();
    let from = posed(&case.skeleton, case.skeleton.rest().to_vec());
    let settings = FootRollSettings::default().with_mode(FootMode::Hind);
    let angle = |[hip, _, ankle, ball]: [Vec3; 4]| (hip - ball).angle_between(ankle - ball);
    let kept = angle(case.positions(&from.model));
    for mut random in cases(200) {
        let position =
            case.positions(&from.model)[3] + random.vector() * Vec3::new(0.05, 0.12, 0.15) + Vec3::Y * 0.08;
        let (pose, result) = case.solve(&from, &ChainGoal::at(position), &settings);
        let now = case.positions(&pose.model);
        assert!(result.error < 1e-3 && now[3].distance(position) < 1e-3, "{result:?}");
        if now[0].distance(now[2]) < 0.96 * reach(&case, &from.model) {
            assert!((angle(now) - kept).abs() < 2e-3, "{} {kept}", angle(now));
        }
        // The hock stays behind, the knee in front.
        assert!(now[2].z < now[3].z + 0.1 && now[1].z > now[0].z - 0.1);
    }
    // Beyond the reach of thigh and shank the metatarsus turns upright.
    let far = case.positions(&from.model)[3] - Vec3::Y * 0.16;
    let (pose, result) = case.solve(&from, &ChainGoal::at(far), &settings);
    assert!(result.error < 1e-3, "{result:?}");
    assert!(angle(case.positions(&pose.model)) < kept - 0.1);
}

#[test]
fn left_is_the_true_left_of_the_body() {
    let body = body::body(body::Build { mirrored: true, ..PLAIN });
    assert!(body.humanoid.sides_swapped);
    let leg = FootRollLeg::human(&body.skeleton, &body.humanoid, BodySide::Left).unwrap();
    assert_eq!(Some(leg.ball()), body.humanoid.joint(LeftToes));
    let whole = FullBody::human(&body.skeleton, &body.humanoid).unwrap();
    for (n, bone) in [LeftHand, RightHand, LeftFoot, RightFoot].into_iter().enumerate() {
        assert_eq!(Some(whole.effector_joint(n)), body.humanoid.joint(bone), "{bone:?}");
    }
}

#[test]
fn legs_in_a_rig_lift_their_heels() {
    const UP: Vec3 = Vec3::new(0.0, 0.15, 0.15);
    let body = full_body();
    let mut rig = IkRig::new();
    let leg = FootRollLeg::human(&body.skeleton, &body.humanoid, BodySide::Left).unwrap();
    let ball = leg.ball();
    let effector = rig.add_leg("left ball", leg, FootRollSettings::default());
    let mut state = state_of(Arc::new(rig), &body.skeleton);
    state.set_goal(effector, IkGoal::new(IkTarget::Offset(UP))).unwrap();
    state.snap();
    let rest = ModelPose::rest(&body.skeleton);
    let mut ankles = Vec::new();
    for heel in [0.0, 0.5] {
        state.set_foot_lifts(effector, Some([heel, 0.0])).unwrap();
        let (mut local, mut model) = (LocalPose::rest(&body.skeleton), rest.clone());
        state.solve(
            &StageInput::new(0.0, Affine3A::IDENTITY),
            IkInput::new(),
            &mut StagePose::new(&body.skeleton, &mut local, &mut model),
        );
        let moved = Vec3::from(model.get(ball).translation - rest.get(ball).translation);
        assert!(moved.distance(UP) < 2e-3, "{moved}");
        ankles.push(body.position(&model, LeftFoot).unwrap().y);
    }
    assert!(ankles[1] > ankles[0] + 0.03, "{ankles:?}");
}

#[test]
fn degenerate_goals_and_settings_give_valid_rotations() {
    let mut case = hind_leg();
    let from = posed(&case.skeleton, case.skeleton.rest().to_vec());
    for odd in ODD {
        for axis in 0..3 {
            let mut position = case.positions(&from.model)[3];
            position[axis] = odd;
            for stance in [FootMode::Sole, FootMode::Hind] {
                let plain = FootRollSettings::default().with_mode(stance);
                let all = FootRollSettings::default()
                    .with_heel_lift(odd)
                    .with_toe_lift(odd)
                    .with_max_heel_angle(odd)
                    .with_max_toe_angle(odd)
                    .with_roll_start(odd)
                    .with_mode(stance);
                for settings in [plain, all, plain.with_pole(Vec3::splat(odd))] {
                    for rotation in [None, Some(Quat::from_xyzw(odd, 0.0, 0.0, 1.0))] {
                        let goal = ChainGoal::at(position).with_rotation(rotation);
                        let (pose, result) = case.solve(&from, &goal, &settings);
                        assert!(
                            !result.error.is_nan() && !result.rotation_error.is_nan(),
                            "{odd} {result:?}"
                        );
                        let sound = |joint: &Transform| joint.is_finite() && joint.rotation.is_normalized();
                        assert!(pose.local.iter().all(sound), "{odd} {settings:?}");
                    }
                }
            }
        }
    }
}
