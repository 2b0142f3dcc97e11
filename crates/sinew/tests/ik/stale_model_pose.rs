//! A stale model pose of another frame does not influence a rig: everything it reads is updated before.

use crate::human_bodies::full_body;
use crate::human_bodies::state_of;
use crate::random::cases;
use sinew::body::ColliderSlab;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::ground::height_field;
use sinew::humanoid::HumanBone::{self, *};
use sinew::humanoid::{BodySide, Humanoid};
use sinew::ik::{
    ArmCollider, Chain, ChainSolver, FootRollLeg, FootRollSettings, FullBody, FullBodySolver, Spline,
};
use sinew::locomotion::FootIk;
use sinew::rig::{IkGoal, IkInput, IkRig, IkState, IkTarget};
use sinew::stage::{StageInput, StagePose};
use sinew::{Character, LocalPose, ModelPose, Socket};
use std::sync::Arc;

/// Rigs with all kinds of parts, some of them at a time.
fn rigs(character: &Character, body: &Humanoid) -> Vec<IkRig> {
    let skeleton = character.skeleton();
    let joints =
        |bones: &[HumanBone]| bones.iter().map(|bone| body.joint(*bone).unwrap()).collect::<Vec<_>>();
    let mut others = IkRig::new();
    let back = Chain::new(skeleton, &joints(&[Spine, Chest, Head])).unwrap();
    others.add_spline("curve", Spline::new(back.clone()), 4);
    others.add_leg(
        "left leg",
        FootRollLeg::human(skeleton, body, BodySide::Left).unwrap(),
        FootRollSettings::default(),
    );
    others.add_chain("back", back, ChainSolver::default());
    let whole = FullBody::human(skeleton, body).unwrap();
    others.add_body(&["one", "two", "three", "four", "five"], whole, FullBodySolver::default()).unwrap();
    let human = IkRig::human(skeleton, body);
    let [hips, neck] = [Hips, Neck].map(|bone| (body.joint(bone).unwrap(), Vec3::ZERO));
    let torso = ArmCollider::new([ColliderSlab::capsule(hips, neck, 0.15)]).unwrap();
    let arms =
        human.clone().with_spine_assist(skeleton, body).with_grips(skeleton, body).with_arm_collider(torso);
    let feet = || FootIk::human(character, body).unwrap();
    vec![human.with_feet(feet()), arms.with_feet(feet()), others]
}

#[test]
fn the_input_model_pose_does_not_matter() {
    let body = full_body();
    let character = body.character(&body.humanoid);
    let (skeleton, humanoid) = (character.skeleton(), character.humanoid().unwrap());
    let rigs: Vec<_> = rigs(&character, humanoid).into_iter().map(Arc::new).collect();
    let ground = height_field(|x, z| 0.1 * x + 0.2 * z);
    let head = humanoid.joint(Head).unwrap();
    for mut random in cases(600) {
        let n = random.seed();
        let rig = &rigs[n % rigs.len()];
        let effectors: Vec<_> = rig.effectors().map(|(effector, _)| effector).collect();
        let (mut state, mut other) = (state_of(rig.clone(), skeleton), state_of(rig.clone(), skeleton));
        for (bit, effector) in effectors.iter().enumerate().filter(|(bit, _)| ((n / 3) >> bit) & 1 == 1) {
            let position = Vec3::Y * 1.2 + random.vector() * 0.8;
            let socket = IkTarget::Socket(Socket::at(head));
            let goal = if bit % 4 == 3 { IkGoal::new(socket) } else { IkGoal::at(position) };
            state.set_goal(*effector, goal).unwrap();
            other.set_goal(*effector, goal).unwrap();
        }
        let mut pose = LocalPose::rest(skeleton);
        for joint in pose.as_mut_slice() {
            joint.rotation = (Quat::from_scaled_axis(random.vector() * 0.2) * joint.rotation).normalize();
        }
        let solved = |state: &mut IkState, left_over: &LocalPose| {
            state.snap();
            let (mut local, mut model) = (pose.clone(), ModelPose::rest(skeleton));
            model.update(skeleton, left_over);
            let ground: Option<&dyn sinew::ground::Ground> = (n % 7 > 1).then_some(&ground);
            let stage = StageInput::new(0.02, Affine3A::IDENTITY);
            let stage = ground.map_or(stage, |ground| stage.with_ground(ground));
            let mut posed = StagePose::new(skeleton, &mut local, &mut model);
            state.solve(&stage, IkInput::new(), &mut posed);
            let mut fresh = ModelPose::rest(skeleton);
            fresh.update(skeleton, &local);
            assert_eq!(model, fresh, "{n}");
            (state.changes_pose(), local)
        };
        let mut strange = LocalPose::rest(skeleton);
        strange.as_mut_slice().iter_mut().for_each(|joint| joint.translation += random.vector() * 3.0);
        assert_eq!(solved(&mut state, &pose), solved(&mut other, &strange), "{n}");
    }
}
