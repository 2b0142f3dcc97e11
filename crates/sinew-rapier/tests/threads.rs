//! Ragdolls on several threads: `cargo test -p sinew-rapier --features parallel --test threads`.
#![cfg(feature = "parallel")]

#[path = "../../sinew/tests/ragdoll/made.rs"]
#[allow(dead_code, reason = "the other tests use it all")]
mod made;

use made::chain;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::ragdoll::Ragdoll;
use sinew::{Actor, FrameInput};
use sinew_rapier::RapierWorld;
use std::sync::Arc;

/// Bits of thirty bodies that fall onto one another for 600 steps.
fn heap(threads: usize) -> Vec<u32> {
    let character = chain(8);
    let ragdoll = Arc::new(Ragdoll::fit(&character).unwrap());
    let mut world = RapierWorld::new().with_floor(0.0);
    world.world.configure_thread_pool(threads).unwrap();
    let mut actors: Vec<(Actor, Affine3A)> = (0..30)
        .map(|n| {
            let mut actor = Actor::without_clips(character.clone());
            actor.set_ragdoll(Some(ragdoll.clone())).unwrap();
            actor.ragdoll_mut().unwrap().start();
            let turn = Quat::from_rotation_z(n as f32) * Quat::from_rotation_x(0.7 * n as f32);
            (actor, Affine3A::from_rotation_translation(turn, Vec3::Y * (1.5 + 0.6 * n as f32)))
        })
        .collect();
    for _ in 0..600 {
        for (actor, world_from_model) in &mut actors {
            actor.resolve(FrameInput::new(1.0 / 60.0, *world_from_model).with_physics(&mut world.physics()));
        }
        world.step(1.0 / 60.0);
    }
    let rotations =
        actors.iter().flat_map(|(actor, _)| actor.frame().local().iter().map(|transform| transform.rotation));
    rotations.flat_map(|rotation| rotation.to_array().map(f32::to_bits)).collect()
}

#[test]
fn one_and_two_threads_give_the_same_bits() {
    assert_eq!(heap(1), heap(2));
}
