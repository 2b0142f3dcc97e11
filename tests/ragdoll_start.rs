//! The frame in which a character begins to fall, and what it allocates.

#[path = "../crates/sinew/tests/counting/mod.rs"]
mod counting;

use counting::{allocated_bytes, allocations};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::ragdoll::{BodyId, BodyMotion, JointDrive, JointId, NewBody, NewJoint, Physics, Ragdoll};
use sinew::{Actor, Character, FrameInput};
use sinew_rapier::RapierWorld;
use std::sync::Arc;

const DT: f32 = 1.0 / 60.0;

fn built_in() -> (Arc<Character>, Arc<Ragdoll>) {
    let imported = sinew_suite::open(&sinew_suite::repository().join("data/sinew.vrm")).unwrap();
    let character = Arc::new(imported.character);
    let ragdoll = Ragdoll::fit(&character).unwrap();
    (character, Arc::new(ragdoll))
}

/// A physics engine in which nothing moves and that allocates nothing.
struct Still {
    bodies: [Option<BodyMotion>; 64],
    count: usize,
}

impl Physics for Still {
    fn add_body(&mut self, body: &NewBody<'_>) -> BodyId {
        let free = self.bodies.iter().position(Option::is_none).unwrap();
        self.bodies[free] = Some(body.motion);
        BodyId(free as u64)
    }

    fn add_joint(&mut self, _: &NewJoint<'_>) -> JointId {
        self.count += 1;
        JointId(self.count as u64)
    }

    fn set_collisions(&mut self, _: BodyId, _: BodyId, _: bool) {}

    fn remove_body(&mut self, body: BodyId) {
        self.bodies[body.0 as usize] = None;
    }

    fn body(&self, body: BodyId) -> Option<BodyMotion> {
        self.bodies[body.0 as usize]
    }

    fn set_body(&mut self, body: BodyId, motion: &BodyMotion) {
        self.bodies[body.0 as usize] = Some(*motion);
    }

    fn move_kinematic(&mut self, _: BodyId, _: Vec3, _: Quat) {}
    fn release_body(&mut self, _: BodyId) {}
    fn set_drive(&mut self, _: JointId, _: &JointDrive) {}
    fn apply_impulse(&mut self, _: BodyId, _: Vec3, _: Vec3) {}
    fn wake(&mut self, _: BodyId) {}
    fn allow_sleep(&mut self, _: BodyId) {}
}

fn frame(actor: &mut Actor, physics: &mut dyn Physics, world: Affine3A) {
    actor.advance(DT);
    actor.resolve(FrameInput::new(DT, world).with_physics(physics));
}

#[test]
fn a_character_starts_to_fall_without_allocations() {
    let (character, ragdoll) = built_in();
    let mirrored = Affine3A::from_scale(Vec3::new(-1.5, 1.5, 1.5));
    for (world, allocating_starts) in [(Affine3A::from_rotation_y(0.3), 0), (mirrored, 1)] {
        let mut actor = Actor::without_clips(character.clone());
        actor.set_ragdoll(Some(ragdoll.clone())).unwrap();
        let mut physics = Still { bodies: [None; 64], count: 0 };
        (0..3).for_each(|_| frame(&mut actor, &mut physics, world));
        // Shapes of another size are made once.
        for start in 0..3 {
            let own = allocations(|| {
                actor.ragdoll_mut().unwrap().start();
                (0..3).for_each(|_| frame(&mut actor, &mut physics, world));
            });
            assert!(physics.bodies.iter().flatten().count() > 10);
            assert!(own == 0 || start < allocating_starts, "start {start}: {own} allocations");
            actor.ragdoll_mut().unwrap().stop();
            (0..60).for_each(|_| frame(&mut actor, &mut physics, world));
            assert_eq!(physics.bodies.iter().flatten().count(), 0);
        }
    }
}

#[test]
fn a_fall_in_rapier_builds_no_hulls_that_are_reserved() {
    let (character, ragdoll) = built_in();
    let mut bytes = Vec::new();
    for reserved in [false, true] {
        let mut actor = Actor::without_clips(character.clone());
        actor.set_ragdoll(Some(ragdoll.clone())).unwrap();
        let mut world = RapierWorld::new().with_floor(0.0);
        if reserved {
            world.ragdolls.reserve(&ragdoll, 1.0);
        }
        (0..3).for_each(|_| frame(&mut actor, &mut world, Affine3A::IDENTITY));
        for _ in 0..2 {
            bytes.push(allocated_bytes(|| {
                actor.ragdoll_mut().unwrap().start();
                frame(&mut actor, &mut world, Affine3A::IDENTITY);
            }));
            actor.ragdoll_mut().unwrap().stop();
            (0..60).for_each(|_| frame(&mut actor, &mut world, Affine3A::IDENTITY));
        }
    }
    println!("first and second fall, unreserved and reserved: {bytes:?} bytes");
    let [built, again, reserved, reserved_again] = bytes[..] else { unreachable!() };
    // What is left is Rapier's: sets and contact graphs that grow.
    assert!(reserved * 3 < built && reserved_again <= again && again * 3 < built, "{bytes:?}");
}
