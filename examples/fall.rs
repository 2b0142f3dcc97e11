//! A character walks, is hit, and falls as a ragdoll.
//!
//! `cargo run --example fall -- CHARACTER.glb` prints where the hips are; without a file the built-in
//! character falls.

use sinew::glam::{Affine3A, Vec3};
use sinew::ragdoll::Ragdoll;
use sinew::{Actor, FrameInput};
use sinew_rapier::RapierWorld;
use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;

fn main() -> Result<(), Box<dyn Error>> {
    let built_in = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/data/sinew.vrm"));
    let imported = sinew_import::import_file(std::env::args_os().nth(1).map_or(built_in, PathBuf::from))?;
    let mut actor = Actor::new(Arc::new(imported.character), imported.clips)?;
    if let Some(clip) = actor.clips().first_moving() {
        actor.play(clip)?;
    }

    let ragdoll = Arc::new(Ragdoll::fit(actor.character())?);
    println!("{} parts, {:.1} kg", ragdoll.parts().len(), ragdoll.mass());
    let hips = ragdoll.parts()[0].joint;
    actor.set_ragdoll(Some(ragdoll))?;
    let mut world = RapierWorld::new().with_floor(0.0);

    const STEP: f32 = 1.0 / 60.0;
    for frame in 0..300 {
        actor.advance(STEP);
        actor.resolve(FrameInput::new(STEP, Affine3A::IDENTITY).with_physics(&mut world));
        let Some(ragdoll) = actor.ragdoll_mut() else { break };
        if frame == 30 {
            ragdoll.start();
            ragdoll.apply_impulse(0, Vec3::new(0.0, 0.0, -150.0), None);
        }
        let is_at_rest = ragdoll.is_at_rest();
        let position = actor.frame().model()[hips.index()].translation;
        if frame % 30 == 0 {
            println!("{:4.1} s: hips at {position:.2}", frame as f32 * STEP);
        }
        if is_at_rest {
            println!("{:4.1} s: at rest at {position:.2}", frame as f32 * STEP);
            break;
        }
    }
    Ok(())
}
