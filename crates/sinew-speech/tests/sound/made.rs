//! Every depth, number of channels and rate.

use super::wav::{DEPTHS, Depth, wav};
use sinew_speech::sound::{Sound, SoundError};

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
