//! Sounds: real files, files of all depths made here, damaged files, resampling.

mod assets;
mod containers;
mod damaged;
mod made;
mod resampled;
mod wav;

use sinew_speech::sound::{Sound, SoundNote};
use std::path::Path;

fn open(path: &Path) -> Sound {
    let bytes = std::fs::read(path).unwrap();
    Sound::from_bytes(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn wav_and_flac_are_equal_sample_by_sample() {
    let Some(folder) = assets::speech() else { return };
    for clip in ["LJ001-0001", "LJ001-0002", "LJ001-0004"] {
        let file = |kind: &str| open(&folder.join(format!("ljspeech/{clip}.{kind}")));
        let (wav, flac) = (file("wav"), file("flac"));
        assert_eq!(wav.rate(), 22_050);
        assert_eq!(wav, flac, "{clip}");
        assert!(wav.channels()[0].iter().any(|x| x.abs() > 0.1));
    }
}

#[test]
fn mp3_lies_at_the_place_of_its_wav() {
    let Some(folder) = assets::speech() else { return };
    for clip in ["LJ001-0001", "LJ001-0002"] {
        let file = |kind: &str| open(&folder.join(format!("ljspeech/{clip}.{kind}")));
        let (wav, mp3) = (file("wav"), file("mp3"));
        let (wav, mp3) = (&wav.channels()[0], &mp3.channels()[0]);
        // Encoders that state their delay leave no more than padding; the best position of the one in the
        // other is 0.
        let likeness = |shift: usize| -> f32 { wav.iter().zip(&mp3[shift..]).map(|(a, b)| a * b).sum() };
        let best = (0..3000).max_by(|a, b| likeness(*a).total_cmp(&likeness(*b))).unwrap();
        assert!(best <= 1, "{clip}: {best}");
        assert!(mp3.len().abs_diff(wav.len()) < 2400, "{} {}", mp3.len(), wav.len());
    }
}

#[test]
fn all_real_files_are_read() {
    let Some(folder) = assets::speech() else { return };
    let mut count = 0;
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|e| ["wav", "flac", "ogg", "mp3"].iter().any(|kind| e == *kind))
            {
                let sound = open(&path);
                assert!(sound.duration() > 0.05 && sound.duration() < 60.0, "{}", path.display());
                count += 1;
            }
        }
    }
    assert!(count > 70, "{count}");
}

#[test]
fn wave_formats_of_the_test_set() {
    let Some(folder) = assets::speech() else { return };
    for (name, channels) in [("extension32f", 2), ("mono8ALaw", 1), ("stereo24", 2)] {
        let sound = open(&folder.join(format!("wav_formats/{name}.wav")));
        assert_eq!((sound.rate(), sound.channels().len()), (8000, channels), "{name}");
        let peak = sound.channels()[0].iter().fold(0.0_f32, |most, x| most.max(x.abs()));
        assert!(peak > 0.01 && peak <= 1.0, "{name}: {peak}");
    }
}

/// Real files of every format are whole; without their ends they say that they are cut off, and until when
/// they have sound.
#[test]
fn files_that_are_cut_off_say_so() {
    let Some(folder) = assets::speech() else { return };
    for name in [
        "ljspeech/LJ001-0002.wav",
        "ljspeech/LJ001-0002.flac",
        "ljspeech/LJ001-0002.mp3",
        "librispeech/198-209-0000.ogg",
        "mfa/61-70968-0000.flac",
        "mfa/common_voice_en_22058264.mp3",
        "mfa/common_voice_en_22058266.mp3",
    ] {
        let bytes = std::fs::read(folder.join(name)).unwrap();
        let whole = Sound::from_bytes(&bytes).unwrap();
        assert_eq!(whole.notes(), [], "{name}");
        for share in [0.4, 0.7, 0.9] {
            let cut = Sound::from_bytes(&bytes[..(bytes.len() as f64 * share) as usize]).unwrap();
            let [SoundNote::CutOff { seconds, expected }] = cut.notes() else {
                panic!("{name} {share}: {:?}", cut.notes())
            };
            assert!((seconds - cut.duration()).abs() < 1e-6, "{name}: {seconds}");
            let stated = expected.is_none_or(|all| (all - whole.duration()).abs() < 0.2);
            assert!(stated, "{name}: {expected:?} of {}", whole.duration());
        }
    }
}

/// Files of a speech service: the same sound with a placeholder in place of the lengths.
#[test]
fn streams_of_wav_files_are_whole() {
    let Some(folder) = assets::speech() else { return };
    let folder = folder.join("../reports/wav-stream-header");
    if folder.exists() {
        assert_eq!(open(&folder.join("both_7fffffff.wav")), open(&folder.join("right.wav")));
    }
}

#[test]
fn other_data_is_named() {
    for bytes in [&b""[..], b"RIFF", b"hello, this is a text and no sound at all", &[0; 4096]] {
        let error = Sound::from_bytes(bytes).unwrap_err().to_string();
        assert!(error.contains("format") || error.contains("sound"), "{error}");
    }
}
