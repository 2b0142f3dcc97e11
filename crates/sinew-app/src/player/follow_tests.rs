//! Tests of limbs that follow a socket of their rig, after everything that clears goals.

use super::scene_player::ScenePlayer;
use crate::asset::source;
use crate::options::goals::GoalOptions;
use crate::options::playback::PlaybackOptions;
use crate::scene::kind::SceneKind;
use sinew::rig::IkRig;
use std::sync::Arc;

const RIG: &str = r#"(
    human: true,
    parts: [
        Limb(name: "right hand", joints: ["rightUpperArm", "rightLowerArm", "rightHand"], grip: true),
        Limb(
            name: "left hand", joints: ["leftUpperArm", "leftLowerArm", "leftHand"], grip: true,
            follows: (joint: "rightHand", in_grip: true, position: (0, 0.03, 0.2)),
        ),
    ],
)"#;

/// The built-in character, in a scene or not, with the rig.
fn player(scene: Option<SceneKind>) -> ScenePlayer {
    let file = source::open(None, &PlaybackOptions::default().input).unwrap();
    let mut player = ScenePlayer::new(file, &PlaybackOptions::default()).unwrap();
    if let Some(scene) = scene {
        player.set_scene(scene, "built-in").unwrap();
    }
    let rig = IkRig::from_ron(RIG, player.actor.character()).unwrap();
    player.actor.set_ik(Some(Arc::new(rig))).unwrap();
    player
}

fn is_following(player: &ScenePlayer) -> bool {
    let ik = player.actor.ik().unwrap();
    ik.is_following(ik.rig().effector("left hand").unwrap())
}

#[test]
fn a_second_hand_follows_again_when_playback_starts_over() {
    let mut player = player(None);
    let reach = vec!["left hand=0.3,1.2,0.3@0.5".parse().unwrap()];
    let goals = GoalOptions { reach, ..GoalOptions::default() };
    player.set_goals(&goals, "built-in", None).unwrap();
    assert!(is_following(&player), "until the goal is set");
    let schedule =
        crate::player::goals::GoalSchedule::new(&goals, &mut player.actor, (None, ""), None).unwrap();
    schedule.apply(&mut player.actor, 1.0, &sinew::glam::Affine3A::IDENTITY);
    assert!(!is_following(&player));
    schedule.begin(&mut player.actor, &sinew::glam::Affine3A::IDENTITY);
    assert!(is_following(&player));
}

#[test]
fn a_second_hand_lets_go_in_a_fall_and_follows_afterwards() {
    let mut player = player(Some(SceneKind::Slope));
    player.update(1.0 / 60.0);
    assert!(is_following(&player));
    player.start_fall(0.5).unwrap();
    assert!(!is_following(&player), "a body that falls lets go");
    player.update(1.0 / 60.0);
    player.stop_fall(0.2);
    assert!(is_following(&player));
}
