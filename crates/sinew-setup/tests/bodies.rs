//! Set-ups on bodies of strangers, a VRM and an FBX: each runs all systems that it can, by files in the formats
//! that they come in.

use sinew::face::{EmotionFade, Gaze};
use sinew::glam::{Affine3A, Vec3};
use sinew::ground::height_field;
use sinew::humanoid::HumanBone;
use sinew::surface::{DecalLife, DecalSettings, HitFaces, Ray, SurfaceEmitter};
use sinew::{Actor, FrameInput};
use sinew_setup::{Setup, SetupFile, SetupFiles};
use std::path::Path;

/// Parts of both set-ups: clips of the built-in character, a graph, hair, decals, an item, levels of detail.
const PARTS: &str = r#"
    clips: [(file: "sinew.vrm", only: ["idle", "walk", "run", "jump"])],
    graph: (
        parameters: {"speed": Smooth(0, 0.3), "jump": Trigger},
        output: StateMachine(
            states: [
                (name: "ground", node: BlendSpace1d(x: "speed", points: [
                    (0, Clip(clip: "idle")), (1, Clip(clip: "walk")), (2, Clip(clip: "run")),
                ])),
                (name: "jump", node: Clip(clip: "jump", looping: false)),
            ],
            transitions: [
                (from: ["ground"], to: "jump", when: [Is("jump")], duration: 0.15),
                (from: ["jump"], to: "ground", when: [Finished], duration: 0.3),
            ],
        ),
    ),
    face: (blinks: true, eye_movements: true, turns_head: true),
    hair: (grooms: ["grooms/ponytail.ron"]),
    decals: (looks: {"blood": (color: "hero/blood.png", roughness: 0.2)}, trails: "blood"),
    attachments: {"rifle": (
        model: "hero/rifle.gltf",
        hand: Right,
        carried: ("chest", (position: (-0.1, 0.0, 0.22), rotation: (-12, 50, 0))),
        second_hands: {"left hand": (position: (0, 0.03, 0.26), rotation: (90, 0, -90))},
    )},
    outfits: {"plain": (), "short hair": (hair: (grooms: ["grooms/bob.ron"])), "bald": (hair: ())},
    outfit: "plain",
    levels: [(distance: 8, hair: 0.5, skip: ["fingers"]), (distance: 20, hair: 0)],
"#;

/// The set-up of a model; `None` where the shared files are missing.
fn open(model: &str, further: &str) -> Option<Setup> {
    let model = test_needs::asset(model)?;
    let text = format!("(model: {:?}, {further} {PARTS})", model.display().to_string());
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/body.ron");
    let file =
        SetupFile::new("body.ron", text, SetupFiles::beside(&data)).unwrap_or_else(|error| panic!("{error}"));
    let setup = Setup::from_file(&file).unwrap_or_else(|error| panic!("{error}"));
    let missing: Vec<_> =
        setup.findings().iter().filter(|one| !one.message.contains("joints of sinew.vrm")).collect();
    assert!(missing.is_empty(), "{missing:?}");
    Some(setup)
}

/// Walks, talks, is shot, jumps, seen from afar and near, in other outfits: all systems stay sound, and do what
/// they are asked for.
fn plays(setup: &Setup) {
    let mut actor = setup.actor().unwrap();
    assert!(actor.graph().is_some() && actor.ik().is_some() && actor.face().is_some());
    assert!(actor.ragdoll().is_some() && actor.decals().is_some() && actor.hair().is_some());
    let ground = height_field(|_, _| 0.0);
    let mut transform = Affine3A::IDENTITY;
    let (mut moved, mut shows_emotion, mut last) = (0.0f32, false, Vec::new());
    let emotion = actor.face().unwrap().rig().emotions().next().map(str::to_owned);
    for frame in 0..300 {
        let graph = actor.graph_mut().unwrap();
        match frame {
            20 => graph.set_parameter("speed", 1.0).unwrap(),
            200 => graph.trigger("jump").unwrap(),
            120 => shoot(&mut actor, &transform),
            _ => {}
        }
        let face = actor.face_mut().unwrap();
        face.set_gaze(Gaze::Target(transform.transform_point3(Vec3::new(1.0, 1.2, 2.0))));
        if let (60, Some(emotion)) = (frame, &emotion) {
            face.set_emotion(emotion, EmotionFade::new(0.2)).unwrap();
        }
        transform = actor.advance(1.0 / 60.0).apply_to(transform);
        let input = FrameInput::new(1.0 / 60.0, transform).with_ground(&ground);
        let distance = if (150..180).contains(&frame) { 25.0 } else { 2.0 };
        actor.resolve(input.with_viewer(Vec3::from(transform.translation) + Vec3::Z * distance));
        let now: Vec<Affine3A> = actor.frame().model().to_vec();
        assert!(now.iter().all(|joint| joint.is_finite()), "{frame}");
        for (now, last) in now.iter().zip(&last) {
            let last: &Affine3A = last;
            moved = moved.max(now.translation.distance(last.translation));
        }
        last = now;
        let mut meshes = setup.character().mesh_instance_ids();
        let is_shaped = |id| actor.frame().morph_weights(id).iter().any(|weight| *weight > 0.3);
        shows_emotion |= frame > 70 && meshes.any(is_shaped);
        let hair = actor.hair().unwrap();
        assert!(hair.pose(0).points().iter().all(|point| Vec3::from(point.position).is_finite()), "{frame}");
        assert_eq!(actor.lod_level(), (150..180).contains(&frame).then_some(1), "{frame}");
    }
    let size = setup.character().reference_bounds().size().y;
    assert!(Vec3::from(transform.translation).length() > 0.5 * size, "walks: {transform}");
    assert!(moved < 0.15 * size, "no joint jumps: {moved}");
    assert!(shows_emotion || emotion.is_none());
    let decals = actor.decals().unwrap();
    assert!(decals.set().len() > 1, "the wound bleeds: {}", decals.set().len());
    changes_hair(setup, &mut actor);
}

fn shoot(actor: &mut Actor, transform: &Affine3A) {
    let body = actor.character().humanoid().unwrap();
    let chest = actor.frame().model()[body.joint(HumanBone::Spine).unwrap().index()].translation;
    let from = transform.transform_point3(Vec3::from(chest) + Vec3::Z * 3.0);
    let ray = Ray::new(from, transform.transform_vector3(Vec3::NEG_Z));
    let hit = actor.hit(&ray, HitFaces::Front).expect("a shot at the spine");
    actor.add_decal(&hit.point, 0, &DecalSettings::new(0.02), DecalLife::default()).unwrap();
    let wound = SurfaceEmitter::new(hit.point, 10.0).with_duration(1.0);
    actor.decals_mut().unwrap().add_wound(wound);
}

/// The hair of an outfit is worn with it, at the level of detail that is on.
fn changes_hair(setup: &Setup, actor: &mut Actor) {
    let grooms: Vec<_> = setup.hair().map(|hair| hair.groom.clone()).collect();
    assert_eq!(grooms.len(), 2);
    actor.set_lod_level(Some(0));
    setup.wear(actor, Some("short hair")).unwrap();
    actor.update(1.0 / 60.0);
    let hair = actor.hair().unwrap();
    assert!(std::sync::Arc::ptr_eq(hair.groom(), &grooms[1]));
    assert_eq!(hair.simulation(0).unwrap().lod().guides, 0.5);
    setup.wear(actor, Some("bald")).unwrap();
    assert!(actor.hair().is_none());
    setup.wear(actor, Some("plain")).unwrap();
    actor.update(1.0 / 60.0);
    assert!(std::sync::Arc::ptr_eq(actor.hair().unwrap().groom(), &grooms[0]));
}

#[test]
fn a_vrm_runs_all_systems() {
    let Some(setup) = open("vrm/Godette_vrm_v4.vrm", "") else { return };
    assert!(setup.actor().unwrap().springs().is_some());
    plays(&setup);
}

#[test]
fn an_fbx_runs_all_systems() {
    let Some(setup) = open("fbx/seed-san/new_seedsan_betterfbx.fbx", "") else { return };
    plays(&setup);
}
