//! Lists a character's morph targets and blends one in over a playing clip.
//!
//! `cargo run --example morph_face -- [FILE MORPH]`

use sinew::Actor;
use sinew_import::{NoFiles, import};
use std::sync::Arc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next().unwrap_or("data/sinew.vrm".into());
    let bytes = std::fs::read(&file).map_err(|e| format!("{file}: {e}"))?;
    let imported = import(&bytes, &NoFiles)?;
    let clips = imported.clips;
    let mut actor = Actor::new(Arc::new(imported.character), clips)?;
    let names: Vec<String> =
        actor.character().meshes().iter().flat_map(|m| m.morph_names.iter().cloned()).collect();
    println!("morph targets: {}", names.join(", "));

    let Some(name) = args.next().or(names.first().cloned()) else { return Ok(()) };
    for step in 0..=4 {
        actor.face_mut().ok_or("no face")?.set_morph(&name, step as f32 / 4.0)?;
        actor.update(1.0 / 30.0);
        let bounds = actor.frame().bounds();
        println!("{name} {:.2}: the model is {:.4} m in size", step as f32 / 4.0, bounds.size());
    }
    Ok(())
}
