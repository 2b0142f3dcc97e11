//! Stages of a frame on the built-in character that `sinew bench` does not measure: sampling of raw clips,
//! palette, face, wrinkles; spring bones; snapshots of a character that falls. No crate on stable Rust has
//! these features without an engine.

use divan::Bencher;
use divan::counter::ItemsCount;
use sinew::actor::ActorSnapshot;
use sinew::character::{
    Collider, ColliderGroup, ColliderShape, Image, SkinId, SkinningMethod, Spring, SpringBones, SpringJoint,
};
use sinew::face::{
    BlinkSettings, EmotionFade, EyeMovementSettings, FaceInput, FaceRig, FaceState, Gaze, Viseme, VisemeMap,
};
use sinew::glam::{Affine3A, Vec3};
use sinew::ragdoll::{Physics, PhysicsSnapshot, Ragdoll};
use sinew::rig::IkRig;
use sinew::skeleton::Joint;
use sinew::spring::{SpringRig, SpringState};
use sinew::stage::{StageInput, StagePose};
use sinew::surface::wrinkle::{StrainRings, StrainScratch, WrinkleInput, WrinkleMap, WrinkleState};
use sinew::{
    Actor, Character, CharacterParts, FrameInput, JointId, LocalPose, Mat3x4, ModelPose, SampleCursor,
    Skeleton, Transform,
};
use sinew_author::face::FaceLandmarks;
use sinew_author::surface::wrinkle::WrinkleGenerator;
use sinew_rapier::RapierWorld;
use std::sync::Arc;

fn main() {
    divan::main();
}

fn actor() -> Actor {
    let imported = sinew_suite::open(&sinew_suite::repository().join("data/sinew.vrm")).unwrap();
    let clips = imported.clips;
    let mut actor = Actor::new(Arc::new(imported.character), clips).unwrap();
    actor.play("walk").unwrap();
    actor
}

fn joints(actor: &Actor) -> ItemsCount {
    ItemsCount::new(actor.character().skeleton().len())
}

#[divan::bench]
fn sample(bencher: Bencher<'_, '_>) {
    let actor = actor();
    let clip = actor.clips()[actor.playback().unwrap().clip()].clone();
    let mut pose = LocalPose::rest(actor.character().skeleton());
    let mut morphs = actor.character().rest_weights().clone();
    let mut faces = vec![0.0; actor.character().expressions().len()];
    let (mut cursor, mut time) = (SampleCursor::new(), 0.0);
    bencher.counter(joints(&actor)).bench_local(|| {
        time = (time + 1.0 / 60.0) % clip.end();
        clip.sample(time, &mut cursor, &mut pose, &mut morphs, &mut faces)
    });
}

#[divan::bench]
fn palette(bencher: Bencher<'_, '_>) {
    let actor = actor();
    let mut palette = vec![Mat3x4::IDENTITY; actor.character().skins()[0].joints.len()];
    let count = ItemsCount::new(palette.len());
    bencher.counter(count).bench_local(|| actor.frame().write_palette(SkinId(0), &mut palette));
}

/// The face stage with all channels on: emotion, speech, eye movements with lids, blinks.
#[divan::bench]
fn face(bencher: Bencher<'_, '_>) {
    let actor = actor();
    let character = actor.character();
    let rig = FaceRig::new(character).with_viseme_map(VisemeMap::detect(character).map(Arc::new)).unwrap();
    let mut face = FaceState::new(Arc::new(rig), character).unwrap();
    face.set_blinks(Some(BlinkSettings::default()));
    face.set_eye_movements(Some(EyeMovementSettings::default().with_social_gaze(true)));
    face.set_emotion("happy", EmotionFade::default()).unwrap();
    face.set_gaze(Gaze::Target(Vec3::new(0.5, 1.5, 1.0)));
    let skeleton = character.skeleton();
    let (mut local, mut model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
    let stage = StageInput::new(1.0 / 60.0, Affine3A::IDENTITY);
    let mut morphs = character.rest_weights().clone();
    let animated = vec![0.0; character.expressions().len()];
    let mut frame = 0u32;
    bencher.bench_local(|| {
        frame += 1;
        let mut visemes = [0.0; Viseme::COUNT];
        visemes[frame as usize / 6 % Viseme::COUNT] = 0.8;
        face.set_visemes(visemes);
        morphs.copy_from(character.rest_weights());
        let mut pose = StagePose::new(skeleton, &mut local, &mut model).with_morphs(&mut morphs);
        face.solve(&stage, FaceInput::new(&animated), &mut pose);
    });
}

/// Synthetic wrinkles of the built-in face, without images.
fn wrinkle_map(character: &Character) -> WrinkleMap {
    let landmarks = FaceLandmarks::detect(character).unwrap();
    let made = WrinkleGenerator::new(landmarks).with_size(64).generate(character).unwrap();
    let mut image = |name: &str| Ok(Image { name: name.into(), mime: String::new(), encoded: None });
    WrinkleMap::from_description(&made.description, character, &mut image).unwrap()
}

/// Strengths of all wrinkles of a face all of whose shapes move; items are drivers.
#[divan::bench]
fn wrinkle_strengths(bencher: Bencher<'_, '_>) {
    let actor = actor();
    let character = actor.character().clone();
    let map = Arc::new(wrinkle_map(&character));
    let drivers = map.driver_count();
    let mut state = WrinkleState::new(map, &character).unwrap();
    let mut morphs = character.rest_weights().clone();
    morphs.as_mut_slice().fill(0.3);
    let frame = actor.frame();
    let input = WrinkleInput::new(frame.expression_weights(), &morphs, frame.local());
    let stage = StageInput::new(1.0 / 60.0, Affine3A::IDENTITY);
    bencher.counter(ItemsCount::new(drivers)).bench_local(|| state.solve(&stage, input));
}

/// Area strain of the largest primitive of the face's material while the face smiles and the jaw opens.
#[divan::bench(args = ["linear", "dual quaternion"])]
fn area_strain(bencher: Bencher<'_, '_>, method: &str) {
    let mut actor = actor();
    let character = actor.character().clone();
    let dual = if method == "linear" { SkinningMethod::Linear } else { SkinningMethod::DualQuaternion };
    character.mesh_instance_ids().for_each(|i| actor.meshes_mut().set_skinning(i, dual));
    for (shape, weight) in [("mouthSmileLeft", 0.7), ("jawOpen", 0.4)] {
        actor.face_mut().unwrap().set_morph(shape, weight).unwrap();
    }
    actor.update(0.1);
    let material = wrinkle_map(&character).materials()[0].material;
    let rings = character.mesh_instance_ids().zip(character.mesh_instances()).flat_map(|(id, instance)| {
        let primitives = character.meshes()[instance.mesh].primitives.iter().enumerate();
        let face = primitives.filter(|(_, primitive)| primitive.material == Some(material));
        face.filter_map(|(n, _)| StrainRings::new(&character, id, n)).collect::<Vec<_>>()
    });
    let rings = rings.max_by_key(StrainRings::vertex_count).unwrap();
    let (mut scratch, mut strain) = (StrainScratch::default(), Vec::new());
    let count = ItemsCount::new(rings.vertex_count());
    bencher.counter(count).bench_local(|| actor.frame().area_strain(&rings, &mut scratch, &mut strain));
}

/// 1,000 spring bones of 10 cm in chains of five, on a character that walks to and fro.
#[divan::bench(args = ["free", "8 colliders"])]
fn springs(bencher: Bencher<'_, '_>, colliders: &str) {
    const CHAINS: u32 = 200;
    const BONES: u32 = 5;
    let mut joints = vec![joint("root".into(), None, Vec3::Y)];
    for chain in 0..CHAINS {
        let angle = chain as f32;
        let root = Vec3::new(angle.sin(), 0.0, angle.cos()) * 0.3;
        joints.push(joint(format!("{chain}"), Some(0), root));
        for bone in 1..=BONES {
            joints.push(joint(format!("{chain} {bone}"), Some(joints.len() as u32 - 1), root / 3.0));
        }
    }
    let skeleton = Skeleton::new(joints).unwrap();
    let by_number = |n: u32| skeleton.by_file_index(n as usize).unwrap();
    let chain = |chain: u32| Spring {
        joints: (0..=BONES).map(|bone| settings(by_number(1 + chain * (BONES + 1) + bone))).collect(),
        collider_groups: if colliders == "free" { Vec::new() } else { vec![0] },
        ..Spring::default()
    };
    let sphere =
        |n: u32| ColliderShape::Sphere { offset: Vec3::Y * -0.1 * n as f32, radius: 0.25, inside: false };
    let bones = SpringBones {
        colliders: (0..8).map(|n| Collider { joint: by_number(0), shape: sphere(n) }).collect(),
        collider_groups: vec![ColliderGroup { name: String::new(), colliders: (0..8).collect() }],
        springs: (0..CHAINS).map(chain).collect(),
    };
    let character =
        Character::new(CharacterParts { skeleton: skeleton.clone(), ..CharacterParts::default() }).unwrap();
    let mut state = SpringState::new(Arc::new(SpringRig::new(&skeleton, &bones)), &character).unwrap();
    let (mut local, mut model) = (LocalPose::rest(&skeleton), ModelPose::rest(&skeleton));
    let mut time = 0.0f32;
    bencher.counter(ItemsCount::new(CHAINS * BONES)).bench_local(|| {
        time += 1.0 / 60.0;
        let world = Affine3A::from_translation(Vec3::X * time.sin());
        let mut pose = StagePose::new(&skeleton, &mut local, &mut model);
        state.solve(&StageInput::new(1.0 / 60.0, world), &mut pose);
    });
}

/// A character with IK, face and a ragdoll in mid-fall, in a Rapier world; with hair of the haircut "long"
/// where `hair` is true.
fn falling(hair: bool) -> (Actor, RapierWorld) {
    let mut actor = actor();
    let character = actor.character().clone();
    let rig = IkRig::human(character.skeleton(), character.humanoid().unwrap());
    actor.set_ik(Some(Arc::new(rig))).unwrap();
    actor.set_ragdoll(Some(Arc::new(Ragdoll::fit(&character).unwrap()))).unwrap();
    if hair {
        sinew_suite::give_hair(&mut actor, "long", usize::MAX);
    }
    actor.ragdoll_mut().unwrap().start();
    let mut world = RapierWorld::new().with_floor(0.0);
    for _ in 0..40 {
        actor.advance(1.0 / 60.0);
        let input = FrameInput::new(1.0 / 60.0, Affine3A::from_translation(Vec3::Y * 0.5));
        actor.resolve(input.with_physics(&mut world));
    }
    (actor, world)
}

#[divan::bench(args = ["body", "with hair", "Rapier world"])]
fn snapshot_save(bencher: Bencher<'_, '_>, what: &str) {
    let (actor, world) = falling(what == "with hair");
    let (mut saved, mut physics) = (ActorSnapshot::default(), PhysicsSnapshot::default());
    match what {
        "Rapier world" => bencher.bench_local(|| world.save(&mut physics).unwrap()),
        _ => bencher.bench_local(|| actor.save(&mut saved)),
    }
}

#[divan::bench(args = ["body", "with hair", "Rapier world"])]
fn snapshot_restore(bencher: Bencher<'_, '_>, what: &str) {
    let (mut actor, mut world) = falling(what == "with hair");
    let (mut saved, mut physics) = (ActorSnapshot::default(), PhysicsSnapshot::default());
    actor.save(&mut saved);
    world.save(&mut physics).unwrap();
    match what {
        "Rapier world" => bencher.bench_local(|| world.restore(&physics).unwrap()),
        _ => bencher.bench_local(|| actor.restore(&saved).unwrap()),
    }
}

fn joint(name: String, parent: Option<u32>, translation: Vec3) -> Joint {
    Joint { name, parent, rest: Transform::from_translation(translation), in_scene: true }
}

fn settings(joint: JointId) -> SpringJoint {
    SpringJoint {
        joint,
        hit_radius: 0.02,
        stiffness: 1.0,
        gravity_power: 0.5,
        gravity_dir: Vec3::NEG_Y,
        drag: 0.4,
    }
}
