//! Lip sync of a whole sound: it becomes visemes, which move the mouth of the built-in character.
//!
//! `cargo run --example talk -- [FILE.wav]` prints the mouth every tenth of a second.

use sinew::Actor;
use sinew::face::{FaceRig, VisemeMap};
use sinew_speech::provider::{Mode, analyze};
use sinew_speech::sound::Sound;
use std::error::Error;
use std::sync::Arc;

fn main() -> Result<(), Box<dyn Error>> {
    let built_in = concat!(env!("CARGO_MANIFEST_DIR"), "/data/speech/line.flac");
    let file = std::env::args().nth(1).unwrap_or_else(|| built_in.into());
    let bytes = std::fs::read(&file).map_err(|error| format!("{file}: {error}"))?;
    let line = analyze(&Sound::from_bytes(&bytes)?, &Mode::Offline)?;

    let imported = sinew_import::import_file(concat!(env!("CARGO_MANIFEST_DIR"), "/data/sinew.vrm"))?;
    let mut actor = Actor::without_clips(Arc::new(imported.character));
    let map = VisemeMap::detect(actor.character()).ok_or("no mouth")?;
    println!("{:.2} s on {}", line.duration(), map.kind());
    let face = FaceRig::new(actor.character()).with_viseme_map(Some(Arc::new(map)))?;
    actor.set_face(Some(Arc::new(face)))?;

    const STEP: f64 = 1.0 / 60.0;
    for frame in 0..=(line.duration() / STEP) as usize {
        let mouth = line.at(frame as f64 * STEP);
        actor.face_mut().ok_or("no face")?.set_visemes(mouth.weights);
        actor.update(STEP as f32);
        if frame % 6 == 0 {
            let bar = "#".repeat((mouth.openness * 40.0) as usize);
            println!("{:5.2} s  {:3}  {bar}", frame as f64 * STEP, mouth.dominant().name());
        }
    }
    Ok(())
}
