//! The system of `examples/breathing.rs`: one in the shape of Sinew's own, between IK and spring bones.

#[path = "../../examples/breathing.rs"]
mod example;

use crate::counting::allocations;
use example::{Breathing, BreathingError, BreathingInput, BreathingState};
use sinew::glam::Affine3A;
use sinew::humanoid::HumanBone;
use sinew::stage::{Stage, StageInput, StagePose};
use sinew::{Actor, Character, CharacterParts, FrameInput, JointId};
use std::sync::Arc;

const DT: f32 = 1.0 / 60.0;

fn character() -> Arc<Character> {
    let path = sinew_suite::repository().join("data/sinew.vrm");
    Arc::new(sinew_suite::open(&path).unwrap().character)
}

fn joint(character: &Character, bone: HumanBone) -> JointId {
    character.humanoid().unwrap().joint(bone).unwrap()
}

fn frame(actor: &mut Actor, state: &mut BreathingState, dt: f32, effort: f32) {
    let mut breathe = |stage: Stage, input: &StageInput<'_>, pose: &mut StagePose<'_>| {
        if stage == Stage::Ik {
            state.solve(input, BreathingInput::new().with_effort(effort), pose);
        }
    };
    actor.resolve(FrameInput::new(dt, Affine3A::IDENTITY).with_hook(&mut breathe));
}

fn begin() -> (Arc<Character>, Actor, BreathingState) {
    let character = character();
    let state = BreathingState::new(Arc::new(Breathing::human(&character).unwrap()), &character).unwrap();
    (character.clone(), Actor::without_clips(character), state)
}

#[test]
fn a_chest_rises_and_falls_fourteen_times_a_minute_and_the_head_stays_level() {
    let (character, mut actor, mut state) = begin();
    let [chest, head] = [HumanBone::Chest, HumanBone::Head].map(|bone| joint(&character, bone));
    let turn = |actor: &Actor, joint: JointId| {
        let [at, rest] = [actor.frame().model()[joint.index()], character.reference_model()[joint.index()]];
        (at * rest.inverse()).to_scale_rotation_translation().1.to_scaled_axis().x
    };
    let (mut turns, mut fullness) = (Vec::new(), Vec::new());
    for _ in 0..3600 {
        frame(&mut actor, &mut state, DT, 0.0);
        turns.push(turn(&actor, chest));
        fullness.push(state.fullness());
        assert!(turn(&actor, head).abs() < 1e-4, "{}", turn(&actor, head));
    }
    let breaths = fullness.windows(2).filter(|pair| pair[0] < 0.5 && pair[1] >= 0.5).count();
    assert_eq!(breaths, 14);
    let (least, most) = turns.iter().fold((0.0f32, 0.0f32), |(a, b), turn| (a.min(*turn), b.max(*turn)));
    assert!((least + 0.035).abs() < 1e-3 && most < 1e-4, "{least} {most}");
}

#[test]
fn a_frame_without_time_is_the_same_and_frames_allocate_nothing() {
    let (_, mut actor, mut state) = begin();
    (0..40).for_each(|_| frame(&mut actor, &mut state, DT, 0.5));
    let before = actor.frame().model().to_vec();
    frame(&mut actor, &mut state, 0.0, 0.5);
    assert!(actor.frame().model() == before);
    assert_eq!(allocations(|| (0..100).for_each(|_| frame(&mut actor, &mut state, DT, 1.0))), 0);
}

#[test]
fn other_characters_are_errors() {
    let (character, ..) = begin();
    let other = Character::new(CharacterParts::default()).unwrap();
    assert_eq!(Breathing::human(&other), Err(BreathingError::NoChest));
    let breathing = Arc::new(Breathing::human(&character).unwrap());
    assert_eq!(BreathingState::new(breathing, &other).unwrap_err(), BreathingError::OtherSkeleton);
}
