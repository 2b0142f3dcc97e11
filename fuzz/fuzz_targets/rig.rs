//! Any text as a rig, made for a person and for a thing of two joints, and reached with. A good corpus:
//! `examples/rig.ron`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sinew::glam::Vec3;
use sinew::rig::{IkGoal, IkRig, IkRigDescription};
use sinew::skeleton::{Joint, Skeleton};
use sinew::{Actor, Character, CharacterParts};
use std::sync::{Arc, LazyLock};

static CHARACTERS: LazyLock<[Arc<Character>; 2]> = LazyLock::new(|| {
    let person = sinew_import::import(include_bytes!("../../data/sinew.vrm"), &sinew_import::NoFiles);
    let joint = |name: &str, parent| Joint {
        name: name.into(),
        parent,
        rest: sinew::Transform::from_translation(Vec3::Y),
        in_scene: true,
    };
    let skeleton = Skeleton::new(vec![joint("hips", None), joint("head", Some(0))]).expect("a skeleton");
    let thing = Character::new(CharacterParts { skeleton, ..CharacterParts::default() });
    [person.expect("a person").character, thing.expect("a thing")].map(Arc::new)
});

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let Ok(description) = IkRigDescription::from_ron(&text) else { return };
    let written = description.to_ron().expect("what was read can be written");
    IkRigDescription::from_ron(&written).expect("what was written can be read");
    for character in CHARACTERS.iter() {
        let Ok(rig) = IkRig::from_description(&description, character) else { continue };
        let slots: Vec<_> = rig.effectors().map(|(slot, _)| slot).collect();
        let mut actor = Actor::without_clips(character.clone());
        actor.set_ik(Some(Arc::new(rig))).expect("a rig of its own joints fits");
        let ik = actor.ik_mut().expect("a rig");
        slots.iter().for_each(|slot| {
            ik.set_goal(*slot, IkGoal::at(Vec3::new(0.3, 1.2, 0.4))).expect("an effector of the rig")
        });
        for _ in 0..2 {
            actor.update(0.1);
        }
        assert!(actor.frame().model().iter().all(|joint| joint.is_finite()));
    }
});
