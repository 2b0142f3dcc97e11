//! Face of a Ready Player Me character, which has neither expressions nor a look-at setup.

use crate::assets;
use sinew::Actor;
use sinew::face::{EmotionFade, Gaze, GazeAngles};
use sinew_import::import;
use std::sync::Arc;

#[test]
fn a_ready_player_me_character_shows_emotions_and_moves_its_eyes() {
    let Some(root) = assets::root() else { return };
    let path = root.join("gltf/rpm_brunette-t.glb");
    let bytes = std::fs::read(&path).unwrap();
    let character = import(&bytes, &assets::files_beside(&path)).unwrap().character;
    assert!(character.expressions().is_empty() && character.look_at().is_none());
    let mut actor = Actor::without_clips(Arc::new(character));
    let weight = |actor: &Actor, name: &str| {
        let character = actor.character().clone();
        let id = character.find_morphs(name).next().unwrap();
        actor.frame().morph_weights(id.instance)[id.target]
    };
    let face = actor.face_mut().unwrap();
    let all = ["happy", "angry", "sad", "relaxed", "surprised", "fearful", "disgusted"];
    assert!(face.rig().emotions().eq(all));
    for (emotion, shape) in
        [("happy", "mouthSmileLeft"), ("angry", "browDownRight"), ("fearful", "eyeWideLeft")]
    {
        let face = actor.face_mut().unwrap();
        face.set_emotion(emotion, EmotionFade::new(0.0)).unwrap();
        actor.update(0.1);
        assert!(weight(&actor, shape) > 0.7, "{emotion}: {}", weight(&actor, shape));
    }
    assert_eq!(weight(&actor, "mouthSmileLeft"), 0.0);
    // The eyeballs turn by their joints, within the limits of human eyes.
    let eyes = actor.face().unwrap().rig().look_at().unwrap().eyes.map(Option::unwrap);
    assert_eq!(eyes.map(|eye| actor.character().skeleton().name(eye).to_owned()), ["LeftEye", "RightEye"]);
    for (yaw, expected) in [(20.0f32, 20.0f32), (-20.0, -20.0), (90.0, 40.0)] {
        let gaze = Gaze::Angles(GazeAngles { yaw: yaw.to_radians(), pitch: 0.0 });
        actor.face_mut().unwrap().set_gaze(gaze);
        actor.update(0.1);
        for eye in eyes {
            let rest = actor.character().rest_model()[eye.index()].matrix3;
            let ahead = actor.frame().model()[eye.index()].matrix3 * rest.inverse() * sinew::glam::Vec3::Z;
            let turned = ahead.x.atan2(ahead.z).to_degrees();
            assert!((turned - expected).abs() < 0.1, "{yaw}: {turned}");
        }
    }
}
