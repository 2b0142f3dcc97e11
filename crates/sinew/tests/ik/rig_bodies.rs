//! Whole bodies in rigs: they take hold little by little, and each effector tells how it fared itself.

use crate::bodies::{Body, full_body};
use sinew::glam::{Affine3A, Vec3};
use sinew::humanoid::HumanBone::*;
use sinew::ik::{Balance, FullBody, FullBodySolver, IkGoal, IkRig, IkState};
use sinew::{LocalPose, ModelPose};
use std::sync::Arc;

const NAMES: [&str; 5] = ["left hand", "right hand", "left foot", "right foot", "head"];

/// Somebody whose rig is a whole body.
fn rig(own: &Body, solver: FullBodySolver) -> IkState {
    let mut rig = IkRig::new();
    let body = FullBody::human(&own.skeleton, &own.humanoid).unwrap();
    rig.add_body(&NAMES, body, solver).unwrap();
    IkState::new(Arc::new(rig))
}

/// The rest pose, bent by a rig whose goals hold at once.
fn solved(own: &Body, state: &mut IkState) -> ModelPose {
    state.settle();
    let (mut local, mut model) = (LocalPose::rest(&own.skeleton), ModelPose::rest(&own.skeleton));
    state.solve(&own.skeleton, &Affine3A::IDENTITY, 0.0, &mut local, &mut model);
    model
}

fn set(state: &mut IkState, slot: &str, goal: IkGoal) {
    let slot = state.rig().slot(slot).unwrap();
    state.set_goal(slot, Some(goal));
}

#[test]
fn balance_comes_and_goes_with_the_goals() {
    let own = full_body();
    let balance = Some(Balance { over: Vec3::new(0.0, 0.0, 0.1), weight: 1.0 });
    let mut state = rig(&own, FullBodySolver { balance, ..FullBodySolver::default() });
    let rest = ModelPose::rest(&own.skeleton);
    let hand = own.place(&rest, LeftHand).unwrap();
    let mut moved = |weight: f32| {
        set(&mut state, "left hand", IkGoal { weight, ..IkGoal::at(hand + Vec3::new(0.2, -0.1, 0.3)) });
        let model = solved(&own, &mut state);
        own.place(&model, Head).unwrap().distance(own.place(&rest, Head).unwrap())
    };
    let whole = moved(1.0);
    assert!(whole > 0.05, "{whole}");
    for weight in [2e-4, 0.01, 0.1, 0.5] {
        let part = moved(weight);
        assert!(part < 2.0 * weight * whole + 1e-5, "{weight}: {part} of {whole}");
    }
}
