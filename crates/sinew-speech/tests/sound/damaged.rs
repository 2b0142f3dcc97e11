//! Truncated and mutated files give a sound or an error, in bounded time and memory.

use super::assets;
use super::wav::{DEPTHS, wav};
use sinew_speech::sound::Sound;
use std::time::{Duration, Instant};
use test_needs::cases;

/// Longest time of one damaged file of at most 20 kB. Debug builds on busy machines are slow.
const MAX_TIME: Duration = Duration::from_secs(5);
/// Bytes kept of a real file, so that thousands of copies are fast.
const MAX_BYTES: usize = 12_000;
/// Copies of each file.
const COPIES: usize = 400;

struct Random(fastrand::Rng);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0.usize(..limit.max(1))
    }
}

fn damage(bytes: &[u8], copy: usize, random: &mut Random) -> Vec<u8> {
    let mut damaged = bytes.to_vec();
    match copy % 4 {
        0 => damaged.truncate(random.below(bytes.len())),
        1 => {
            // Headers are where damage hurts.
            let at = random.below(bytes.len().min(128));
            damaged[at] = random.below(256) as u8;
        }
        2 => {
            for _ in 0..1 + random.below(16) {
                let at = random.below(bytes.len());
                damaged[at] = [0, 0xFF, 0x7F, 0x80, random.below(256) as u8][random.below(5)];
            }
        }
        _ => {
            let (from, to) = (random.below(bytes.len()), random.below(bytes.len()));
            let length = random.below(64).min(bytes.len() - from.max(to));
            damaged.copy_within(from..from + length, to);
        }
    }
    damaged
}

fn try_copies(name: &str, bytes: &[u8], copies: usize) -> usize {
    let mut errors = 0;
    for mut random in cases(copies).of(name).with(Random) {
        let copy = random.seed();
        let damaged = damage(bytes, copy, &mut random);
        let start = Instant::now();
        match Sound::from_bytes(&damaged) {
            Ok(sound) => {
                let samples: usize = sound.channels().iter().map(Vec::len).sum();
                assert!(samples <= 28_800_000 + 1000 * damaged.len(), "{name}, copy {copy}");
            }
            Err(error) => {
                errors += 1;
                assert!(!error.to_string().is_empty());
            }
        }
        assert!(start.elapsed() < MAX_TIME, "{name}, copy {copy}: {:?}", start.elapsed());
    }
    errors
}

#[test]
fn damaged_copies_of_real_files() {
    let Some(folder) = assets::speech() else { return };
    let names = [
        "ljspeech/LJ001-0002.wav",
        "ljspeech/LJ001-0002.flac",
        "ljspeech/LJ001-0002.mp3",
        "librispeech/198-209-0000.ogg",
        "wav_formats/extension32f.wav",
        "wav_formats/mono8ALaw.wav",
        "wav_formats/stereo24.wav",
    ];
    let mut errors = 0;
    for name in names {
        let mut bytes = std::fs::read(folder.join(name)).unwrap();
        bytes.truncate(MAX_BYTES);
        errors += try_copies(name, &bytes, COPIES);
    }
    assert!(errors > 50 && errors < names.len() * COPIES, "{errors}");
}

#[test]
fn damaged_copies_of_made_files() {
    let value = |c: usize, n: usize| ((c + n) as f64 * 0.1).sin();
    for depth in DEPTHS {
        let bytes = wav(depth, 2, 16_000, 60, true, value);
        try_copies(&format!("{depth:?}"), &bytes, COPIES);
    }
}

#[test]
fn every_truncation_of_a_small_file() {
    let bytes = wav(DEPTHS[1], 2, 16_000, 40, false, |_, n| n as f64 * 0.01);
    for length in 0..bytes.len() {
        let _ = Sound::from_bytes(&bytes[..length]);
    }
}
