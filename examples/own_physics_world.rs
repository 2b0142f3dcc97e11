//! Ragdolls in a Rapier world of the program's own, among its own bodies; and two seconds of it that are
//! taken back.
//!
//! `cargo run --example own_physics_world` lets the built-in character fall onto a crate.

use sinew::actor::ActorSnapshot;
use sinew::glam::{Affine3A, Vec3};
use sinew::ragdoll::Ragdoll;
use sinew::{Actor, FrameInput};
use sinew_rapier::rapier3d::prelude::*;
use sinew_rapier::{RapierRagdolls, RapierSets, RapierSnapshot};
use std::error::Error;
use std::sync::Arc;

fn main() -> Result<(), Box<dyn Error>> {
    // The program's world: a floor and a crate.
    let mut world = PhysicsWorld::new();
    world.colliders.insert(ColliderBuilder::cuboid(50.0, 1.0, 50.0).translation(Vec3::NEG_Y));
    let own_crate = world.bodies.insert(RigidBodyBuilder::dynamic().translation(Vec3::new(0.0, 0.3, 0.4)));
    let shape = ColliderBuilder::cuboid(0.3, 0.3, 0.3).density(100.0);
    world.colliders.insert_with_parent(shape, own_crate, &mut world.bodies);

    let imported = sinew_import::import_file(concat!(env!("CARGO_MANIFEST_DIR"), "/data/sinew.vrm"))?;
    let mut actor = Actor::without_clips(Arc::new(imported.character));
    actor.set_ragdoll(Some(Arc::new(Ragdoll::fit(actor.character())?)))?;
    actor.ragdoll_mut().into_iter().for_each(|ragdoll| ragdoll.start());

    let mut ragdolls = RapierRagdolls::new();
    let world_from_model = Affine3A::from_translation(Vec3::Y * 0.8);
    let play = |actor: &mut Actor, ragdolls: &mut RapierRagdolls, world: &mut PhysicsWorld| {
        for frame in 0..120 {
            let mut physics = ragdolls.physics(RapierSets::from(&mut *world));
            actor.resolve(FrameInput::new(1.0 / 60.0, world_from_model).with_physics(&mut physics));
            let dt = world.integration_parameters.dt;
            ragdolls.prepare_step(&mut world.bodies, &mut world.impulse_joints, dt);
            world.step();
            if frame % 40 == 39 {
                let part = actor.ragdoll().and_then(|ragdoll| ragdoll.part_motion(0));
                let hips = part.map(|hips| hips.position).unwrap_or_default();
                println!("hips at {hips:.3}, crate at {:.3}", world.bodies[own_crate].translation());
            }
        }
    };
    play(&mut actor, &mut ragdolls, &mut world);

    // Saved, played on, restored, played again: the same.
    let (mut saved, mut saved_world) = (ActorSnapshot::default(), RapierSnapshot::default());
    actor.save(&mut saved);
    ragdolls.save(&world, &mut saved_world);
    play(&mut actor, &mut ragdolls, &mut world);
    actor.restore(&saved)?;
    ragdolls.restore(&mut world, &saved_world)?;
    println!("two seconds back");
    play(&mut actor, &mut ragdolls, &mut world);
    Ok(())
}
