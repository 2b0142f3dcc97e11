//! Handover between animation and physics: velocities, root motion, releases, repeated resolves.

use super::{Life, apart, continued};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::humanoid::HumanBone;
use sinew::ragdoll::{HitReaction, Ragdoll};
use sinew::{Actor, Character, FrameInput};
use sinew_rapier::RapierWorld;
use sinew_suite::falls::{STEP, falling};
use std::sync::Arc;

#[test]
fn a_falling_body_goes_on_at_its_velocity_when_it_is_stopped() {
    for fallen in [6, 10, 14] {
        let mut life = Life::new("run");
        life.frames(20);
        life.actor.ragdoll_mut().unwrap().start();
        life.frames(fallen);
        let before = life.joints();
        life.frame();
        let now = life.joints();
        life.actor.ragdoll_mut().unwrap().stop();
        life.frame();
        let expected = continued(&life.ragdoll, &before, &now);
        let [moved, turned] = apart(&expected, &life.joints());
        assert!(moved < 0.01 && turned < 2.0, "{fallen}: {moved} m, {turned}°");
        for (n, ((now, next), expected)) in now.iter().zip(&life.joints()).zip(&expected).enumerate() {
            let [old, new] = [expected, next].map(|to| (to.0 - now.0) / STEP);
            // Transitions bound how far flailing limbs overshoot, and with it their speed.
            let [share, speed] = if n == 0 { [0.05, 0.1] } else { [0.2, 0.5] };
            assert!(old.distance(new) < share * old.length() + speed, "{fallen}: {old} to {new}");
        }
        life.frames(60);
        assert!(!life.actor.ragdoll().unwrap().has_bodies());
    }
}

#[test]
fn the_place_follows_a_falling_body_and_the_body_does_not_mind() {
    let fall = |follows: bool| {
        let mut life = Life::new("run");
        life.frames(30);
        life.actor.ragdoll_mut().unwrap().start();
        life.frame();
        life.follows_root_motion = follows;
        life.frames(300);
        life
    };
    let (following, other) = (fall(true), fall(false));
    let hips = following.joints()[0].0;
    let position = Vec3::from(following.world_from_model.translation);
    assert!((hips - position).with_y(0.0).length() < 0.02, "{hips} {position}");
    assert!(position.y.abs() < 0.02, "{position}");
    assert!(
        other.world_from_model.translation.distance(following.world_from_model.translation) > 0.3,
        "it fell out of a run"
    );
    let [moved, turned] = apart(&following.joints(), &other.joints());
    assert!(moved < 1e-3 && turned < 0.1, "{moved} m, {turned}°");
}

/// Frames without an engine do not become velocity.
#[test]
fn frames_without_physics_leave_no_velocity() {
    let mut life = Life::new("walk");
    life.follows_root_motion = false;
    let root = |part: usize| part != 0;
    life.actor.ragdoll_mut().unwrap().start_parts(root);
    life.actor.ragdoll_mut().unwrap().set_strength(0.5);
    life.frames(30);
    for _ in 0..30 {
        life.actor.advance(STEP);
        life.world_from_model.translation.x += 0.1;
        life.actor.resolve(FrameInput::new(STEP, life.world_from_model));
    }
    life.frame();
    for part in 0..life.ragdoll.parts().len() {
        let motion = life.actor.ragdoll().unwrap().part_motion(part).unwrap();
        assert!(motion.linear_velocity.length() < 8.0, "{part}: {motion:?}");
        assert!(life.actor.ragdoll().unwrap().joint_gap(part).is_none_or(|gap| gap < 0.05), "{part}");
    }
}

/// Kinematic parts move at the velocity of their animation whatever the frame rate.
#[test]
fn animated_parts_have_the_velocity_of_their_animation() {
    for rate in [30.0, 47.0, 60.0, 144.0] {
        let (character, ragdoll): (Arc<Character>, Arc<Ragdoll>) = falling("built-in").unwrap();
        let mut actor = Actor::without_clips(character);
        actor.set_ragdoll(Some(ragdoll.clone())).unwrap();
        actor.ragdoll_mut().unwrap().start_parts(|part| part + 1 == ragdoll.parts().len());
        let mut world = RapierWorld::new();
        let dt = 1.0 / rate;
        for frame in 0..200 {
            let world_from_model = Affine3A::from_translation(Vec3::Z * (2.0 * frame as f32 * dt));
            actor.resolve(FrameInput::new(dt, world_from_model).with_physics(&mut world));
            if frame > 10 {
                let speed = actor.ragdoll().unwrap().part_motion(0).unwrap().linear_velocity.z;
                assert!((speed - 2.0).abs() < 0.02, "{rate} Hz, frame {frame}: {speed} m/s");
            }
        }
    }
}

/// A fallen body that was given back keeps its pose until the animation takes it over, whatever is called
/// meanwhile.
#[test]
fn a_release_survives_what_comes_before_the_next_frame() {
    type Meanwhile = fn(&mut Life);
    let cases: [(&str, Meanwhile); 4] = [
        ("a second stop", |life| life.actor.ragdoll_mut().unwrap().stop()),
        ("a hit", |life| {
            let arm = life.part(HumanBone::LeftLowerArm);
            life.actor.ragdoll_mut().unwrap().hit(arm, Vec3::X * 10.0, None, &HitReaction::default());
        }),
        ("a resolve without a time step", |life| {
            life.actor.resolve(FrameInput::new(0.0, life.world_from_model).with_physics(&mut life.world));
        }),
        ("a resolve without physics", |life| {
            life.actor.resolve(FrameInput::new(STEP, life.world_from_model))
        }),
    ];
    for (name, meanwhile) in cases {
        let mut life = Life::new("idle");
        let turn = Quat::from_rotation_x(1.4);
        life.world_from_model = Affine3A::from_rotation_translation(turn, Vec3::Y * 0.6);
        life.actor.ragdoll_mut().unwrap().start();
        life.rest();
        let lying = life.joints();
        life.actor.get_up(["get_up_front", "get_up_back"], Vec3::Y).unwrap().unwrap();
        meanwhile(&mut life);
        let [moved, turned] = apart(&lying, &life.joints());
        assert!(moved < 0.01 && turned < 2.0, "{name}: {moved} m, {turned}°");
        life.frame();
        let [moved, turned] = apart(&lying, &life.joints());
        // A hit moves a body that gets up.
        let most = if name == "a hit" { [0.05, 8.0] } else { [0.01, 2.0] };
        assert!(moved < most[0] && turned < most[1], "{name}: {moved} m, {turned}° in the next frame");
        life.frames(300);
        let hips = life.joints()[0].0;
        assert!(hips.y > 0.7, "{name}: {hips}");
    }
}

/// A frame without a time step shows the last one again and changes nothing.
#[test]
fn resolving_again_changes_nothing() {
    let fall = |again: bool| {
        let mut life = Life::new("walk");
        life.frames(20);
        let state = life.actor.ragdoll_mut().unwrap();
        state.start_parts(|part| part > 0);
        state.set_strength(0.7);
        for _ in 0..60 {
            if again {
                life.actor.resolve(FrameInput::new(0.0, life.world_from_model).with_physics(&mut life.world));
            }
            life.frame();
            if again {
                let before = life.actor.frame().local().to_vec();
                life.actor.resolve(FrameInput::new(0.0, life.world_from_model).with_physics(&mut life.world));
                assert_eq!(before, life.actor.frame().local());
            }
        }
        life.joints()
    };
    assert_eq!(fall(false), fall(true));
}

#[test]
fn several_steps_of_animation_add_no_root_motion_to_a_falling_body() {
    let mut life = Life::new("run");
    life.frames(30);
    life.actor.ragdoll_mut().unwrap().start();
    for _ in 0..300 {
        let first = life.actor.advance(STEP * 0.5);
        let second = life.actor.advance(STEP * 0.5);
        life.world_from_model = first.then(&second).apply_to(life.world_from_model);
        life.actor.resolve(FrameInput::new(STEP, life.world_from_model).with_physics(&mut life.world));
    }
    let (hips, position) = (life.joints()[0].0, Vec3::from(life.world_from_model.translation));
    assert!((hips - position).with_y(0.0).length() < 0.02, "{hips} {position}");
}

/// Bodies of a world that is gone are added to the next one, and impulses of the past do not wait for them.
#[test]
fn a_ragdoll_begins_anew_in_another_world() {
    let mut life = Life::new("idle");
    life.actor.ragdoll_mut().unwrap().start();
    life.frames(30);
    life.world = RapierWorld::new().with_floor(0.0);
    let mut other = Life::new("idle");
    std::mem::swap(&mut other.world, &mut life.world);
    other.actor.ragdoll_mut().unwrap().start();
    other.frame();
    std::mem::swap(&mut other.world, &mut life.world);
    life.frame();
    let count = life.ragdoll.parts().len();
    assert_eq!(life.world.world.bodies.len(), 2 * count);
    life.rest();

    let mut pushed = Life::new("idle");
    for _ in 0..5 {
        pushed.actor.ragdoll_mut().unwrap().apply_impulse(0, Vec3::X * 100.0, None);
        pushed.actor.resolve(FrameInput::new(STEP, pushed.world_from_model));
    }
    pushed.actor.ragdoll_mut().unwrap().start();
    pushed.frames(2);
    let speed = pushed.actor.ragdoll().unwrap().part_motion(0).unwrap().linear_velocity.length();
    assert!(speed < 1.0, "{speed} m/s");
}
