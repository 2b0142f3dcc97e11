//! Rollback: a character that is saved, played on, restored and played again has the same bytes in every
//! frame, and saving allocates nothing, whatever it does.
#![allow(clippy::disallowed_methods, reason = "tests compare with the functions of the system")]

mod ragdoll;

use crate::counting::allocations;
use ragdoll::hit;
use sinew::actor::{ActorSnapshot, RestoreError};
use sinew::character::Image;
use sinew::face::{BlinkSettings, EmotionFade, EyeMovementSettings, FaceRig, Gaze, VisemeMap};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::graph::{AnimationGraph, GraphDescription};
use sinew::ground::Ground;
use sinew::humanoid::HumanBone;
use sinew::locomotion::FootIk;
use sinew::playback::{MixerChange, MixerKey, MixerTrack, Playback};
use sinew::ragdoll::{Physics, PhysicsSnapshot, PhysicsSnapshotError, Ragdoll};
use sinew::rig::IkRig;
use sinew::spring::{SpringRig, SpringRigDescription};
use sinew::surface::wrinkle::{WrinkleMap, WrinkleMapDescription};
use sinew::{Actor, Character, FrameInput, RawClip};
use sinew_rapier::rapier3d::prelude::PhysicsWorld;
use sinew_rapier::{RapierGround, RapierRagdolls, RapierSets, RapierSnapshot, RapierWorld};
use sinew_suite::falls::STEP;
use sinew_suite::{Rifle, fingerprint, give_hair};
use std::sync::{Arc, OnceLock};

/// Frames that are played twice.
const FRAMES: u32 = 300;

/// Action of a game in a frame, by its number.
type Script = fn(&mut Game);

/// The built-in character in a world with a floor and stairs.
struct Game {
    actor: Actor,
    world: RapierWorld,
    ground: RapierGround,
    world_from_model: Affine3A,
    frame: u32,
    script: Script,
}

/// State that a game saves.
#[derive(Default)]
struct Saved {
    actor: ActorSnapshot,
    physics: PhysicsSnapshot,
    world_from_model: Affine3A,
    frame: u32,
}

fn imported() -> &'static (Arc<Character>, Vec<RawClip>, Arc<Ragdoll>) {
    static IMPORTED: OnceLock<(Arc<Character>, Vec<RawClip>, Arc<Ragdoll>)> = OnceLock::new();
    IMPORTED.get_or_init(|| {
        let imported = sinew_suite::open(&sinew_suite::repository().join("data/sinew.vrm")).unwrap();
        let character = Arc::new(imported.character);
        let ragdoll = Arc::new(Ragdoll::fit(&character).unwrap());
        (character, imported.clips, ragdoll)
    })
}

impl Game {
    fn new(script: Script) -> Self {
        let (character, clips, ragdoll) = imported();
        let mut actor = Actor::new(character.clone(), clips.iter().cloned()).unwrap();
        actor.set_ragdoll(Some(ragdoll.clone())).unwrap();
        let mut world = RapierWorld::new().with_floor(0.0);
        for step in 0..5 {
            let half = Vec3::new(2.0, 0.085, 3.0);
            let middle = Vec3::new(0.0, 0.17 * step as f32 + 0.085, 1.0 + 0.29 * step as f32 + half.z);
            world.add_box(middle, Quat::IDENTITY, half);
        }
        let ground = world.ground();
        Self { actor, world, ground, world_from_model: Affine3A::IDENTITY, frame: 0, script }
    }

    fn frame(&mut self) {
        (self.script)(self);
        let wind = |_: Vec3, _: f64| Vec3::new(1.0, 0.0, -0.5);
        self.world_from_model = self.actor.advance(STEP).apply_to(self.world_from_model);
        let input = FrameInput::new(STEP, self.world_from_model).with_ground(&self.ground).with_wind(&wind);
        self.actor.resolve(input.with_physics(&mut self.world));
        self.frame += 1;
    }

    fn save(&self, saved: &mut Saved) {
        self.actor.save(&mut saved.actor);
        self.world.save(&mut saved.physics).unwrap();
        (saved.world_from_model, saved.frame) = (self.world_from_model, self.frame);
    }

    fn restore(&mut self, saved: &Saved) {
        self.actor.restore(&saved.actor).unwrap();
        self.world.restore(&saved.physics).unwrap();
        (self.world_from_model, self.frame) = (saved.world_from_model, saved.frame);
    }

    /// Fingerprints of the coming frames.
    fn play(&mut self) -> Vec<u64> {
        (0..FRAMES)
            .map(|_| {
                self.frame();
                fingerprint(&self.actor, &self.world.world, self.world_from_model)
            })
            .collect()
    }

    fn rig(mut self, rig: impl FnOnce(&Character) -> IkRig) -> Self {
        let rig = rig(self.actor.character());
        self.actor.set_ik(Some(Arc::new(rig))).unwrap();
        self
    }

    /// Plays until the body lies still.
    fn rest(&mut self) {
        while !self.actor.ragdoll().unwrap().is_at_rest() {
            self.frame();
            assert!(self.frame < 900, "not at rest");
        }
    }
}

/// Plays `before` frames, saves, plays on, and again from the saved state: in place, and in a new actor.
/// Snapshots made at first are saved into throughout.
fn rolls_back(name: &str, mut game: Game, before: u32) {
    let (mut saved, mut throughout) = (Saved::default(), ActorSnapshot::default());
    // The first frame sizes buffers.
    game.frame();
    game.actor.save(&mut throughout);
    game.actor.save(&mut saved.actor);
    while game.frame < before {
        game.frame();
    }
    let allocated = allocations(|| game.actor.save(&mut saved.actor));
    assert_eq!(allocated, 0, "{name}: saving allocates");
    game.save(&mut saved);
    let mut first = Vec::new();
    for frame in 0..FRAMES {
        game.frame();
        first.push(fingerprint(&game.actor, &game.world.world, game.world_from_model));
        let allocated = allocations(|| game.actor.save(&mut throughout));
        assert_eq!(allocated, 0, "{name}: saving allocates {frame} frames later");
    }
    assert!(first.windows(2).any(|pair| pair[0] != pair[1]), "{name}: nothing moves");
    let allocated = allocations(|| game.actor.restore(&saved.actor).unwrap());
    assert_eq!(allocated, 0, "{name}: restoring allocates");
    game.restore(&saved);
    same(name, &first, &game.play());
    // Another actor of the character takes the state over.
    let mut other = Game::new(game.script);
    other.world = game.world;
    other.restore(&saved);
    same(name, &first, &other.play());
}

fn same(name: &str, first: &[u64], again: &[u64]) {
    let differs = first.iter().zip(again).position(|(a, b)| a != b);
    assert_eq!(differs, None, "{name}: frame in which the bytes first differ");
}

#[test]
fn clips_that_fade_and_continue_motion() {
    let mut game = Game::new(|game| match game.frame {
        20 => drop(game.actor.play("run").unwrap().fade(0.6)),
        60 => drop(game.actor.play("jump").unwrap().inertialize(0.4)),
        120 => game.actor.stop(),
        _ => {}
    });
    game.actor.play("walk").unwrap();
    rolls_back("fade", game, 35);
}

#[test]
fn a_mixer_with_keys() {
    let mut game = Game::new(|_| {});
    let clips = game.actor.clips().clone();
    let track = |name: &str| MixerTrack::EMPTY.with_playback(Playback::new(clips.find(name).unwrap(), 0.0));
    let mixer = game.actor.use_mixer(2);
    mixer.tracks_mut()[0] = track("idle");
    mixer.tracks_mut()[1] = track("walk").with_weight(0.0);
    mixer.add_key(MixerKey { track: 1, start: 0.2, duration: 1.0, change: MixerChange::Weight(1.0) });
    mixer.add_key(MixerKey { track: 1, start: 2.0, duration: 0.5, change: MixerChange::Speed(1.5) });
    rolls_back("mixer", game, 30);
}

fn locomotion(actor: &mut Actor) {
    let description = GraphDescription::from_ron(include_str!("../../../examples/locomotion.ron")).unwrap();
    let graph = AnimationGraph::from_description(&description, actor.clips()).unwrap();
    actor.set_graph(Arc::new(graph)).unwrap();
}

#[test]
fn a_graph_in_a_transition() {
    let mut game = Game::new(|game| {
        let graph = game.actor.graph_mut().unwrap();
        match game.frame {
            10 => graph.set_parameter("speed", 1.0).unwrap(),
            90 => graph.set_parameter("turn", 1.0).unwrap(),
            200 => graph.set_parameter("speed", 0.0).unwrap(),
            _ => {}
        }
        if game.frame == 100 {
            game.actor.play_in_slot("upper body", "wave").unwrap();
        }
    });
    locomotion(&mut game.actor);
    rolls_back("graph", game, 22);
}

fn feet(character: &Character) -> IkRig {
    let body = character.humanoid().unwrap();
    IkRig::human(character.skeleton(), body).with_feet(FootIk::human(character, body).unwrap())
}

#[test]
fn feet_on_stairs_and_a_gaze() {
    let mut game = Game::new(|game| {
        game.world_from_model.translation.y =
            game.ground.height(game.world_from_model.translation.into()).unwrap_or(0.0);
        let face = game.actor.face_mut().unwrap();
        face.set_gaze(Gaze::Target(Vec3::new((game.frame as f32 * 0.03).sin() * 2.0, 1.4, 4.0)));
    })
    .rig(feet);
    game.actor.face_mut().unwrap().set_turns_head(true);
    game.actor.play("walk").unwrap();
    rolls_back("stairs", game, 70);
}

fn tail(actor: &mut Actor) {
    // A glove whose little finger swings stands for a tail.
    let text =
        r#"(chains: [(from: "leftLittleProximal", stiffness: 0.4, gravity: 0.3, drag: 0.2, radius: 0.01)])"#;
    let description = SpringRigDescription::from_ron(text).unwrap();
    let rig = SpringRig::from_description(&description, actor.character()).unwrap();
    actor.set_springs(Some(Arc::new(rig))).unwrap();
}

#[test]
fn springs() {
    let mut game = Game::new(|_| {});
    tail(&mut game.actor);
    game.actor.play("run").unwrap();
    rolls_back("springs", game, 40);
}

#[test]
fn hair_that_swings() {
    let mut game = Game::new(|_| {});
    give_hair(&mut game.actor, "ponytail", 300);
    game.actor.play("run").unwrap();
    rolls_back("hair", game, 40);
}

fn speech(actor: &mut Actor) {
    let visemes = VisemeMap::detect(actor.character()).unwrap();
    let rig = FaceRig::new(actor.character()).with_viseme_map(Some(Arc::new(visemes))).unwrap();
    actor.set_face(Some(Arc::new(rig))).unwrap();
    let face = actor.face_mut().unwrap();
    face.set_blinks(Some(BlinkSettings::new(3).with_per_minute(60.0)));
    face.set_eye_movements(Some(EyeMovementSettings::new(3)));
}

fn talk(game: &mut Game) {
    let face = game.actor.face_mut().unwrap();
    let mut visemes = [0.0; sinew::face::Viseme::COUNT];
    visemes[1 + game.frame as usize / 12 % 10] = 0.5 + 0.5 * (game.frame as f32 * 0.5).sin();
    face.set_visemes(visemes);
    if game.frame.is_multiple_of(80) {
        let emotion = ["happy", "sad"][game.frame as usize / 80 % 2];
        face.set_emotion(emotion, EmotionFade::new(0.5)).unwrap();
    }
}

fn wrinkles(actor: &mut Actor) {
    let folder = sinew_suite::repository().join("data/wrinkles");
    let text = std::fs::read_to_string(folder.join("wrinkles.ron")).unwrap();
    let mut image = |name: &str| Ok(Image { name: name.to_owned(), mime: String::new(), encoded: None });
    let description = WrinkleMapDescription::from_ron(&text).unwrap();
    let map = WrinkleMap::from_description(&description, actor.character(), &mut image).unwrap();
    actor.set_wrinkles(Some(Arc::new(map))).unwrap();
}

#[test]
fn speech_and_blinks() {
    let mut game = Game::new(talk);
    speech(&mut game.actor);
    wrinkles(&mut game.actor);
    game.actor.play("idle").unwrap();
    rolls_back("speech", game, 50);
}

/// Gives the character a rifle in two hands.
fn with_rifle(game: Game) -> Game {
    let rifle = Rifle::new(game.actor.character());
    let mut game =
        game.rig(|character| feet(character).with_grips(character.skeleton(), character.humanoid().unwrap()));
    let ik = game.actor.ik_mut().unwrap();
    rifle.goals().into_iter().for_each(|(hand, goal)| ik.set_goal(hand, goal).unwrap());
    game
}

#[test]
fn everything_at_once() {
    let script: Script = |game| {
        talk(game);
        let face = game.actor.face_mut().unwrap();
        face.set_gaze(Gaze::Target(Vec3::new((game.frame as f32 * 0.05).sin(), 1.5, 3.0)));
        match game.frame {
            10 => game.actor.graph_mut().unwrap().set_parameter("speed", 1.0).unwrap(),
            40 => hit(game, HumanBone::Chest),
            120 => game.actor.ragdoll_mut().unwrap().start(),
            _ => {}
        }
    };
    let all = || {
        let mut game = with_rifle(Game::new(script));
        locomotion(&mut game.actor);
        tail(&mut game.actor);
        give_hair(&mut game.actor, "ponytail", 300);
        speech(&mut game.actor);
        wrinkles(&mut game.actor);
        game.actor.face_mut().unwrap().set_turns_head(true);
        game
    };
    rolls_back("everything, in a hit", all(), 50);
    rolls_back("everything, in a fall", all(), 135);
}

#[test]
fn a_world_of_ones_own() {
    let mut game = Game::new(|_| {});
    let mut world = PhysicsWorld::new();
    world.integration_parameters.dt = STEP;
    std::mem::swap(&mut world.colliders, &mut game.world.world.colliders);
    let mut ragdolls = RapierRagdolls::new();
    let mut actor = game.actor;
    let world_from_model = Affine3A::from_translation(Vec3::Y * 0.6);
    let frame = |actor: &mut Actor, ragdolls: &mut RapierRagdolls, world: &mut PhysicsWorld| {
        let mut physics = ragdolls.physics(RapierSets::from(&mut *world));
        let refused = Physics::save(&physics, &mut PhysicsSnapshot::default());
        assert_eq!(refused, Err(PhysicsSnapshotError::Unsupported));
        actor.resolve(FrameInput::new(STEP, world_from_model).with_physics(&mut physics));
        ragdolls.prepare_step(&mut world.bodies, &mut world.impulse_joints, STEP);
        world.step();
        fingerprint(actor, world, world_from_model)
    };
    actor.ragdoll_mut().unwrap().start();
    (0..30).for_each(|_| _ = frame(&mut actor, &mut ragdolls, &mut world));
    let (mut saved, mut snapshot) = (ActorSnapshot::default(), RapierSnapshot::default());
    assert_eq!(ragdolls.restore(&mut world, &snapshot), Err(PhysicsSnapshotError::Empty));
    actor.save(&mut saved);
    ragdolls.save(&world, &mut snapshot);
    let first: Vec<u64> = (0..FRAMES).map(|_| frame(&mut actor, &mut ragdolls, &mut world)).collect();
    actor.restore(&saved).unwrap();
    ragdolls.restore(&mut world, &snapshot).unwrap();
    let again: Vec<u64> = (0..FRAMES).map(|_| frame(&mut actor, &mut ragdolls, &mut world)).collect();
    same("a world of one's own", &first, &again);
}

#[test]
fn a_snapshot_of_nothing_or_of_another_character_is_refused() {
    let mut game = Game::new(|_| {});
    game.actor.play("walk").unwrap();
    game.frame();
    let before = fingerprint(&game.actor, &game.world.world, game.world_from_model);
    let mut snapshot = ActorSnapshot::default();
    assert_eq!(game.actor.restore(&snapshot), Err(RestoreError::Empty));
    let other = Arc::new(Character::clone(game.actor.character()));
    Actor::without_clips(other).save(&mut snapshot);
    assert_eq!(game.actor.restore(&snapshot), Err(RestoreError::OtherCharacter));
    let mut physics = PhysicsSnapshot::default();
    assert_eq!(game.world.restore(&physics), Err(PhysicsSnapshotError::Empty));
    *physics.state::<u8>() = 1;
    assert_eq!(game.world.restore(&physics), Err(PhysicsSnapshotError::OtherEngine));
    assert_eq!(before, fingerprint(&game.actor, &game.world.world, game.world_from_model));
}
