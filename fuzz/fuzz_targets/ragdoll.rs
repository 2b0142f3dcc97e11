//! Any text as a ragdoll of a person. A good corpus: what `sinew ragdoll` writes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sinew::Character;
use sinew::ragdoll::{Ragdoll, RagdollDescription};
use std::sync::LazyLock;

static PERSON: LazyLock<Character> = LazyLock::new(|| {
    let person = sinew_import::import(include_bytes!("../../data/sinew.vrm"), &sinew_import::NoFiles);
    person.expect("a person").character
});

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let Ok(description) = RagdollDescription::from_ron(&text) else { return };
    let written = description.to_ron().expect("what was read can be written");
    RagdollDescription::from_ron(&written).expect("what was written can be read");
    let Ok(ragdoll) = Ragdoll::from_description(&description, &PERSON) else { return };
    for part in ragdoll.parts() {
        let mass = &part.simulated_mass;
        assert!(mass.mass.is_finite() && mass.center.is_finite() && mass.inertia.is_finite());
    }
    Ragdoll::from_description(&RagdollDescription::of(&ragdoll, &PERSON), &PERSON)
        .expect("a ragdoll can be described");
});
