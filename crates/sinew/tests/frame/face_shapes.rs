//! Faces without expressions and look-at setup: emotions and eyes by ARKit's blend shapes.

use crate::talker::{self, aa, morphs};
use sinew::Character;
use sinew::character::{Expression, MorphBind};
use sinew::face::{BlinkSettings, EmotionFade, EyeMovementSettings, FaceRig, FaceState, Gaze};
use sinew::face::{
    FaceNames, FaceRigDescription, GazeAngles, JawDescription, Viseme, VisemeMap, VisemeShapes,
    morph_emotions,
};
use sinew::glam::Vec3;
use sinew::morph::MeshInstanceId;
use std::sync::Arc;

const SHAPES: [&str; 9] = [
    "mouthSmileLeft",
    "mouthSmile_R",
    "cheekSquintLeft",
    "cheekSquintRight",
    "browInnerUp",
    "browOuterUpLeft",
    "eyeWideLeft",
    "eyeBlinkLeft",
    "eyeBlinkRight",
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
    assert_eq!(morph_emotions(&character), ["happy", "relaxed", "surprised"], "enough shapes for three");
    let mut face = talker::face(&character);
    assert!(face.rig().emotions().eq(["happy", "relaxed", "surprised"]));
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
    assert_eq!(morphs(&character, &mut face, &[], 0.1), vec![0.0; 11]);
    let error = face.set_emotion("hapy", at_once()).unwrap_err().to_string();
    assert!(error.starts_with("no emotion called \"hapy\"; did you mean \"happy\"?"), "{error}");
}

#[test]
fn expressions_come_before_shapes() {
    let bind = MorphBind { instance: MeshInstanceId(0), target: 4, weight: 0.7 };
    let happy = Expression { name: "happy".into(), morphs: vec![bind], ..Expression::default() };
    let character = head(vec![happy]);
    assert_eq!(morph_emotions(&character), ["relaxed", "surprised"]);
    let mut face = talker::face(&character);
    face.set_emotion("happy", at_once()).unwrap();
    let weights = morphs(&character, &mut face, &[0.0], 0.0);
    assert!((weights[4] - 0.7).abs() < 1e-6 && weights[0] == 0.0, "{weights:?}");
    // A clip that animates an emotion keeps the share that one by shapes leaves.
    face.set_emotion("relaxed", at_once().with_intensity(0.75)).unwrap();
    let weights = morphs(&character, &mut face, &[1.0], 0.0);
    assert!((weights[4] - 0.7 * 0.25).abs() < 1e-6 && weights[0] > 0.1, "{weights:?}");
}

#[test]
fn the_mouth_of_shapes_gives_way_to_speech_and_wide_eyes_to_blinks() {
    let character = head(Vec::new());
    let mut face = talker::face(&character);
    let mut row = [0.0; Viseme::COUNT];
    row[Viseme::Aa.index()] = 1.0;
    let map = VisemeMap::new(&character, [("viseme_aa", row)]).unwrap();
    talker::set_rig(&mut face, |rig| rig.with_viseme_map(Some(Arc::new(map))));
    face.set_emotion("happy", at_once()).unwrap();
    let silent = morphs(&character, &mut face, &[], 0.0);
    for share in [0.5, 1.0] {
        face.set_visemes(aa(share));
        let weights = morphs(&character, &mut face, &[], 5.0);
        assert!((weights[0] - silent[0] * (1.0 - 0.7 * share)).abs() < 1e-6, "{share}: {weights:?}");
        assert_eq!((weights[2], weights[10]), (silent[2], share), "cheeks stay");
    }
    face.set_emotion("surprised", at_once()).unwrap();
    // Closed lips close what the emotion opens.
    for (viseme, jaw) in [(Viseme::Sil, 0.4), (Viseme::Aa, 0.12), (Viseme::PP, 0.0), (Viseme::FF, 0.0)] {
        let mut visemes = [0.0; Viseme::COUNT];
        visemes[viseme.index()] = 1.0;
        face.set_visemes(visemes);
        let weights = morphs(&character, &mut face, &[], 5.0);
        assert!((weights[9] - jaw).abs() < 1e-6, "{viseme}: {weights:?}");
    }
    face.set_visemes([0.0; Viseme::COUNT]);
    let open = morphs(&character, &mut face, &[], 5.0);
    face.set_blinks(Some(BlinkSettings::default()));
    face.blink();
    let closed = morphs(&character, &mut face, &[], 0.09);
    assert!(open[6] > 0.5 && closed[6] == 0.0 && closed[7] == 1.0 && closed[8] == 1.0, "{open:?} {closed:?}");
}

/// Head without eye joints that looks by shapes, in the order of [`LOOKS`].
fn looking_head(names: &[&str]) -> Arc<Character> {
    let mut parts = talker::parts();
    (parts.look_at, parts.expressions) = (None, Vec::new());
    parts.meshes[0].morph_names = names.iter().map(|name| (*name).to_owned()).collect();
    parts.mesh_instances[0].weights = vec![0.0; names.len()];
    talker::character(parts)
}

const LOOKS: [&str; 8] = [
    "eyeLookUpLeft",
    "eyeLookDownLeft",
    "eyeLookInLeft",
    "eyeLookOutLeft",
    "eyeLookUp_R",
    "eyeLookDown_R",
    "eyeLookIn_R",
    "eyeLookOut_R",
];

/// Weights of the morph targets after a step of a face.
fn looks(character: &Character, face: &mut FaceState, animated: f32, dt: f32) -> Vec<f32> {
    let mut weights = character.rest_weights().clone();
    weights.as_mut_slice().fill(animated);
    talker::over(character, face, (&[], &weights), dt)
}

#[test]
fn eyes_without_joints_look_by_shapes() {
    let character = looking_head(&LOOKS);
    assert!(character.look_at().is_none());
    let mut face = talker::face(&character);
    assert_eq!(face.rig().look_at().unwrap().eyes, [None; 2]);
    assert_eq!(looks(&character, &mut face, 0.25, 0.0), [0.25; 8], "without a gaze clips have the eyes");
    for (yaw, pitch, expected) in [
        (15.0f32, 0.0f32, [0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.5, 0.0]),
        (-7.5, 0.0, [0.0, 0.0, 0.25, 0.0, 0.0, 0.0, 0.0, 0.25]),
        (0.0, 15.0, [0.0, 0.5, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0]),
        (60.0, -45.0, [1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0]),
    ] {
        let angles = GazeAngles { yaw: yaw.to_radians(), pitch: pitch.to_radians() };
        face.set_gaze(Gaze::Angles(angles));
        // A gaze replaces animated looks.
        let weights = looks(&character, &mut face, 0.25, 0.0);
        assert!(
            weights.iter().zip(expected).all(|(a, b)| (a - b).abs() < 2e-3),
            "{yaw} {pitch}: {weights:?}"
        );
    }
    // A point half a metre to the left at the height of the eyes.
    face.set_gaze(Gaze::Target(Vec3::new(0.2, 1.6, 1.0)));
    let weights = looks(&character, &mut face, 0.0, 0.0);
    assert!((weights[3] - 11.31 / 30.0).abs() < 0.01 && weights[2] == 0.0, "{weights:?}");
    // Eyes that move by themselves take their time.
    face.set_gaze(Gaze::Angles(GazeAngles::default()));
    face.set_eye_movements(Some(EyeMovementSettings::new(1).with_fixation_angle(0.0)));
    looks(&character, &mut face, 0.0, 0.01);
    face.set_gaze(Gaze::Angles(GazeAngles { yaw: 0.262, pitch: 0.0 }));
    let first = looks(&character, &mut face, 0.0, 0.03);
    let last = (0..10).map(|_| looks(&character, &mut face, 0.0, 0.03)).last().unwrap();
    assert!(first[3] > 0.02 && first[3] < 0.45 && (last[3] - 0.5).abs() < 0.01, "{first:?} {last:?}");
    // A direction of an eye is missing.
    assert!(FaceRig::new(&looking_head(&LOOKS[..7])).look_at().is_none());
}

/// Setups that move nothing: looks by expressions that have no effect, and eye joints that are not there.
#[test]
fn shapes_turn_eyes_where_the_look_at_setup_moves_nothing() {
    use sinew::character::LookAtKind::{self, Bone, Expression as ByExpression};
    let head = |kind: LookAtKind, weight: f32| {
        let mut parts = (*looking_head(&LOOKS)).clone().into_parts();
        let setup =
            sinew::character::LookAtSetup { eyes: [None; 2], kind, ..talker::parts().look_at.unwrap() };
        parts.look_at = Some(setup);
        let bind = MorphBind { instance: MeshInstanceId(0), target: 0, weight };
        let up = Expression { name: "lookUp".into(), morphs: vec![bind], ..Expression::default() };
        parts.expressions = if kind == ByExpression { vec![up] } else { Vec::new() };
        talker::character(parts)
    };
    let kind = |weight| FaceRig::new(&head(ByExpression, weight)).look_at().unwrap().kind;
    assert_eq!((kind(0.0), kind(1.0)), (Bone, ByExpression));
    let character = head(Bone, 0.0);
    let mut face = talker::face(&character);
    face.set_gaze(Gaze::Angles(GazeAngles { yaw: 0.262, pitch: 0.0 }));
    let weights = looks(&character, &mut face, 0.0, 0.0);
    assert!((weights[3] - 0.5).abs() < 0.01, "{weights:?}");
}

#[test]
fn a_map_names_the_jaw_of_a_character_without_a_face() {
    let mut parts = crate::worm::parts(1, sinew::character::SkinningMethod::Linear);
    for mesh in &mut parts.meshes {
        mesh.morph_names.clear();
        mesh.primitives.iter_mut().for_each(|primitive| primitive.morph_targets.clear());
    }
    parts.mesh_instances.iter_mut().for_each(|instance| instance.weights.clear());
    let character = Arc::new(Character::new(parts).unwrap());
    let mut actor = sinew::Actor::without_clips(character.clone());
    assert!(actor.face().is_none());
    let open = VisemeShapes { jaw: 1.0, ..VisemeShapes::default() };
    let description = FaceRigDescription {
        visemes: [(Viseme::Aa, open)].into(),
        jaw: Some(JawDescription { joint: "bone 5".into(), angle: 0.3, ..JawDescription::default() }),
        ..FaceRigDescription::default()
    };
    let rig = FaceRig::from_description(&description, &character).unwrap();
    actor.set_face(Some(Arc::new(rig))).unwrap();
    actor.face_mut().unwrap().set_visemes(aa(1.0));
    actor.update(0.1);
    let jaw = character.find_joint("bone 5").unwrap();
    let angle = actor.frame().local()[jaw.index()].rotation.angle_between(sinew::glam::Quat::IDENTITY);
    assert!((angle - 0.3).abs() < 1e-3, "{angle}");
    actor.set_face(None).unwrap();
    actor.update(0.1);
    assert_eq!(actor.frame().local()[jaw.index()].rotation, sinew::glam::Quat::IDENTITY);
}

/// Head with morph targets of these names alone.
fn named_head(names: &[&str], face_names: FaceNames) -> Arc<Character> {
    let mut parts = talker::parts();
    parts.look_at = None;
    parts.expressions = Vec::new();
    parts.face_names = face_names;
    parts.meshes[0].morph_names = names.iter().map(|name| (*name).to_owned()).collect();
    parts.mesh_instances[0].weights = vec![0.0; names.len()];
    talker::character(parts)
}

#[test]
fn emotions_are_found_by_their_own_names() {
    for (names, emotions) in [
        (&["Fcl_ALL_Joy", "Fcl_ALL_Sorrow", "Fcl_MTH_Joy"][..], &["happy", "sad"][..]),
        (&["Face_Happy", "head_ANGRY.001", "Surprise"], &["angry", "happy", "surprised"]),
        (&["mouthOpen", "mouthSmile"], &["happy"]),
        (&["face_fun", "face_Fear"], &["fearful", "relaxed"]),
        (&["BLW_ANG1", "MTH_ANG1", "EYE_DEF_C"], &["angry"]),
        (&["Body_Fun", "HappyBirthday", "angryBirds", "unhappy", "sadden"], &[]),
    ] {
        let character = named_head(names, FaceNames::default());
        let mut found = morph_emotions(&character);
        found.sort_unstable();
        assert_eq!(found, emotions, "{names:?}");
        let mut face = talker::face(&character);
        for emotion in emotions {
            face.set_emotion(*emotion, at_once()).unwrap();
            let weights = morphs(&character, &mut face, &[], 0.0);
            assert!(weights.contains(&1.0), "{names:?} {emotion}: {weights:?}");
        }
    }
}

#[test]
fn names_of_users_come_before_those_of_the_table() {
    let text = "[visemes 3 vowels] Ours; us
                Mund_A = vowel aa
                Mund_O = vowel oh
                Mund_I = vowel ih
                [blink] Ours; us
                Augen_zu = both
                [emotion] Ours; us
                Froh = happy 0.5
                [arkit] Ours; us
                Brauen_hoch = browInnerUp, browOuterUpLeft, browOuterUpRight";
    let names = ["kopf_mund_a", "kopf_mund_o", "kopf_mund_i", "Augen_zu.001", "Froh", "happy", "Brauen_hoch"];
    let plain = named_head(&names, FaceNames::default());
    assert_eq!(VisemeMap::detect(&plain).and_then(|map| map.family().map(str::to_owned)), None);
    let extended = named_head(&names, FaceNames::default().extended(text).unwrap());
    assert_eq!(VisemeMap::detect(&extended).unwrap().family(), Some("Ours"));
    let mut face = talker::face(&extended);
    face.set_emotion("happy", at_once()).unwrap();
    let weights = morphs(&extended, &mut face, &[], 0.0);
    assert!(weights[4] == 0.5 && weights[5] == 0.0, "{weights:?}");
    face.clear_emotion(at_once());
    face.set_blinks(Some(BlinkSettings::default()));
    let closed = (0..600).map(|_| morphs(&extended, &mut face, &[], 1.0 / 60.0)[3]).fold(0.0, f32::max);
    assert!(closed > 0.9, "{closed}");
}
