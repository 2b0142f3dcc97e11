//! Acclaim files: arbitrary bytes as a motion with an arbitrary skeleton beside it. The first byte says how many
//! eighths of the rest are the skeleton.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sinew_import::{NoFiles, import};

fuzz_target!(|bytes: &[u8]| {
    let Some((share, rest)) = bytes.split_first() else { return };
    let (skeleton, motion) = rest.split_at(rest.len() * usize::from(share % 8) / 8);
    let skeleton = [b":units\n", skeleton].concat();
    let motion = [b"#!OML:ASF a.asf\n:DEGREES\n", motion].concat();
    let beside = |_: &str| Ok(skeleton.clone());
    for imported in [import(&skeleton, &NoFiles), import(&motion, &beside)].into_iter().flatten() {
        let clips = imported.clips;
        if let Ok(mut actor) = sinew::Actor::new(std::sync::Arc::new(imported.character), clips) {
            if !actor.clips().is_empty() {
                actor.play(sinew::ClipId(0)).unwrap().seek(0.5);
            }
            actor.update(0.0);
        }
    }
});
