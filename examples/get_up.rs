//! A character walks, trips, falls as a ragdoll, gets up and walks on.
//!
//! `cargo run --example get_up` prints what the built-in character does.

use sinew::glam::{Affine3A, Vec3};
use sinew::ragdoll::{BodyState, Ragdoll};
use sinew::{Actor, FrameInput};
use sinew_rapier::RapierWorld;
use std::error::Error;
use std::sync::Arc;

/// Clips that get up from the belly, the back, the sides and from sitting.
const CLIPS: [&str; 5] = ["get_up_front", "get_up_back", "get_up_left", "get_up_right", "get_up_sitting"];

fn main() -> Result<(), Box<dyn Error>> {
    let imported = sinew_import::import_file(concat!(env!("CARGO_MANIFEST_DIR"), "/data/sinew.vrm"))?;
    let mut actor = Actor::new(Arc::new(imported.character), imported.clips)?;
    actor.play("walk")?;
    let ragdoll = Arc::new(Ragdoll::fit(actor.character())?);
    let chest = actor.character().find_joint("upperChest").and_then(|joint| ragdoll.part_of(joint));
    actor.set_ragdoll(Some(ragdoll))?;
    let mut world = RapierWorld::new().with_floor(0.0);

    const STEP: f32 = 1.0 / 60.0;
    let mut world_from_model = Affine3A::IDENTITY;
    let mut gets_up = false;
    for frame in 0..600 {
        world_from_model = actor.advance(STEP).apply_to(world_from_model);
        actor.resolve(FrameInput::new(STEP, world_from_model).with_physics(&mut world));
        let time = frame as f32 * STEP;
        if frame == 60 {
            let ragdoll = actor.ragdoll_mut().ok_or("no ragdoll")?;
            ragdoll.start();
            ragdoll.apply_impulse(chest.ok_or("no chest")?, Vec3::new(0.0, 0.0, 120.0), None);
            println!("{time:.1} s: trips at {:.2}", world_from_model.translation);
        }
        let lies = matches!(actor.body_state(), BodyState::Resting | BodyState::Blocked);
        if let Some(clip) = lies.then(|| actor.get_up(CLIPS, Vec3::Y)) {
            let name = clip?.map(|clip| actor.clips()[clip].name().to_owned());
            println!("{time:.1} s: plays {name:?} at {:.2}", world_from_model.translation);
            gets_up = true;
        }
        // It goes on with what it played before.
        if gets_up && actor.montage().is_none() {
            println!("{time:.1} s: walks on from {:.2}", world_from_model.translation);
            gets_up = false;
        }
    }
    println!("at {:.2}", world_from_model.translation);
    Ok(())
}
