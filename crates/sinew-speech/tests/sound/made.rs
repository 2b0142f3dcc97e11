//! Every depth, number of channels and rate.

use super::wav::{DEPTHS, Depth, wav};
use sinew_speech::sound::{Sound, SoundError, SoundNote};

fn value(channel: usize, n: usize) -> f64 {
    0.9 * (n as f64 * 0.05 * (channel + 1) as f64).sin()
}

#[test]
fn every_depth_with_one_to_eight_channels() {
    for depth in DEPTHS {
        for channels in 1..=8 {
            for is_extensible in [false, true] {
                // An odd number of samples, so that chunks of odd length occur.
                let bytes = wav(depth, channels, 16_000, 777, is_extensible, value);
                let what = format!("{depth:?}, {channels} channels, extensible: {is_extensible}");
                let sound = Sound::from_bytes(&bytes).unwrap_or_else(|error| panic!("{what}: {error}"));
                assert_eq!(
                    (sound.channels().len(), sound.channels()[0].len()),
                    (usize::from(channels), 777),
                    "{what}"
                );
                for (c, samples) in sound.channels().iter().enumerate() {
                    for (n, sample) in samples.iter().enumerate() {
                        let difference = (f64::from(*sample) - value(c, n)).abs() as f32;
                        assert!(
                            difference <= depth.tolerance() * 1.6,
                            "{what}: channel {c}, sample {n}: {sample}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn rates_from_8_to_192_khz_and_no_others() {
    for rate in [8000, 11_025, 16_000, 22_050, 44_100, 48_000, 96_000, 192_000] {
        let sound = Sound::from_bytes(&wav(Depth::Int16, 1, rate, 500, false, value)).unwrap();
        assert_eq!(sound.rate(), rate);
    }
    for rate in [1, 7999, 192_001, 4_000_000] {
        let error = Sound::from_bytes(&wav(Depth::Int16, 1, rate, 500, false, value)).unwrap_err();
        assert_eq!(error, SoundError::Rate { rate });
    }
}

#[test]
fn samples_that_are_no_numbers_are_named() {
    let holes = |_: usize, n: usize| if n == 33 { f64::NAN } else { 0.0 };
    let error = Sound::from_bytes(&wav(Depth::Float32, 2, 16_000, 100, false, holes)).unwrap_err();
    assert_eq!(error, SoundError::NotFinite { channel: 0, sample: 33 });
}

#[test]
fn empty_and_uneven_sounds_are_refused() {
    assert_eq!(Sound::from_bytes(&wav(Depth::Int16, 1, 16_000, 0, false, value)), Err(SoundError::Empty));
    assert_eq!(Sound::new(vec![], 16_000), Err(SoundError::Channels { count: 0 }));
    let uneven = Sound::new(vec![vec![0.0; 3], vec![0.0; 2]], 16_000);
    assert_eq!(uneven, Err(SoundError::Length { channel: 1, found: 2, expected: 3 }));
}

#[test]
fn the_end_may_be_missing() {
    let whole = wav(Depth::Int16, 1, 16_000, 1000, false, value);
    let sound = Sound::from_bytes(&whole[..whole.len() - 1001]).unwrap();
    assert!((400..=500).contains(&sound.channels()[0].len()), "{}", sound.channels()[0].len());
}

#[test]
fn the_mix_is_the_mean() {
    let sound = Sound::new(vec![vec![1.0; 100], vec![0.0; 100], vec![-0.4; 100]], 16_000).unwrap();
    assert!(sound.to_mono(16_000).unwrap().iter().all(|x| (x - 0.2).abs() < 1e-6));
}

/// The file with another chunk in place of its list.
fn with_chunk(file: &[u8], chunk: &[u8]) -> Vec<u8> {
    let list = file.windows(4).position(|name| name == b"LIST").unwrap();
    let data = file.windows(4).position(|name| name == b"data").unwrap();
    [&file[..list], chunk, &file[data..]].concat()
}

/// Chunks that hold no sound do not matter, however they are damaged; a note says which was skipped.
#[test]
fn chunks_without_sound_are_skipped() {
    let whole = wav(Depth::Int16, 2, 16_000, 1000, false, value);
    let sound = Sound::from_bytes(&whole).unwrap();
    assert_eq!(sound.notes(), []);
    let harmless: [&[u8]; 4] = [
        b"",
        b"bext\x03\0\0\0abc\0",
        // An odd chunk without the byte that makes it even.
        b"odd \x03\0\0\0abc",
        b"LIST\x0e\0\0\0INFOISFT\x01\0\0\0a\0",
    ];
    for chunk in harmless {
        assert_eq!(Sound::from_bytes(&with_chunk(&whole, chunk)).unwrap(), sound, "{chunk:?}");
    }
    let damaged: [&[u8]; 8] = [
        b"LIST\0\0\0\0",
        b"LIST\x04\0\0\0INFO",
        b"LIST\x02\0\0\0IN",
        b"LIST\x0e\0\0\0INFOISFT\xff\0\0\0a\0",
        b"LIST\x0c\0\0\0INFO\0\0\0\0\0\0\0\0",
        b"LIST\x07\0\0\0INFOISF\0",
        // Lengths beyond the next chunk, and beyond the file.
        b"LIST\x30\0\0\0INFOISFT\x04\0\0\0made",
        b"LIST\xff\xff\xff\x7fINFOISFT\x04\0\0\0made",
    ];
    for chunk in damaged {
        let read_back = Sound::from_bytes(&with_chunk(&whole, chunk)).unwrap();
        assert_eq!((read_back.channels(), read_back.rate()), (sound.channels(), sound.rate()), "{chunk:?}");
        let at = whole.windows(4).position(|name| name == b"LIST").unwrap();
        assert_eq!(read_back.notes(), [SoundNote::Chunk { name: "LIST".into(), offset: at }], "{chunk:?}");
    }
}

/// Files whose sizes are placeholders end where the data end; others that lack data are cut off, and say so.
#[test]
fn lengths_may_be_placeholders() {
    let whole = wav(Depth::Int16, 1, 16_000, 1600, false, value);
    let sound = Sound::from_bytes(&whole).unwrap();
    let data = whole.windows(4).position(|name| name == b"data").unwrap() + 4;
    let with_sizes = |riff: u32, length: u32| {
        let mut file = whole.clone();
        file[4..8].copy_from_slice(&riff.to_le_bytes());
        file[data..data + 4].copy_from_slice(&length.to_le_bytes());
        file
    };
    let right = (whole.len() as u32 - 8, whole.len() as u32 - data as u32 - 4);
    let placeholders = [
        u32::MAX,
        u32::MAX - 36,
        0x7fff_ffff,
        0x7fff_f000,
        0x7fff_ffff - 36,
        0x8000_0000,
        0x7f00_0000,
        0x4000_0000,
        2_000_000_000,
        0,
    ];
    for riff in placeholders.into_iter().chain([right.0]) {
        for length in placeholders.into_iter().chain([right.1]) {
            assert_eq!(Sound::from_bytes(&with_sizes(riff, length)).unwrap(), sound, "{riff:x} {length:x}");
        }
    }
    let half = &whole[..whole.len() - 1601];
    let cut = Sound::from_bytes(half).unwrap();
    assert_eq!(cut.channels()[0], sound.channels()[0][..799]);
    assert_eq!(cut.notes(), [SoundNote::CutOff { seconds: 799.0 / 16_000.0, expected: Some(0.1) }]);
    assert_eq!(cut.notes()[0].to_string(), "the file is cut off: it has 0.050 of 0.100 s of sound");
}
