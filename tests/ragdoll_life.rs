//! Life of a ragdoll: from animation to physics and back, hits, muscles, cuts, mirrored characters.

use sinew::glam::{Affine3A, EulerRot, Mat3, Quat, Vec3};
use sinew::ground::Ground;
use sinew::humanoid::HumanBone;
use sinew::locomotion::FootIk;
use sinew::ragdoll::{BodyState, HitReaction, Ragdoll};
use sinew::rig::IkRig;
use sinew::{Actor, Character, FrameInput, JointIndex, WrapMode};
use sinew_rapier::{RapierGround, RapierWorld};
use sinew_suite::falls::{STEP, Skin, falling};
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

    fn joint(&self, bone: HumanBone) -> JointIndex {
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

/// Drops a body that is turned about the X axis, and lets it get up again.
fn gets_up(degrees: f32, expected: &str) {
    let mut life = Life::new("idle");
    let turn = Quat::from_rotation_y(0.7) * Quat::from_rotation_x(degrees.to_radians());
    life.world_from_model = Affine3A::from_rotation_translation(turn, Vec3::new(2.0, 0.6, -1.0));
    life.frames(10);
    life.actor.ragdoll_mut().unwrap().start();
    life.rest();
    let lying = life.joints();
    let fit = life.actor.fit_get_up(["get_up_front", "get_up_back"], Vec3::Y).unwrap().unwrap();
    let clip = life.actor.get_up(["get_up_front", "get_up_back"], Vec3::Y).unwrap().unwrap();
    assert_eq!(life.actor.clips()[clip].name(), expected);
    println!("{expected}: {:.3} m from its first pose", fit.distance);
    life.frame();
    let [moved, turned] = apart(&lying, &life.joints());
    assert!(moved < 0.01 && turned < 2.0, "{moved} m, {turned}°");
    assert_eq!(life.actor.body_state(), BodyState::GettingUp);
    let (mut before, skin) = (life.joints(), Skin::new(life.actor.character()));
    for frame in 0..300 {
        life.frame();
        let now = life.joints();
        let [moved, turned] = apart(&before, &now);
        assert!(moved < 0.15 && turned < 20.0, "{frame}: {moved} m, {turned}°");
        let low = skin.lowest(life.world_from_model, life.actor.frame().model());
        assert!(low > -0.02, "{frame}: {low} m");
        before = now;
    }
    assert_eq!(life.actor.body_state(), BodyState::Animated);
    assert!(!life.actor.ragdoll().unwrap().has_bodies());
    assert_eq!(life.world.world.bodies.len(), 0);
    // It stands where it lay, upright.
    let (hips, head) = (before[0].0, before[life.part(HumanBone::Neck)].0);
    assert!(head.y - hips.y > 0.4, "{hips} {head}");
    assert!((hips - lying[0].0).with_y(0.0).length() < 0.8, "{hips} for {}", lying[0].0);
    assert!(life.world_from_model.translation.y.abs() < 0.03, "{}", life.world_from_model.translation);
}

#[test]
fn a_body_that_fell_forward_gets_up_from_its_belly() {
    gets_up(80.0, "get_up_front");
}

#[test]
fn a_body_that_fell_backward_gets_up_from_its_back() {
    gets_up(-80.0, "get_up_back");
}

#[test]
fn a_body_gets_up_on_stairs_and_slopes() {
    for (name, turn, steps) in [("up", 0.3, 8), ("down", 3.0, 8), ("across", 1.6, 8), ("slope", 0.4, 1)] {
        let mut life = Life::new("idle");
        life.world = RapierWorld::new();
        let slope = Quat::from_rotation_x(-25.0_f32.to_radians());
        if steps == 1 {
            life.world.add_box(slope * Vec3::NEG_Y, slope, Vec3::new(5.0, 1.0, 5.0));
        }
        for n in 0..steps * i32::from(steps > 1) {
            // Rise and going of a usual staircase, the fifth step at the origin.
            let step = Vec3::new(0.0, 0.17 * (n - 4) as f32 - 1.0, 0.29 * (n - 4) as f32);
            let half = Vec3::new(5.0, 1.0, if n == 0 || n == steps - 1 { 5.0 } else { 0.145 });
            let aside = if n == 0 {
                -1.0
            } else if n == steps - 1 {
                1.0
            } else {
                0.0
            };
            life.world.add_box(step + Vec3::Z * (aside * (half.z - 0.145)), Quat::IDENTITY, half);
        }
        life.ground = Some(life.world.ground());
        let fall = Quat::from_rotation_y(turn) * Quat::from_rotation_x(1.2);
        life.world_from_model = Affine3A::from_rotation_translation(fall, Vec3::new(0.0, 0.8, -0.4));
        life.frames(2);
        life.actor.ragdoll_mut().unwrap().start();
        life.rest();
        let lying = life.joints();
        life.actor.get_up(["get_up_front", "get_up_back"], Vec3::Y).unwrap().unwrap();
        let local = life.actor.frame().local().to_vec();
        let character = life.actor.character().clone();
        let body = character.humanoid().unwrap();
        let rig =
            IkRig::human(character.skeleton(), body).with_feet(FootIk::human(&character, body).unwrap());
        life.actor.set_ik_rig(Some(Arc::new(rig))).unwrap();
        assert_eq!(local, life.actor.frame().local(), "a rig changes no frame that is resolved");
        life.frame();
        let [moved, turned] = apart(&lying, &life.joints());
        assert!(moved < 0.01 && turned < 2.0, "{name}: {moved} m, {turned}°");
        let mut before = life.joints();
        for frame in 0..300 {
            life.frame();
            let now = life.joints();
            let mut again = FrameInput::new(0.0, life.world_from_model).with_physics(&mut life.world);
            again.stage.ground = life.ground.as_ref().map(|ground| ground as &dyn Ground);
            life.actor.resolve(again);
            let [moved, turned] = apart(&now, &life.joints());
            assert!(
                moved < 1e-6 && turned < 0.1,
                "{name}, {frame}: a frame that is resolved again: {moved} m, {turned}°"
            );
            let [moved, turned] = apart(&before, &now);
            assert!(moved < 0.15 && turned < 20.0, "{name}, {frame}: {moved} m, {turned}°");
            let hips = before[0].0.distance(now[0].0);
            assert!(hips < 0.04, "{name}, {frame}: the hips jump by {hips} m");
            // Hips, trunk and head stay out of the ground: their joints have flesh around them.
            for (part, (joint, _)) in life.ragdoll.parts().iter().zip(&now) {
                let height = joint.y - life.ground.as_ref().unwrap().height(*joint).unwrap();
                let is_trunk = ["hips", "spine", "chest", "upperChest", "neck", "head"]
                    .contains(&life.actor.character().skeleton().name(part.joint));
                assert!(!is_trunk || height > 0.02, "{name}, {frame}, {:?}: {height} m", part.joint);
            }
            before = now;
        }
        let (hips, neck) = (before[0].0, before[life.part(HumanBone::Neck)].0);
        assert!(neck.y - hips.y > 0.4, "{name}: {hips} {neck}");
        let under = life.ground.as_ref().unwrap().height(lying[0].0).unwrap();
        let stands = life.world_from_model.translation.y - under;
        assert!(stands.abs() < 0.02, "{name}: it stands {stands} m above the ground below its hips");
    }
}

#[test]
fn a_falling_body_goes_on_at_its_velocity_when_it_is_stopped() {
    for fallen in [6, 10, 14] {
        let mut life = Life::new("run");
        life.frames(20);
        life.actor.ragdoll_mut().unwrap().start();
        life.frames(fallen);
        let before = life.joints();
        life.frame();
        let now = life.joints();
        life.actor.ragdoll_mut().unwrap().stop();
        life.frame();
        let expected = continued(&life.ragdoll, &before, &now);
        let [moved, turned] = apart(&expected, &life.joints());
        assert!(moved < 0.01 && turned < 2.0, "{fallen}: {moved} m, {turned}°");
        for (n, ((now, next), expected)) in now.iter().zip(&life.joints()).zip(&expected).enumerate() {
            let [old, new] = [expected, next].map(|to| (to.0 - now.0) / STEP);
            // Transitions bound how far flailing limbs overshoot, and with it their speed.
            let [share, speed] = if n == 0 { [0.05, 0.1] } else { [0.2, 0.5] };
            assert!(old.distance(new) < share * old.length() + speed, "{fallen}: {old} to {new}");
        }
        life.frames(60);
        assert!(!life.actor.ragdoll().unwrap().has_bodies());
    }
}

#[test]
fn the_place_follows_a_falling_body_and_the_body_does_not_mind() {
    let fall = |follows: bool| {
        let mut life = Life::new("run");
        life.frames(30);
        life.actor.ragdoll_mut().unwrap().start();
        life.frame();
        life.follows_root_motion = follows;
        life.frames(300);
        life
    };
    let (following, other) = (fall(true), fall(false));
    let hips = following.joints()[0].0;
    let position = Vec3::from(following.world_from_model.translation);
    assert!((hips - position).with_y(0.0).length() < 0.02, "{hips} {position}");
    assert!(position.y.abs() < 0.02, "{position}");
    assert!(
        other.world_from_model.translation.distance(following.world_from_model.translation) > 0.3,
        "it fell out of a run"
    );
    let [moved, turned] = apart(&following.joints(), &other.joints());
    assert!(moved < 1e-3 && turned < 0.1, "{moved} m, {turned}°");
}

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

/// Frames without an engine do not become velocity.
#[test]
fn frames_without_physics_leave_no_velocity() {
    let mut life = Life::new("walk");
    life.follows_root_motion = false;
    let root = |part: usize| part != 0;
    life.actor.ragdoll_mut().unwrap().start_parts(root);
    life.actor.ragdoll_mut().unwrap().set_strength(0.5);
    life.frames(30);
    for _ in 0..30 {
        life.actor.advance(STEP);
        life.world_from_model.translation.x += 0.1;
        life.actor.resolve(FrameInput::new(STEP, life.world_from_model));
    }
    life.frame();
    for part in 0..life.ragdoll.parts().len() {
        let motion = life.actor.ragdoll().unwrap().part_motion(part).unwrap();
        assert!(motion.linear_velocity.length() < 8.0, "{part}: {motion:?}");
        assert!(life.actor.ragdoll().unwrap().joint_gap(part).is_none_or(|gap| gap < 0.05), "{part}");
    }
}

/// Kinematic parts move at the velocity of their animation whatever the frame rate.
#[test]
fn animated_parts_have_the_velocity_of_their_animation() {
    for rate in [30.0, 47.0, 60.0, 144.0] {
        let (character, ragdoll): (Arc<Character>, Arc<Ragdoll>) = falling("built-in").unwrap();
        let mut actor = Actor::without_clips(character);
        actor.set_ragdoll(Some(ragdoll.clone())).unwrap();
        actor.ragdoll_mut().unwrap().start_parts(|part| part + 1 == ragdoll.parts().len());
        let mut world = RapierWorld::new();
        let dt = 1.0 / rate;
        for frame in 0..200 {
            let world_from_model = Affine3A::from_translation(Vec3::Z * (2.0 * frame as f32 * dt));
            actor.resolve(FrameInput::new(dt, world_from_model).with_physics(&mut world));
            if frame > 10 {
                let speed = actor.ragdoll().unwrap().part_motion(0).unwrap().linear_velocity.z;
                assert!((speed - 2.0).abs() < 0.02, "{rate} Hz, frame {frame}: {speed} m/s");
            }
        }
    }
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

/// A fallen body that was given back keeps its pose until the animation takes it over, whatever is called
/// meanwhile.
#[test]
fn a_release_survives_what_comes_before_the_next_frame() {
    type Meanwhile = fn(&mut Life);
    let cases: [(&str, Meanwhile); 4] = [
        ("a second stop", |life| life.actor.ragdoll_mut().unwrap().stop()),
        ("a hit", |life| {
            let arm = life.part(HumanBone::LeftLowerArm);
            life.actor.ragdoll_mut().unwrap().hit(arm, Vec3::X * 10.0, None, &HitReaction::default());
        }),
        ("a resolve without a time step", |life| {
            life.actor.resolve(FrameInput::new(0.0, life.world_from_model).with_physics(&mut life.world));
        }),
        ("a resolve without physics", |life| {
            life.actor.resolve(FrameInput::new(STEP, life.world_from_model))
        }),
    ];
    for (name, meanwhile) in cases {
        let mut life = Life::new("idle");
        let turn = Quat::from_rotation_x(1.4);
        life.world_from_model = Affine3A::from_rotation_translation(turn, Vec3::Y * 0.6);
        life.actor.ragdoll_mut().unwrap().start();
        life.rest();
        let lying = life.joints();
        life.actor.get_up(["get_up_front", "get_up_back"], Vec3::Y).unwrap().unwrap();
        meanwhile(&mut life);
        let [moved, turned] = apart(&lying, &life.joints());
        assert!(moved < 0.01 && turned < 2.0, "{name}: {moved} m, {turned}°");
        life.frame();
        let [moved, turned] = apart(&lying, &life.joints());
        // A hit moves a body that gets up.
        let most = if name == "a hit" { [0.05, 8.0] } else { [0.01, 2.0] };
        assert!(moved < most[0] && turned < most[1], "{name}: {moved} m, {turned}° in the next frame");
        life.frames(300);
        let hips = life.joints()[0].0;
        assert!(hips.y > 0.7, "{name}: {hips}");
    }
}

/// A frame without a time step shows the last one again and changes nothing.
#[test]
fn resolving_again_changes_nothing() {
    let fall = |again: bool| {
        let mut life = Life::new("walk");
        life.frames(20);
        let state = life.actor.ragdoll_mut().unwrap();
        state.start_parts(|part| part > 0);
        state.set_strength(0.7);
        for _ in 0..60 {
            if again {
                life.actor.resolve(FrameInput::new(0.0, life.world_from_model).with_physics(&mut life.world));
            }
            life.frame();
            if again {
                let before = life.actor.frame().local().to_vec();
                life.actor.resolve(FrameInput::new(0.0, life.world_from_model).with_physics(&mut life.world));
                assert_eq!(before, life.actor.frame().local());
            }
        }
        life.joints()
    };
    assert_eq!(fall(false), fall(true));
}

#[test]
fn several_steps_of_animation_add_no_root_motion_to_a_falling_body() {
    let mut life = Life::new("run");
    life.frames(30);
    life.actor.ragdoll_mut().unwrap().start();
    for _ in 0..300 {
        let first = life.actor.advance(STEP * 0.5);
        let second = life.actor.advance(STEP * 0.5);
        life.world_from_model = first.then(&second).apply_to(life.world_from_model);
        life.actor.resolve(FrameInput::new(STEP, life.world_from_model).with_physics(&mut life.world));
    }
    let (hips, position) = (life.joints()[0].0, Vec3::from(life.world_from_model.translation));
    assert!((hips - position).with_y(0.0).length() < 0.02, "{hips} {position}");
}

/// Bodies of a world that is gone are added to the next one, and impulses of the past do not wait for them.
#[test]
fn a_ragdoll_begins_anew_in_another_world() {
    let mut life = Life::new("idle");
    life.actor.ragdoll_mut().unwrap().start();
    life.frames(30);
    life.world = RapierWorld::new().with_floor(0.0);
    let mut other = Life::new("idle");
    std::mem::swap(&mut other.world, &mut life.world);
    other.actor.ragdoll_mut().unwrap().start();
    other.frame();
    std::mem::swap(&mut other.world, &mut life.world);
    life.frame();
    let count = life.ragdoll.parts().len();
    assert_eq!(life.world.world.bodies.len(), 2 * count);
    life.rest();

    let mut pushed = Life::new("idle");
    for _ in 0..5 {
        pushed.actor.ragdoll_mut().unwrap().apply_impulse(0, Vec3::X * 100.0, None);
        pushed.actor.resolve(FrameInput::new(STEP, pushed.world_from_model));
    }
    pushed.actor.ragdoll_mut().unwrap().start();
    pushed.frames(2);
    let speed = pushed.actor.ragdoll().unwrap().part_motion(0).unwrap().linear_velocity.length();
    assert!(speed < 1.0, "{speed} m/s");
}
