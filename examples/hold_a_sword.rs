//! Attaches one character to a socket of another: a sword in a hand. The sword is an actor of its own, placed
//! at the socket in every frame.
//!
//! `cargo run --example hold_a_sword -- CHARACTER JOINT SWORD`

use sinew::{Actor, ClipId, FrameInput, Socket};
use sinew_import::{Imported, import};
use std::path::Path;
use std::sync::Arc;

fn actor(file: &str) -> Result<Actor, Box<dyn std::error::Error>> {
    let imported = open(file)?;
    Ok(Actor::new(Arc::new(imported.character), imported.clips)?)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [knight, joint, sword] = args.as_slice() else {
        return Err("hold_a_sword CHARACTER JOINT SWORD".into());
    };
    let (mut knight, mut sword) = (actor(knight)?, actor(sword)?);
    let hand = Socket::named(knight.character().skeleton(), joint).ok_or(format!("no joint {joint}"))?;
    if !knight.clips().is_empty() {
        knight.play(ClipId(0)).unwrap();
    }
    for _ in 0..10 {
        knight.update(0.1);
        sword.advance(0.1);
        sword.resolve(FrameInput::new(0.1, knight.frame().socket(&hand)));
        println!("the sword is at {:.3}", sword.frame().world_from_model().translation);
    }
    Ok(())
}

/// Imports a character file; files that it refers to are read from its folder.
fn open(file: &str) -> Result<Imported, Box<dyn std::error::Error>> {
    let bytes = std::fs::read(file).map_err(|e| format!("{file}: {e}"))?;
    let folder = Path::new(file).parent().unwrap_or(Path::new(""));
    let beside = |name: &str| std::fs::read(folder.join(name)).map_err(|e| e.to_string());
    Ok(import(&bytes, &beside).map_err(|e| format!("{file}: {e}"))?)
}
