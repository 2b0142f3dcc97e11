//! Visemes of the session beside those of the native crate.

use super::session::Session;
use serde_json::Value;
use sinew_speech::align::align;
use sinew_speech::pronunciation::Dictionary;
use sinew_speech::provider::{LiveProvider, LookAhead, Mode, VisemeProvider, analyze};
use sinew_speech::sound::{Sound, StreamResampler};
use sinew_speech::timeline::VisemeFrame;
use sinew_speech::transcript::Transcript;

/// Largest difference of a weight.
const TOLERANCE: f64 = 1e-5;

/// A spoken sound with its text.
pub(crate) struct Spoken {
    pub(crate) samples: Vec<f32>,
    pub(crate) rate: u32,
    pub(crate) text: String,
}

/// Two seconds of the spoken line, at the rate of the networks.
pub(crate) fn sound() -> Spoken {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/data/speech");
    let whole = Sound::from_bytes(&std::fs::read(format!("{folder}/line.flac")).unwrap()).unwrap();
    let samples = whole.to_mono(16_000).unwrap();
    let text = std::fs::read_to_string(format!("{folder}/line.txt")).unwrap();
    Spoken { samples, rate: 16_000, text }
}

pub(crate) fn check(session: &Session) {
    let Spoken { samples, rate, text } = sound();
    let whole = Sound::mono(samples.clone(), rate).unwrap();

    let live = live(&samples, rate);
    let heard = &session.results["live"];
    // The sound of the context ends before the last frames are complete.
    same("live", &heard["frames"], &live, 10);
    assert!((heard["latency"].as_f64().unwrap() - 0.0725).abs() < 1e-6, "{}", heard["latency"]);
    assert!(heard["delayed"].as_f64().unwrap() < 1e-6, "the node passes the sound on: {}", heard["delayed"]);
    same("engine", &session.results["engine"], &live, 0);
    same("engine48", &session.results["engine48"], &self::live(&samples, 48_000), 2);

    let frames = analyze(&whole, &Mode::Offline).unwrap().frames().to_vec();
    same("whole", &session.results["whole"], &frames, 0);

    let aligned = align(&whole, &Transcript::new(&text), &Dictionary::english()).unwrap();
    let found = &session.results["text"];
    same("text", &found["frames"], aligned.timeline().frames(), 0);
    let words: Vec<&str> = aligned.track.words().iter().map(|word| word.word.as_str()).collect();
    let labels: Vec<&str> =
        found["words"].as_array().unwrap().iter().filter_map(|word| word["label"].as_str()).collect();
    assert_eq!(labels, words);

    let times = &session.results["spoken times"];
    assert!(times["closed"].as_f64().unwrap() > 0.5 && times["open"].as_f64().unwrap() > 0.5, "{times}");
    assert_eq!(times["words"].to_string(), r#"["M","AE","P"]"#);
    assert!(times["wrong"].as_str().unwrap().contains("phone 0"), "{times}");
}

/// Frames of live sound, as the engine makes them.
fn live(samples: &[f32], rate: u32) -> Vec<VisemeFrame> {
    let mut resampler = StreamResampler::new(rate, 16_000).unwrap();
    let (mut provider, mut frames) = (LiveProvider::new(LookAhead::Ms60), Vec::new());
    let tail = vec![0.0; (resampler.latency() * rate as f32).ceil() as usize];
    for samples in [samples, &tail] {
        resampler.push(samples, |samples| provider.push(samples, &mut |frame| frames.push(*frame)));
    }
    provider.finish(&mut |frame| frames.push(*frame));
    frames
}

/// Compares frames, of which up to `missing` may be missing at the end.
fn same(name: &str, web: &Value, native: &[VisemeFrame], missing: usize) {
    let web: Vec<f64> =
        web.as_array().unwrap_or_else(|| panic!("{name}: {web}")).iter().filter_map(Value::as_f64).collect();
    let frames = web.as_chunks::<16>().0;
    assert!(
        frames.len() <= native.len() && frames.len() + missing >= native.len(),
        "{name}: {} frames of {}",
        frames.len(),
        native.len()
    );
    let mut worst = 0.0f64;
    for (web, native) in frames.iter().zip(native) {
        let numbers = native.weights.iter().chain([&native.openness]);
        worst = web
            .iter()
            .zip(numbers)
            .map(|(web, native)| (web - f64::from(*native)).abs())
            .fold(worst, f64::max);
    }
    println!("{name}: largest difference {worst:.1e}");
    assert!(worst <= TOLERANCE, "{name}: {worst}");
}
