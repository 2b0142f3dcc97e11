//! Measurements of characters and clips, and rigs and props, for all scenes.

use crate::report::failure::Failure;
use sinew::body::TPose;
use sinew::humanoid::HumanBone::{RightHand, RightLowerArm, RightUpperArm};
use sinew::humanoid::Humanoid;
use sinew::locomotion::FootIk;
use sinew::rig::IkRig;
use sinew::{Actor, Character};
use std::sync::Arc;

/// Error for a character of `file` that cannot enter a scene.
pub(super) fn not_humanoid(file: &str) -> Failure {
    Failure::input(file, "--scene needs a humanoid with arms and legs; this character is not one")
}

/// Gives `actor` the rig that `make` builds for its body.
pub(super) fn set_rig(
    actor: &mut Actor,
    file: &str,
    make: impl FnOnce(&Character, &Humanoid) -> Option<IkRig>,
) -> Result<(), Failure> {
    let character = actor.character().clone();
    let body = character.humanoid().ok_or_else(|| not_humanoid(file))?;
    let rig = make(&character, body).ok_or_else(|| not_humanoid(file))?;
    actor.set_ik(Some(Arc::new(rig))).map_err(|e| Failure::input(file, e))
}

/// Length of the right arm at rest, from shoulder to wrist, in metres.
pub(super) fn arm_length(character: &Character, body: &Humanoid) -> Option<f32> {
    let body = TPose::new(character.skeleton(), body);
    body.limb_length([RightUpperArm, RightLowerArm, RightHand])
}

/// Model-space height of the ground that the character is animated on. Scenes have their ground at height 0.
pub(super) fn floor_height(actor: &Actor) -> f32 {
    let character = actor.character();
    let feet = character.humanoid().and_then(|body| FootIk::human(character, body).ok());
    feet.map_or(0.0, |feet| feet.floor)
}

/// Actor of a prop.
pub(super) fn prop_actor(
    character: Result<Character, sinew::character::CharacterError>,
) -> Result<Actor, Failure> {
    let character = character.map_err(|e| Failure::input("the scene", e))?;
    Ok(Actor::without_clips(Arc::new(character)))
}

/// Seconds that the playing clip takes for `length` metres, limited to 2 to 20.
pub(super) fn travel_duration(length: f32, actor: &Actor) -> f64 {
    const RANGE: std::ops::RangeInclusive<f32> = 2.0..=20.0;
    f64::from((length / clip_speed(actor).max(1e-6)).clamp(*RANGE.start(), *RANGE.end()))
}

/// Average root motion speed of the playing clip, metres a second; 0 without root motion.
pub(super) fn clip_speed(actor: &Actor) -> f32 {
    let clip = actor.playback().map(|playback| &actor.clips()[playback.clip()]);
    let speed = clip.and_then(|clip| {
        let [first, .., last] = clip.root_motion()?.poses() else { return None };
        Some(last.position.distance(first.position) / (clip.end() - clip.start()).max(1e-3))
    });
    speed.unwrap_or(0.0)
}
