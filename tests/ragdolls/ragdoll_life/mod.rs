//! Life of a ragdoll: from animation to physics and back, hits, muscles, cuts, mirrored characters.

mod getting_up;
mod handover;
mod hits;

use sinew::glam::{Affine3A, EulerRot, Mat3, Quat, Vec3};
use sinew::ground::Ground;
use sinew::humanoid::HumanBone;
use sinew::ragdoll::Ragdoll;
use sinew::{Actor, FrameInput, JointId, WrapMode};
use sinew_rapier::{RapierGround, RapierWorld};
use sinew_suite::falls::{STEP, falling};
use std::sync::Arc;

/// The built-in character in a world with a floor. Its transform follows root motion.
struct Life {
    actor: Actor,
    ragdoll: Arc<Ragdoll>,
    world: RapierWorld,
    world_from_model: Affine3A,
    follows_root_motion: bool,
    ground: Option<RapierGround>,
}

impl Life {
    fn new(clip: &str) -> Self {
        let imported = sinew_suite::open(&sinew_suite::repository().join("data/sinew.vrm")).unwrap();
        let (character, ragdoll) = falling("built-in").unwrap();
        let mut actor = Actor::new(character, imported.clips).unwrap();
        actor.play(clip).unwrap();
        actor.set_ragdoll(Some(ragdoll.clone())).unwrap();
        let world = RapierWorld::new().with_floor(0.0);
        Self {
            actor,
            ragdoll,
            world,
            world_from_model: Affine3A::IDENTITY,
            follows_root_motion: true,
            ground: None,
        }
    }

    fn frame(&mut self) {
        let delta = self.actor.advance(STEP);
        if self.follows_root_motion {
            self.world_from_model = delta.apply_to(self.world_from_model);
        }
        let mut input = FrameInput::new(STEP, self.world_from_model).with_physics(&mut self.world);
        input.stage.ground = self.ground.as_ref().map(|ground| ground as &dyn Ground);
        self.actor.resolve(input);
    }

    fn frames(&mut self, count: usize) {
        (0..count).for_each(|_| self.frame());
    }

    fn part(&self, bone: HumanBone) -> usize {
        self.ragdoll.part_of(self.joint(bone)).unwrap()
    }

    fn joint(&self, bone: HumanBone) -> JointId {
        self.actor.character().humanoid().unwrap().joint(bone).unwrap()
    }

    /// Joints of the parts in the world.
    fn joints(&self) -> Vec<(Vec3, Quat)> {
        joints(&self.actor, &self.ragdoll)
    }

    fn rest(&mut self) {
        for _ in 0..600 {
            self.frame();
            if self.actor.ragdoll().unwrap().is_at_rest() {
                return;
            }
        }
        panic!("not at rest");
    }
}

fn joints(actor: &Actor, ragdoll: &Ragdoll) -> Vec<(Vec3, Quat)> {
    let (frame, world_from_model) = (actor.frame(), actor.frame().world_from_model());
    let joint = |part: &sinew::ragdoll::RagdollPart| {
        let (_, rotation, translation) =
            (world_from_model * frame.model()[part.joint.index()]).to_scale_rotation_translation();
        (translation, rotation)
    };
    ragdoll.parts().iter().map(joint).collect()
}

fn angle(a: Quat, b: Quat) -> f32 {
    a.angle_between(b).to_degrees()
}

/// Largest distance and angle between two poses.
fn apart(a: &[(Vec3, Quat)], b: &[(Vec3, Quat)]) -> [f32; 2] {
    let pairs = || a.iter().zip(b);
    [
        pairs().map(|(a, b)| a.0.distance(b.0)).fold(0.0, f32::max),
        pairs().map(|(a, b)| angle(a.1, b.1)).fold(0.0, f32::max),
    ]
}

/// The pose that follows two others at the velocity of their root and at the angular velocities of all parts.
fn continued(ragdoll: &Ragdoll, before: &[(Vec3, Quat)], now: &[(Vec3, Quat)]) -> Vec<(Vec3, Quat)> {
    let mut next: Vec<(Vec3, Quat)> = Vec::new();
    for (n, part) in ragdoll.parts().iter().enumerate() {
        let rotation = (now[n].1 * before[n].1.inverse() * now[n].1).normalize();
        let position = match part.parent {
            None => now[n].0 * 2.0 - before[n].0,
            Some(parent) => {
                next[parent].0 + next[parent].1 * (now[parent].1.inverse() * (now[n].0 - now[parent].0))
            }
        };
        next.push((position, rotation));
    }
    next
}

#[test]
fn muscles_wake_a_body_that_sleeps() {
    let mut life = Life::new("idle");
    life.actor.ragdoll_mut().unwrap().start();
    life.rest();
    life.frames(60);
    assert!(life.world.world.bodies.iter().all(|(_, body)| body.is_sleeping()));
    let lying = life.joints();
    life.frames(30);
    let [still, _] = apart(&lying, &life.joints());
    life.actor.ragdoll_mut().unwrap().set_strength(1.0);
    life.frames(30);
    let [_, turned] = apart(&lying, &life.joints());
    assert!(still < 1e-4 && turned > 10.0, "{still} m asleep, {turned}° awake");
}

#[test]
fn a_grabbed_hand_follows_and_lifts_the_body() {
    let mut life = Life::new("idle");
    life.actor.ragdoll_mut().unwrap().start();
    life.rest();
    let hand = life.part(HumanBone::RightHand);
    let at = life.joints()[hand].0;
    let goal = at.with_y(2.2);
    let state = life.actor.ragdoll_mut().unwrap();
    state.grab(hand, at);
    state.drag_to(goal);
    life.frames(240);
    let held = life.joints()[hand].0;
    assert!(held.distance(goal) < 0.15, "{held} for {goal}");
    life.actor.ragdoll_mut().unwrap().release_grab();
    life.frames(240);
    let fallen = life.joints()[hand].0;
    assert!(fallen.y < 1.0, "{fallen}");
}

/// An arm hangs on an animated body that is teleported, and one whose clip is cut.
#[test]
fn a_cut_carries_hanging_parts_along() {
    for teleports in [true, false] {
        let mut life = Life::new("walk");
        life.follows_root_motion = false;
        let (skeleton, arm) = (life.actor.character().clone(), life.joint(HumanBone::LeftUpperArm));
        let ragdoll = life.ragdoll.clone();
        let falls = |part: usize| {
            let joint = ragdoll.parts()[part].joint;
            joint == arm || skeleton.skeleton().is_descendant_of(joint, arm)
        };
        life.actor.ragdoll_mut().unwrap().start_parts(falls);
        life.frames(60);
        if teleports {
            let turn = Quat::from_rotation_y(2.0);
            life.world_from_model = Affine3A::from_rotation_translation(turn, Vec3::new(30.0, 5.0, -8.0));
        } else {
            life.actor.play("wave").unwrap().wrap(WrapMode::Loop);
        }
        life.actor.advance(STEP);
        let input = FrameInput::new(STEP, life.world_from_model).with_physics(&mut life.world);
        life.actor.resolve(if teleports { input.with_teleport() } else { input });
        for _ in 0..20 {
            let state = life.actor.ragdoll().unwrap();
            for part in (0..life.ragdoll.parts().len()).filter(|part| falls(*part)) {
                let speed = state.part_motion(part).unwrap().linear_velocity.length();
                assert!(speed < 3.0, "{teleports}: part {part} at {speed} m/s");
                assert!(state.joint_gap(part).unwrap() < 0.02, "{teleports}: part {part}");
            }
            life.frame();
        }
    }
}

#[test]
fn a_mirrored_character_falls_as_its_mirror_image() {
    let mirror = Affine3A::from_mat3(Mat3::from_diagonal(Vec3::new(-1.0, 1.0, 1.0)));
    let fall = |before: Affine3A| {
        let mut life = Life::new("run");
        life.follows_root_motion = false;
        let turn = Quat::from_euler(EulerRot::XYZ, 0.3, 0.4, 0.2);
        life.world_from_model = before * Affine3A::from_rotation_translation(turn, Vec3::Y * 0.5);
        life.frames(12);
        life.actor.ragdoll_mut().unwrap().start();
        life
    };
    let (mut straight, mut other) = (fall(Affine3A::IDENTITY), fall(mirror));
    for frame in 0..40 {
        straight.frame();
        other.frame();
        let positions = |life: &Life| life.joints().into_iter().map(|joint| joint.0).collect::<Vec<_>>();
        let mut worst = 0.0f32;
        for (a, b) in positions(&straight).into_iter().zip(positions(&other)) {
            let expected = mirror.transform_point3(a);
            worst = worst.max(b.distance(expected));
        }
        // Contacts of mirrored hulls begin at other corners.
        assert!(worst < if frame < 4 { 1e-4 } else { 0.2 }, "{frame}: {worst} m");
    }
    assert!(other.world_from_model.matrix3.determinant() < 0.0);
}

/// Of two states with the same bodies, the one whose bodies were removed does nothing to others that take
/// their places in the engine.
#[test]
fn stale_bodies_are_not_those_that_take_their_places() {
    let mut life = Life::new("idle");
    life.actor.ragdoll_mut().unwrap().start();
    life.frames(10);
    let mut stale = life.actor.clone();
    life.actor.ragdoll_mut().unwrap().remove(&mut life.world);
    assert_eq!(life.world.world.bodies.len(), 0);
    let mut other = Life::new("idle");
    std::mem::swap(&mut other.world, &mut life.world);
    other.actor.ragdoll_mut().unwrap().start();
    other.frames(2);
    let taken = other.actor.ragdoll().unwrap().body(0).unwrap();
    // In the same places, with other identifiers: the clone gets bodies of its own.
    assert_ne!(stale.ragdoll().unwrap().body(0), Some(taken));
    stale.resolve(FrameInput::new(STEP, Affine3A::IDENTITY).with_physics(&mut other.world.physics()));
    assert_eq!(other.world.world.bodies.len(), 2 * other.ragdoll.parts().len());
    assert_eq!(other.actor.ragdoll().unwrap().body(0), Some(taken));
}

/// A hand is pulled for two seconds so that the elbow would bend backwards, and an arm behind the back.
#[test]
fn limits_hold_under_a_sustained_force() {
    for force in [Vec3::new(0.0, 0.0, -80.0), Vec3::new(0.0, 80.0, 0.0), Vec3::new(-30.0, 15.0, -30.0)] {
        let mut life = Life::new("idle");
        let (arm, hand) = (life.joint(HumanBone::LeftUpperArm), life.part(HumanBone::LeftHand));
        let (character, ragdoll) = (life.actor.character().clone(), life.ragdoll.clone());
        let skeleton = character.skeleton();
        life.actor.ragdoll_mut().unwrap().start_parts(|part| {
            let joint = ragdoll.parts()[part].joint;
            joint == arm || skeleton.is_descendant_of(joint, arm)
        });
        let mut excesses = Vec::new();
        for frame in 0..180 {
            life.frame();
            life.actor.ragdoll_mut().unwrap().apply_impulse(hand, force * STEP, None);
            let local = life.actor.frame().local().to_vec();
            for part in ragdoll.parts().iter().filter(|_| frame > 60) {
                if part.joint == arm || skeleton.is_descendant_of(part.joint, arm) {
                    let turn = local[part.joint.index()].rotation * part.reference.inverse();
                    excesses.push(part.limit.violation(turn).to_degrees());
                }
            }
        }
        excesses.sort_by(f32::total_cmp);
        let [p99, most] = [excesses[excesses.len() * 99 / 100], excesses[excesses.len() - 1]];
        println!("{force}: {p99}°, {most}° at most");
        assert!(p99 < 3.0, "{force}: {p99}°, {most}° at most");
    }
}
