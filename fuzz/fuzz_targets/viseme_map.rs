//! Any text as a viseme map of a person who speaks by it. A good corpus: what `sinew inspect --viseme-map`
//! prints.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sinew::face::{FaceRig, FaceRigDescription, Viseme, VisemeMap};
use sinew::{Actor, Character};
use std::sync::{Arc, LazyLock};

static PERSON: LazyLock<Arc<Character>> = LazyLock::new(|| {
    let person = sinew_import::import(include_bytes!("../../data/sinew.vrm"), &sinew_import::NoFiles);
    Arc::new(person.expect("a person").character)
});

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let map = VisemeMap::from_ron(&text, &PERSON);
    let Ok(description) = FaceRigDescription::from_ron(&text) else {
        assert!(map.is_err());
        return;
    };
    let written = description.to_ron().expect("what was read can be written");
    FaceRigDescription::from_ron(&written).expect("what was written can be read");
    let Ok(map) = map else { return };
    let described = FaceRigDescription::of_mouth(&map, &PERSON);
    VisemeMap::from_description(&described, &PERSON).expect("a map can be described");
    let mut actor = Actor::without_clips(PERSON.clone());
    let rig = FaceRig::new(&PERSON).with_viseme_map(Some(Arc::new(map)));
    actor.set_face(Some(Arc::new(rig.expect("a map of this character")))).expect("a face of this character");
    for viseme in Viseme::ALL {
        let mut weights = [0.0; Viseme::COUNT];
        weights[viseme.index()] = 1.0;
        actor.face_mut().expect("a face").set_visemes(weights);
        actor.update(0.02);
        assert!(actor.frame().model().iter().all(|joint| joint.is_finite()));
    }
});
