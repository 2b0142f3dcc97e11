//! Ragdolls in a Rapier world of the program's own, among its own bodies.
//!
//! `cargo run --example own_physics_world` lets the built-in character fall onto a crate.

use sinew::glam::{Affine3A, Vec3};
use sinew::ragdoll::Ragdoll;
use sinew::{Actor, FrameInput};
use sinew_rapier::rapier3d::prelude::*;
use sinew_rapier::{RapierRagdolls, RapierSets};
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
    let place = Affine3A::from_translation(Vec3::Y * 0.8);
    for frame in 0..240 {
        let mut physics = ragdolls.physics(RapierSets::from(&mut world));
        actor.resolve(FrameInput::new(1.0 / 60.0, place).with_physics(&mut physics));
        let dt = world.integration_parameters.dt;
        ragdolls.prepare_step(&mut world.bodies, &mut world.impulse_joints, dt);
        world.step();
        if frame % 40 == 0 {
            let hips = actor.ragdoll().and_then(|ragdoll| ragdoll.part_motion(0)).map(|hips| hips.position);
            let hips = hips.unwrap_or_default();
            println!("hips at {hips:.2}, crate at {:.2}", world.bodies[own_crate].translation());
        }
    }
    Ok(())
}
