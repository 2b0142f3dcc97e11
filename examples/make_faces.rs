//! Sets an expression and a gaze target, and prints the joints and morph targets that move.
//!
//! `cargo run --example make_faces -- AVATAR.vrm [EXPRESSION]`

use sinew::Actor;
use sinew::face::Gaze;
use sinew::glam::Vec3;
use sinew_import::{NoFiles, import};
use std::sync::Arc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next().ok_or("which avatar?")?;
    let expression = args.next().unwrap_or("happy".into());
    let bytes = std::fs::read(&file).map_err(|e| format!("{file}: {e}"))?;
    let character = Arc::new(import(&bytes, &NoFiles)?.character);
    let mut actor = Actor::without_clips(character.clone());
    actor.face_mut().ok_or("no face")?.set_gaze(Gaze::Target(Vec3::new(0.5, 1.5, 1.0)));
    for step in 0..=4 {
        let weight = step as f32 / 4.0;
        actor.face_mut().ok_or("no face")?.set_expression(&expression, weight)?;
        actor.update(1.0 / 30.0);
        println!("{expression} {weight:.2}");
        for (id, instance) in character.mesh_instance_ids().zip(character.mesh_instances()) {
            let names = &character.meshes()[instance.mesh].morph_names;
            let weights = actor.frame().morph_weights(id);
            for (name, weight) in names.iter().zip(weights).filter(|(_, w)| **w > 0.0) {
                println!("  {name} {weight:.2}");
            }
        }
    }
    Ok(())
}
