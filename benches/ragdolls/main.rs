//! Figures of ragdolls: a line for each character that falls, and the figures of heaps, muscles and hanging
//! bodies.
//!
//! `cargo bench --bench ragdolls` drops the built-in character and those of the shared files onto a floor, in
//! random rotations and with random velocities. `-- WORD…` selects the lines whose names contain one of the
//! words, `--count N` (100) sets the number of drops, `--seed S` the first random seed; the results other
//! than times depend on nothing else. Lengths are in metres of the character's file.
//!
//! - speed: largest speed of a part, m/s.
//! - rest: mean and largest time until the body is at rest, seconds; moving: drops after which it still moves
//!   at 10 s.
//! - gap: distances between the two bodies of a joint, median, 99th percentile and maximum, millimetres; the
//!   pose does not show them.
//! - stretch: largest relative change of a bone's length in the pose.
//! - excess: angles beyond the joint limits in the pose, 99th percentile and maximum, degrees.
//! - deepest: largest depth of the skin below the floor, millimetres; sunk: longest time for which it is more
//!   than 20 mm, seconds, and the drops in which that is longer than 0.2 s. Bodies begin to fall from 1.2 m
//!   up: long ones and what they carry reach into the floor at first.
//!
//! The other lines are of the built-in character: ten thrown bodies in one world, a hundred in a heap, a
//! hundred over one another in the air with the time of a step on one core, a body that hangs by a hand, and
//! muscles of full strength that follow a clip. Behind each figure stands that of Rapier's plain defaults in
//! the same run: the same shapes and ranges of angles, masses by their volumes, joints of a fixed range per
//! axis, four iterations, motors of the default model.

#[path = "../../tests/suite/clock.rs"]
mod clock;
mod plain;

use clock::now;
use plain::PlainWorld;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::humanoid::HumanBone;
use sinew::ragdoll::Ragdoll;
use sinew::{Actor, Character, FrameInput};
use sinew_rapier::RapierWorld;
use sinew_suite::BenchCall;
use sinew_suite::falls::{FALLING, Fall, STEP, drop_onto_floor, falling, quantile, thrown, world_with_floor};
use std::sync::Arc;

fn main() {
    let Some(call) = BenchCall::of_process("ragdolls", 100, 0) else { return };
    let call = Call(call);
    call.drops();
    let (character, ragdoll) = falling("built-in").expect("the built-in character");
    let body = Body { character, ragdoll };
    let seed = call.0.seed;
    let both = |plain: &dyn Fn(bool) -> String| format!("{}; plain Rapier: {}", plain(false), plain(true));
    if call.wants("ten thrown") {
        let line = |plain| seconds(body.heap(10, seed, 20.0, plain).asleep);
        println!("ten thrown bodies: all asleep after {}", both(&line));
    }
    if call.wants("heap") {
        let line = |plain| seconds(body.heap(100, seed, 40.0, plain).asleep);
        println!("a heap of 100: all asleep after {}", both(&line));
    }
    if call.wants("active") {
        let line = |plain| {
            let Heap { milliseconds, gaps, .. } = body.heap(100, seed, 3.0, plain);
            let [time, slow] = [0.5, 0.99].map(|share| quantile(&milliseconds, share));
            let [gap, most] = [0.5, 0.99].map(|share| quantile(&gaps, share) * 1000.0);
            format!(
                "{time:.2} ms per step (median), {slow:.2} ms (99 %), joints {gap:.2} mm apart (median), \
                 {most:.1} mm (99 %)"
            )
        };
        println!("100 active: {}", both(&line));
    }
    if call.wants("hanging") {
        let line = |plain| {
            let [sag, gap] = body.hanging(plain);
            format!("{gap:.2} mm at most, {sag:.2} mm from the hand to the hips")
        };
        println!("hanging by a hand, joints apart at rest: {}", both(&line));
    }
    for clip in ["idle", "walk", "run", "wave"] {
        if call.wants("powered") {
            let line = |plain| {
                let [rms, joint, most] = body.powered(clip, plain);
                format!("{rms:.2}° RMS in the world, {joint:.2}° RMS per joint, {most:.1}° at most")
            };
            println!("powered, {clip}: {}", both(&line));
        }
    }
}

fn seconds(time: Option<f32>) -> String {
    time.map_or("the end: some still move".to_owned(), |time| format!("{time:.1} s"))
}

/// Command line.
struct Call(BenchCall);

impl Call {
    fn wants(&self, line: &str) -> bool {
        self.0.words.is_empty() || self.0.words.iter().any(|word| line.to_lowercase().contains(word))
    }

    /// A line for each character.
    fn drops(&self) {
        let names = FALLING.map(|(name, _)| name).into_iter().filter(|name| self.wants(name));
        let mut is_first = true;
        for (name, (character, ragdoll)) in names.filter_map(|name| Some((name, falling(name)?))) {
            if std::mem::take(&mut is_first) {
                println!(
                    "{:<10} {:>5} {:>8} {:>6} {:>11} {:>6} {:>18} {:>8} {:>11} {:>8} {:>11}",
                    "character",
                    "parts",
                    "kg",
                    "speed",
                    "rest",
                    "moving",
                    "gap",
                    "stretch",
                    "excess",
                    "deepest",
                    "sunk"
                );
            }
            let falls: Vec<Fall> = (self.0.seed..self.0.seed + self.0.count)
                .map(|seed| drop_onto_floor(&character, &ragdoll, seed, 10.0))
                .collect();
            let rests: Vec<f32> = falls.iter().filter_map(|fall| fall.rest).collect();
            let sunk = falls.iter().filter(|fall| fall.sunk > 0.2 + 0.5 * STEP).count();
            let moving = falls.len() - rests.len();
            let mean = rests.iter().sum::<f32>() / rests.len().max(1) as f32;
            let Some(all) = falls.into_iter().reduce(Fall::merged) else { continue };
            let [median, p99, most] = [0.5, 0.99, 1.0].map(|share| quantile(&all.gaps, share) * 1000.0);
            let [excess, most_excess] = [0.99, 1.0].map(|share| quantile(&all.excesses, share).to_degrees());
            println!(
                "{name:<10} {:>5} {:>8.1} {:>6.1} {:>11} {moving:>6} {:>18} {:>8.0e} {:>11} {:>8.0} {:>11}",
                ragdoll.parts().len(),
                ragdoll.mass(),
                all.fastest,
                format!("{mean:.1} {:.1}", quantile(&rests, 1.0)),
                format!("{median:.2} {p99:.1} {most:.1}"),
                all.stretch,
                format!("{excess:.1} {most_excess:.1}"),
                all.deepest * 1000.0,
                format!("{:.2} ({sunk})", all.sunk)
            );
        }
    }
}

/// The built-in character.
struct Body {
    character: Arc<Character>,
    ragdoll: Arc<Ragdoll>,
}

impl Body {
    /// Throws bodies onto one spot.
    fn heap(&self, count: usize, seed: u64, duration: f32, plain: bool) -> Heap {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut actors: Vec<(Actor, Affine3A)> = (0..count)
            .map(|n| {
                let mut within = |half: f32| (random.f32() * 2.0 - 1.0) * half;
                let at = Vec3::new(within(0.8), 1.2 + 0.5 * n as f32, within(0.8));
                thrown(&self.character, &self.ragdoll, &mut random, at, 1.1)
            })
            .collect();
        let (mut world, mut other) = (world_with_floor(&self.ragdoll), PlainWorld::new(true));
        let mut heap = Heap { asleep: None, milliseconds: Vec::new(), gaps: Vec::new() };
        for frame in 0..(duration / STEP) as usize {
            let start = now();
            for (actor, world_from_model) in &mut actors {
                let input = FrameInput::new(STEP, *world_from_model);
                match plain {
                    true => actor.resolve(input.with_physics(&mut other)),
                    false => actor.resolve(input.with_physics(&mut world.physics())),
                }
            }
            match plain {
                true => other.step(),
                false => world.step(STEP),
            }
            heap.milliseconds.push((now() - start).as_secs_f32() * 1000.0);
            let states = || actors.iter().filter_map(|(actor, _)| actor.ragdoll());
            let mut bodies = world.world.bodies.iter();
            let sleeps = if plain { other.sleeps() } else { bodies.all(|(_, body)| body.is_sleeping()) };
            match sleeps && frame > 0 {
                true => _ = heap.asleep.get_or_insert(frame as f32 * STEP),
                false => heap.asleep = None,
            }
            if frame % 10 == 0 {
                let parts = 0..self.ragdoll.parts().len();
                heap.gaps.extend(
                    states().flat_map(|state| parts.clone().filter_map(|part| state.joint_gap(part))),
                );
            }
        }
        heap
    }

    fn part(&self, bone: HumanBone) -> usize {
        let joint = self.character.humanoid().and_then(|humanoid| humanoid.joint(bone)).expect("a bone");
        self.ragdoll.part_of(joint).expect("a part")
    }

    /// A body whose right hand is held in the air. Returns, in millimetres, by how much the hand's bone and
    /// the joints of its arm come apart in sum, and the largest distance of a joint.
    fn hanging(&self, plain: bool) -> [f32; 2] {
        let mut actor = Actor::without_clips(self.character.clone());
        actor.set_ragdoll(Some(self.ragdoll.clone())).expect("a ragdoll of the character");
        let hand = self.part(HumanBone::RightHand);
        actor.ragdoll_mut().expect("a ragdoll").start_parts(|part| part != hand);
        let (mut world, mut other) = (RapierWorld::new(), PlainWorld::new(false));
        let world_from_model = Affine3A::from_translation(Vec3::Y * 3.0);
        for _ in 0..(20.0 / STEP) as usize {
            step(&mut actor, world_from_model, plain, &mut world, &mut other);
        }
        let state = actor.ragdoll().expect("a ragdoll");
        let gaps = (0..self.ragdoll.parts().len()).filter_map(|part| state.joint_gap(part));
        let (mut at, mut sag) = (Some(hand), 0.0);
        while let Some(part) = at {
            sag += state.joint_gap(part).unwrap_or(0.0);
            at = self.ragdoll.parts()[part].parent;
        }
        [sag * 1000.0, gaps.fold(0.0, f32::max) * 1000.0]
    }

    /// Muscles of full strength that follow a clip, with the root animated. Returns the root mean square and
    /// the largest of the angles between each part and its animation, degrees.
    fn powered(&self, clip: &str, plain: bool) -> [f32; 3] {
        let imported =
            sinew_suite::open(&sinew_suite::repository().join("data/sinew.vrm")).expect("the character");
        let playing = || {
            let mut actor = Actor::new(self.character.clone(), imported.clips.clone()).expect("clips");
            actor.play(clip).expect("a clip");
            actor
        };
        let (mut powered, mut animated) = (playing(), playing());
        powered.set_ragdoll(Some(self.ragdoll.clone())).expect("a ragdoll of the character");
        let state = powered.ragdoll_mut().expect("a ragdoll");
        state.start_parts(|part| part > 0);
        state.set_strength(1.0);
        let (mut world, mut other) = (RapierWorld::new(), PlainWorld::new(false));
        let (mut angles, mut joints) = (Vec::new(), Vec::new());
        for frame in 0..(10.0 / STEP) as usize {
            powered.advance(STEP);
            step(&mut powered, Affine3A::IDENTITY, plain, &mut world, &mut other);
            animated.advance(STEP);
            animated.resolve(FrameInput::new(STEP, Affine3A::IDENTITY));
            let rotation =
                |actor: &Actor, joint: usize| Quat::from_mat3a(&actor.frame().model()[joint].matrix3);
            // After a second.
            for part in self.ragdoll.parts().iter().skip(1).filter(|_| frame > 60) {
                let [a, b] = [&powered, &animated].map(|actor| rotation(actor, part.joint.index()));
                angles.push(a.angle_between(b).to_degrees());
                let [a, b] =
                    [&powered, &animated].map(|actor| actor.frame().local()[part.joint.index()].rotation);
                joints.push(a.angle_between(b).to_degrees());
            }
        }
        let rms = |angles: &[f32]| {
            (angles.iter().map(|angle| angle * angle).sum::<f32>() / angles.len() as f32).sqrt()
        };
        [rms(&angles), rms(&joints), quantile(&angles, 1.0)]
    }
}

/// A frame of an actor in one of the worlds, which it steps.
fn step(
    actor: &mut Actor,
    world_from_model: Affine3A,
    plain: bool,
    world: &mut RapierWorld,
    other: &mut PlainWorld,
) {
    let input = FrameInput::new(STEP, world_from_model);
    if plain {
        actor.resolve(input.with_physics(other));
        other.step();
    } else {
        actor.resolve(input.with_physics(world));
    }
}

/// What happened to bodies that were thrown onto one spot.
struct Heap {
    /// Time since which all bodies have slept in Rapier, seconds; `None` while one moves.
    asleep: Option<f32>,
    /// Time of each frame.
    milliseconds: Vec<f32>,
    /// Distances between the two bodies of each joint, metres.
    gaps: Vec<f32>,
}
