//! Ids of effectors: setters take them like names and fail in the same way; getters panic for those of
//! another rig.

use crate::human_bodies::full_body;
use crate::human_bodies::state_of;
use sinew::body::ColliderSlab;
use sinew::glam::Vec3;
use sinew::humanoid::BodySide;
use sinew::humanoid::HumanBone::{LeftHand, LeftLowerArm, LeftUpperArm};
use sinew::ik::{ArmCollider, Eyes, Grip, Limb, LimbSettings, SpineAssist};
use sinew::rig::{EffectorId, IkError, IkGoal, IkRig};
use sinew::{JointId, ModelPose};
use std::panic::catch_unwind;
use std::sync::Arc;

fn arm() -> Limb {
    let body = full_body();
    let joints = [LeftUpperArm, LeftLowerArm, LeftHand].map(|bone| body.humanoid.joint(bone).unwrap());
    Limb::new(&body.skeleton, joints, None).unwrap()
}

/// Rig of a person, and an id that it does not have.
fn rig() -> (IkRig, EffectorId) {
    let body = full_body();
    let human_rig = IkRig::human(&body.skeleton, &body.humanoid);
    let foreign = human_rig.clone().add_limb("another hand", arm(), LimbSettings::default());
    (human_rig, foreign)
}

#[test]
fn setters_refuse_ids_of_other_rigs_and_unknown_names() {
    let (mut rig, foreign) = rig();
    let body = full_body();
    let (skeleton, person) = (&body.skeleton, &body.humanoid);
    let is_unknown = |result: Result<(), IkError>| {
        assert!(matches!(result, Err(IkError::UnknownId { count: 5, .. })), "{result:?}");
    };
    is_unknown(rig.set_fade(foreign, 0.1));
    is_unknown(rig.pin(foreign, true));
    is_unknown(rig.set_eyes(foreign, Eyes::human(skeleton, person).unwrap()));
    is_unknown(rig.set_grip(foreign, Grip::human(skeleton, person, BodySide::Left).unwrap()));
    is_unknown(rig.set_spine_assist(foreign, SpineAssist::human(skeleton, person, &arm()).unwrap()));
    let slab = ColliderSlab::capsule((JointId(0), Vec3::ZERO), (JointId(0), Vec3::Y), 0.1);
    is_unknown(rig.set_arm_collider(foreign, Arc::new(ArmCollider::new([slab]).unwrap())));
    assert!(matches!(rig.set_fade("another hand", 0.1), Err(IkError::UnknownName { .. })));
    let eyes = Eyes::human(skeleton, person).unwrap();
    let refused = rig.set_eyes("left hand", eyes.clone()).unwrap_err();
    assert_eq!(refused.to_string(), "effector \"left hand\" is not a look");
    assert_eq!(rig.set_eyes("look", eyes), Ok(()));
    assert!(matches!(rig.pin("left hand", true), Err(IkError::WrongPart { .. })));

    let mut state = state_of(Arc::new(rig), &full_body().skeleton);
    is_unknown(state.set_goal(foreign, IkGoal::at(Vec3::X)));
    is_unknown(state.clear_goal(foreign));
    is_unknown(state.set_curve(foreign, &[Vec3::X]));
    is_unknown(state.set_foot_lifts(foreign, None));
    for refused in [state.set_curve("look", &[Vec3::X]), state.set_foot_lifts("look", None)] {
        assert!(matches!(refused, Err(IkError::WrongPart { .. })), "{refused:?}");
    }
    assert_eq!(state.set_goal(state.rig().find("look").unwrap(), IkGoal::at(Vec3::X)), Ok(()));
}

#[test]
fn getters_panic_for_ids_of_other_rigs() {
    let (rig, foreign) = rig();
    let rest = ModelPose::rest(&full_body().skeleton);
    let state = state_of(Arc::new(rig), &full_body().skeleton);
    assert!(catch_unwind(|| state.goal(foreign).copied()).is_err());
    assert!(catch_unwind(|| state.report(foreign)).is_err());
    assert!(catch_unwind(|| state.rig().effector_pose(foreign, rest.as_slice())).is_err());
}
