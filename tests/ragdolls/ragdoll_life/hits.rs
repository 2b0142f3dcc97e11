//! Hits on animated bodies: reactions, muscles, recovery.

use super::{Life, angle, apart, continued};
use sinew::FrameInput;
use sinew::glam::{Quat, Vec3};
use sinew::humanoid::HumanBone;
use sinew::ragdoll::HitReaction;
use sinew_suite::falls::STEP;

#[test]
fn a_hit_body_gives_in_and_goes_back_to_its_animation() {
    let (mut hit, mut animated) = (Life::new("walk"), Life::new("walk"));
    let chest = hit.part(HumanBone::UpperChest);
    let (mut most, mut active) = (0.0f32, 0);
    let (mut poses, mut others) = (Vec::new(), Vec::new());
    for frame in 0..150 {
        if frame == 20 {
            let impulse = Vec3::new(40.0, 0.0, -30.0);
            hit.actor.ragdoll_mut().unwrap().hit(chest, impulse, None, &HitReaction::default());
        }
        hit.frame();
        animated.frame();
        let [_, turned] = apart(&hit.joints(), &animated.joints());
        most = most.max(turned);
        active += usize::from(hit.actor.ragdoll().unwrap().has_bodies());
        if !(20..=110).contains(&frame) {
            assert!(turned < 0.1, "{frame}: {turned}°");
        }
        assert_eq!(hit.world_from_model, animated.world_from_model);
        poses.push(hit.joints());
        others.push(animated.joints());
    }
    assert!(most > 8.0, "{most}°");
    assert!((30..70).contains(&active), "{active} frames");
    // Both switches.
    for frame in [19, 20, 19 + active, 20 + active] {
        let jump = |poses: &[Vec<(Vec3, Quat)>]| {
            apart(&continued(&hit.ragdoll, &poses[frame - 1], &poses[frame]), &poses[frame + 1])
        };
        let ([moved, turned], [usual, usual_turned]) = (jump(&poses), jump(&others));
        let is_hit = frame == 20;
        assert!(moved < 0.01 + usual || is_hit, "{frame}: {moved} m, {usual} m in the clip");
        assert!(turned < 2.0 + usual_turned || is_hit, "{frame}: {turned}°, {usual_turned}° in the clip");
    }
}

#[test]
fn a_hit_without_physics_changes_nothing() {
    let (mut hit, mut animated) = (Life::new("walk"), Life::new("walk"));
    let chest = hit.part(HumanBone::UpperChest);
    hit.actor.ragdoll_mut().unwrap().hit(chest, Vec3::X * 40.0, None, &HitReaction::default());
    for frame in 0..120 {
        for life in [&mut hit, &mut animated] {
            life.actor.advance(STEP);
            life.actor.resolve(FrameInput::new(STEP, life.world_from_model));
        }
        let [moved, turned] = apart(&hit.joints(), &animated.joints());
        assert!(moved < 1e-5 && turned < 0.1, "{frame}: {moved} m, {turned}°");
    }
    assert!(!hit.actor.ragdoll().unwrap().has_bodies());
}

/// Largest angle between a hit body and its animation over the next two seconds.
fn reaction(part: HumanBone, recovery: f32) -> (f32, Life) {
    let (mut hit, mut animated) = (Life::new("idle"), Life::new("idle"));
    hit.frames(20);
    animated.frames(20);
    let part = hit.part(part);
    let settings = HitReaction::default().with_recovery(recovery);
    hit.actor.ragdoll_mut().unwrap().hit(part, Vec3::new(20.0, 0.0, -40.0), None, &settings);
    let mut most = 0.0f32;
    for _ in 0..120 {
        hit.frame();
        animated.frame();
        most = most.max(apart(&hit.joints(), &animated.joints())[1]);
    }
    (most, hit)
}

#[test]
fn a_hit_weakens_muscles_for_its_recovery_and_leaves_strength_as_it_was() {
    let [short, long] = [0.02, 1.0].map(|recovery| reaction(HumanBone::UpperChest, recovery).0);
    assert!(long > short * 1.1, "{short}° and {long}°");
    let (_, life) = reaction(HumanBone::UpperChest, 0.3);
    assert_eq!(life.actor.ragdoll().unwrap().part_strength(1), Some(0.0));
    assert!(!life.actor.ragdoll().unwrap().has_bodies());
}

#[test]
fn a_hit_on_the_hips_moves_the_trunk() {
    let (most, _) = reaction(HumanBone::Hips, 0.5);
    assert!(most > 3.0, "{most}°");
}

#[test]
fn two_limbs_react_at_once() {
    let mut life = Life::new("idle");
    life.frames(20);
    let (arm, shin) = (life.part(HumanBone::LeftLowerArm), life.part(HumanBone::RightLowerLeg));
    let before = life.joints();
    let state = life.actor.ragdoll_mut().unwrap();
    state.hit(arm, Vec3::X * 10.0, None, &HitReaction::default());
    state.hit(shin, Vec3::Z * 20.0, None, &HitReaction::default());
    life.frames(8);
    let after = life.joints();
    for part in [arm, shin] {
        let turned = angle(before[part].1, after[part].1);
        assert!(turned > 5.0, "part {part}: {turned}°");
    }
}
