//! Any bytes as a pack; the checksum is not looked at here. A good corpus: files that `sinew pack` made.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sinew::pack::Pack;
use sinew_import::{NoFiles, import};
use std::sync::Arc;

fuzz_target!(|bytes: &[u8]| {
    let Ok(pack) = Pack::read(bytes.to_vec()) else { return };
    // Whatever is read can be played,
    let character = sinew::Character::new(pack.character_parts()).expect("a pack's own character");
    let clips = (0..pack.clips().len()).map(|n| Arc::new(pack.rebind(n, &character).0)).collect::<Vec<_>>();
    let mut actor = sinew::Actor::without_clips(Arc::new(character));
    for clip in clips {
        let end = clip.end();
        if let Ok(id) = actor.add_clip(clip) {
            actor.play(id).expect("a clip of the actor").seek(f64::from(end) * 0.7);
            actor.update(0.0);
        }
    }
    // and opened as files are.
    let _ = import(bytes, &NoFiles);
});
