//! Any text as the saved decals of a person. A good corpus: what `decal_set_to_ron` writes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sinew::surface::{CharacterSurface, decal_set_from_ron, decal_set_to_ron};
use sinew::{Actor, Character};
use std::sync::{Arc, LazyLock};

static PERSON: LazyLock<(Arc<Character>, CharacterSurface)> = LazyLock::new(|| {
    let person = sinew_import::import(include_bytes!("../../data/sinew.vrm"), &sinew_import::NoFiles);
    let person = Arc::new(person.expect("a person").character);
    let surface = CharacterSurface::new(&person);
    (person, surface)
});

fuzz_target!(|bytes: &[u8]| {
    let (person, surface) = &*PERSON;
    let Ok(mut set) = decal_set_from_ron(&String::from_utf8_lossy(bytes), surface) else { return };
    let written = decal_set_to_ron(&set, surface).expect("what was read can be written");
    decal_set_from_ron(&written, surface).expect("what was written can be read");
    let mut actor = Actor::without_clips(person.clone());
    actor.update(0.0);
    for _ in 0..5 {
        set.advance(0.02);
        set.enforce(&[], |point| actor.frame().surface(point));
    }
    for live in set.iter() {
        assert!(live.opacity().is_finite());
        for triangle in &live.decal.triangles {
            assert!(triangle.uvs.iter().all(|uv| uv.is_finite()));
        }
    }
});
