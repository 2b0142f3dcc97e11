//! Prints the viseme timeline of a sound as the JSON of `sinew speak`:
//!
//! ```text
//! cargo run -p sinew-speech --example speak -- sound.wav [amplitude|textbook|live0|live30|live60|offline]
//! cargo run -p sinew-speech --example speak -- sound.wav template profile.json
//! cargo run -p sinew-speech --example speak -- sound.wav calibrate phones.TextGrid
//! cargo run -p sinew-speech --example speak -- sound.wav phones phones.TextGrid
//! cargo run -p sinew-speech --example speak -- sound.wav text words.txt
//! ```

use sinew_speech::align::align;
use sinew_speech::coarticulation::timeline_of;
use sinew_speech::format::{SpeakInput, read_track, speak_json};
use sinew_speech::pronunciation::Dictionary;
use sinew_speech::provider::{LookAhead, Mode, VoiceProfile, analyze};
use sinew_speech::sound::Sound;
use sinew_speech::timeline::FAST_CUE_SECONDS;
use sinew_speech::transcript::Transcript;
use std::error::Error;
use std::sync::Arc;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(file) = arguments.first() else { return Err("expected a sound file".into()) };
    let sound = Sound::from_bytes(&std::fs::read(file)?)?;
    let mode = arguments.get(1).map_or("amplitude", String::as_str);
    let second = || -> Result<Vec<u8>, Box<dyn Error>> {
        let path = arguments.get(2).ok_or("this mode needs a second file")?;
        Ok(std::fs::read(path)?)
    };
    let mut confidence = None;
    let timeline = match mode {
        "amplitude" => analyze(&sound, &Mode::Amplitude)?,
        "textbook" => analyze(&sound, &Mode::TextbookAmplitude)?,
        "live0" => analyze(&sound, &Mode::Live(LookAhead::Ms0))?,
        "live30" => analyze(&sound, &Mode::Live(LookAhead::Ms30))?,
        "live60" => analyze(&sound, &Mode::Live(LookAhead::Ms60))?,
        "offline" => analyze(&sound, &Mode::Offline)?,
        "template" => {
            let profile = VoiceProfile::from_json(&String::from_utf8(second()?)?)?;
            analyze(&sound, &Mode::Template(Arc::new(profile)))?
        }
        "calibrate" => {
            print!("{}", VoiceProfile::calibrate(&sound, &read_track(&second()?)?)?.to_json());
            return Ok(());
        }
        "phones" => {
            let track = read_track(&second()?)?;
            timeline_of(track, sound.duration())
        }
        "text" => {
            let transcript = Transcript::new(&String::from_utf8(second()?)?);
            let aligned = align(&sound, &transcript, &Dictionary::english())?;
            eprintln!("fit {:.2}", aligned.score);
            confidence = Some(aligned.confidence);
            aligned.timeline()
        }
        other => return Err(format!("there is no mode {other:?}").into()),
    };
    let cues = timeline.cues(FAST_CUE_SECONDS);
    print!(
        "{}",
        speak_json(&SpeakInput { file, mode, timeline: &timeline, cues: &cues, fits: None, confidence })
    );
    Ok(())
}
