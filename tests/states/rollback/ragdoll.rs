//! Rollback of ragdolls: hits, falls, getting up, bodies that are held and grabbed.

use super::{Game, feet, rolls_back};
use sinew::Actor;
use sinew::glam::{Quat, Vec3};
use sinew::humanoid::HumanBone;
use sinew::ragdoll::{BodyState, HitReaction};

fn part(actor: &Actor, bone: HumanBone) -> usize {
    let joint = actor.character().humanoid().unwrap().joint(bone).unwrap();
    actor.ragdoll().unwrap().ragdoll().part_of(joint).unwrap()
}

pub(crate) fn hit(game: &mut Game, bone: HumanBone) {
    let part = part(&game.actor, bone);
    let reaction = HitReaction::default();
    game.actor.ragdoll_mut().unwrap().hit(part, Vec3::new(0.0, 0.0, -40.0), None, &reaction);
}

#[test]
fn a_hit() {
    let mut game = Game::new(|game| match game.frame {
        30 => hit(game, HumanBone::Chest),
        60 => hit(game, HumanBone::RightUpperArm),
        _ => {}
    });
    game.actor.play("walk").unwrap();
    rolls_back("before a hit", Game::new(game.script), 25);
    rolls_back("in a hit", game, 36);
}

/// Trips at frame 20, and gets up as soon as it lies still.
fn trips(game: &mut Game) {
    if game.frame == 20 {
        let chest = part(&game.actor, HumanBone::UpperChest);
        let ragdoll = game.actor.ragdoll_mut().unwrap();
        ragdoll.start();
        ragdoll.apply_impulse(chest, Vec3::new(0.0, 0.0, 120.0), None);
    }
}

fn gets_up(game: &mut Game) {
    trips(game);
    if game.actor.ragdoll().unwrap().is_at_rest() {
        game.actor.get_up(["get_up_front", "get_up_back"], Vec3::Y).unwrap();
    }
}

#[test]
fn a_fall_and_rest() {
    let walking = |script| {
        let mut game = Game::new(script);
        game.actor.play("walk").unwrap();
        game
    };
    rolls_back("before a fall", walking(trips), 18);
    rolls_back("in the fall", walking(trips), 40);
    let mut lying = walking(trips);
    lying.rest();
    // Something moves it after a while.
    lying.script = |game| {
        if game.frame % 100 == 0 {
            let foot = part(&game.actor, HumanBone::LeftFoot);
            game.actor.ragdoll_mut().unwrap().apply_impulse(foot, Vec3::Y * 5.0, None);
        }
    };
    let frame = lying.frame + 10;
    rolls_back("at rest", lying, frame);
}

#[test]
fn getting_up() {
    let mut game = Game::new(trips).rig(feet);
    game.actor.play("walk").unwrap();
    game.rest();
    game.script = gets_up;
    let rest = game.frame;
    rolls_back("getting up", game, rest + 12);
}

/// The frames in which a body that stands is handed over to its animation.
#[test]
fn a_body_that_has_just_got_up() {
    let lying = || {
        let mut game = Game::new(trips).rig(feet);
        game.actor.play("walk").unwrap();
        game.rest();
        game.script = gets_up;
        game
    };
    let mut first = lying();
    first.frame();
    while first.actor.body_state() == BodyState::GettingUp {
        first.frame();
        assert!(first.frame < 1200, "it does not get up");
    }
    assert_eq!(first.actor.body_state(), BodyState::Animated);
    rolls_back("handed over", lying(), first.frame + 5);
}

/// A body that something holds down fails to get up, and tries again.
#[test]
fn a_body_that_is_held_down() {
    let mut game = Game::new(trips);
    game.actor.play("walk").unwrap();
    game.rest();
    let (half, hips) = (Vec3::new(3.0, 0.5, 3.0), game.world_from_model.translation);
    game.world.add_box(Vec3::new(hips.x, 0.45 + half.y, hips.z), Quat::IDENTITY, half);
    game.script = gets_up;
    while game.actor.ragdoll().unwrap().failed_attempts() == 0 {
        game.frame();
        assert!(game.frame < 1800, "it gets up");
    }
    let failed = game.frame;
    rolls_back("after a failed attempt", game, failed + 5);
}

#[test]
fn a_body_that_is_grabbed() {
    let mut game = Game::new(|game| {
        trips(game);
        let hand = part(&game.actor, HumanBone::LeftHand);
        let ragdoll = game.actor.ragdoll_mut().unwrap();
        if game.frame == 60 {
            let at = ragdoll.part_motion(hand).unwrap().position;
            ragdoll.grab(hand, at);
        }
        if game.frame > 60 {
            ragdoll.drag_to(Vec3::new(0.5, 1.0 + (game.frame as f32 * 0.1).sin() * 0.3, 1.0));
        }
    });
    game.actor.play("walk").unwrap();
    rolls_back("grabbed", game, 90);
}
