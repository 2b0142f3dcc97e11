//! glTF and GLB files: arbitrary bytes. Recommended corpus: real files, including `.gltf` with embedded
//! buffers.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sinew_import::{NoFiles, import};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(imported) = import(bytes, &NoFiles) {
        // Every imported character can be posed.
        let clips = imported.clips;
        if let Ok(mut actor) = sinew::Actor::new(std::sync::Arc::new(imported.character), clips) {
            if !actor.clips().is_empty() {
                actor.play(sinew::ClipId(0)).unwrap().seek(0.5);
            }
            actor.update(0.0);
        }
    }
});
