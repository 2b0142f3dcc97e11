//! Mouths of heads with the names of many tools open while they speak.

use sinew::face::{FaceRig, Viseme, VisemeMap};
use sinew::glam::Affine3A;
use sinew::{Actor, FrameInput};
use std::fmt::Write as _;
use std::sync::Arc;

/// Heads whose shapes have the names of a tool, re-created from public reports: file, family, and the shape
/// that opens the mouth.
const HEADS: [(&str, &str, &str); 6] = [
    ("arkit", "ARKit", "jawOpen"),
    ("faceshift", "faceshift", "JawOpen"),
    ("ovr_plain", "Oculus without a prefix", "aa"),
    ("preston", "Preston Blair", "AI"),
    ("rpm_default", "an opening", "mouthOpen"),
    ("unitychan", "Unity-chan", "blendShape1.MTH_A"),
];

#[test]
fn heads_of_many_tools_open_their_mouths() {
    let Some(folder) = sinew_suite::assets() else { return };
    for (file, family, opening) in HEADS {
        let path = folder.join(format!("reports/mouth-shape-names/{file}.glb"));
        let character = Arc::new(sinew_suite::open(&path).unwrap().character);
        let map = VisemeMap::detect(&character).unwrap_or_else(|| panic!("{file}: no mouth"));
        assert_eq!(map.family(), Some(family), "{file}");
        let mut actor = Actor::without_clips(character.clone());
        let rig = FaceRig::detect(&character).expect("a face").with_viseme_map(Some(Arc::new(map)));
        actor.set_face(Some(Arc::new(rig.unwrap()))).unwrap();
        let mut weight = |viseme: Viseme| {
            let mut weights = [0.0; Viseme::COUNT];
            weights[viseme.index()] = 1.0;
            actor.face_mut().unwrap().set_visemes(weights);
            for _ in 0..60 {
                actor.resolve(FrameInput::new(1.0 / 60.0, Affine3A::IDENTITY));
            }
            let named = character.morph_targets().find(|(_, name)| *name == opening).unwrap().0;
            actor.frame().morph_weights(named.instance)[named.target]
        };
        let (open, closed) = (weight(Viseme::Aa), weight(Viseme::PP));
        assert!(open > 0.5 && closed < 0.25, "{file}: {open} open, {closed} closed");
    }
}

/// Heads of the shared assets that move their mouths: file, family or kind of the shapes, and the number of
/// morph targets that speech moves.
const ALL_HEADS: &str = include_str!("../golden/mouths.txt");

/// Every character with morph targets has the mouth that it is known to have. `SINEW_ACCEPT=1` stores what is
/// found.
#[test]
fn every_head_is_found_by_its_names() {
    let Some(folder) = sinew_suite::assets() else { return };
    let mut found = String::new();
    for path in sinew_suite::files(&folder, &["glb", "gltf", "vrm", "fbx", "x"]) {
        let Ok(imported) = sinew_suite::open(&path) else { continue };
        let character = imported.character;
        if character.morph_targets().next().is_none() {
            continue;
        }
        let name = path.strip_prefix(&folder).unwrap().to_string_lossy().replace('\\', "/");
        let map = VisemeMap::detect(&character);
        let kind = map.as_ref().map(|map| map.family().map_or_else(|| map.kind().to_string(), str::to_owned));
        let moved = map.as_ref().map_or(0, |map| map.morphs().count());
        let emotions = sinew::face::morph_emotions(&character).join(" ");
        writeln!(found, "{name}; {}; {moved}; {emotions}", kind.unwrap_or_else(|| "none".into())).unwrap();
    }
    if std::env::var_os("SINEW_ACCEPT").is_some() {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/mouths.txt"), &found).unwrap();
        return;
    }
    assert_eq!(found, ALL_HEADS);
}
