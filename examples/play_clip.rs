//! Imports a character, plays a clip and prints the path of a joint.
//!
//! `cargo run --example play_clip -- [FILE CLIP JOINT]`

use sinew::{Actor, Socket};
use sinew_import::{NoFiles, import};
use std::sync::Arc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |i: usize, default: &'static str| args.get(i).cloned().unwrap_or(default.into());
    let file = arg(0, "data/sinew.vrm");
    let bytes = std::fs::read(&file).map_err(|e| format!("{file}: {e}"))?;
    // For files that refer to others, such as .gltf, pass a function that reads them in place of `NoFiles`.
    let imported = import(&bytes, &NoFiles)?;
    let clips = imported.clips;
    let mut actor = Actor::new(Arc::new(imported.character), clips)?;

    actor.play(&arg(1, "walk"))?;
    let joint = arg(2, "leftHand");
    let socket = Socket::named(actor.character().skeleton(), &joint).ok_or(format!("no joint {joint}"))?;
    for frame in 0..30 {
        actor.update(1.0 / 30.0);
        let position = actor.frame().socket(&socket).translation;
        println!("{:.3} s  {joint} at {position:.3}", (frame + 1) as f32 / 30.0);
    }
    Ok(())
}
