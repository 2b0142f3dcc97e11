//! Channels of a face: emotion, speech over it, VRM's overrides, rate limits, correctives.

use crate::talker::{self, aa, morphs, open_mouth};
use sinew::Character;
use sinew::actor::Actor;
use sinew::character::{Expression, ExpressionGroup, OverrideKind};
use sinew::face::{
    BlinkSettings, Corrective, EmotionFade, FaceError, FaceRig, FaceSmoothing, FaceState, Gaze, Viseme,
    VisemeMap,
};
use std::sync::Arc;

const REST: [f32; 4] = [0.0; 4];
const AT_ONCE: f32 = 0.0;

fn face() -> (Arc<Character>, FaceState) {
    let character = talker::character(talker::parts());
    let face = talker::face(&character);
    (character, face)
}

/// Weights of the expressions after a step.
fn step(character: &Character, face: &mut FaceState, animated: &[f32], dt: f32) -> Vec<f32> {
    morphs(character, face, animated, dt);
    face.expression_weights().to_vec()
}

#[test]
fn emotions_cross_fade_and_quick_changes_do_not_jump() {
    let (character, mut face) = face();
    let (mut last, mut speeds) = (vec![0.0; 4], vec![0.0; 4]);
    for frame in 0..240 {
        match frame {
            0 => face.set_emotion("happy", EmotionFade::new(0.4)).unwrap(),
            9 => face.set_emotion("sad", EmotionFade::new(0.4)).unwrap(),
            13 => face.set_emotion("angry", EmotionFade::new(0.4).with_intensity(0.6)).unwrap(),
            20 => face.set_emotion("happy", EmotionFade::new(0.4)).unwrap(),
            120 => face.clear_emotion(EmotionFade::new(0.4)),
            _ => {}
        }
        let weights = step(&character, &mut face, &REST, 1.0 / 60.0);
        assert!(weights.iter().sum::<f32>() < 1.01, "{frame}: {weights:?}");
        for n in 0..4 {
            let speed = weights[n] - last[n];
            assert!(speed.abs() < 0.08 && (speed - speeds[n]).abs() < 0.06, "{frame}: {last:?} {weights:?}");
            speeds[n] = speed;
        }
        last = weights;
        if frame == 119 {
            assert!(last[0] > 0.99 && last[1] < 0.01, "{last:?}");
        }
    }
    assert_eq!(last, [0.0; 4], "faded out");
    let nine_tenths = |rate: usize| {
        let (character, mut face) = crate::face_channels::face();
        face.set_emotion("happy", EmotionFade::new(0.5)).unwrap();
        (0..rate / 2).map(|_| step(&character, &mut face, &REST, 1.0 / rate as f32)[0]).last().unwrap()
    };
    for rate in [30, 60, 144] {
        assert!((nine_tenths(rate) - 0.9).abs() < 2e-3, "{rate}: {}", nine_tenths(rate));
    }
    let error = face.set_emotion("hapy", EmotionFade::default()).unwrap_err().to_string();
    assert!(error.contains("did you mean \"happy\"?"), "{error}");
}

#[test]
fn an_emotion_lies_between_clips_and_what_is_set_by_hand() {
    let (character, mut face) = face();
    face.set_emotion("happy", EmotionFade::new(AT_ONCE).with_intensity(0.75)).unwrap();
    let animated = [0.0, 0.8, 0.0, 0.5];
    // Emotions of clips keep a quarter; other expressions stay.
    assert_eq!(step(&character, &mut face, &animated, 0.0), [0.75, 0.2, 0.0, 0.5]);
    face.set_expression("sad", 0.9).unwrap();
    face.set_expression("happy", 0.1).unwrap();
    assert_eq!(step(&character, &mut face, &animated, 0.0), [0.1, 0.9, 0.0, 0.5]);
}

#[test]
fn speech_takes_the_mouth_of_an_emotion_and_leaves_its_brows() {
    let (character, mut face) = face();
    face.set_emotion("happy", EmotionFade::new(AT_ONCE)).unwrap();
    let smile = morphs(&character, &mut face, &REST, 0.0);
    assert_eq!(smile[..3], [0.8, 0.5, 0.0]);
    talker::set_rig(&mut face, |rig| rig.with_viseme_map(Some(open_mouth(&character))));
    for share in [0.0, 0.5, 1.0] {
        face.set_visemes(aa(share));
        // Speech takes the mouth over a quarter of a second.
        let weights = morphs(&character, &mut face, &REST, 5.0);
        let expected = [0.8 * (1.0 - 0.7 * share), 0.5, share];
        assert!(weights.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{share}: {weights:?}");
    }
    // An expression set by hand keeps its mouth.
    face.set_expression("happy", 1.0).unwrap();
    assert_eq!(morphs(&character, &mut face, &REST, 0.0)[0], 0.8);
}

#[test]
fn the_mouth_of_an_emotion_does_not_jump_at_pauses() {
    let (character, mut face) = face();
    face.set_emotion("happy", EmotionFade::new(AT_ONCE)).unwrap();
    talker::set_rig(&mut face, |rig| rig.with_viseme_map(Some(open_mouth(&character))));
    let (mut last, mut most) = (morphs(&character, &mut face, &REST, 0.0)[0], 0.0_f32);
    let mut least = last;
    for frame in 0..240 {
        face.set_visemes(aa(if frame % 40 < 30 { 1.0 } else { 0.0 }));
        let smile = morphs(&character, &mut face, &REST, 1.0 / 60.0)[0];
        (most, least, last) = (most.max((smile - last).abs()), least.min(smile), smile);
    }
    assert!(most < 0.08 && least < 0.26, "{most} {least}");
}

/// A clip blinks by a shape of another name than the lids of the character.
#[test]
fn blinks_replace_those_of_clips() {
    let mut parts = talker::parts();
    parts.expressions.clear();
    parts.meshes[0].morph_names[0] = "blink_left".to_owned();
    parts.meshes[0].morph_names[1] = "eyeBlinkLeft".to_owned();
    parts.meshes[0].morph_names[2] = "eyeBlinkRight".to_owned();
    let character = talker::character(parts);
    let mut face = talker::face(&character);
    let shown = |face: &mut FaceState, dt: f32| {
        let mut weights = character.rest_weights().clone();
        weights.as_mut_slice()[0] = 1.0;
        let weights = talker::over(&character, face, (&[], &weights), dt);
        [weights[0], weights[1]]
    };
    assert_eq!(shown(&mut face, 0.0), [1.0, 0.0]);
    face.set_blinks(Some(BlinkSettings::default()));
    assert_eq!(shown(&mut face, 0.0), [0.0, 0.0]);
    face.blink();
    let closed = shown(&mut face, 0.09);
    assert!(closed[0] == 0.0 && closed[1] > 0.9, "{closed:?}");
}

/// VRM's vowels bind morph targets of any name: the emotion gives those way too, and lips close.
#[test]
fn mouths_of_expressions_give_way_to_speech_by_expressions() {
    let mut parts = talker::parts();
    parts.meshes[0].morph_names.iter_mut().for_each(|name| *name = format!("shape of {name}"));
    let target = parts.expressions[0].morphs[0];
    let vowel = Expression { name: "aa".into(), morphs: vec![target], ..Default::default() };
    parts.expressions.push(vowel);
    let character = talker::character(parts);
    let mut face = talker::face(&character);
    let map = VisemeMap::new(&character, [("aa", aa(1.0))]).unwrap();
    talker::set_rig(&mut face, |rig| rig.with_viseme_map(Some(Arc::new(map))));
    face.set_emotion("happy", EmotionFade::new(AT_ONCE)).unwrap();
    let rest = vec![0.0; character.expressions().len()];
    let silent = morphs(&character, &mut face, &rest, 0.0)[0];
    let mut closed = [0.0; Viseme::COUNT];
    closed[Viseme::PP.index()] = 1.0;
    face.set_visemes(closed);
    let spoken = morphs(&character, &mut face, &rest, 5.0)[0];
    assert!(silent > 0.5 && spoken.abs() < 1e-6, "{silent} {spoken}");
}

#[test]
fn binary_emotions_are_shown_whole_or_not_at_all() {
    let mut parts = talker::parts();
    parts.expressions[0].is_binary = true;
    let character = talker::character(parts);
    let mut face = talker::face(&character);
    talker::set_rig(&mut face, |rig| rig.with_viseme_map(Some(open_mouth(&character))));
    face.set_visemes(aa(1.0));
    face.set_emotion("happy", EmotionFade::new(0.4)).unwrap();
    let smiles: Vec<f32> = (0..60).map(|_| morphs(&character, &mut face, &REST, 1.0 / 60.0)[0]).collect();
    assert!(smiles.iter().all(|smile| *smile == 0.0 || *smile == 0.8), "{smiles:?}");
    assert!(smiles[0] == 0.0 && smiles[59] == 0.8);
}

#[test]
fn override_mouth_holds_back_speech_by_morph_targets() {
    for (kind, left) in [(OverrideKind::None, 1.0), (OverrideKind::Blend, 0.25), (OverrideKind::Block, 0.0)] {
        let mut parts = talker::parts();
        parts.expressions[0].override_mouth = kind;
        let character = talker::character(parts);
        let mut face = talker::face(&character);
        talker::set_rig(&mut face, |rig| rig.with_viseme_map(Some(open_mouth(&character))));
        face.set_visemes(aa(1.0));
        face.set_emotion("happy", EmotionFade::new(AT_ONCE).with_intensity(0.75)).unwrap();
        let weights = morphs(&character, &mut face, &REST, 5.0);
        assert!((weights[2] - left).abs() < 1e-6, "{kind:?}: {weights:?}");
        let smile = 0.6 * (1.0 - 0.7 * left);
        assert!((weights[0] - smile).abs() < 1e-6, "{kind:?}: the smile keeps what speech does not take");
    }
}

#[test]
fn override_mouth_holds_back_a_jaw() {
    let mut parts = talker::parts();
    parts.meshes[0].morph_names.iter_mut().for_each(|name| *name = format!("shape {}", name.len()));
    parts.expressions[0].override_mouth = OverrideKind::Block;
    let mut joints: Vec<_> = parts
        .skeleton
        .joints()
        .map(|joint| sinew::skeleton::Joint {
            name: parts.skeleton.name(joint).into(),
            parent: parts.skeleton.parent(joint).map(|parent| parent.0),
            rest: parts.skeleton.rest()[joint.index()],
            in_scene: true,
        })
        .collect();
    joints[3].name = "jaw".into();
    parts.skeleton = sinew::Skeleton::new(joints).unwrap();
    parts.look_at = None;
    let mut actor = Actor::without_clips(talker::character(parts));
    let map = sinew::face::VisemeMap::detect(actor.character()).unwrap();
    assert_eq!(map.kind(), sinew::face::VisemeTargets::Jaw, "{map:?}");
    let face = actor.face_mut().unwrap();
    talker::set_rig(face, |rig| rig.with_viseme_map(Some(Arc::new(map))));
    face.set_visemes(aa(1.0));
    let angle = |actor: &Actor| actor.frame().local()[3].rotation.to_axis_angle().1;
    actor.update(0.1);
    assert!(angle(&actor) > 0.2);
    actor.face_mut().unwrap().set_expression("happy", 0.1).unwrap();
    actor.update(0.1);
    assert!(angle(&actor) < 1e-4);
}

#[test]
fn the_share_of_the_gaze_recovers_after_overrides_that_cancelled_themselves() {
    let mut parts = talker::parts();
    // It holds back the gaze, and blinks, of which it is one: its own weight becomes 0.
    parts.expressions[3] = Expression {
        override_look_at: OverrideKind::Block,
        override_blink: OverrideKind::Block,
        ..parts.expressions[3].clone()
    };
    assert_eq!(parts.expressions[3].group(), Some(ExpressionGroup::Blink));
    let mut actor = Actor::without_clips(talker::character(parts));
    let yaw = |actor: &mut Actor| {
        actor.update(0.1);
        actor.frame().local()[2].rotation.to_axis_angle().1
    };
    actor.face_mut().unwrap().set_gaze(Gaze::Angles(sinew::face::GazeAngles { yaw: 0.4, pitch: 0.0 }));
    assert!((yaw(&mut actor) - 0.4).abs() < 1e-4);
    actor.face_mut().unwrap().set_expression("blink", 1.0).unwrap();
    assert_eq!(yaw(&mut actor), 0.0);
    actor.face_mut().unwrap().clear_expression("blink").unwrap();
    assert!((yaw(&mut actor) - 0.4).abs() < 1e-4, "the gaze is back");
}

#[test]
fn animated_weights_that_are_not_finite_count_as_0() {
    let (character, mut face) = face();
    face.set_emotion("sad", EmotionFade::new(AT_ONCE).with_intensity(0.5)).unwrap();
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        assert_eq!(step(&character, &mut face, &[bad; 4], 0.1), [0.0, 0.5, 0.0, 0.0]);
    }
    let mut resolved = [1.0];
    sinew::face::resolve_expressions(&character.expressions()[..1], &[f32::NAN], &mut resolved);
    assert_eq!(resolved, [0.0]);
}

#[test]
fn weights_set_by_hand_and_visemes_are_limited_in_their_rate_on_request() {
    let (character, mut face) = face();
    let smoothing = FaceSmoothing::default().with_by_hand(0.2).with_speech(0.2);
    talker::set_rig(&mut face, |rig| Ok(rig.with_smoothing(smoothing)));
    talker::set_rig(&mut face, |rig| rig.with_viseme_map(Some(open_mouth(&character))));
    let mut last = [0.0; 3];
    for frame in 0..60 {
        let on = (5..30).contains(&frame);
        face.set_visemes(aa(f32::from(u8::from(on))));
        match on {
            true => {
                face.set_expression("sad", 1.0).and_then(|()| face.set_morph("cheekSquint", 0.9)).unwrap()
            }
            false => face.clear_expression("sad").and_then(|()| face.clear_morph("cheekSquint")).unwrap(),
        }
        let weights = morphs(&character, &mut face, &[0.0, 0.2, 0.0, 0.0], 1.0 / 60.0);
        let now = [weights[1], weights[2], weights[5]];
        assert!(
            frame == 0 || now.iter().zip(last).all(|(a, b)| (a - b).abs() < 0.17),
            "{frame}: {last:?} {now:?}"
        );
        last = now;
        if frame == 29 {
            assert!((now[0] - 1.0).abs() < 0.02 && now[1] > 0.98 && now[2] > 0.88, "{now:?}");
        }
    }
    assert!((last[0] - 0.2).abs() < 0.01 && last[1] < 0.01 && last[2] < 0.01, "{last:?}");
}

#[test]
fn correctives_are_products_of_resolved_weights() {
    let (character, mut face) = face();
    face.set_emotion("happy", EmotionFade::new(AT_ONCE)).unwrap();
    face.set_morph("cheekSquint", 0.5).unwrap();
    let table = [Corrective::new("smileSquint", ["mouthSmile", "cheekSquint"]).with_gain(-2.0)];
    talker::set_rig(&mut face, |rig| rig.with_correctives(&table));
    assert!((morphs(&character, &mut face, &REST, 0.0)[4] + 2.0 * 0.8 * 0.5).abs() < 1e-6);
    face.set_morph("smileSquint", 0.3).unwrap();
    assert_eq!(morphs(&character, &mut face, &REST, 0.0)[4], 0.3, "set by hand");
    let rig = FaceRig::clone(face.rig());
    let unknown = rig.with_correctives(&[Corrective::new("smileSquint", ["mouthSmlie"])]).unwrap_err();
    assert!(matches!(&unknown, FaceError::UnknownMorph { name, .. } if name == "mouthSmlie"), "{unknown}");
    face.clear_morph("smileSquint").unwrap();
    assert!(morphs(&character, &mut face, &REST, 0.0)[4] < -0.7, "the table stays");
    talker::set_rig(&mut face, |rig| rig.with_correctives(&[]));
    assert_eq!(morphs(&character, &mut face, &REST, 0.0)[4], 0.0);
}
