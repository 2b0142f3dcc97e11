//! Any text as the landmarks of a face that gets shapes. A good corpus: what `sinew inspect --face-landmarks`
//! prints.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sinew::Character;
use sinew_author::face::{FaceLandmarks, FaceTransfer};
use std::sync::LazyLock;

/// A person, the same one without shapes, and the landmarks of both.
static PERSON: LazyLock<(Character, Character, FaceLandmarks)> = LazyLock::new(|| {
    let person = sinew_import::import(include_bytes!("../../data/sinew.vrm"), &sinew_import::NoFiles);
    let person = person.expect("a person").character;
    let landmarks = FaceLandmarks::detect(&person).expect("a face");
    let mut parts = person.clone().into_parts();
    for mesh in &mut parts.meshes {
        mesh.morph_names.clear();
        mesh.primitives.iter_mut().for_each(|primitive| primitive.morph_targets.clear());
    }
    parts.mesh_instances.iter_mut().for_each(|instance| instance.weights.clear());
    parts.expressions.clear();
    (person, Character::new(parts).expect("a person without shapes"), landmarks)
});

fuzz_target!(|bytes: &[u8]| {
    let Ok(landmarks) = FaceLandmarks::from_ron(&String::from_utf8_lossy(bytes)) else { return };
    let written = landmarks.to_ron().expect("what was read can be written");
    assert_eq!(FaceLandmarks::from_ron(&written).expect("what was written can be read"), landmarks);
    let (person, bare, own_landmarks) = &*PERSON;
    let transfer = FaceTransfer::new(person, *own_landmarks).with_eyelids(true);
    // An error, or a valid character.
    let _ = transfer.apply(bare.clone(), &landmarks);
});
