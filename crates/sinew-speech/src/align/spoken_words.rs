//! Phones of words whose times are known, as speech synthesizers tell them.
//!
//! The phones of a word share its time by their inherent durations (Dennis Klatt, *Review of the ARPAbet-based rules
//! of segment duration*, 1979), which stretch and shrink together.

use crate::phone::{Manner, SpeechSound};
use crate::pronunciation::{Dictionary, Phoneme};
use crate::timeline::{PhoneSpan, PhoneTrack, PhoneTrackError, WordSpan};
use crate::transcript::Transcript;

/// Track of words with their times, whose phones the dictionary knows. Words without a letter or a number are
/// silent.
///
/// # Errors
/// Times that are not finite or negative, words out of order, overlaps of more than 2 ms.
pub fn phones_of_words(words: Vec<WordSpan>, dictionary: &Dictionary) -> Result<PhoneTrack, PhoneTrackError> {
    // Checked before times are divided.
    let words = PhoneTrack::new(Vec::new(), words)?.words().to_vec();
    let mut phones = Vec::new();
    for word in &words {
        let phonemes = phonemes(&word.word, dictionary);
        let whole: f32 = phonemes.iter().map(|phoneme| inherent_duration(phoneme.sound())).sum();
        let (mut done, duration) = (0.0, word.end - word.start);
        for phoneme in phonemes {
            let start = word.start + duration * f64::from(done / whole);
            done += inherent_duration(phoneme.sound());
            let end = word.start + duration * f64::from(done / whole);
            let mut span = PhoneSpan::of_sound(start, end.min(word.end), phoneme.sound());
            span.label = phoneme.label().into();
            phones.push(span);
        }
    }
    PhoneTrack::new(phones, words)
}

/// Phonemes of a word as a text writes it: numbers and abbreviations are read out, as in a transcript.
fn phonemes(word: &str, dictionary: &Dictionary) -> Vec<Phoneme> {
    let transcript = Transcript::new(word);
    let readings = transcript.words().iter().filter_map(|word| word.readings.first());
    let spoken = readings.flatten().flat_map(|spoken| dictionary.pronunciations(spoken).into_iter().next());
    spoken.flatten().collect()
}

/// Inherent duration of a sound in seconds.
fn inherent_duration(sound: SpeechSound) -> f32 {
    match sound.phone.manner() {
        Manner::Silence => 0.0,
        Manner::Vowel if sound.glide.is_some() => 0.18,
        Manner::Vowel => 0.13,
        Manner::Plosive => 0.08,
        Manner::Affricate => 0.10,
        Manner::Nasal => 0.07,
        Manner::Sibilant | Manner::Fricative => 0.10,
        _ => 0.08,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(track: &PhoneTrack) -> Vec<&str> {
        track.phones().iter().map(|phone| phone.label.as_str()).collect()
    }

    #[test]
    fn phones_share_the_time_of_their_word() {
        let words = vec![
            WordSpan::new(0.1, 0.5, "map"),
            WordSpan::new(0.6, 1.2, "time,"),
            WordSpan::new(1.2, 1.3, "…"),
        ];
        let track = phones_of_words(words, &Dictionary::english()).unwrap();
        assert_eq!(labels(&track), ["M", "AE", "P", "T", "AY", "M"]);
        let phones = track.phones();
        assert!((phones[0].start - 0.1).abs() < 1e-6 && (phones[2].end - 0.5).abs() < 1e-6);
        let [m, a, p] = [0, 1, 2].map(|n| phones[n].end - phones[n].start);
        assert!(a > m && a > p, "vowels last longest: {m} {a} {p}");
        assert!((phones[3].start - 0.6).abs() < 1e-6 && (phones[5].end - 1.2).abs() < 1e-6);
        assert_eq!(track.words().len(), 3);
    }

    #[test]
    fn numbers_are_read_out() {
        let track = phones_of_words(vec![WordSpan::new(0.0, 1.0, "42")], &Dictionary::english()).unwrap();
        assert_eq!(labels(&track), ["F", "AO", "R", "T", "IY", "T", "UW"]);
    }

    #[test]
    fn wrong_times_are_errors() {
        for (start, end) in [(-1.0, 1.0), (f64::NAN, 1.0), (1.0, 0.5)] {
            let words = vec![WordSpan::new(start, end, "map")];
            assert!(phones_of_words(words, &Dictionary::english()).is_err(), "{start} {end}");
        }
    }
}
