//! Any text as the groom of a person. A good corpus: `data/grooms`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sinew::Character;
use sinew::surface::CharacterSurface;
use sinew_author::hair::{GroomDescription, GroomMaps, HairSkin, HeadShape, generate_groom};
use std::sync::{Arc, LazyLock};

static PERSON: LazyLock<(Character, HairSkin, HeadShape)> = LazyLock::new(|| {
    let person = sinew_import::import(include_bytes!("../../data/sinew.vrm"), &sinew_import::NoFiles);
    let person = person.expect("a person").character;
    let skin = HairSkin::new(&person, &Arc::new(CharacterSurface::new(&person)), |_| true);
    let head = HeadShape::measure(&person, &skin).expect("a head");
    (person, skin, head)
});

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let Ok(mut description) = GroomDescription::from_ron(&text) else { return };
    let written = description.to_ron().expect("what was read can be written");
    assert_eq!(GroomDescription::from_ron(&written).expect("what was written can be read"), description);
    description.layers.truncate(3);
    for layer in &mut description.layers {
        (layer.guides, layer.strands) = (layer.guides.min(20), layer.strands.min(60));
    }
    let (person, skin, head) = &*PERSON;
    if let Ok(groom) = generate_groom(person, skin, head, &description, &GroomMaps::new()) {
        for layer in groom.layers {
            assert!(layer.strands.offsets().iter().all(|offset| offset.is_finite()));
        }
    }
});
