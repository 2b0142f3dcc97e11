//! Weights files that are damaged or made to do harm.

use crate::network::{SpeechNetworks, WeightsError};
use crate::provider::{LiveProvider, LookAhead, VisemeProvider};
use std::sync::Arc;
use test_needs::cases;

const FILE: &[u8] = include_bytes!("../../../data/speech.bin");

/// Bytes with the checksum that belongs to them.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - 4;
    let checksum = crc32fast::hash(&bytes[..end]);
    bytes[end..].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

/// Offset of the first byte after a name, where the kind stands.
fn after_name(name: &str) -> usize {
    let name: Vec<u8> = std::iter::once(name.len() as u8).chain(name.bytes()).collect();
    FILE.windows(name.len()).position(|window| window == name).unwrap() + name.len()
}

fn error(bytes: Vec<u8>) -> WeightsError {
    SpeechNetworks::from_bytes(&sealed(bytes)).expect_err("a file that is wrong")
}

#[test]
fn damaged_bytes_are_refused() {
    let error = |bytes: &[u8]| SpeechNetworks::from_bytes(bytes).unwrap_err();
    assert!(SpeechNetworks::from_bytes(FILE).is_ok());
    assert_eq!(error(b""), WeightsError::Signature);
    assert_eq!(error(b"RIFF1234"), WeightsError::Signature);
    for length in [8, 9, 11, 12, 15, 16, 19, 20, 1000, FILE.len() / 2, FILE.len() - 1] {
        error(&FILE[..length]);
    }
    for at in [13, 20, 5000, FILE.len() - 5, FILE.len() - 1] {
        let mut bytes = FILE.to_vec();
        bytes[at] ^= 0x40;
        assert!(matches!(error(&bytes), WeightsError::Checksum { .. }), "{at}");
    }
}

#[test]
fn errors_tell_the_location() {
    let changed = |at: usize, new: &[u8]| {
        let mut bytes = FILE.to_vec();
        bytes[at..at + new.len()].copy_from_slice(new);
        error(bytes).to_string()
    };
    let missing = changed(after_name("prior") - 1, b"q");
    assert_eq!(missing, "tensor \"prior\" is missing");
    assert!(changed(8, &[9]).starts_with("byte 8: version 9"));
    assert!(changed(12, &[255, 255, 0, 0]).contains("256 tensors"));
    assert!(changed(after_name("prior"), &[7]).contains("unknown kind"));
    assert!(changed(after_name("prior"), &[0, 9]).contains("dimensions"));
    assert!(changed(after_name("live.conv1.weight") + 2, &[255; 8]).contains("byte"));
    let value = changed(after_name("live.conv1.bias") + 6, &f32::NAN.to_le_bytes());
    assert!(value.contains("\"live.conv1.bias\", number 0: NaN"), "{value}");
    let setting = changed(after_name("norm.settings") + 6 + 7 * 4, &1e4_f32.to_le_bytes());
    assert!(setting.contains("\"norm.settings\", number 7"), "{setting}");
    let frames = changed(after_name("decode.min_frames") + 6, &1.0_f32.to_le_bytes());
    assert!(frames.contains("expected 2 to 64"), "{frames}");
    let state = changed(after_name("states") + 6, b"SIL:zzz");
    assert!(state.contains("state 0: \"SIL:zzz\""), "{state}");
    let mut longer = FILE.to_vec();
    longer.extend([0; 3]);
    assert!(matches!(error(longer), WeightsError::Excess { count: 3, .. }));
    for at in [17, 100, 1000, 40_000, FILE.len() - 5] {
        let cut = FILE[..at].iter().copied().chain([0; 4]).collect();
        assert!(matches!(error(cut), WeightsError::Truncated { .. }), "{at}");
    }
}

#[test]
fn mutated_files_give_errors_or_networks_that_run() {
    let noise: Vec<f32> = (0..3200).map(|n| ((n * 7919 % 2003) as f32 / 1001.5 - 1.0) * 0.3).collect();
    let mut read = 0;
    for mut random in cases(400) {
        let round = random.seed();
        let mut next = move |below: usize| random.usize(..below);
        let mut bytes = FILE.to_vec();
        // Headers are few among the bytes of weights: half of the changes fall on the tensors at the start.
        let length = if round % 2 == 0 { 1500 } else { bytes.len() };
        for _ in 0..=next(3) {
            let at = next(length);
            bytes[at] = [0, 1, 0x7f, 0x80, 0xff, bytes[at] ^ (1 << next(8))][next(6)];
        }
        if let Ok(networks) = SpeechNetworks::from_bytes(&sealed(bytes)) {
            read += 1;
            if read % 8 == 0 {
                let mut provider = LiveProvider::with_networks(Arc::new(networks), LookAhead::Ms0);
                provider.push(&noise, &mut |frame| {
                    let sum: f32 = frame.weights.iter().sum();
                    assert!((sum - 1.0).abs() < 1e-3 && frame.openness.is_finite(), "{frame:?}");
                });
            }
        }
    }
    assert!(read > 50, "{read}");
}
