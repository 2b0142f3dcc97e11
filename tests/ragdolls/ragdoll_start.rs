//! The frame in which a character begins to fall, and what it allocates.

use crate::counting::{allocated_bytes, allocations};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::ragdoll::{
    BodyId, BodyMotion, ConstraintDrive, ConstraintId, NewBody, NewConstraint, Physics, Ragdoll,
};
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

    fn add_constraint(&mut self, _: &NewConstraint<'_>) -> ConstraintId {
        self.count += 1;
        ConstraintId(self.count as u64)
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
    fn set_drive(&mut self, _: ConstraintId, _: &ConstraintDrive) {}
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
    for world in [Affine3A::from_rotation_y(0.3), mirrored] {
        let mut actor = Actor::without_clips(character.clone());
        actor.set_ragdoll(Some(ragdoll.clone())).unwrap();
        let mut physics = Still { bodies: [None; 64], count: 0 };
        (0..3).for_each(|_| frame(&mut actor, &mut physics, world));
        for start in 0..3 {
            let count = allocations(|| {
                actor.ragdoll_mut().unwrap().start();
                (0..3).for_each(|_| frame(&mut actor, &mut physics, world));
            });
            assert!(physics.bodies.iter().flatten().count() > 10);
            assert_eq!(count, 0, "start {start}");
            actor.ragdoll_mut().unwrap().stop();
            (0..60).for_each(|_| frame(&mut actor, &mut physics, world));
            assert_eq!(physics.bodies.iter().flatten().count(), 0);
        }
    }
}

#[test]
fn a_fall_in_rapier_builds_no_hulls() {
    let (character, ragdoll) = built_in();
    let mut actor = Actor::without_clips(character);
    actor.set_ragdoll(Some(ragdoll.clone())).unwrap();
    let mut world = RapierWorld::new().with_floor(0.0);
    let first = allocated_bytes(|| frame(&mut actor, &mut world, Affine3A::IDENTITY));
    let starts = [0, 1].map(|_| {
        (0..3).for_each(|_| frame(&mut actor, &mut world, Affine3A::IDENTITY));
        let bytes = allocated_bytes(|| {
            actor.ragdoll_mut().unwrap().start();
            frame(&mut actor, &mut world, Affine3A::IDENTITY);
        });
        actor.ragdoll_mut().unwrap().stop();
        (0..60).for_each(|_| frame(&mut actor, &mut world, Affine3A::IDENTITY));
        bytes
    });
    // Built while loading instead.
    let mut world = RapierWorld::new().with_floor(0.0);
    world.ragdolls.reserve(&ragdoll, 1.0);
    let mut other = Actor::without_clips(actor.character().clone());
    other.set_ragdoll(Some(ragdoll)).unwrap();
    let reserved = allocated_bytes(|| frame(&mut other, &mut world, Affine3A::IDENTITY));
    println!("first frame {first} bytes, {reserved} when reserved; first and second fall {starts:?}");
    // What is left of a start is Rapier's: sets and contact graphs that grow.
    assert!(first > 100_000 && reserved < 1000 && starts[0] < 80_000 && starts[1] < 30_000);
}
