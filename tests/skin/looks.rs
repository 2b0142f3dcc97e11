//! Skin, eyes and teeth of shared characters are found by their names, and nothing else is.

use sinew::Character;
use sinew_render::{SurfaceLook, SurfaceLooks};
use test_needs::asset;

/// Names of the materials that have a look.
fn looks(character: &Character) -> Vec<(&str, SurfaceLook)> {
    let looks = SurfaceLooks::detect(character);
    looks.iter().map(|(id, look)| (character.materials()[id].name.as_str(), look)).collect()
}

#[test]
fn people_have_skin_and_beasts_and_toons_have_none() {
    use SurfaceLook::{Eye, Skin, Teeth};
    let expected: [(&str, &[(&str, SurfaceLook)]); 5] = [
        (
            "gltf/rpm_brunette-t.glb",
            &[("Wolf3D_Body", Skin), ("Wolf3D_Eye", Eye), ("Wolf3D_Skin", Skin), ("Wolf3D_Teeth", Teeth)],
        ),
        ("gltf/Fox.glb", &[]),
        ("gltf/CesiumMan.glb", &[]),
        ("vrm/Godette_vrm_v4.vrm", &[]),
        ("gltf/mannequiny.glb", &[]),
    ];
    for (file, expected) in expected {
        let Some(path) = asset(file) else { continue };
        let imported = sinew_import::import_file(&path).unwrap();
        let mut found = looks(&imported.character);
        found.sort_by_key(|(name, _)| *name);
        assert_eq!(found, expected, "{file}");
    }
}

#[test]
fn the_built_in_character_has_skin_and_eyes() {
    let file = sinew_suite::repository().join("data/sinew.vrm");
    let imported = sinew_import::import_file(&file).unwrap();
    assert_eq!(looks(&imported.character), [("skin", SurfaceLook::Skin), ("eyes", SurfaceLook::Eye)]);
}
