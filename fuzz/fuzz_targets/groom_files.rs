//! Any bytes as a groom file of a person; the checksum is not looked at here. A good corpus: files that
//! `sinew hair -o person.groom` made.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sinew::hair::{GuidePose, Hair, read_groom, write_groom};
use sinew::{Actor, Character, FrameInput};
use std::sync::{Arc, LazyLock};

static PERSON: LazyLock<Arc<Character>> = LazyLock::new(|| {
    let person = sinew_import::import(include_bytes!("../../data/sinew.vrm"), &sinew_import::NoFiles);
    Arc::new(person.expect("a person").character)
});

fuzz_target!(|bytes: &[u8]| {
    let Ok(saved) = read_groom(bytes, &PERSON) else { return };
    // Whatever is read can be drawn,
    for layer in &saved.groom.layers {
        let pose = GuidePose::at_rest(&layer.guides);
        (0..layer.strands.strands().len()).for_each(|strand| _ = layer.strands.point(strand, 1, &pose));
    }
    // written
    let _ = write_groom(&PERSON, &saved.groom, &saved.body, &saved.replaces);
    // and worn.
    let mut actor = Actor::without_clips(Arc::clone(&PERSON));
    if actor.set_hair(Some(Arc::new(Hair::new(saved.groom, saved.body.clone())))).is_ok() {
        actor.resolve(FrameInput::new(1.0 / 60.0, Default::default()));
    }
});
