//! DirectX .x files: arbitrary bytes after a header, selected by the first byte.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sinew_import::{NoFiles, import};

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, rest)) = bytes.split_first() else { return };
    let headers = [
        b"xof 0303txt 0032",
        b"xof 0303bin 0032",
        b"xof 0303bin 0064",
        b"xof 0303tzip0032",
        b"xof 0303bzip0032",
    ];
    let header = headers[usize::from(*choice) % headers.len()];
    if let Ok(imported) = import(&[header, rest].concat(), &NoFiles) {
        let clips = imported.clips;
        if let Ok(mut actor) = sinew::Actor::new(std::sync::Arc::new(imported.character), clips) {
            if !actor.clips().is_empty() {
                actor.play(sinew::ClipId(0)).unwrap().seek(0.5);
            }
            actor.update(0.0);
        }
    }
});
