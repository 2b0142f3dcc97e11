//! Hangs one character on a socket of another: a sword in a hand. The sword is an actor of its own, told each frame
//! where its socket stands.
//!
//! `cargo run --example hold_a_sword -- CHARACTER JOINT SWORD`

use sinew::{Actor, FrameInput, Socket};
use std::path::Path;
use std::sync::Arc;

fn actor(file: &str) -> Result<Actor, Box<dyn std::error::Error>> {
    let imported = sinew_suite::open(Path::new(file))?;
    Ok(Actor::new(Arc::new(imported.character), imported.clips.into_iter().map(Arc::new).collect())?)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |i: usize, default: &'static str| args.get(i).cloned().unwrap_or(default.into());
    let (mut knight, mut sword) = (actor(&arg(0, "data/sinew.glb"))?, actor(&arg(2, "data/sinew.glb"))?);
    let joint = arg(1, "rightHand");
    let hand = Socket::named(knight.character().skeleton(), &joint).ok_or(format!("no joint {joint}"))?;
    if !knight.clips().is_empty() {
        knight.play_clip(0);
    }
    for _ in 0..10 {
        knight.update(0.1);
        sword.advance(0.1);
        sword.resolve(&FrameInput { world_from_model: knight.frame().socket(&hand) });
        println!("the sword stands at {:.3}", sword.frame().world_from_model().translation);
    }
    Ok(())
}
