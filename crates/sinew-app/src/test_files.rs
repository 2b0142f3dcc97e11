//! Characters for tests: the built-in one, and real files where they exist.

use crate::asset::source;
use crate::options::input::InputOptions;
use sinew::character::CharacterParts;
use sinew::glam::Quat;
use sinew::humanoid::Humanoid;
use sinew::{Actor, Character};
use std::sync::Arc;
use test_needs::asset;

/// Actor of a real file with its clips; without a file, of the built-in character. None where the file is
/// missing.
pub(crate) fn actor(file: Option<&str>) -> Option<Actor> {
    let path = match file {
        Some(file) => Some(asset(file)?),
        None => None,
    };
    let imported = source::open(path.as_deref(), &InputOptions::default()).unwrap().imported;
    let clips = imported.clips;
    Some(Actor::new(Arc::new(imported.character), clips).unwrap())
}

/// Actor of the built-in character.
pub(crate) fn built_in() -> Actor {
    actor(None).unwrap()
}

/// Skeleton of the built-in character, facing -Z.
pub(crate) fn turned_around() -> Character {
    let character = built_in().character().clone();
    let mut skeleton = character.skeleton().clone();
    let mut rest = skeleton.rest().to_vec();
    let turn = Quat::from_rotation_y(std::f32::consts::PI);
    for root in skeleton.joints().filter(|joint| skeleton.parent(*joint).is_none()) {
        let root_rest = &mut rest[root.index()];
        (root_rest.translation, root_rest.rotation) =
            (turn * root_rest.translation, turn * root_rest.rotation);
    }
    skeleton.set_rest(rest);
    let map = character.humanoid().unwrap().named_bones.clone();
    let humanoid = Some(Humanoid::of_map(&skeleton, map, "turned"));
    Character::new(CharacterParts { skeleton, humanoid, ..CharacterParts::default() }).unwrap()
}

/// Skeleton of the built-in character whose joints have a scale of 0.01, as in files in centimetres.
pub(crate) fn in_centimetres() -> Character {
    let character = built_in().character().clone();
    let mut skeleton = character.skeleton().clone();
    let mut rest = skeleton.rest().to_vec();
    for joint in skeleton.joints() {
        let rest = &mut rest[joint.index()];
        match skeleton.parent(joint) {
            Some(_) => rest.translation *= 100.0,
            None => rest.scale *= 0.01,
        }
    }
    skeleton.set_rest(rest);
    let map = character.humanoid().unwrap().named_bones.clone();
    let humanoid = Some(Humanoid::of_map(&skeleton, map, "in centimetres"));
    Character::new(CharacterParts { skeleton, humanoid, ..CharacterParts::default() }).unwrap()
}

/// Folder for the files of a test; it goes with the value.
pub(crate) struct TestFolder(std::path::PathBuf);

impl TestFolder {
    /// A new folder, empty.
    pub(crate) fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("sinew-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    /// Path of a file.
    pub(crate) fn path(&self, file: &str) -> std::path::PathBuf {
        if file.is_empty() { self.0.clone() } else { self.0.join(file) }
    }

    /// Writes a file, in a folder that is made for it.
    pub(crate) fn write(&self, file: &str, bytes: &[u8]) {
        let path = self.path(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
