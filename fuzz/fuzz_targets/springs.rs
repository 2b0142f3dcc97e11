//! Any text as spring bones of a person, which swing for some frames. A good corpus: `examples/springs.ron`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sinew::spring::SpringRigDescription;
use sinew::{Actor, Character, CharacterParts};
use std::sync::{Arc, LazyLock};

static PERSON: LazyLock<Character> = LazyLock::new(|| {
    let person = sinew_import::import(include_bytes!("../../data/sinew.vrm"), &sinew_import::NoFiles);
    person.expect("a person").character
});

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let Ok(description) = SpringRigDescription::from_ron(&text) else { return };
    let written = description.to_ron().expect("what was read can be written");
    SpringRigDescription::from_ron(&written).expect("what was written can be read");
    let Ok(spring_bones) = description.spring_bones(&PERSON) else { return };
    let parts = CharacterParts { spring_bones, ..PERSON.clone().into_parts() };
    let mut actor = Actor::without_clips(Arc::new(Character::new(parts).expect("springs of its own joints")));
    for _ in 0..5 {
        actor.update(0.02);
    }
    assert!(actor.frame().model().iter().all(|joint| joint.is_finite()));
});
