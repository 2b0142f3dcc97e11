//! Ragdolls with wild input: the result is defined and finite, or an error.

#[path = "../../sinew/tests/ragdoll/made.rs"]
mod made;

use made::{LENGTH, block, chain, character};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::ragdoll::{Ragdoll, RagdollError, RagdollInput, RagdollSettings, RagdollState};
use sinew::stage::{StageInput, StagePose};
use sinew::{Actor, Character, FrameInput, JointId, LocalPose, ModelPose};
use sinew_rapier::RapierWorld;
use std::sync::Arc;

const STEP: f32 = 1.0 / 60.0;

fn fitted(character: &Character) -> Arc<Ragdoll> {
    Arc::new(Ragdoll::fit(character).unwrap())
}

/// A character that falls from 1 m above a floor.
struct Run {
    actor: Actor,
    world: RapierWorld,
    world_from_model: Affine3A,
}

impl Run {
    fn new(character: &Arc<Character>) -> Self {
        let mut actor = Actor::without_clips(character.clone());
        actor.set_ragdoll(Some(fitted(character))).unwrap();
        actor.ragdoll_mut().unwrap().start();
        let world_from_model = Affine3A::from_rotation_translation(Quat::from_rotation_x(0.7), Vec3::Y);
        Self { actor, world: RapierWorld::new().with_floor(0.0), world_from_model }
    }

    fn at(character: &Arc<Character>, world_from_model: Affine3A) -> Self {
        Self { world_from_model, ..Self::new(character) }
    }

    fn frame(&mut self, dt: f32) {
        self.actor.resolve(FrameInput::new(dt, self.world_from_model).with_physics(&mut self.world));
        assert!(self.is_finite());
    }

    fn frames(&mut self, count: usize) {
        (0..count).for_each(|_| self.frame(STEP));
    }

    fn is_finite(&self) -> bool {
        let frame = self.actor.frame();
        frame.model().iter().all(|matrix| matrix.is_finite())
            && frame.local().iter().all(|transform| transform.rotation.is_normalized())
    }

    fn bits(&self) -> Vec<u32> {
        let of = |transform: &sinew::Transform| {
            let (t, r) = (transform.translation.to_array(), transform.rotation.to_array());
            t.into_iter().chain(r).map(f32::to_bits).collect::<Vec<_>>()
        };
        self.actor.frame().local().iter().flat_map(of).collect()
    }

    fn in_world(&self) -> Vec<Vec3> {
        let frame = self.actor.frame();
        frame.model().iter().map(|matrix| (frame.world_from_model() * *matrix).translation.into()).collect()
    }

    /// Largest change of the distance between two joints of [`chain`], relative to it.
    fn stretch(&self) -> f32 {
        let frame = self.actor.frame();
        let at: Vec<Vec3> = frame.model().iter().map(|matrix| matrix.translation.into()).collect();
        at.windows(2).map(|two| (two[0].distance(two[1]) / LENGTH - 1.0).abs()).fold(0.0, f32::max)
    }
}

#[test]
fn impulses_that_are_not_finite_are_ignored() {
    let character = chain(5);
    let (mut plain, mut pushed) = (Run::new(&character), Run::new(&character));
    for frame in 0..120 {
        let state = pushed.actor.ragdoll_mut().unwrap();
        for wrong in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            state.apply_impulse(frame % 5, Vec3::new(0.0, wrong, 0.0), None);
            state.apply_impulse(frame % 5, Vec3::X, Some(Vec3::new(wrong, 0.0, 0.0)));
        }
        state.apply_impulse(5, Vec3::X, None);
        state.apply_impulse(usize::MAX, Vec3::X, None);
        [&mut plain, &mut pushed].into_iter().for_each(|run| run.frame(STEP));
    }
    assert_eq!(plain.bits(), pushed.bits());
}

#[test]
fn impulses_count_from_the_first_frame_on() {
    let mut run = Run::at(&chain(5), Affine3A::from_translation(Vec3::Y * 3.0));
    run.actor.ragdoll_mut().unwrap().start_parts(|part| part > 0);
    run.frames(2);
    let state = run.actor.ragdoll_mut().unwrap();
    state.start();
    let masses: Vec<f32> = state.ragdoll().parts().iter().map(|part| part.simulated_mass.mass).collect();
    masses
        .iter()
        .enumerate()
        .for_each(|(part, mass)| state.apply_impulse(part, Vec3::X * (2.0 * mass), None));
    run.frames(30);
    let mut other = Run::at(&chain(5), Affine3A::from_translation(Vec3::Y * 3.0));
    let state = other.actor.ragdoll_mut().unwrap();
    masses
        .iter()
        .enumerate()
        .for_each(|(part, mass)| state.apply_impulse(part, Vec3::X * (2.0 * mass), None));
    other.frames(31);
    for run in [run, other] {
        assert!(run.in_world().iter().all(|at| (at.x - 1.0).abs() < 0.15), "{:?}", run.in_world());
    }
}

#[test]
fn huge_impulses_leave_a_finite_pose() {
    for impulse in [1e3, 1e6, 1e12, 1e30, f32::MAX] {
        for point in [None, Some(Vec3::splat(1e3)), Some(Vec3::splat(f32::MAX))] {
            let mut run = Run::new(&chain(5));
            run.frames(5);
            run.actor.ragdoll_mut().unwrap().apply_impulse(2, Vec3::new(impulse, impulse, -impulse), point);
            run.frames(60);
            assert!(run.stretch() < 1e-3, "{impulse} {}", run.stretch());
        }
    }
}

#[test]
fn wrong_strengths_are_clamped() {
    let character = chain(4);
    for (wrong, right) in [(f32::NAN, 0.0), (f32::INFINITY, 1.0), (-5.0, 0.0), (7.0, 1.0)] {
        let [mut first, mut other] = [wrong, right].map(|strength| {
            let mut run = Run::new(&character);
            run.actor.ragdoll_mut().unwrap().set_strength(strength);
            run
        });
        [&mut first, &mut other].into_iter().for_each(|run| run.frames(60));
        assert_eq!(first.bits(), other.bits(), "{wrong}");
    }
}

#[test]
fn characters_of_any_size_begin_in_their_pose_and_keep_their_lengths() {
    let scale = Affine3A::from_scale;
    let mirrors = [Vec3::new(-1.0, 1.0, 1.0), Vec3::new(1.0, -1.0, 1.0), Vec3::splat(-1.0)];
    let factors = [0.01, 100.0].map(Vec3::splat).into_iter().chain(mirrors).chain([Vec3::new(1.0, 2.0, 0.5)]);
    for factor in factors {
        let world_from_model = Affine3A::from_translation(Vec3::Y * factor.x.abs()) * scale(factor);
        let mut run = Run::at(&chain(5), world_from_model);
        run.world = RapierWorld::new().with_units_per_metre(factor.x.abs()).with_floor(0.0);
        let rest = run.in_world();
        run.frame(STEP);
        let size = factor.abs().max_element();
        let expected = run.actor.animated_pose().local.clone();
        let mut model = ModelPose::rest(run.actor.character().skeleton());
        model.update(run.actor.character().skeleton(), &expected);
        for (matrix, other) in run.actor.frame().model().iter().zip(model.as_slice()) {
            assert!(matrix.translation.distance(other.translation) < 1e-4, "{factor}");
        }
        run.frames(300);
        let lowest = run.in_world().iter().map(|at| at.y / size).fold(f32::MAX, f32::min);
        assert!(run.stretch() < 1e-3, "{factor}: {}", run.stretch());
        assert!(lowest > -0.2 && lowest < 0.5, "{factor}: {lowest} of {rest:?}");
    }
}

#[test]
fn transforms_without_an_inverse_leave_a_finite_pose() {
    let character = chain(5);
    let transforms = [
        Affine3A::from_scale(Vec3::ZERO),
        Affine3A::from_scale(Vec3::new(1.0, 0.0, 1.0)),
        Affine3A::from_translation(Vec3::NAN),
        Affine3A::from_scale(Vec3::splat(f32::INFINITY)),
        Affine3A::from_translation(Vec3::splat(f32::MAX)),
        Affine3A::from_scale(Vec3::splat(1e-30)),
    ];
    for world_from_model in transforms {
        let mut run = Run::at(&character, world_from_model);
        run.frames(20);
        // In the middle of a fall.
        let mut run = Run::new(&character);
        run.frames(10);
        let sound = std::mem::replace(&mut run.world_from_model, world_from_model);
        run.frames(10);
        run.world_from_model = sound;
        run.frames(10);
        assert!(run.stretch() < 1e-3);
        // The stage alone, which nobody protects.
        let skeleton = character.skeleton();
        let mut state = RagdollState::new(fitted(&character), &character).unwrap();
        let mut world = RapierWorld::new().with_floor(0.0);
        let (mut local, mut model) = (LocalPose::rest(skeleton), ModelPose::rest(skeleton));
        state.start();
        for _ in 0..20 {
            let input = RagdollInput::new().with_physics(&mut world);
            let mut pose = StagePose::new(skeleton, &mut local, &mut model);
            state.solve(&StageInput::new(STEP, world_from_model), input, &mut pose);
            assert!(model.as_slice().iter().all(|matrix| matrix.is_finite()), "{world_from_model:?}");
        }
    }
}

#[test]
fn time_steps_of_any_size_leave_a_finite_pose() {
    for dt in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0, 1e9, 1e-9, 10.0, f32::MIN_POSITIVE] {
        let mut run = Run::new(&chain(5));
        run.frame(dt);
        run.frames(10);
        (0..10).for_each(|_| run.frame(dt));
        run.frames(10);
        assert!(run.stretch() < 1e-3, "{dt}");
    }
}

#[test]
fn a_frame_without_time_changes_nothing() {
    let mut run = Run::new(&chain(5));
    run.frames(30);
    let before = run.bits();
    (0..5).for_each(|_| run.frame(0.0));
    assert_eq!(before, run.bits());
    // It leaves no trace in later frames either.
    let mut other = Run::new(&chain(5));
    [&mut run, &mut other].into_iter().for_each(|run| run.frames(30));
    other.frames(30);
    assert_eq!(run.bits(), other.bits());
}

#[test]
fn two_runs_give_the_same_bytes() {
    let [one, two] = [(); 2].map(|()| {
        let mut run = Run::new(&chain(9));
        run.frames(600);
        run.bits()
    });
    assert_eq!(one, two);
}

#[test]
fn odd_skins_have_ragdolls_or_errors() {
    let at = |n: usize| Vec3::Y * (n as f32 * LENGTH);
    let solid = |n: usize| (at(n), block(at(n) + Vec3::Y * 0.15, Vec3::new(0.05, 0.14, 0.05)));
    let all = |settings: &RagdollSettings, character: &Arc<Character>| {
        let ragdoll = Ragdoll::fit_with(character, settings)?;
        let mut run = Run::new(character);
        run.actor.set_ragdoll(Some(Arc::new(ragdoll.clone()))).unwrap();
        run.actor.ragdoll_mut().unwrap().start();
        run.frames(200);
        assert!(run.stretch() < 1e-3);
        for part in ragdoll.parts() {
            assert!(part.simulated_mass.mass > 0.0 && part.simulated_mass.inertia.min_element() > 0.0);
        }
        Ok::<_, RagdollError>(ragdoll.parts().len())
    };
    let usual = RagdollSettings::default();
    let listed = |count: u32| {
        let mut settings = RagdollSettings::default();
        settings.joints = (0..count).map(JointId).collect();
        settings
    };
    // No meshes at all.
    let bare = character(&[(at(0), Vec::new()), (at(1), Vec::new())]);
    assert_eq!(all(&usual, &bare), Err(RagdollError::NoSkin));
    assert_eq!(all(&listed(2), &bare), Err(RagdollError::NoSkin));
    // Two joints.
    assert_eq!(all(&usual, &chain(2)), Ok(2));
    assert_eq!(all(&usual, &chain(1)), Ok(1));
    // Joints without weights, between others and at the end.
    let mut joints: Vec<_> = (0..6).map(solid).collect();
    joints[2].1.clear();
    joints[5].1.clear();
    assert_eq!(all(&usual, &character(&joints)), Ok(4));
    assert_eq!(all(&listed(6), &character(&joints)), Ok(6));
    // Parts of one vertex, of vertices in one point, in a line and in a plane.
    let mut joints: Vec<_> = (0..6).map(solid).collect();
    joints[1].1.truncate(1);
    joints[2].1 = vec![at(2); 9];
    joints[3].1 = (0..9).map(|n| at(3) + Vec3::Y * (0.03 * n as f32)).collect();
    joints[4].1 = (0..9).map(|n| at(4) + Vec3::new((n % 3) as f32, (n / 3) as f32, 0.0) * 0.1).collect();
    all(&usual, &character(&joints)).unwrap();
    assert_eq!(all(&listed(6), &character(&joints)), Ok(6));
    let point = character(&[(at(0), vec![at(0)]), (at(1), vec![at(0)])]);
    assert_eq!(all(&usual, &point), Err(RagdollError::NoParts));
    // Wrong lists.
    assert_eq!(all(&listed(9), &chain(3)), Err(RagdollError::UnknownJoint { index: 3, count: 3 }));
}

#[test]
fn a_teleport_takes_a_hanging_part_along_and_leaves_a_fallen_body() {
    let far = Affine3A::from_rotation_translation(Quat::from_rotation_y(2.0), Vec3::new(100.0, 1.0, -30.0));
    let mut run = Run::new(&chain(5));
    run.frames(20);
    let before = run.in_world();
    run.world_from_model = far;
    run.actor.resolve(FrameInput::new(STEP, far).with_teleport().with_physics(&mut run.world));
    for (position, other) in run.in_world().iter().zip(&before) {
        assert!(position.distance(*other) < 0.15, "{position} {other}");
    }
    // The upper half hangs on the lower one.
    let mut run = Run::at(&chain(5), Affine3A::from_translation(Vec3::Y));
    run.actor.ragdoll_mut().unwrap().start_parts(|part| part > 2);
    run.frames(120);
    let before: Vec<Affine3A> = run.actor.frame().model().to_vec();
    run.world_from_model = far;
    run.actor.resolve(FrameInput::new(STEP, far).with_teleport().with_physics(&mut run.world));
    for (matrix, other) in run.actor.frame().model().iter().zip(&before) {
        assert!(matrix.translation.distance(other.translation) < 0.05);
    }
    let speed = (0..5).map(|n| run.actor.ragdoll().unwrap().part_motion(n).unwrap().linear_velocity.length());
    assert!(speed.fold(0.0, f32::max) < 5.0);
}

#[test]
fn a_ragdoll_stops_and_starts_again() {
    let mut run = Run::new(&chain(5));
    for round in 0..5 {
        run.frames(30);
        let state = run.actor.ragdoll_mut().unwrap();
        assert!(state.is_active());
        state.stop();
        // The fallen pose waits for a frame to be taken over.
        run.frames(2);
        assert!(!run.actor.ragdoll().unwrap().is_active());
        assert_eq!(run.world.world.bodies.len(), 0, "{round}");
        assert_eq!(run.world.world.impulse_joints.len(), 0);
        assert_eq!(run.actor.frame().local(), run.actor.animated_pose().local.as_slice());
        run.actor.ragdoll_mut().unwrap().start();
    }
    // Both in one frame.
    run.frames(10);
    let state = run.actor.ragdoll_mut().unwrap();
    state.stop();
    state.start();
    run.frames(10);
    assert!(run.actor.ragdoll().unwrap().is_active());
    assert_eq!(run.world.world.bodies.len(), 5);
}

#[test]
fn parts_that_were_animated_fall_when_the_whole_body_starts() {
    let mut run = Run::at(&chain(5), Affine3A::from_translation(Vec3::Y * 2.0));
    run.actor.ragdoll_mut().unwrap().start_parts(|part| part > 2);
    run.frames(30);
    assert!(run.in_world()[0].distance(Vec3::Y * 2.0) < 1e-4);
    run.actor.ragdoll_mut().unwrap().start();
    run.frames(240);
    assert!(run.in_world().iter().all(|at| at.y < 1.0), "{:?}", run.in_world());
}

#[test]
fn a_ragdoll_without_physics_keeps_its_pose() {
    let mut run = Run::new(&chain(5));
    run.frames(40);
    let before = run.bits();
    (0..10).for_each(|_| run.actor.resolve(FrameInput::new(STEP, run.world_from_model)));
    assert_eq!(before, run.bits());
    run.frames(10);
    assert_ne!(before, run.bits());
    // One that never had physics plays its animation.
    let mut run = Run::new(&chain(5));
    (0..10).for_each(|_| run.actor.resolve(FrameInput::new(STEP, run.world_from_model)));
    assert_eq!(run.actor.frame().local(), run.actor.animated_pose().local.as_slice());
    assert!(!run.actor.ragdoll().unwrap().is_active());
}

#[test]
fn a_ragdoll_that_is_taken_away_gives_the_pose_back() {
    let mut run = Run::new(&chain(5));
    run.frames(40);
    run.actor.set_ragdoll(None).unwrap();
    run.frames(5);
    assert_eq!(run.actor.frame().local(), run.actor.animated_pose().local.as_slice());
    let other = fitted(&chain(6));
    assert!(matches!(run.actor.set_ragdoll(Some(other)), Err(RagdollError::OtherSkeleton)));
    // A world that has lost the bodies gets them anew.
    let mut run = Run::new(&chain(5));
    run.frames(40);
    run.world = RapierWorld::new();
    run.frames(10);
    assert_eq!(run.world.world.bodies.len(), 5);
    run.actor.ragdoll_mut().unwrap().stop();
    run.frames(2);
    assert!(!run.actor.ragdoll().unwrap().is_active());
}
