//! Negative and non-finite time steps: nothing advances, and no state is lost.

use crate::human_bodies::full_body;
use crate::human_bodies::state_of;
use sinew::glam::{Affine3A, Vec3};
use sinew::ground::height_field;
use sinew::ik::IkPose;
use sinew::locomotion::{FootIk, FootIkInput, FootIkState};
use sinew::rig::{IkGoal, IkInput, IkRig, IkState, IkTarget};
use sinew::stage::{StageInput, StagePose};
use sinew::{Character, CharacterParts, LocalPose, ModelPose};
use std::sync::Arc;

const ODD: [f32; 3] = [f32::NAN, -0.1, f32::NEG_INFINITY];

#[test]
fn invalid_steps_do_not_change_the_fade_of_goals() {
    let body = full_body();
    let skeleton = &body.skeleton;
    let rig = Arc::new(IkRig::human(skeleton, &body.humanoid).with_spine_assist(skeleton, &body.humanoid));
    let effectors = ["left hand", "look"].map(|name| rig.effector(name).unwrap());
    let solved = |state: &mut IkState, dt: f32| {
        let (mut local, mut model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
        state.solve(
            &StageInput::new(dt, Affine3A::IDENTITY),
            IkInput::new(),
            &mut StagePose::new(skeleton, &mut local, &mut model),
        );
        local
    };
    for odd in ODD {
        let (mut state, mut plain) = (state_of(rig.clone(), skeleton), state_of(rig.clone(), skeleton));
        for frame in 0..6 {
            for state in [&mut state, &mut plain] {
                // Fade in, then out.
                let goal = (frame < 3).then(|| IkGoal::new(IkTarget::Model(Vec3::new(0.3, 1.1, 0.6))));
                effectors.iter().for_each(|effector| state.set_goal(*effector, goal).unwrap());
                solved(state, 0.03);
            }
            solved(&mut state, odd);
            let [weights, plain] =
                [&state, &plain].map(|state| effectors.map(|effector| state.report(effector).weight));
            assert!(
                weights.iter().all(|weight| *weight > 0.0 && *weight < 1.0),
                "{odd} {frame}: {weights:?}"
            );
            assert_eq!(weights, plain, "{odd} {frame}");
        }
        assert_eq!(solved(&mut state, 0.01), solved(&mut plain, 0.01), "{odd}");
    }
}

#[test]
fn invalid_steps_do_not_change_the_state_of_feet() {
    let body = full_body();
    let (skeleton, humanoid) = (body.skeleton.clone(), body.humanoid.clone());
    let parts = CharacterParts { skeleton, humanoid: Some(humanoid.clone()), ..CharacterParts::default() };
    let character = Character::new(parts).unwrap();
    let placement = FootIk::human(&character, &humanoid).unwrap();
    let skeleton = character.skeleton();
    let ground = height_field(|_, z| if z > 0.5 { 0.2 } else { 0.0 });
    let (rest, model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
    for odd in ODD {
        let (mut state, mut plain) = (FootIkState::new(&placement), FootIkState::new(&placement));
        for frame in 0..60 {
            let at = Affine3A::from_translation(Vec3::Z * 0.02 * frame as f32);
            let solved = |state: &mut FootIkState, dt: f32| {
                let mut local = rest.clone();
                let slice = local.as_mut_slice();
                state.solve(
                    &placement,
                    &FootIkInput::new(&ground, dt, at),
                    &mut IkPose::new(skeleton, slice, model.as_slice()),
                );
                local
            };
            let local = [&mut state, &mut plain].map(|state| solved(state, 0.02));
            assert!(local[0].as_slice().iter().all(|joint| joint.is_finite()), "{odd} {frame}");
            assert_eq!(local[0], local[1], "{odd} {frame}");
            if frame % 7 == 6 {
                solved(&mut state, odd);
                // An invalid time step equals a zero time step.
                solved(&mut plain, 0.0);
            }
        }
    }
}
