//! Speech that plays: the same as visemes set in each frame, seeks, its end, what ends it.

use crate::counting::allocations;
use crate::talker::{self, aa, morphs, open_mouth};
use sinew::actor::ActorSnapshot;
use sinew::face::{BlinkSettings, EmotionFade, FaceSmoothing, FaceState, Viseme, VisemeTrack};
use sinew::{Actor, Character};
use std::sync::Arc;

const REST: [f32; 4] = [0.0; 4];

/// Two seconds of an open mouth that moves, with short closures.
fn line() -> Arc<VisemeTrack> {
    let row = |n: usize| {
        let mut weights = aa(0.5 + 0.5 * (n as f32 * 0.37).sin());
        weights[Viseme::Sil.index()] = 0.3;
        if n % 29 < 2 {
            weights = [0.0; Viseme::COUNT];
            weights[Viseme::PP.index()] = 1.0;
        }
        weights
    };
    Arc::new(VisemeTrack::new(&(0..200).map(row).collect::<Vec<_>>()).unwrap())
}

fn face() -> (Arc<Character>, FaceState) {
    let character = talker::character(talker::parts());
    let mut face = talker::face(&character);
    talker::set_rig(&mut face, |rig| rig.with_viseme_map(Some(open_mouth(&character))));
    (character, face)
}

#[test]
fn it_is_what_visemes_set_in_each_frame_are() {
    for smoothing in [0.0, 0.1] {
        for dt in [1.0 / 144.0, 1.0 / 60.0, 1.0 / 24.0, 0.11] {
            let (character, mut spoken) = face();
            let with_smoothing = |rig: sinew::face::FaceRig| {
                Ok(rig.with_smoothing(FaceSmoothing::default().with_speech(smoothing)))
            };
            talker::set_rig(&mut spoken, with_smoothing);
            spoken.set_emotion("happy", EmotionFade::new(0.3)).unwrap();
            spoken.set_blinks(Some(BlinkSettings::new(1).with_per_minute(60.0)));
            let mut by_hand = spoken.clone();
            let line = line();
            spoken.speak(line.clone());
            let (mut time, mut frames) = (0.0, 0);
            while time < line.duration() {
                by_hand.set_visemes(line.at_frame(time, f64::from(dt)).weights);
                let expected = morphs(&character, &mut by_hand, &REST, dt);
                assert_eq!(morphs(&character, &mut spoken, &REST, dt), expected, "{time}");
                // A frame without a time step shows the same again.
                assert_eq!(morphs(&character, &mut spoken, &REST, 0.0), expected, "{time}");
                assert_eq!(spoken.speech().map(|speech| speech.time()), Some(time));
                time += f64::from(dt);
                frames += 1;
            }
            assert!(frames > 15);
            by_hand.set_visemes([0.0; Viseme::COUNT]);
            let expected = morphs(&character, &mut by_hand, &REST, dt);
            assert_eq!(morphs(&character, &mut spoken, &REST, dt), expected, "after its end");
            assert!(spoken.speech().is_none() && spoken.visemes() == [0.0; Viseme::COUNT]);
        }
    }
}

#[test]
fn it_is_sought_and_ended() {
    let (character, mut face) = face();
    let line = line();
    let shows =
        |face: &FaceState, time: f64, dt: f64| assert_eq!(face.visemes(), line.at_frame(time, dt).weights);
    let dt = 0.02_f32;
    let step = f64::from(dt);
    face.seek_speech(0.5); // nothing is spoken
    assert!(face.speech().is_none());
    face.speak(line.clone());
    assert_eq!(face.speech().map(|speech| (speech.time(), speech.duration())), Some((0.0, 2.0)));
    // Time does not begin before a frame has a time step.
    morphs(&character, &mut face, &REST, 0.0);
    shows(&face, 0.0, 0.0);
    morphs(&character, &mut face, &REST, dt);
    shows(&face, 0.0, step);
    morphs(&character, &mut face, &REST, dt);
    shows(&face, step, step);
    face.seek_speech(1.3);
    morphs(&character, &mut face, &REST, dt);
    shows(&face, 1.3, step);
    morphs(&character, &mut face, &REST, dt);
    shows(&face, 1.3 + step, step);
    face.seek_speech(f64::NAN);
    morphs(&character, &mut face, &REST, dt);
    shows(&face, 1.3 + step + step, step);
    // A sound that begins later.
    face.seek_speech(-0.03);
    morphs(&character, &mut face, &REST, dt);
    shows(&face, -0.03, step);
    assert!(face.speech().is_some());
    for dt in [f32::NAN, -1.0, f32::INFINITY] {
        // Steps that are no time.
        morphs(&character, &mut face, &REST, dt);
        assert_eq!(face.speech().map(|speech| speech.time()), Some(-0.03));
    }
    face.seek_speech(2.0);
    morphs(&character, &mut face, &REST, dt);
    assert!(face.speech().is_none() && face.visemes() == [0.0; Viseme::COUNT]);
    // The last call has the mouth.
    face.speak(line.clone());
    morphs(&character, &mut face, &REST, dt);
    face.set_visemes(aa(0.5));
    assert!(face.speech().is_none());
    assert_eq!(morphs(&character, &mut face, &REST, dt)[2], 0.5);
    face.stop_speech(); // leaves what is set by hand
    assert_eq!(face.visemes(), aa(0.5));
    face.speak(line.clone());
    morphs(&character, &mut face, &REST, dt);
    face.stop_speech();
    assert_eq!(morphs(&character, &mut face, &REST, dt)[2], 0.0);
    face.speak(Arc::default());
    morphs(&character, &mut face, &REST, dt);
    assert!(face.speech().is_none(), "nothing to say");
}

#[test]
fn an_actor_speaks_restores_and_allocates_nothing() {
    let character = talker::character(talker::parts());
    let mut actor = Actor::without_clips(character.clone());
    let mouth = Some(open_mouth(&character));
    talker::set_rig(actor.face_mut().unwrap(), |rig| rig.with_viseme_map(mouth));
    let line = line();
    let mut snapshot = ActorSnapshot::default();
    actor.save(&mut snapshot);
    let count = allocations(|| {
        actor.face_mut().unwrap().speak(line.clone());
        (0..40).for_each(|_| actor.update(1.0 / 60.0));
        actor.save(&mut snapshot);
    });
    assert_eq!(count, 0);
    let play = |actor: &mut Actor| -> Vec<[f32; Viseme::COUNT]> {
        let frame = |_| {
            actor.update(1.0 / 60.0);
            actor.face().unwrap().visemes()
        };
        (0..120).map(frame).collect()
    };
    let expected = play(&mut actor);
    assert!(actor.face().unwrap().speech().is_none());
    let count = allocations(|| actor.restore(&snapshot).unwrap());
    assert_eq!(count, 0);
    assert_eq!(play(&mut actor), expected);
}
