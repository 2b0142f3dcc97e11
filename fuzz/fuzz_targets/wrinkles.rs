//! Any text as a wrinkle map of a person who makes faces. A good corpus: `data/wrinkles/wrinkles.ron`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sinew::character::Image;
use sinew::surface::wrinkle::{WrinkleChannel, WrinkleMap, WrinkleMapDescription};
use sinew::{Actor, Character};
use std::sync::{Arc, LazyLock};

static PERSON: LazyLock<Arc<Character>> = LazyLock::new(|| {
    let person = sinew_import::import(include_bytes!("../../data/sinew.vrm"), &sinew_import::NoFiles);
    Arc::new(person.expect("a person").character)
});

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let Ok(description) = WrinkleMapDescription::from_ron(&text) else { return };
    let written = description.to_ron().expect("what was read can be written");
    WrinkleMapDescription::from_ron(&written).expect("what was written can be read");
    let mut image = |name: &str| Ok(Image { name: name.to_owned(), mime: String::new(), encoded: None });
    let map = match WrinkleMap::from_description(&description, &PERSON, &mut image) {
        Ok(map) => map,
        Err(error) => {
            assert!(!error.in_text(&text).to_string().is_empty());
            return;
        }
    };
    let mut actor = Actor::without_clips(PERSON.clone());
    actor.set_wrinkles(Some(Arc::new(map))).unwrap();
    for weight in [0.0, 1.0, -1e30, 0.5] {
        let face = actor.face_mut().expect("a face");
        for shape in ["browInnerUp", "mouthSmileLeft", "jawOpen"] {
            face.set_morph(shape, weight).expect("a shape of the person");
        }
        actor.update(0.02);
        for channel in WrinkleChannel::ALL {
            let strengths = actor.frame().wrinkle_weights(channel);
            assert!(strengths.iter().all(|strength| (0.0..=1.0).contains(strength)), "{strengths:?}");
        }
    }
});
