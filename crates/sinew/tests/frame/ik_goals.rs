//! IK goals of an actor: they fade in and out and leave the animated pose unchanged.

use crate::counting::allocations;
use crate::worm;
use sinew::character::SkinningMethod;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::ik::{Chain, ChainSolver};
use sinew::rig::{EffectorId, IkGoal, IkRig, IkTarget};
use sinew::{Actor, ClipId, FrameInput, JointId, RawClip};
use std::sync::Arc;

fn tip(actor: &Actor) -> Vec3 {
    let frame = actor.frame();
    let tip = frame.model()[worm::JOINTS - 1].translation;
    frame.world_from_model().transform_point3a(tip).into()
}

/// The worm with all joints as an IK chain called `body`.
fn actor_with_rig() -> (Actor, EffectorId) {
    let character = worm::worm(4, SkinningMethod::Linear);
    let joints: Vec<_> = (0..worm::JOINTS as u32).map(JointId).collect();
    let mut rig = IkRig::new();
    let chain = Chain::new(character.skeleton(), &joints).unwrap();
    let effector = rig.add_chain("body", chain, ChainSolver::default());
    rig.set_fade(effector, 0.1).unwrap();
    // IK needs uniform scale.
    let mut clip = RawClip::clone(&worm::wriggle());
    clip.joints.iter_mut().for_each(|track| track.scale = None);
    let mut actor = Actor::new(character, vec![Arc::new(clip)]).unwrap();
    actor.play(ClipId(0)).unwrap();
    actor.set_ik(Some(Arc::new(rig))).unwrap();
    (actor, effector)
}

/// A goal within reach.
fn goal(actor: &Actor) -> Vec3 {
    let root = Vec3::from(actor.frame().model()[0].translation);
    let length = (tip(actor) - root).length();
    root + Vec3::new(0.5, 0.3, 0.2).normalize() * length * 0.7
}

#[test]
fn a_goal_fades_in_and_out() {
    let (mut actor, effector) = actor_with_rig();
    let goal = goal(&actor);
    actor.ik_mut().unwrap().set_goal("body", IkGoal::at(goal)).unwrap();
    let mut before = tip(&actor).distance(goal);
    for _ in 0..60 {
        actor.update(1.0 / 60.0);
        before = before.min(tip(&actor).distance(goal));
    }
    assert!(tip(&actor).distance(goal) < 1e-3, "{}", tip(&actor).distance(goal));
    assert!(actor.ik().unwrap().report(effector).weight > 0.999);
    actor.ik_mut().unwrap().clear_goal("body").unwrap();
    let mut plain = actor_with_rig().0;
    plain.set_ik(None).unwrap();
    (0..60).for_each(|_| plain.update(1.0 / 60.0));
    for _ in 0..120 {
        actor.update(1.0 / 60.0);
        plain.update(1.0 / 60.0);
    }
    assert_eq!(actor.frame().local(), plain.frame().local());
}

#[test]
fn goals_are_positions_in_the_world() {
    let (mut actor, effector) = actor_with_rig();
    let world = Affine3A::from_rotation_translation(Quat::from_rotation_y(1.0), Vec3::new(5.0, 1.0, -3.0));
    let goal = world.transform_point3(goal(&actor));
    actor.ik_mut().unwrap().set_goal(effector, IkGoal::at(goal)).unwrap();
    actor.ik_mut().unwrap().snap();
    actor.advance(1.0 / 60.0);
    actor.resolve(FrameInput::new(1.0 / 60.0, world));
    assert!(tip(&actor).distance(goal) < 1e-3);
}

#[test]
fn an_offset_is_relative_to_the_animated_pose_however_often_it_is_resolved() {
    let (mut actor, effector) = actor_with_rig();
    let (mut plain, _) = actor_with_rig();
    let offset = Vec3::new(0.0, -0.05, 0.02);
    let goal = IkGoal::new(IkTarget::Offset(offset));
    actor.ik_mut().unwrap().set_goal(effector, goal).unwrap();
    actor.ik_mut().unwrap().snap();
    for _ in 0..30 {
        plain.update(1.0 / 60.0);
        actor.advance(1.0 / 60.0);
        for n in 0..3 {
            actor.resolve(FrameInput::new(if n == 0 { 1.0 / 60.0 } else { 0.0 }, Affine3A::IDENTITY));
            let off = tip(&actor).distance(tip(&plain) + offset);
            assert!(off < 1e-3, "{off}");
        }
    }
}

#[test]
fn a_frame_with_ik_allocates_nothing() {
    let (mut actor, effector) = actor_with_rig();
    let goal = goal(&actor);
    actor.update(1.0 / 60.0);
    let count = allocations(|| {
        for frame in 0..300 {
            let to = goal + Vec3::X * (frame as f32 * 0.01).sin() * 0.2;
            actor.ik_mut().unwrap().set_goal(effector, (frame % 100 < 60).then_some(IkGoal::at(to))).unwrap();
            actor.update(1.0 / 60.0);
        }
    });
    assert_eq!(count, 0);
}

#[test]
fn an_unknown_effector_is_an_error_that_lists_the_known_ones() {
    let (mut actor, _) = actor_with_rig();
    let unknown = actor.ik_mut().unwrap().set_goal("tail", IkGoal::at(Vec3::ZERO)).unwrap_err().to_string();
    assert_eq!(unknown, "the IK rig has no effector called \"tail\"; there are \"body\"");
    actor.set_ik(None).unwrap();
    assert!(actor.ik_mut().is_none());
}

#[test]
fn a_removed_rig_has_no_lasting_effect() {
    let (mut actor, effector) = actor_with_rig();
    actor.update(0.1);
    let animated = actor.frame().local().to_vec();
    let position = goal(&actor);
    let ik = actor.ik_mut().unwrap();
    ik.set_goal(effector, IkGoal::at(position)).unwrap();
    ik.snap();
    actor.resolve(FrameInput::new(0.1, Affine3A::IDENTITY));
    assert_ne!(actor.frame().local(), animated);
    // Replaced by another rig without a frame in between.
    let rig = IkRig::clone(actor.ik().unwrap().rig());
    actor.set_ik(Some(Arc::new(rig))).unwrap();
    actor.resolve(FrameInput::new(0.1, Affine3A::IDENTITY));
    assert_eq!(actor.frame().local(), animated);
    actor.set_ik(None).unwrap();
    actor.resolve(FrameInput::new(0.1, Affine3A::IDENTITY));
    assert_eq!(actor.frame().local(), animated);
}
