//! Sound files: arbitrary bytes after a header, selected by the first byte.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sinew_speech::provider::{Mode, analyze};
use sinew_speech::sound::Sound;

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, rest)) = bytes.split_first() else { return };
    let headers: [&[u8]; 5] = [b"RIFF\xFF\xFF\xFF\x7FWAVEfmt ", b"fLaC", b"OggS\0\x02", b"\xFF\xFB", b""];
    let header = headers[usize::from(*choice) % headers.len()];
    if let Ok(sound) = Sound::from_bytes(&[header, rest].concat()) {
        if sound.duration() < 10.0 {
            analyze(&sound, &Mode::Amplitude).unwrap();
        }
    }
});
