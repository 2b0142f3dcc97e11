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

    const STEP: f32 = 1.0 / 60.0;
    actor.face_mut().ok_or("no face")?.speak(line.viseme_track().clone());
    for frame in 0.. {
        actor.update(STEP);
        // Over once it is at its end.
        let Some(speech) = actor.face().and_then(|face| face.speech()) else { break };
        if frame % 6 == 0 {
            let mouth = line.at(speech.time());
            let bar = "#".repeat((mouth.openness * 40.0) as usize);
            println!("{:5.2} s  {:3}  {bar}", speech.time(), mouth.dominant().name());
        }
    }
    Ok(())
}
