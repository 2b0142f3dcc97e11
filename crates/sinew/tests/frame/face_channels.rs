//! Channels of a face: emotion, speech over it, VRM's overrides, rate limits, correctives.

use crate::talker::{self, aa, morphs, open_mouth};
use sinew::actor::Actor;
use sinew::character::{Expression, ExpressionGroup, OverrideKind};
use sinew::face::{
    BlinkSettings, Corrective, EmotionFade, EyeMovementSettings, FaceError, FaceRig, FaceSmoothing,
    FaceState, Gaze, Viseme, VisemeMap,
};
use sinew::glam::Vec3;
use sinew::humanoid::BodySide;
use sinew::ik::{Chain, LookAt};
use sinew::rig::{IkGoal, IkRig};
use sinew::{Character, JointIndex};
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

#[test]
fn each_eye_turns_to_a_near_point() {
    let mut actor = Actor::without_clips(talker::character(talker::parts()));
    let point = Vec3::new(0.05, 1.66, 0.45);
    let face = actor.face_mut().unwrap();
    face.set_eye_movements(Some(EyeMovementSettings::new(1).with_fixation_angle(0.0)));
    face.set_gaze(Gaze::Target(point));
    (0..120).for_each(|_| actor.update(1.0 / 60.0));
    for eye in [2, 3] {
        let eye = actor.frame().model()[eye];
        let sight = eye.transform_vector3(Vec3::Z);
        let off = sight.angle_between(point - Vec3::from(eye.translation)).to_degrees();
        assert!(off < 0.2, "{off}°");
    }
    // Nearer than the eyes can converge on.
    actor.face_mut().unwrap().set_gaze(Gaze::Target(Vec3::new(0.0, 1.66, 0.06)));
    (0..120).for_each(|_| actor.update(1.0 / 60.0));
    let gaze = actor.face().unwrap().resolved_gaze().unwrap();
    let between = gaze.for_eye(BodySide::Right).yaw - gaze.for_eye(BodySide::Left).yaw;
    assert!((0.3..0.42).contains(&between), "{between}");
}

#[test]
fn the_head_follows_beyond_the_reach_of_the_eyes_and_the_gaze_stays_on_the_target() {
    let character = talker::character(talker::parts());
    let skeleton = character.skeleton();
    let mut rig = IkRig::new();
    let chain = Chain::new(skeleton, &[JointIndex(0), JointIndex(1)]).unwrap();
    rig.add_look("look", LookAt::new(skeleton, chain));
    let mut actor = Actor::without_clips(character);
    actor.set_ik_rig(Some(Arc::new(rig))).unwrap();
    let face = actor.face_mut().unwrap();
    face.set_eye_movements(Some(EyeMovementSettings::new(1).with_fixation_angle(0.0)));
    face.set_turns_head(true);
    let head = |actor: &Actor| {
        actor.frame().model()[1].transform_vector3(Vec3::Z).angle_between(Vec3::Z).to_degrees()
    };
    let target = |degrees: f32| {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        Gaze::Target(Vec3::new(2.0 * sine, 1.66, 2.0 * cosine))
    };
    (0..30).for_each(|_| actor.update(1.0 / 60.0));
    actor.face_mut().unwrap().set_gaze(target(12.0));
    (0..90).for_each(|_| actor.update(1.0 / 60.0));
    assert!(head(&actor) < 0.5, "the eyes alone: {}°", head(&actor));
    actor.face_mut().unwrap().set_gaze(target(50.0));
    let Gaze::Target(point) = target(50.0) else { unreachable!() };
    let (mut last, mut eyes_first) = (head(&actor), false);
    for frame in 0..150 {
        actor.update(1.0 / 60.0);
        let gaze = actor.face().unwrap().resolved_gaze().unwrap().angles;
        let angle = head(&actor);
        assert!(
            angle >= last - 0.05 && angle - last < 6.0,
            "{frame}: {last}° to {angle}°, without overshoot"
        );
        last = angle;
        let eyes = actor.frame().model()[1].transform_point3(Vec3::new(0.0, 0.06, 0.05));
        let sight = actor.frame().model()[1].transform_vector3(gaze.direction());
        let off = sight.angle_between(point - eyes).to_degrees();
        eyes_first |= off < 1.0 && angle < 22.0;
        assert!(frame < 15 || off < 1.0, "{frame}: the gaze is {off}° off, the head at {angle}°");
    }
    assert!(eyes_first, "the eyes are there before the head has gone two thirds of its way");
    assert!((last - (50.0 - 17.5)).abs() < 3.0, "the eyes keep their part: {last}°");
}

/// Head and eyes that look straight ahead, with a latency of the head; the eyes make no small saccades.
fn looking_actor(latency: f32) -> Actor {
    let character = talker::character(talker::parts());
    let mut rig = IkRig::new();
    let chain = Chain::new(character.skeleton(), &[JointIndex(0), JointIndex(1)]).unwrap();
    rig.add_look("look", LookAt::new(character.skeleton(), chain));
    let mut actor = Actor::without_clips(character);
    actor.set_ik_rig(Some(Arc::new(rig))).unwrap();
    let face = actor.face_mut().unwrap();
    let settings = EyeMovementSettings::new(1).with_fixation_angle(0.0).with_head_latency(latency);
    face.set_eye_movements(Some(settings));
    face.set_turns_head(true);
    face.set_gaze(target_at(0.0));
    (0..120).for_each(|_| actor.update(1.0 / 60.0));
    actor
}

fn target_at(degrees: f32) -> Gaze {
    let (sine, cosine) = degrees.to_radians().sin_cos();
    Gaze::Target(Vec3::new(2.0 * sine, 1.66, 2.0 * cosine))
}

/// Angle of the head to the left, degrees.
fn head_yaw(actor: &Actor) -> f32 {
    let ahead = actor.frame().model()[1].transform_vector3(Vec3::Z);
    ahead.x.atan2(ahead.z).to_degrees()
}

#[test]
fn the_head_begins_after_the_eyes_by_its_latency_at_any_frame_rate() {
    for (latency, rate) in
        [(0.035, 30.0f32), (0.035, 60.0), (0.035, 144.0), (0.035, 500.0), (0.2, 60.0), (0.0, 60.0)]
    {
        let mut actor = looking_actor(latency);
        actor.face_mut().unwrap().set_gaze(target_at(50.0));
        let (mut eyes, mut head) = (None, None);
        for frame in 0..rate as u32 {
            // Begin of the frame.
            let time = frame as f32 / rate;
            actor.update(1.0 / rate);
            let gaze = actor.face().unwrap().resolved_gaze().unwrap().angles;
            eyes = eyes.or((gaze.yaw.to_degrees() > 0.05).then_some(time));
            head = head.or((head_yaw(&actor) > 0.01).then_some(time));
        }
        let (eyes, head) = (eyes.unwrap(), head.unwrap());
        // The eyes begin at once; the head with the frame nearest to its latency.
        let eyes_first = eyes < 0.01 || latency == 0.0;
        assert!(eyes_first && (head - latency).abs() < 0.51 / rate + 0.008, "{rate} Hz: {eyes} s, {head} s");
        assert!((head_yaw(&actor) - 32.5).abs() < 3.0, "{rate} Hz: {}°", head_yaw(&actor));
    }
}

#[test]
fn a_head_that_follows_goes_on_until_it_follows_the_next_target() {
    let mut actor = looking_actor(0.2);
    actor.face_mut().unwrap().set_gaze(target_at(50.0));
    (0..120).for_each(|_| actor.update(1.0 / 60.0));
    let before = head_yaw(&actor);
    actor.face_mut().unwrap().set_gaze(target_at(-50.0));
    (0..11).for_each(|_| actor.update(1.0 / 60.0));
    assert!((head_yaw(&actor) - before).abs() < 0.5, "{before}° {}°", head_yaw(&actor));
    assert!(actor.face().unwrap().resolved_gaze().unwrap().angles.yaw < -0.3, "the eyes have gone");
    (0..120).for_each(|_| actor.update(1.0 / 60.0));
    assert!(head_yaw(&actor) < -25.0, "{}°", head_yaw(&actor));
    // A target that flies by is followed without another stop.
    let mut turned = Vec::new();
    for frame in 0..60 {
        actor.face_mut().unwrap().set_gaze(target_at(-50.0 + frame as f32 * 100.0 / 60.0));
        actor.update(1.0 / 60.0);
        turned.push(head_yaw(&actor));
    }
    let speeds: Vec<f32> = turned.windows(2).skip(20).map(|pair| pair[1] - pair[0]).collect();
    assert!(speeds.iter().all(|speed| *speed > -0.05), "{speeds:?}");
}

#[test]
fn eyes_go_to_the_target_of_an_ik_look_at_once_and_leave_it_when_it_fades() {
    let character = talker::character(talker::parts());
    let skeleton = character.skeleton();
    let mut rig = IkRig::new();
    let chain = Chain::new(skeleton, &[JointIndex(1)]).unwrap();
    let look = rig.add_look("look", LookAt::new(skeleton, chain));
    rig.set_fade(look, 0.5).unwrap();
    let mut actor = Actor::without_clips(character);
    actor.set_ik_rig(Some(Arc::new(rig))).unwrap();
    let settings = EyeMovementSettings::new(1).with_fixation_angle(0.0).with_glances_per_minute(0.0);
    actor.face_mut().unwrap().set_eye_movements(Some(settings));
    let target = Vec3::new(1.0, 1.66, 1.5);
    let off = |actor: &mut Actor| {
        actor.update(1.0 / 60.0);
        let head = actor.frame().model()[1];
        let gaze = actor.face().unwrap().resolved_gaze().unwrap().angles;
        let eyes = head.transform_point3(Vec3::new(0.0, 0.06, 0.05));
        head.transform_vector3(gaze.direction()).angle_between(target - eyes).to_degrees()
    };
    assert!(off(&mut actor) > 30.0);
    actor.ik_mut().unwrap().set_goal(look, IkGoal::at(target)).unwrap();
    for frame in 0..180 {
        let off = off(&mut actor);
        assert!(frame < 12 || off < 1.5, "{frame}: {off}°");
    }
    actor.ik_mut().unwrap().clear_goal(look).unwrap();
    let away = (0..30).map(|_| off(&mut actor)).position(|off| off > 5.0);
    let weight = actor.ik().unwrap().report(look).weight;
    assert!(away.is_some_and(|frame| frame < 25) && weight > 0.05, "{away:?} {weight}");
}

/// Gaze 30 degrees up or down, with lids that follow.
fn look_up_or_down(actor: &mut Actor, down: f32) {
    let face = actor.face_mut().unwrap();
    face.set_eye_movements(Some(EyeMovementSettings::new(1).with_fixation_angle(0.0)));
    face.set_gaze(Gaze::Angles(sinew::face::GazeAngles { yaw: 0.0, pitch: down * 0.524 }));
    (0..60).for_each(|_| actor.update(1.0 / 60.0));
}

#[test]
fn lids_follow_the_gaze_by_look_shapes_else_by_blinks() {
    let blink = |actor: &Actor| actor.frame().expression_weights()[3];
    let morph = |actor: &Actor, name: &str| {
        let id = actor.character().find_morphs(name).next().unwrap();
        actor.frame().morph_weights(id.instance)[id.target]
    };
    let mut actor = Actor::without_clips(talker::character(talker::parts()));
    look_up_or_down(&mut actor, 1.0);
    assert!((blink(&actor) - 0.4).abs() < 1e-3, "{}", blink(&actor));
    look_up_or_down(&mut actor, -1.0);
    assert!(blink(&actor) == 0.0 && (morph(&actor, "eyeWideLeft") - 0.4).abs() < 1e-3);
    let mut parts = talker::parts();
    parts.meshes[0].morph_names[1] = "eyeLookDown_L".into();
    let mut actor = Actor::without_clips(talker::character(parts));
    look_up_or_down(&mut actor, 1.0);
    assert!(blink(&actor) == 0.0 && (morph(&actor, "eyeLookDown_L") - 1.0).abs() < 1e-3);
    // Look shapes that move the eyeballs would turn them twice.
    let mut parts = talker::parts();
    parts.meshes[0].morph_names[1] = "eyeLookDown_L".into();
    parts.mesh_instances[0].node = JointIndex(2);
    let still = sinew::morph::MorphTarget::default();
    let mut targets = vec![still; talker::MORPHS.len()];
    targets[1] = sinew::morph::MorphTarget::from_dense(1, &[Vec3::Y], &[], &[]).unwrap();
    parts.meshes[0].primitives = vec![sinew::character::Primitive {
        topology: sinew::character::Topology::Points,
        positions: vec![Vec3::ZERO],
        indices: vec![0],
        file_vertices: vec![0],
        file_vertex_count: 1,
        morph_targets: targets,
        ..sinew::character::Primitive::default()
    }];
    let mut actor = Actor::without_clips(talker::character(parts));
    look_up_or_down(&mut actor, 1.0);
    assert!((blink(&actor) - 0.4).abs() < 1e-3 && morph(&actor, "eyeLookDown_L") == 0.0);
}

#[test]
fn eyes_that_look_by_expressions_move_too_and_leave_the_lids_to_them() {
    let mut parts = talker::parts();
    let setup = parts.look_at.as_mut().unwrap();
    setup.kind = sinew::character::LookAtKind::Expression;
    for name in ["lookLeft", "lookDown"] {
        parts.expressions.push(Expression { name: name.into(), ..Expression::default() });
    }
    let mut actor = Actor::without_clips(talker::character(parts));
    look_up_or_down(&mut actor, 1.0);
    let weights = actor.frame().expression_weights();
    assert!(weights[3] == 0.0 && weights[4] == 0.0 && (weights[5] - 0.524).abs() < 1e-3, "{weights:?}");
    actor.face_mut().unwrap().set_gaze(Gaze::Target(Vec3::new(0.3, 1.66, 1.0)));
    let mut lefts = Vec::new();
    for _ in 0..30 {
        actor.update(1.0 / 120.0);
        lefts.push(actor.frame().expression_weights()[4]);
    }
    let between = lefts.iter().filter(|left| (0.02..0.25).contains(*left)).count();
    assert!((3..12).contains(&between) && lefts[29] > 0.25, "a saccade: {lefts:?}");
}
