//! Tests of spring bones in the scene player.

use super::scene_player::{Attachment, ScenePlayer};
use crate::asset::source;
use crate::options::goals::{GoalOptions, Reach};
use crate::options::playback::PlaybackOptions;
use sinew::glam::Vec3;
use sinew::skeleton::Joint;
use sinew::spring::{SpringChainDescription, SpringRigDescription};
use sinew::{Actor, Character, CharacterParts, Skeleton, Socket, Transform, WrapMode};
use std::sync::Arc;

/// The built-in character with a loose left hand, and a loose braid on its head.
fn player(clip: Option<&str>) -> ScenePlayer {
    let mut file = source::open(None, &PlaybackOptions::default().input).unwrap();
    let character = &mut file.imported.character;
    *character = with_springs(character.clone(), "leftHand", "");
    let options = PlaybackOptions { clip: clip.map(str::to_owned), ..PlaybackOptions::default() };
    let mut player = ScenePlayer::new(file, &options).unwrap();
    let socket = Socket::at(player.actor.character().find_joint("head").unwrap());
    player.attached.push(Attachment { actor: braid(), socket, fist: None });
    player
}

/// A character with a chain of spring bones between two joints, or from one to its end.
pub(crate) fn with_springs(character: Character, from: &str, to: &str) -> Character {
    let chain = SpringChainDescription {
        from: from.into(),
        to: to.into(),
        stiffness: 0.2,
        gravity: 0.5,
        ..SpringChainDescription::default()
    };
    let description = SpringRigDescription { chains: vec![chain], ..SpringRigDescription::default() };
    let spring_bones = description.spring_bones(&character).unwrap();
    Character::new(CharacterParts { spring_bones, ..character.into_parts() }).unwrap()
}

/// Five joints in a line that stands out to the side.
fn braid() -> Actor {
    let joints = (0..6u32).map(|n| Joint {
        name: format!("{n}"),
        parent: n.checked_sub(1),
        rest: Transform::from_translation(if n > 1 { Vec3::X * 0.1 } else { Vec3::ZERO }),
        in_scene: true,
    });
    let skeleton = Skeleton::new(joints.collect()).unwrap();
    let character = Character::new(CharacterParts { skeleton, ..CharacterParts::default() }).unwrap();
    Actor::without_clips(Arc::new(with_springs(character, "1", "5")))
}

/// End of the braid in the braid's own space.
fn braid_end(player: &ScenePlayer) -> Vec3 {
    player.attached[0].actor.frame().model()[5].translation.into()
}

/// End of the left middle finger in the space of the forearm.
fn finger(player: &ScenePlayer) -> Vec3 {
    let joint = |name| player.actor.character().find_joint(name).unwrap().index();
    let model = player.actor.frame().model();
    let finger = model[joint("leftMiddleDistal")].translation;
    model[joint("leftLowerArm")].inverse().transform_point3a(finger).into()
}

#[test]
fn attachments_swing_in_scripted_playback() {
    let mut player = player(Some("idle"));
    let rest = Vec3::X * 0.4;
    player.seek(1.0);
    assert!(braid_end(&player).abs_diff_eq(rest, 1e-5), "a still is at rest: {}", braid_end(&player));
    player.play_from_start(WrapMode::Loop);
    player.seek(1.0);
    let hanging = braid_end(&player);
    assert!(hanging.distance(rest) > 0.05, "{hanging}");
    // From the beginning again.
    player.seek(0.5);
    player.seek(1.0);
    assert!(braid_end(&player).abs_diff_eq(hanging, 1e-5), "{hanging} {}", braid_end(&player));
}

#[test]
fn stills_do_not_swing_from_one_to_the_next() {
    let mut player = player(Some("walk"));
    let [rest, braid_rest] = [finger(&player), braid_end(&player)];
    for time in [0.3, 0.8, 0.1] {
        player.seek(time);
        assert!(finger(&player).abs_diff_eq(rest, 1e-4), "{time} {rest} {}", finger(&player));
        assert!(braid_end(&player).abs_diff_eq(braid_rest, 1e-4), "{time} {}", braid_end(&player));
    }
}

#[test]
fn goals_of_a_still_do_not_fling_spring_bones() {
    let mut player = player(Some("idle"));
    let rest = [finger(&player), braid_end(&player)];
    let reach = |name: &str, target| Reach { name: name.into(), target: Some(target), grip: None, at: 0.0 };
    let goals = GoalOptions {
        reach: vec![reach("left hand", Vec3::new(0.2, 1.8, 0.3)), reach("look", Vec3::new(5.0, 0.0, 0.5))],
        ..GoalOptions::default()
    };
    let before = player.actor.frame().model().to_vec();
    player.set_goals(&goals, "built-in", Some(0.0)).unwrap();
    let hand = player.actor.character().find_joint("leftHand").unwrap().index();
    let moved = player.actor.frame().model()[hand].translation.distance(before[hand].translation);
    assert!(moved > 0.2, "{moved}");
    for (rest, position) in rest.into_iter().zip([finger(&player), braid_end(&player)]) {
        assert!(position.abs_diff_eq(rest, 1e-4), "{rest} {position}");
    }
}

#[test]
fn measuring_a_clip_leaves_spring_bones_as_they_are() {
    let [mut first, mut other] = [(); 2].map(|()| player(Some("walk")));
    let run = |player: &mut ScenePlayer, frames: usize| {
        player.actor.playback_mut().unwrap().speed(1.0).wrap(WrapMode::Loop);
        player.applies_root_motion = true;
        (0..frames).for_each(|_| player.update(1.0 / 60.0));
    };
    [&mut first, &mut other].into_iter().for_each(|player| run(player, 90));
    let mut at_rest = Vec::new();
    first.over_clip(|player| at_rest.push(braid_end(player)));
    assert!(at_rest.iter().all(|end| end.abs_diff_eq(Vec3::X * 0.4, 1e-4)), "{at_rest:?}");
    for frame in 0..30 {
        [&mut first, &mut other].into_iter().for_each(|player| run(player, 1));
        let apart = [finger(&first).distance(finger(&other)), braid_end(&first).distance(braid_end(&other))];
        assert!(apart.into_iter().all(|apart| apart < 1e-4), "{frame} {apart:?}");
    }
}

#[test]
fn a_restart_does_not_fling_spring_bones() {
    let mut player = player(Some("walk"));
    player.actor.playback_mut().unwrap().speed(1.0).wrap(WrapMode::Loop);
    player.applies_root_motion = true;
    (0..90).for_each(|_| player.update(1.0 / 60.0));
    player.restart();
    player.update(0.0);
    assert!(braid_end(&player).abs_diff_eq(Vec3::X * 0.4, 1e-4), "{}", braid_end(&player));
}

#[test]
fn the_switch_is_for_attachments_too() {
    let mut player = player(None);
    assert!(player.is_swinging());
    player.switch_springs(false);
    assert!(player.body().all(|actor| actor.springs().is_none()) && !player.is_swinging());
    player.switch_springs(true);
    assert!(player.body().all(|actor| actor.springs().is_some()));
    assert_eq!(player.body().count(), 2);
}
