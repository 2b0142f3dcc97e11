//! The character alive, without a page.

use super::{AvatarError, Body, MotionSettings, ParameterInput, Shot};
use sinew::Bounds;
use sinew::face::{VisemeFrame, VisemeTrack};
use sinew::glam::Vec3;
use sinew_author::hair::GroomDescription;
use sinew_import::{FolderFiles, NoFiles};
use sinew_render::Camera;
use sinew_setup::{HairSetupDescription, Part, SetupFiles};
use std::path::{Path, PathBuf};
use std::sync::Arc;

const ONCE: MotionSettings = MotionSettings { loops: false, fade: 0.1, speed: 1.0 };
const EYE: Vec3 = Vec3::new(0.0, 1.5, 3.0);

fn data(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(path)
}

fn open(path: &str, draws_strands: bool) -> Result<Body, AvatarError> {
    let path = data(path);
    let file = path.file_name().unwrap().to_string_lossy().into_owned();
    Body::open(&file, SetupFiles::beside(&path), draws_strands)
}

fn body() -> Body {
    open("sinew.vrm", true).unwrap()
}

fn run(body: &mut Body, seconds: f32) {
    (0..(seconds * 30.0) as u32).for_each(|_| body.step(1.0 / 30.0, EYE));
}

#[test]
fn a_motion_plays_once_and_what_played_before_goes_on() {
    let mut body = body();
    let (idle, wave) = (body.find_motion("idle").unwrap(), body.find_motion("wave").unwrap());
    assert!((wave.seconds - 2.5).abs() < 0.01 && !body.needs_idle());
    body.set_idle(idle.clip).unwrap();
    body.play(wave.clip, &ONCE).unwrap();
    run(&mut body, 1.0);
    assert!(body.is_playing());
    run(&mut body, 2.0);
    assert!(!body.is_playing());
    assert_eq!(body.actor().playback().unwrap().clip(), idle.clip);

    // A loop takes its turn, until it is ended.
    body.play(wave.clip, &MotionSettings { loops: true, ..ONCE }).unwrap();
    run(&mut body, 6.0);
    assert_eq!(body.actor().playback().unwrap().clip(), wave.clip);
    body.stop(0.2).unwrap();
    assert_eq!(body.actor().playback().unwrap().clip(), idle.clip);
    let missing = body.find_motion("wawe").unwrap_err();
    assert!(missing.code == "no-motion" && missing.message.contains("wave"), "{missing}");
}

#[test]
fn motions_of_other_files_are_added() {
    let mut body = body();
    let (before, path) = (body.motions().len(), data("sinew.vrm"));
    let bytes = std::fs::read(&path).unwrap();
    let added = body.add_motions("sinew.vrm", &bytes, &FolderFiles::beside(&path)).unwrap();
    assert_eq!(added.len(), before);
    assert_eq!(body.motions().len(), 2 * before);
    let error = body.add_motions("cut.glb", &bytes[..100], &NoFiles).unwrap_err();
    assert!(
        error.message.starts_with("cut.glb: ") && error.message.ends_with(&format!("[{}]", error.code)),
        "{error}"
    );
}

#[test]
fn characters_stay_unless_they_travel() {
    let mut body = body();
    let walk = body.find_motion("walk").unwrap();
    body.play(walk.clip, &MotionSettings { loops: true, ..ONCE }).unwrap();
    run(&mut body, 2.0);
    assert_eq!(body.actor().frame().world_from_model().translation.length(), 0.0);
    body.set_travels(true);
    run(&mut body, 2.0);
    assert!(body.actor().frame().world_from_model().translation.z > 1.0);
}

#[test]
fn faces_show_emotions_and_speak() {
    let mut body = body();
    body.set_emotion("happy", 0.7, 0.1).unwrap();
    run(&mut body, 0.5);
    assert_eq!(body.actor().face().unwrap().emotion(), Some(("happy", 0.7)));
    let error = body.set_emotion("hapy", 1.0, 0.1).unwrap_err();
    assert!(error.code == "no-emotion" && error.message.contains("happy"), "{error}");

    let mut weights = [0.0; 15];
    weights[10] = 1.0;
    body.speak(Arc::new(VisemeTrack::from_frames(vec![VisemeFrame::new(weights); 100]))).unwrap();
    run(&mut body, 0.4);
    let open = body.actor().face().unwrap().visemes();
    assert!(open[10] > 0.5, "{open:?}");
    body.seek_speech(2.0);
    run(&mut body, 0.4);
    assert!(body.actor().face().unwrap().visemes()[10] < 0.1);
    body.look_at(Some(Vec3::new(2.0, 1.6, 2.0)));
    run(&mut body, 0.5);
    assert!(body.set_expression("blink", Some(1.0)).is_ok() && body.set_expression("blnk", None).is_err());
}

#[test]
fn a_character_falls_and_gets_up() {
    let mut body = body();
    body.fall(Vec3::new(0.0, 0.0, -60.0)).unwrap();
    assert!(body.is_fallen() && !body.get_up());
    run(&mut body, 8.0);
    assert!(body.get_up(), "it lies: {:?}", body.actor().body_state());
    run(&mut body, 10.0);
    assert!(!body.is_fallen(), "{:?}", body.actor().body_state());
}

#[test]
fn set_ups_have_outfits_items_and_a_graph() {
    let mut body = open("hero/hero.ron", false).unwrap();
    assert!(body.actor().hair().is_none(), "the device draws no strands");
    let cards = |body: &Body| {
        let materials = body.actor().character().materials();
        materials.iter().filter(|material| material.name.ends_with(" cards")).count()
    };
    let own = cards(&body);
    assert!(own > 0, "cards take their part");
    let described = body.describe();
    for name in ["\"rifle\"", "\"speed\"", "\"speaks\":true"] {
        assert!(described.contains(name), "{name} in {described}");
    }
    body.hold("rifle", false).unwrap();
    body.set_parameter("speed", ParameterInput::Number(1.0)).unwrap();
    let error = body.set_parameter("sped", ParameterInput::Number(1.0)).unwrap_err();
    assert_eq!(error.code, "no-parameter");
    let error = body.wear(Some("cloak")).unwrap_err();
    assert!(error.message.contains("cloak"), "{error}");
    // Other hair takes another character, which goes on as the one before.
    let hair = std::fs::read_to_string(data("grooms/bob.ron")).unwrap();
    let hair = HairSetupDescription {
        grooms: vec![Part::Inline(GroomDescription::from_ron(&hair).unwrap())],
        ..HairSetupDescription::default()
    };
    let before = body.actor().character().clone();
    body.look_at(Some(EYE));
    assert!(body.set_hair(None).unwrap().is_none(), "it has its own hair");
    let mut other = body.set_hair(Some(&hair)).unwrap().unwrap();
    other.go_on_as(&body).unwrap();
    body = other;
    assert!(!Arc::ptr_eq(&before, body.actor().character()) && cards(&body) > 0);
    assert!(body.state().contains("\"speed\":1.0"), "{}", body.state());
    body = body.set_hair(None).unwrap().unwrap();
    assert_eq!(cards(&body), own);
    body.set_parameter("speed", ParameterInput::Number(1.0)).unwrap();
    // A loop over the graph, and back to it.
    let wave = body.find_motion("wave").unwrap();
    body.play(wave.clip, &MotionSettings { loops: true, ..ONCE }).unwrap();
    assert!(body.actor().graph().is_none());
    body.stop(0.2).unwrap();
    assert!(body.actor().graph().is_some());
}

#[test]
fn strands_that_are_put_on_stay_when_the_character_changes_clothes() {
    let mut body = open("hero/hero.ron", true).unwrap();
    let own = body.actor().hair().unwrap().groom().clone();
    let hair = std::fs::read_to_string(data("grooms/bob.ron")).unwrap();
    let hair = HairSetupDescription {
        grooms: vec![Part::Inline(GroomDescription::from_ron(&hair).unwrap())],
        ..HairSetupDescription::default()
    };
    assert!(body.set_hair(Some(&hair)).unwrap().is_none(), "strands take no other character");
    let put_on = body.actor().hair().unwrap().groom().clone();
    let outfits: Vec<String> = body.setup().outfits().map(str::to_owned).collect();
    for outfit in outfits.iter().map(|name| Some(name.as_str())).chain([None]) {
        body.wear(outfit).unwrap();
        assert!(Arc::ptr_eq(body.actor().hair().unwrap().groom(), &put_on), "{outfit:?}");
    }
    body.set_hair(None).unwrap();
    assert!(Arc::ptr_eq(body.actor().hair().unwrap().groom(), &own));
    run(&mut body, 0.1);
}

#[test]
fn long_steps_are_made_in_parts() {
    let mut body = body();
    let idle = body.find_motion("idle").unwrap();
    body.set_idle(idle.clip).unwrap();
    for (dt, time) in [(0.25, 0.25), (f32::NAN, 0.25), (-1.0, 0.25), (1.5, 1.75)] {
        body.step(dt, EYE);
        let state: serde_json::Value = serde_json::from_str(&body.state()).unwrap();
        assert!((state["motion"]["time"].as_f64().unwrap() - time).abs() < 1e-4, "{dt}: {state}");
    }
    // The steps of a walk are heard, however long a frame is.
    let walk = body.find_motion("walk").unwrap();
    let steps = |dt: f32| {
        let mut body = open("sinew.vrm", true).unwrap();
        body.play(walk.clip, &MotionSettings { loops: true, fade: 0.0, speed: 1.0 }).unwrap();
        body.step(0.0, EYE);
        let frames = (4.0 / dt).round() as u32;
        (0..frames)
            .map(|_| {
                body.step(dt, EYE);
                body.events().count()
            })
            .sum::<usize>()
    };
    assert_eq!(steps(0.5), steps(0.05));
    assert!(steps(0.5) >= 4);
}

#[test]
fn errors_are_those_of_the_importer() {
    let error = open("README.md", true).unwrap_err();
    assert_eq!(error.code, "unknown-format");
    let error = open("nowhere.vrm", true).unwrap_err();
    assert_eq!(error.code, "set-up");
}

#[test]
fn portraits_show_head_and_shoulders() {
    let mut body = body();
    body.step(0.0, EYE);
    let bounds = body.actor().frame().bounds();
    for aspect in [0.6, 1.0, 1.8] {
        let camera = Shot::Portrait.framing(body.actor(), &bounds).camera(aspect);
        let clip = camera.clip_from_world(aspect);
        let top = clip.project_point3(Vec3::new(0.0, bounds.max.y, 0.0));
        assert!((0.5..1.0).contains(&top.y), "the crown is in the picture: {top}");
        let hips = clip.project_point3(Vec3::new(0.0, bounds.max.y * 0.55, 0.0));
        assert!(hips.y < -1.0, "the hips are not: {hips}");
    }
    let free = Camera::look_at(EYE, Vec3::Y);
    assert_eq!(Shot::Free(free).framing(body.actor(), &Bounds::EMPTY).camera(1.0), free);
}

#[test]
fn characters_are_shown_from_the_side_that_they_face() {
    for file in ["faces_minus_z.glb", "faces_plus_z.glb"] {
        let Some(path) = test_needs::asset(&format!("reports/retarget-facing/{file}")) else { return };
        let mut body = Body::open(file, SetupFiles::beside(&path), true).unwrap();
        body.step(0.0, EYE);
        let (forward, bounds) = (body.actor().character().forward(), body.actor().frame().bounds());
        for shot in [Shot::Body, Shot::Portrait] {
            let camera = shot.framing(body.actor(), &bounds).camera(1.0);
            let towards = (camera.eye - camera.target).normalize().dot(forward);
            assert!(towards > 0.9, "{file} {shot:?}: {towards}");
        }
    }
}
