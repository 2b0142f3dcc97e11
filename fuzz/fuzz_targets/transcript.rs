//! Transcripts and dictionaries: arbitrary text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sinew_speech::align::align;
use sinew_speech::pronunciation::Dictionary;
use sinew_speech::sound::Sound;
use sinew_speech::transcript::Transcript;

fuzz_target!(|text: &str| {
    let transcript = Transcript::new(text);
    for word in transcript.words() {
        assert!(text[word.at..].starts_with(&word.text) && !word.readings.is_empty(), "{word:?}");
    }
    let mut dictionary = Dictionary::english();
    let _ = dictionary.add_text(text);
    if let Ok(silence) = Sound::mono(vec![0.0; 8000], 16_000) {
        let _ = align(&silence, &transcript, &dictionary);
    }
});
