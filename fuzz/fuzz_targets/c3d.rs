//! C3D files: arbitrary parameters and data behind a header of arbitrary bytes; the first byte selects the
//! processor.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sinew_import::{NoFiles, import};

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, rest)) = bytes.split_first() else { return };
    let (header, rest) = rest.split_at(rest.len().min(400));
    let mut file = vec![2, 0x50];
    file.extend(header);
    file.resize(512, 0);
    file.extend([1, 0x50, 2, 84 + choice % 3]);
    file.extend(rest);
    if let Ok(imported) = import(&file, &NoFiles) {
        let clips = imported.clips;
        if let Ok(mut actor) = sinew::Actor::new(std::sync::Arc::new(imported.character), clips) {
            if !actor.clips().is_empty() {
                actor.play(sinew::ClipId(0)).unwrap().seek(0.5);
            }
            actor.update(0.0);
        }
    }
});
