//! States that are reset, teleported, restored or cloned go on as new ones do, and a cut of the pose takes
//! along all that swings.
#![allow(clippy::disallowed_methods, reason = "tests compare with the functions of the system")]

use sinew::actor::ActorSnapshot;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::humanoid::HumanBone;
use sinew::{Actor, FrameInput, WrapMode};
use sinew_suite::hair_motion::with_haircut;
use sinew_suite::person;
use std::path::Path;

/// The built-in character with a haircut, which plays a clip.
fn playing(haircut: &str, clip: &str) -> Actor {
    let mut actor = with_haircut(person(Path::new(""), ""), haircut);
    actor.play(clip).unwrap().wrap(WrapMode::Loop);
    actor
}

/// Places of all that swings, as seen from the character: points of guides and joints of springs.
fn swinging(actor: &Actor) -> Vec<Vec3> {
    let frame = actor.frame();
    let back = frame.world_from_model().inverse();
    let hair = frame.hair().unwrap();
    let layers = hair.groom().layers.len();
    let points = (0..layers).flat_map(|layer| hair.pose(layer).points());
    let points = points.map(|point| back.transform_point3(point.position()));
    points.chain(frame.model().iter().map(|joint| joint.translation.into())).collect()
}

fn farthest(a: &[Vec3], b: &[Vec3]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max)
}

fn walk(actor: &mut Actor, world_from_model: &mut Affine3A, dt: f32, teleport: Option<Affine3A>) {
    let moved = actor.advance(dt).apply_to(*world_from_model);
    *world_from_model = teleport.unwrap_or(Affine3A::IDENTITY) * moved;
    let mut input = FrameInput::new(dt, *world_from_model);
    input.stage.teleported = teleport.is_some();
    actor.resolve(input);
}

#[test]
fn a_teleport_far_away_is_one_by_nothing() {
    for (haircut, rate) in [("bob", 50.0), ("long", 144.0), ("ponytail", 30.0)] {
        for way in [
            Affine3A::from_translation(Vec3::new(0.5, 0.0, 0.0)),
            Affine3A::from_rotation_translation(Quat::from_rotation_y(2.0), Vec3::new(-700.0, 3.0, 40.0)),
        ] {
            let mut far = playing(haircut, "run");
            let (mut near, mut transforms) = (playing(haircut, "run"), [Affine3A::IDENTITY; 2]);
            let dt = 1.0 / rate;
            for frame in 0..120 {
                let teleports = frame == 60;
                walk(&mut far, &mut transforms[0], dt, teleports.then_some(way));
                walk(&mut near, &mut transforms[1], dt, teleports.then_some(Affine3A::IDENTITY));
                let apart = farthest(&swinging(&far), &swinging(&near));
                // A position 700 m away is exact to 0.06 mm, which long hair that touches the body enlarges
                // as it falls.
                let bound = if frame < 62 { 0.005 } else { 0.12 };
                assert!(apart < bound, "{haircut} at {rate} Hz, frame {frame}: {apart} m");
            }
        }
    }
}

#[test]
fn hair_that_was_reset_goes_on_like_new_hair() {
    for haircut in ["bob", "long"] {
        let (mut old, mut new) = (playing(haircut, "run"), playing(haircut, "run"));
        let mut transforms = [Affine3A::IDENTITY; 2];
        for _ in 0..47 {
            walk(&mut old, &mut transforms[0], 0.02, None);
            // Without hair frames are those of a character that has just got its hair.
            transforms[1] = new.advance(0.02).apply_to(transforms[1]);
        }
        old.hair_mut().unwrap().reset();
        old.springs_mut().into_iter().for_each(|springs| springs.reset());
        for frame in 0..60 {
            walk(&mut old, &mut transforms[0], 0.02, None);
            walk(&mut new, &mut transforms[1], 0.02, None);
            let apart = farthest(&swinging(&old), &swinging(&new));
            assert!(apart < 1e-4, "{haircut} frame {frame}: {apart} m");
        }
    }
}

#[test]
fn clones_and_restored_states_go_on_alike() {
    let mut actor = playing("long", "run");
    let mut world_from_model = Affine3A::IDENTITY;
    (0..50).for_each(|_| walk(&mut actor, &mut world_from_model, 0.02, None));
    let mut saved = ActorSnapshot::default();
    actor.save(&mut saved);
    let start = world_from_model;
    let mut rounds: Vec<Vec<Vec<Vec3>>> = Vec::new();
    for _ in 0..2 {
        actor.restore(&saved).unwrap();
        world_from_model = start;
        let frames = (0..40).map(|frame| {
            let teleport = (frame == 10).then_some(Affine3A::from_translation(Vec3::X * 3.0));
            walk(&mut actor, &mut world_from_model, 0.02, teleport);
            swinging(&actor)
        });
        rounds.push(frames.collect());
    }
    assert!(rounds[0] == rounds[1]);
}

#[test]
fn a_cut_of_the_pose_takes_hair_along() {
    for (haircut, from, to) in
        [("long", "idle", "jump"), ("long", "run", "get_up_front"), ("bob", "walk", "sit")]
    {
        let mut actor = playing(haircut, from);
        if actor.clips().find(to).is_err() {
            continue;
        }
        let mut world_from_model = Affine3A::IDENTITY;
        let head = actor.character().humanoid().and_then(|humanoid| humanoid.joint(HumanBone::Head));
        let head = head.unwrap().index();
        // Places as seen from the head.
        let seen = |actor: &Actor| -> Vec<Vec3> {
            let back = actor.frame().model()[head].inverse();
            let positions = swinging(actor);
            let count = positions.len() - actor.frame().model().len();
            positions[..count].iter().map(|position| back.transform_point3(*position)).collect()
        };
        (0..90).for_each(|_| walk(&mut actor, &mut world_from_model, 1.0 / 60.0, None));
        let before = seen(&actor);
        actor.play(to).unwrap().seek(0.4);
        walk(&mut actor, &mut world_from_model, 1.0 / 60.0, None);
        let after = seen(&actor);
        let way = farthest(&before, &after);
        println!("{haircut} {from} to {to}: {way} m");
        // As far as hair may fall within a frame, and bodies in another pose push it aside.
        assert!(way < 0.08, "{haircut} {from} to {to}: {way} m in a frame");
    }
}
