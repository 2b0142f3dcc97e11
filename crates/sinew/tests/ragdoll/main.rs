//! Ragdolls in a physics engine other than Rapier: a tiny one, which needs no more than the trait.
#![allow(clippy::disallowed_methods, reason = "tests compare with the functions of the system")]

#[path = "../counting/mod.rs"]
mod counting;
mod dynamics;
mod fit;
mod made;
mod points;
mod units;

use counting::allocations;
use made::{LENGTH, chain};
use points::Points;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::ragdoll::{Physics, PhysicsSnapshot, PhysicsSnapshotError, Ragdoll, RagdollInput, RagdollState};
use sinew::stage::{StageInput, StagePose};
use sinew::{Character, LocalPose, ModelPose};
use std::sync::Arc;

const STEP: f32 = 1.0 / 60.0;

/// A ragdoll over a floor at height 0.
struct Run {
    character: Arc<Character>,
    state: RagdollState,
    world: Points,
    world_from_model: Affine3A,
    animated: LocalPose,
    local: LocalPose,
    model: ModelPose,
}

impl Run {
    fn new(joints: usize, world_from_model: Affine3A) -> Self {
        let character = chain(joints);
        let ragdoll = Arc::new(Ragdoll::fit(&character).unwrap());
        Self::of(character, ragdoll, world_from_model)
    }

    fn of(character: Arc<Character>, ragdoll: Arc<Ragdoll>, world_from_model: Affine3A) -> Self {
        let skeleton = character.skeleton();
        Self {
            state: RagdollState::new(ragdoll, &character).unwrap(),
            world: Points::default(),
            world_from_model,
            animated: LocalPose::rest(skeleton),
            local: LocalPose::rest(skeleton),
            model: ModelPose::rest(skeleton),
            character,
        }
    }

    fn frame(&mut self) {
        let skeleton = self.character.skeleton();
        self.local.copy_from(&self.animated);
        self.model.update(skeleton, &self.local);
        let input = RagdollInput::new().with_physics(&mut self.world);
        let mut pose = StagePose::new(skeleton, &mut self.local, &mut self.model);
        self.state.solve(&StageInput::new(STEP, self.world_from_model), input, &mut pose);
    }

    fn positions(&self) -> Vec<Vec3> {
        let position = |transform: &Affine3A| (self.world_from_model * *transform).translation.into();
        self.model.as_slice().iter().map(position).collect()
    }

    /// Largest difference of a bone's length, and largest distance between the bodies of a joint, metres.
    fn apart(&self) -> [f32; 2] {
        let lengths = self
            .positions()
            .windows(2)
            .map(|two| (two[0].distance(two[1]) - LENGTH).abs())
            .fold(0.0, f32::max);
        let gaps =
            (0..self.positions().len()).filter_map(|part| self.state.joint_gap(part)).fold(0.0, f32::max);
        [lengths, gaps]
    }
}

fn leaning(height: f32) -> Affine3A {
    Affine3A::from_rotation_translation(Quat::from_rotation_x(0.6), Vec3::Y * height)
}

#[test]
fn a_chain_falls_and_comes_to_rest() {
    let mut run = Run::new(6, leaning(1.0));
    run.state.start();
    let mut rest = None;
    for frame in 0..600 {
        run.frame();
        let [lengths, gaps] = run.apart();
        assert!(lengths < 1e-4 && gaps < 0.005, "{frame}: {lengths} {gaps}");
        for (part, limit) in
            run.state.ragdoll().parts().iter().map(|part| (part.joint, (&part.limit, part.reference))).skip(1)
        {
            let excess = limit.0.violation(run.local.get(part).rotation * limit.1.inverse());
            assert!(excess.to_degrees() < 3.0, "{frame}: {part:?} by {}°", excess.to_degrees());
        }
        if run.state.is_at_rest() {
            rest = rest.or(Some(frame));
        }
    }
    assert!(rest.is_some_and(|frame| frame < 400), "{rest:?}");
    let positions = run.positions();
    assert!(positions.iter().all(|at| at.y > 0.0 && at.y < 0.3), "{positions:?}");
}

#[test]
fn parts_hang_on_an_animated_one() {
    let mut run = Run::new(5, Affine3A::from_translation(Vec3::Y * 3.0) * Affine3A::from_rotation_x(1.5));
    run.state.start_parts(|part| part > 1);
    for frame in 0..900 {
        let sway = Quat::from_rotation_x(0.3 * (frame as f32 * 0.05).sin());
        run.animated.as_mut_slice()[0].rotation = if frame < 300 { sway } else { Quat::IDENTITY };
        run.frame();
        let [lengths, gaps] = run.apart();
        assert!(lengths < 1e-4 && gaps < 0.01, "{frame}: {lengths} {gaps}");
        for joint in 0..2 {
            assert_eq!(run.local.as_slice()[joint], run.animated.as_slice()[joint], "{frame}");
        }
    }
    // As far down as the limits let them.
    let positions = run.positions();
    assert!(positions[4].y < positions[2].y - 0.3, "{positions:?}");
    // Let go, the others fall as well.
    run.state.start();
    (0..300).for_each(|_| run.frame());
    assert!(run.positions().iter().all(|at| at.y < 0.4));
}

#[test]
fn strong_muscles_hold_the_pose_of_the_animation() {
    let mut turned = Vec::new();
    for strength in [0.0, 1.0] {
        let mut run = Run::new(4, Affine3A::from_translation(Vec3::Y * 3.0) * Affine3A::from_rotation_x(1.5));
        run.state.start_parts(|part| part > 0);
        run.state.set_strength(strength);
        (0..200).for_each(|_| run.frame());
        let angles = run.local.as_slice().iter().map(|joint| joint.rotation.angle_between(Quat::IDENTITY));
        turned.push(angles.fold(0.0, f32::max).to_degrees());
    }
    // Muscles grow with the mass and size of the body; they yield a little to a horizontal chain's weight.
    assert!(turned[0] > 35.0 && turned[1] < 22.0, "{turned:?}");
}

#[test]
fn a_push_moves_the_body_and_stopping_removes_it() {
    let mut run = Run::new(4, leaning(1.0));
    run.state.start();
    for part in 0..4 {
        let mass = run.state.ragdoll().parts()[part].simulated_mass.mass;
        run.state.apply_impulse(part, Vec3::X * (3.0 * mass), None);
    }
    (0..20).for_each(|_| run.frame());
    assert!(run.positions().iter().all(|at| at.x > 0.7), "{:?}", run.positions());
    assert_eq!(run.world.bodies(), 4);
    run.state.stop();
    run.frame();
    assert_eq!(run.world.bodies(), 0);
    assert_eq!(run.local, run.animated);
}

#[test]
fn a_frame_allocates_nothing() {
    let mut run = Run::new(8, leaning(1.0));
    run.state.start();
    run.state.set_strength(0.1);
    (0..3).for_each(|_| run.frame());
    let count = allocations(|| {
        for frame in 0..600 {
            run.state.apply_impulse(frame % 8, Vec3::X, None);
            if frame == 200 {
                run.state.start_parts(|part| part > 3);
            }
            if frame == 400 {
                run.state.start();
            }
            run.frame();
        }
    });
    assert_eq!(count, 0);
}

#[test]
fn a_fall_is_taken_back_with_its_engine_and_its_state_is_saved_without_allocation() {
    let mut run = Run::new(5, leaning(1.0));
    let mut state = run.state.clone();
    run.state.start();
    (0..20).for_each(|_| run.frame());
    assert_eq!(allocations(|| state.clone_from(&run.state)), 0);
    let mut engine = PhysicsSnapshot::default();
    assert_eq!(run.world.restore(&engine), Err(PhysicsSnapshotError::Empty));
    run.world.save(&mut engine).unwrap();
    let mut play = || {
        (0..200).for_each(|_| run.frame());
        let played = run.local.as_slice().to_vec();
        let back = allocations(|| run.state.clone_from(&state));
        assert_eq!(back, 0);
        run.world.restore(&engine).unwrap();
        played
    };
    let first = play();
    assert_eq!(first, play());
}
