//! Ragdolls of real characters: one call fits them, and they fall as bodies fall.

use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::humanoid::HumanBone;
use sinew::ragdoll::{Ragdoll, RagdollPart, RagdollSettings};
use sinew::{Actor, Character, FrameInput, JointId, Transform};
use sinew_rapier::RapierWorld;
use sinew_suite::falls::{Fall, STEP, drop_onto_floor, falling, quantile, stretch, thrown, world_with_floor};
use std::hash::{DefaultHasher, Hash, Hasher};

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
        for mass in [&part.mass, &part.simulated_mass] {
            assert!(mass.mass.is_finite() && mass.mass > 0.0, "{joint}: {mass:?}");
            assert!(mass.inertia.is_finite() && mass.inertia.min_element() > 0.0, "{joint}: {mass:?}");
            assert!(mass.center.is_finite() && mass.axes.is_normalized(), "{joint}: {mass:?}");
        }
    }
    assert!(expected.parts.contains(&parts.len()), "{} parts", parts.len());
    assert!(expected.mass.contains(&mass), "{mass} kg");
    let falls = (0..SEEDS).map(|seed| {
        let fall = drop_onto_floor(&character, &ragdoll, seed, MAX_REST);
        let [gap, most_gap] = [0.5, 1.0].map(|share| quantile(&fall.gaps, share) * 1000.0);
        let [excess, most_excess] = [0.99, 1.0].map(|share| quantile(&fall.excesses, share).to_degrees());
        println!(
            "{name} {seed}: rest {:?} s, {:.1} m/s, {:.0} mm deep, sunk {:.2} s, gaps {gap:.2} to \
             {most_gap:.1} mm, excess {excess:.1} to {most_excess:.1}°, stretch {:.1e}",
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
    // 1.39 m tall.
    check("Godette", &Expected { parts: 14..=17, mass: 30.0..=45.0 });
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
    // A body of the shape and height of a child, with armour, sword and shield.
    check("Knight", &Expected { parts: 14..=17, mass: 20.0..=200.0 });
}

/// The mass of people follows from their height, and each limb has its share of it, whatever they wear.
#[test]
fn people_weigh_by_their_height() {
    let imported = sinew_suite::open(&sinew_suite::repository().join("data/sinew.vrm")).unwrap();
    let plain = Ragdoll::fit(&imported.character).unwrap();
    let mut parts = imported.character.clone().into_parts();
    for primitive in parts.meshes.iter_mut().flat_map(|mesh| &mut mesh.primitives) {
        primitive.positions.iter_mut().for_each(|point| *point *= Vec3::new(1.6, 1.0, 2.5));
    }
    let wide = Character::new(parts).unwrap();
    let robed = Ragdoll::fit(&wide).unwrap();
    let height = imported.character.reference_bounds().size().y;
    let expected = 68.0 * (height / 1.7).powi(3);
    assert!((plain.mass() / expected - 1.0).abs() < 0.1, "{} kg for {expected} kg", plain.mass());
    assert_eq!(plain.parts().len(), robed.parts().len());
    for (part, other) in plain.parts().iter().zip(robed.parts()) {
        assert!((part.mass.mass / other.mass.mass - 1.0).abs() < 0.02, "{part:?} {other:?}");
    }
    // De Leva's table, by the skeleton's bones; the trunk is what is left.
    let humanoid = imported.character.humanoid().unwrap();
    let mut left = 1.0;
    for (bone, share) in [
        (HumanBone::Head, 6.81),
        (HumanBone::LeftUpperArm, 2.63),
        (HumanBone::RightLowerArm, 1.50),
        (HumanBone::LeftHand, 0.585),
        (HumanBone::RightUpperLeg, 14.47),
        (HumanBone::LeftLowerLeg, 4.57),
        (HumanBone::RightFoot, 1.33),
    ] {
        let part = plain.part_of(humanoid.joint(bone).unwrap()).unwrap();
        let percent = plain.parts()[part].mass.mass / plain.mass() * 100.0;
        assert!((percent - share).abs() < 0.02, "{}: {percent} % for {share} %", bone.name());
        left -= percent / 100.0 * if bone == HumanBone::Head { 1.0 } else { 2.0 };
    }
    assert!((left - 0.43).abs() < 0.002, "trunk {left}");
    // Twice the height is eight times the mass, and the density counts.
    let light = RagdollSettings::default().with_density(98.5);
    let light = Ragdoll::fit_with(&imported.character, &light).unwrap();
    assert!((light.mass() * 10.0 / plain.mass() - 1.0).abs() < 1e-4);
    // An arm alone weighs as an arm.
    let arm = [HumanBone::LeftUpperArm, HumanBone::LeftLowerArm, HumanBone::LeftHand];
    let arm = RagdollSettings::default().with_joints(arm.map(|bone| humanoid.joint(bone).unwrap()).to_vec());
    let arm = Ragdoll::fit_with(&imported.character, &arm).unwrap();
    assert!((arm.mass() / plain.mass() - 0.0472).abs() < 1e-3, "{}", arm.mass() / plain.mass());
}

#[test]
fn fox() {
    // Its file is in centimetres, and it is 1.55 m long.
    check("Fox", &Expected { parts: 19..=25, mass: 20.0..=100.0 });
}

#[test]
fn wuson() {
    check("Wuson", &Expected { parts: 10..=40, mass: 200.0..=3000.0 });
}

/// World positions and rotations of all joints.
fn joints_in_world(actor: &Actor) -> Vec<(Vec3, Quat)> {
    let frame = actor.frame();
    let joint_transform = |model_transform: &Affine3A| {
        let (_, rotation, position) =
            (frame.world_from_model() * *model_transform).to_scale_rotation_translation();
        (position, rotation)
    };
    frame.model().iter().map(joint_transform).collect()
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
                let position = Vec3::Z * (speed * time);
                let world_from_model =
                    Affine3A::from_rotation_translation(Quat::from_rotation_y(0.5 * time), position);
                if frame == first {
                    fell.ragdoll_mut().unwrap().start();
                }
                fell.advance(dt);
                fell.resolve(FrameInput::new(dt, world_from_model).with_physics(&mut world));
                animated.advance(dt);
                animated.resolve(FrameInput::new(dt, world_from_model));
                let (joints, expected) = (joints_in_world(&fell), joints_in_world(&animated));
                let apart = joints.iter().zip(&expected).map(|(joint, other)| joint.0.distance(other.0));
                let turned = joints.iter().zip(&expected).map(|(joint, other)| angle(joint.1, other.1));
                let [apart, turned] = [apart.fold(0.0, f32::max), turned.fold(0.0, f32::max)];
                let after = parts_in_world(&animated, &ragdoll);
                if frame <= first {
                    assert!(apart < 1e-4 && turned < 0.1, "{clip} {frame}: {apart} m, {turned}°");
                } else {
                    // Gravity, and the animation's own acceleration, which a limp body does not follow, over
                    // a frame.
                    let way = (dt / STEP).max(1.0).powi(2);
                    assert!(
                        apart < 0.025 * way && turned < 5.0 * way,
                        "{clip} {frame}: {apart} m, {turned}°"
                    );
                }
                if frame == first {
                    for (n, (from, to)) in before.iter().zip(&after).enumerate() {
                        let motion = fell.ragdoll().unwrap().part_motion(n).unwrap();
                        let velocity = (to.0 - from.0) / dt;
                        let turned = to.1 * from.1.inverse();
                        let spin = (turned * turned.w.signum()).to_scaled_axis() / dt;
                        for (position, other) in
                            [(motion.linear_velocity, velocity), (motion.angular_velocity, spin)]
                        {
                            let slack = 0.05 * other.length().max(0.1);
                            assert!(
                                position.distance(other) < slack,
                                "{clip} {frame}, part {n}: {position} for {other}"
                            );
                        }
                    }
                }
                before = after;
            }
        }
    }
}

/// All bits of an actor's pose.
fn bits(actor: &Actor) -> impl Iterator<Item = u32> {
    let numbers = |transform: &Transform| {
        let [t, s] = [transform.translation, transform.scale].map(|vector| vector.to_array());
        t.into_iter().chain(transform.rotation.to_array()).chain(s).map(f32::to_bits)
    };
    actor.frame().local().iter().flat_map(numbers)
}

#[test]
fn two_falls_have_the_same_bits() {
    let (character, ragdoll) = falling("built-in").unwrap();
    let fall = || {
        let mut random = fastrand::Rng::with_seed(7);
        let (mut actor, world_from_model) = thrown(&character, &ragdoll, &mut random, Vec3::Y * 1.5, 1.1);
        let mut world = world_with_floor(&ragdoll);
        let mut hasher = DefaultHasher::new();
        for _ in 0..600 {
            actor.resolve(FrameInput::new(STEP, world_from_model).with_physics(&mut world));
            bits(&actor).for_each(|bits| bits.hash(&mut hasher));
        }
        hasher.finish()
    };
    assert_eq!(fall(), fall());
}

#[test]
fn an_arm_falls_and_the_rest_goes_on_with_its_animation() {
    let imported = sinew_suite::open(&sinew_suite::repository().join("data/sinew.vrm")).unwrap();
    let (character, ragdoll) = falling("built-in").unwrap();
    let (skeleton, humanoid) = (character.skeleton(), character.humanoid().unwrap());
    let arm = humanoid.joint(HumanBone::LeftUpperArm).unwrap();
    let is_below = |joint: JointId| joint == arm || skeleton.is_descendant_of(joint, arm);
    let playing = || {
        let mut actor = Actor::new(character.clone(), imported.clips.clone()).unwrap();
        actor.play("walk").unwrap();
        actor
    };
    let (mut limp, mut animated) = (playing(), playing());
    limp.set_ragdoll(Some(ragdoll.clone())).unwrap();
    limp.ragdoll_mut().unwrap().start_parts(|part| is_below(ragdoll.parts()[part].joint));
    let (mut world, mut most) = (RapierWorld::new().with_floor(0.0), 0.0f32);
    for frame in 0..300 {
        let world_from_model = Affine3A::from_translation(Vec3::Z * (1.4 * frame as f32 * STEP));
        limp.advance(STEP);
        limp.resolve(FrameInput::new(STEP, world_from_model).with_physics(&mut world));
        animated.advance(STEP);
        animated.resolve(FrameInput::new(STEP, world_from_model));
        for joint in skeleton.joints().filter(|joint| !is_below(*joint)) {
            let [a, b] = [&limp, &animated].map(|actor| actor.frame().local()[joint.index()]);
            assert_eq!(a, b, "{frame}: {}", skeleton.name(joint));
        }
        let [a, b] = [&limp, &animated].map(|actor| actor.frame().local()[arm.index()].rotation);
        most = most.max(angle(a, b));
        assert!(stretch(&limp) < 1e-4, "{frame}");
    }
    assert!(most > 10.0, "the arm hangs: {most}°");
}

/// A limp body comes to rest while its clip plays on: its joints do not follow.
#[test]
fn a_limp_body_rests_while_its_clip_plays() {
    let imported = sinew_suite::open(&sinew_suite::repository().join("data/sinew.vrm")).unwrap();
    let (character, ragdoll) = falling("built-in").unwrap();
    let mut actor = Actor::new(character, imported.clips).unwrap();
    actor.play("run").unwrap();
    actor.set_ragdoll(Some(ragdoll)).unwrap();
    let mut world = RapierWorld::new().with_floor(0.0);
    actor.ragdoll_mut().unwrap().start();
    for _ in 0..480 {
        actor.advance(STEP);
        actor.resolve(FrameInput::new(STEP, Affine3A::IDENTITY).with_physics(&mut world));
    }
    assert!(actor.ragdoll().unwrap().is_at_rest());
}
