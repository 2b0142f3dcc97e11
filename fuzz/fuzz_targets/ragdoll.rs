//! Any text as a ragdoll of a person. A good corpus: what `sinew ragdoll` writes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sinew::Character;
use sinew::ragdoll::{RagdollDescription, ragdoll_from_ron, ragdoll_to_ron};
use std::sync::LazyLock;

static PERSON: LazyLock<Character> = LazyLock::new(|| {
    let person = sinew_import::import(include_bytes!("../../data/sinew.vrm"), &sinew_import::NoFiles);
    person.expect("a person").character
});

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let Ok(description) = ragdoll_from_ron(&text) else { return };
    let written = ragdoll_to_ron(&description).expect("what was read can be written");
    ragdoll_from_ron(&written).expect("what was written can be read");
    let Ok(ragdoll) = description.ragdoll(&PERSON) else { return };
    for part in ragdoll.parts() {
        let mass = &part.simulated_mass;
        assert!(mass.mass.is_finite() && mass.center.is_finite() && mass.inertia.is_finite());
    }
    RagdollDescription::of(&ragdoll, &PERSON).ragdoll(&PERSON).expect("a ragdoll can be described");
});
