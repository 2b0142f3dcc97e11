//! BVH files: arbitrary bytes after the word `HIERARCHY`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sinew_import::{NoFiles, import};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(imported) = import(&[b"HIERARCHY\n", bytes].concat(), &NoFiles) {
        let clips = imported.clips;
        if let Ok(mut actor) = sinew::Actor::new(std::sync::Arc::new(imported.character), clips) {
            if !actor.clips().is_empty() {
                actor.play(sinew::ClipId(0)).unwrap().seek(0.5);
            }
            actor.update(0.0);
        }
    }
});
