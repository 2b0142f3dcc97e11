//! Faces without expressions: emotions by ARKit's blend shapes.

use crate::talker::{self, aa, morphs};
use sinew::Character;
use sinew::character::{Expression, MorphBind};
use sinew::face::{BlinkSettings, EmotionFade, FaceState, Viseme, VisemeMap, arkit_emotions};
use sinew::morph::MeshInstanceId;
use std::sync::Arc;

const SHAPES: [&str; 8] = [
    "mouthSmileLeft",
    "mouthSmile_R",
    "cheekSquintLeft",
    "cheekSquintRight",
    "browInnerUp",
    "browOuterUpLeft",
    "eyeWideLeft",
    "eyeBlinkLeft",
];

/// Head with ARKit shapes, a mouth for speech, and expressions.
fn head(expressions: Vec<Expression>) -> Arc<Character> {
    let mut parts = talker::parts();
    parts.look_at = None;
    parts.expressions = expressions;
    let names = SHAPES.into_iter().chain(["jawOpen", "viseme_aa"]);
    parts.meshes[0].morph_names = names.map(String::from).collect();
    parts.mesh_instances[0].weights = vec![0.0; parts.meshes[0].morph_names.len()];
    talker::character(parts)
}

fn at_once() -> EmotionFade {
    EmotionFade::new(0.0)
}

#[test]
fn characters_with_arkit_shapes_show_emotions() {
    let character = head(Vec::new());
    assert_eq!(arkit_emotions(&character), ["happy", "relaxed", "surprised"], "enough shapes for three");
    let mut face = FaceState::new(&character).unwrap();
    assert!(face.emotions().eq(["happy", "relaxed", "surprised"]));
    face.set_emotion("happy", at_once().with_intensity(0.5)).unwrap();
    assert_eq!(face.emotion(), Some(("happy", 0.5)));
    let smile = morphs(&character, &mut face, &[], 0.0);
    assert!(smile[0] > 0.3 && smile[0] == smile[1] && smile[2] > 0.2 && smile[4] == 0.0, "{smile:?}");
    // The next one takes its place.
    face.set_emotion("surprised", EmotionFade::new(0.4)).unwrap();
    let half = (0..12).map(|_| morphs(&character, &mut face, &[], 1.0 / 60.0)).last().unwrap();
    assert!(half[0] > 0.05 && half[0] < smile[0] && half[4] > 0.2 && half[4] < 0.8, "{half:?}");
    let whole = (0..90).map(|_| morphs(&character, &mut face, &[], 1.0 / 60.0)).last().unwrap();
    assert!(whole[0].abs() < 1e-3 && whole[4] > 0.8, "{whole:?}");
    face.clear_emotion(at_once());
    assert_eq!(morphs(&character, &mut face, &[], 0.1), vec![0.0; 10]);
    let error = face.set_emotion("hapy", at_once()).unwrap_err().to_string();
    assert!(error.starts_with("no emotion called \"hapy\"; did you mean \"happy\"?"), "{error}");
}

#[test]
fn expressions_come_before_shapes() {
    let bind = MorphBind { instance: MeshInstanceId(0), target: 4, weight: 0.7 };
    let happy = Expression { name: "happy".into(), morphs: vec![bind], ..Expression::default() };
    let character = head(vec![happy]);
    assert_eq!(arkit_emotions(&character), ["relaxed", "surprised"]);
    let mut face = FaceState::new(&character).unwrap();
    face.set_emotion("happy", at_once()).unwrap();
    let own = morphs(&character, &mut face, &[0.0], 0.0);
    assert!((own[4] - 0.7).abs() < 1e-6 && own[0] == 0.0, "{own:?}");
    // A clip that animates an emotion keeps the share that one by shapes leaves.
    face.set_emotion("relaxed", at_once().with_intensity(0.75)).unwrap();
    let own = morphs(&character, &mut face, &[1.0], 0.0);
    assert!((own[4] - 0.7 * 0.25).abs() < 1e-6 && own[0] > 0.1, "{own:?}");
}

#[test]
fn the_mouth_of_shapes_gives_way_to_speech_and_wide_eyes_to_blinks() {
    let character = head(Vec::new());
    let mut face = FaceState::new(&character).unwrap();
    let mut row = [0.0; Viseme::COUNT];
    row[Viseme::Aa.index()] = 1.0;
    let map = VisemeMap::new(&character, [("viseme_aa", row)]).unwrap();
    face.set_viseme_map(Some(Arc::new(map))).unwrap();
    face.set_emotion("happy", at_once()).unwrap();
    let silent = morphs(&character, &mut face, &[], 0.0);
    for share in [0.5, 1.0] {
        face.set_visemes(aa(share));
        let own = morphs(&character, &mut face, &[], 0.0);
        assert!((own[0] - silent[0] * (1.0 - 0.7 * share)).abs() < 1e-6, "{share}: {own:?}");
        assert_eq!((own[2], own[9]), (silent[2], share), "cheeks stay");
    }
    face.set_visemes([0.0; Viseme::COUNT]);
    face.set_emotion("surprised", at_once()).unwrap();
    let open = morphs(&character, &mut face, &[], 0.0);
    face.set_blinks(Some(BlinkSettings::default()));
    face.blink();
    let closed = morphs(&character, &mut face, &[], 0.09);
    assert!(open[6] > 0.5 && closed[6] == 0.0 && closed[7] == 1.0, "{open:?} {closed:?}");
}
