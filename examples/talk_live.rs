//! Lip sync of live sound: a file stands in for the microphone and arrives in pieces of 10 ms, as a sound
//! card hands them out.
//!
//! `cargo run --example talk_live -- [FILE.wav]` prints the mouth as the sound goes by.

use sinew::Actor;
use sinew::face::{FaceRig, VisemeMap};
use sinew_speech::provider::{LiveProvider, LookAhead, VisemeProvider};
use sinew_speech::sound::{Sound, StreamResampler};
use sinew_speech::timeline::VisemeFrame;
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let built_in = concat!(env!("CARGO_MANIFEST_DIR"), "/data/speech/line.flac");
    let file = std::env::args().nth(1).unwrap_or_else(|| built_in.into());
    let sound = Sound::from_bytes(&std::fs::read(&file).map_err(|error| format!("{file}: {error}"))?)?;

    let imported = sinew_import::import_file(concat!(env!("CARGO_MANIFEST_DIR"), "/data/sinew.vrm"))?;
    let mut actor = Actor::without_clips(Arc::new(imported.character));
    let map = VisemeMap::detect(actor.character()).ok_or("no mouth")?;
    let face = FaceRig::new(actor.character()).with_viseme_map(Some(Arc::new(map)))?;
    actor.set_face(Some(Arc::new(face)))?;

    let mut resampler = StreamResampler::new(sound.rate(), 16_000)?;
    let mut provider = LiveProvider::new(LookAhead::Ms60);
    println!("The mouth is {:.0} ms late", 1000.0 * (resampler.latency() + provider.latency()));
    let mut mouth = VisemeFrame::REST;
    for (n, piece) in sound.channels()[0].chunks(sound.rate() as usize / 100).enumerate() {
        std::thread::sleep(Duration::from_millis(10));
        resampler.push(piece, |samples| provider.push(samples, &mut |frame| mouth = *frame));
        actor.face_mut().ok_or("no face")?.set_visemes(mouth.weights);
        actor.update(0.01);
        if n % 10 == 0 {
            let bar = "#".repeat((mouth.openness * 40.0) as usize);
            println!("{:5.2} s  {:3}  {bar}", n as f64 / 100.0, mouth.dominant().name());
        }
    }
    Ok(())
}
