//! Ragdolls of real characters: one call fits them, and they fall as bodies fall.

use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::ragdoll::{Ragdoll, RagdollPart};
use sinew::{Actor, FrameInput};
use sinew_rapier::RapierWorld;
use sinew_suite::falls::{Fall, STEP, drop_onto_floor, falling, quantile};

/// What must hold for a character.
struct Expected {
    parts: std::ops::RangeInclusive<usize>,
    /// Total mass, kg; adult humans weigh 40 to 120.
    mass: std::ops::RangeInclusive<f32>,
}

/// A human of usual build.
const HUMAN: Expected = Expected { parts: 14..=17, mass: 40.0..=120.0 };

const SEEDS: u64 = 3;

/// Time after which a body lies still, seconds.
const MAX_REST: f32 = 10.0;

/// Fits a character with one call and drops it a few times.
fn check(name: &str, expected: &Expected) {
    let Some((character, ragdoll)) = falling(name) else { return };
    let (parts, mass) = (ragdoll.parts(), ragdoll.mass());
    for part in parts {
        let joint = character.skeleton().name(part.joint);
        for own in [&part.mass, &part.simulated_mass] {
            assert!(own.mass.is_finite() && own.mass > 0.0, "{joint}: {own:?}");
            assert!(own.inertia.is_finite() && own.inertia.min_element() > 0.0, "{joint}: {own:?}");
            assert!(own.center.is_finite() && own.axes.is_normalized(), "{joint}: {own:?}");
        }
    }
    assert!(expected.parts.contains(&parts.len()), "{} parts", parts.len());
    assert!(expected.mass.contains(&mass), "{mass} kg");
    let falls = (0..SEEDS).map(|seed| {
        let fall = drop_onto_floor(&character, &ragdoll, seed, MAX_REST);
        let [gap, most_gap] = [0.5, 1.0].map(|share| quantile(&fall.gaps, share) * 1000.0);
        let [excess, most_excess] = [0.99, 1.0].map(|share| quantile(&fall.excesses, share).to_degrees());
        println!(
            "{name} {seed}: rest {:?} s, {:.1} m/s, {:.0} mm deep, sunk {:.2} s, gaps {gap:.2} to {most_gap:.1} mm, excess {excess:.1} to {most_excess:.1}°, stretch {:.1e}",
            fall.rest,
            fall.fastest,
            fall.deepest * 1000.0,
            fall.sunk,
            fall.stretch
        );
        fall
    });
    let all = falls.reduce(Fall::merged).unwrap();
    assert!(all.fastest < 30.0, "{} m/s", all.fastest);
    assert!(all.stretch < 1e-4, "{}", all.stretch);
    assert!(quantile(&all.gaps, 0.5) < 0.001, "{} mm", quantile(&all.gaps, 0.5) * 1000.0);
    assert!(quantile(&all.excesses, 0.99).to_degrees() < 3.0);
    assert!(all.rest.is_some(), "not at rest in {MAX_REST} s");
    assert!(all.sunk <= 0.2 + 0.5 * STEP, "sunk for {} s", all.sunk);
}

#[test]
fn built_in() {
    check("built-in", &HUMAN);
}

#[test]
fn brunette() {
    check("brunette", &HUMAN);
}

#[test]
fn godette() {
    check("Godette", &HUMAN);
}

#[test]
fn mannequiny() {
    check("mannequiny", &HUMAN);
}

#[test]
fn tiny() {
    check("tiny", &HUMAN);
}

#[test]
fn cesium_man() {
    check("CesiumMan", &HUMAN);
}

#[test]
fn seed_san() {
    check("Seed-san", &HUMAN);
}

#[test]
fn knight() {
    // A body of the shape of a toy, with armour, sword and shield.
    check("Knight", &Expected { parts: 14..=17, mass: 500.0..=5000.0 });
}

#[test]
fn fox() {
    // Its file is in centimetres: a body of 150 m.
    check("Fox", &Expected { parts: 10..=25, mass: 1e6..=1e9 });
}

#[test]
fn wuson() {
    check("Wuson", &Expected { parts: 10..=40, mass: 200.0..=3000.0 });
}

/// World positions and rotations of all joints.
fn joints_in_world(actor: &Actor) -> Vec<(Vec3, Quat)> {
    let frame = actor.frame();
    let place = |own: &Affine3A| {
        let (_, rotation, position) = (frame.world_from_model() * *own).to_scale_rotation_translation();
        (position, rotation)
    };
    frame.model().iter().map(place).collect()
}

/// Centre of mass of each part in the world, and its rotation up to a constant one.
fn parts_in_world(actor: &Actor, ragdoll: &Ragdoll) -> Vec<(Vec3, Quat)> {
    let joints = joints_in_world(actor);
    let of = |part: &RagdollPart| {
        let center = part.origin() + part.mass.center;
        let center =
            actor.character().reference_model()[part.joint.index()].inverse().transform_point3(center);
        let (at, rotation) = joints[part.joint.index()];
        (at + rotation * center, rotation)
    };
    ragdoll.parts().iter().map(of).collect()
}

/// Angle between two rotations, degrees.
fn angle(a: Quat, b: Quat) -> f32 {
    2.0 * (a.inverse() * b).xyz().length().min(1.0).asin().to_degrees()
}

#[test]
fn a_body_goes_on_as_its_animation_moved_it() {
    goes_on(STEP, [3, 10, 17, 24, 31, 38]);
}

/// Frames that fall between the steps of the world show poses between its own.
#[test]
fn a_body_goes_on_at_any_frame_rate() {
    goes_on(1.0 / 144.0, [8, 25, 40, 58, 75, 92]);
    goes_on(1.0 / 47.0, [3, 8, 13, 19, 24, 30]);
}

/// Lets a walking and running body fall in each of these frames.
fn goes_on(dt: f32, frames: [usize; 6]) {
    let imported = sinew_suite::open(&sinew_suite::repository().join("data/sinew.vrm")).unwrap();
    let (character, ragdoll) = falling("built-in").unwrap();
    for (clip, speed) in [("walk", 1.4), ("run", 3.5)] {
        for first in frames {
            let playing = || {
                let mut actor = Actor::new(character.clone(), imported.clips.clone()).unwrap();
                actor.play(clip).unwrap();
                actor
            };
            let (mut fell, mut animated) = (playing(), playing());
            fell.set_ragdoll(Some(ragdoll.clone())).unwrap();
            let mut world = RapierWorld::new().with_floor(-0.1);
            let mut before = parts_in_world(&animated, &ragdoll);
            for frame in 0..=first + 1 {
                let time = frame as f32 * dt;
                let place = Vec3::Z * (speed * time);
                let place = Affine3A::from_rotation_translation(Quat::from_rotation_y(0.5 * time), place);
                if frame == first {
                    fell.ragdoll_mut().unwrap().start();
                }
                fell.advance(dt);
                fell.resolve(FrameInput::new(dt, place).with_physics(&mut world.stepping()));
                animated.advance(dt);
                animated.resolve(FrameInput::new(dt, place));
                let (joints, expected) = (joints_in_world(&fell), joints_in_world(&animated));
                let apart = joints.iter().zip(&expected).map(|(own, other)| own.0.distance(other.0));
                let turned = joints.iter().zip(&expected).map(|(own, other)| angle(own.1, other.1));
                let [apart, turned] = [apart.fold(0.0, f32::max), turned.fold(0.0, f32::max)];
                let after = parts_in_world(&animated, &ragdoll);
                if frame <= first {
                    assert!(apart < 1e-4 && turned < 0.1, "{clip} {frame}: {apart} m, {turned}°");
                } else {
                    // Gravity, and the animation's own acceleration. An arm that swings through the trunk is pushed out of it at once,
                    // by up to 8 degrees; without that it would be 2.
                    assert!(apart < 0.02 && turned < 10.0, "{clip} {frame}: {apart} m, {turned}°");
                }
                if frame == first {
                    for (n, (from, to)) in before.iter().zip(&after).enumerate() {
                        let motion = fell.ragdoll().unwrap().part_motion(n).unwrap();
                        let velocity = (to.0 - from.0) / dt;
                        let turned = to.1 * from.1.inverse();
                        let spin = (turned * turned.w.signum()).to_scaled_axis() / dt;
                        for (own, other) in
                            [(motion.linear_velocity, velocity), (motion.angular_velocity, spin)]
                        {
                            let slack = 0.05 * other.length().max(0.1);
                            assert!(
                                own.distance(other) < slack,
                                "{clip} {frame}, part {n}: {own} for {other}"
                            );
                        }
                    }
                }
                before = after;
            }
        }
    }
}
