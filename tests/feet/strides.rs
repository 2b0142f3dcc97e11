//! Foot IK with strides longer or shorter than animated, and with irregular motion of the character.

use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::ground::{Ground, GroundHit, height_field};
use sinew::locomotion::FootIk;
use sinew::rig::IkRig;
use sinew::{Actor, ClipId, FrameInput, RootMotion};
use sinew_import::{NoFiles, import};
use std::sync::Arc;

const STEP: f32 = 1.0 / 60.0;

/// A walking character with foot IK.
struct Walker {
    actor: Actor,
    feet: FootIk,
    world_from_model: Affine3A,
}

impl Walker {
    fn new() -> Self {
        let bytes = std::fs::read(sinew_suite::repository().join("data/sinew.vrm")).unwrap();
        let imported = import(&bytes, &NoFiles).expect("a sound file");
        let character = Arc::new(imported.character);
        let feet = FootIk::human(&character, character.humanoid().expect("it is somebody"));
        let feet = feet.expect("it has feet");
        let clip = imported.clips.into_iter().find(|clip| clip.name == "walk").expect("it walks");
        let mut actor = Actor::new(character, vec![Arc::new(clip)]).expect("the clip is its own");
        let rig = IkRig::new().with_feet(feet.clone());
        actor.set_ik(Some(Arc::new(rig))).expect("so is the rig");
        actor.play(ClipId(0)).unwrap();
        Self { actor, feet, world_from_model: Affine3A::IDENTITY }
    }

    fn set_stride(&mut self, share: f32) {
        self.actor.ik_mut().expect("it has a rig").set_stride_scale(share);
    }

    /// Advances by one frame, with the root motion scaled by `share` and rotated by `aside` radians.
    fn go(&mut self, share: f32, aside: f32, ground: &dyn Ground) {
        let delta = self.actor.advance(STEP);
        let gone = Quat::from_rotation_y(aside) * delta.translation * share;
        self.world_from_model = RootMotion { translation: gone, ..delta }.apply_to(self.world_from_model);
        let under = ground.height(self.world_from_model.translation.into());
        self.world_from_model.translation.y = under.unwrap_or(0.0);
        self.resolve(STEP, ground);
    }

    fn resolve(&mut self, dt: f32, ground: &dyn Ground) {
        self.actor.resolve(FrameInput::new(dt, self.world_from_model).with_ground(ground));
    }

    /// Position of the ball of a foot, in world space and relative to the character.
    fn ball(&self, foot: usize) -> (Vec3, Vec3) {
        let (joint, point) = self.feet.ball(foot);
        let model_position = self.actor.frame().model()[joint.index()].transform_point3(point);
        (self.world_from_model.transform_point3(model_position), model_position)
    }

    fn stands(&self, foot: usize) -> bool {
        self.actor.ik().expect("it has a rig").feet().report(foot).planted
    }
}

/// Endless stairs with treads of 0.29 m.
fn stairs(z: f32) -> f32 {
    0.12 * ((z - 1.0) / 0.29).floor().max(-1.0) + 0.12
}

#[test]
fn strides_have_the_requested_length() {
    // Mean distance between the positions where a foot lands.
    let step = |stride: f32| {
        let mut walker = Walker::new();
        let ground = height_field(|_, _| 0.0);
        let (mut before, mut steps, mut stood) = (None, Vec::new(), false);
        for _ in 0..600 {
            // Invalid strides change nothing.
            for stride in [stride, f32::NAN, -1.0, f32::INFINITY] {
                walker.set_stride(stride);
            }
            assert_eq!(walker.actor.ik().map(|ik| ik.feet().stride_scale()), Some(stride));
            walker.go(stride, 0.0, &ground);
            if walker.stands(0) && !stood {
                let z = walker.ball(0).0.z;
                steps.extend(before.replace(z).map(|before| z - before));
            }
            stood = walker.stands(0);
        }
        assert!(steps.len() > 6, "{stride}: {steps:?}");
        steps[1..].iter().sum::<f32>() / (steps.len() - 1) as f32
    };
    let unscaled = step(1.0);
    for stride in [0.25, 0.5, 0.75, 1.4] {
        let length = step(stride);
        println!("strides of {stride}: {length:.3} m, of {unscaled:.3}");
        assert!((length - stride * unscaled).abs() < 0.02, "{stride}: {length} of {unscaled}");
    }
}

#[test]
fn a_stride_of_zero_steps_on_the_spot() {
    for stride in [0.0, 0.01, 0.05] {
        let mut walker = Walker::new();
        let ground = height_field(|_, _| 0.0);
        let mut range = (f32::MAX, f32::MIN);
        for frame in 0..300 {
            walker.set_stride(stride);
            walker.go(stride, 0.0, &ground);
            let z = walker.ball(0).1.z;
            if frame > 60 {
                range = (range.0.min(z), range.1.max(z));
            }
        }
        println!("a stride of {stride}: the ball sways by {:.3} m", range.1 - range.0);
        assert!(range.1 - range.0 < 0.08, "{stride}: {range:?}");
    }
}

/// Largest motion of a ball of the foot in one frame, relative to the character, from frame 100 on.
fn jumps(stride: f32, mut go: impl FnMut(usize, &mut Walker)) -> f32 {
    let mut walker = Walker::new();
    let (mut before, mut most): (Option<Vec3>, f32) = (None, 0.0);
    for frame in 0..200 {
        walker.set_stride(stride);
        go(frame, &mut walker);
        let now = walker.ball(0).1;
        if let Some(before) = before.replace(now).filter(|_| frame >= 100) {
            most = most.max(now.distance(before));
        }
    }
    most
}

#[test]
fn turns_and_teleports_do_not_make_feet_jump() {
    let level = height_field(|_, _| 0.0);
    for stride in [0.3, 0.6, 2.0] {
        let even = jumps(stride, |_, walker| walker.go(stride, 0.0, &level));
        let aside =
            jumps(stride, |frame, walker| walker.go(stride, if frame < 120 { 0.0 } else { 1.57 }, &level));
        let nudged = jumps(stride, |frame, walker| {
            if frame == 120 {
                walker.world_from_model =
                    Affine3A::from_translation(Vec3::X * 0.05) * walker.world_from_model;
            }
            walker.go(stride, 0.0, &level);
        });
        let back = jumps(stride, |frame, walker| {
            walker.go(stride, if frame < 120 { 0.0 } else { std::f32::consts::PI }, &level);
        });
        let cut = jumps(stride, |frame, walker| {
            if frame == 120 {
                walker.world_from_model =
                    Affine3A::from_translation(Vec3::X * 20.0) * walker.world_from_model;
                walker.actor.ik_mut().expect("it has a rig").snap();
            }
            walker.go(stride, 0.0, &level);
        });
        println!(
            "strides of {stride}: {even:.3} m a frame, aside {aside:.3}, nudged {nudged:.3}, back {back:.3}, \
             cut {cut:.3}"
        );
        // Planted feet are released.
        for most in [aside, nudged, back, cut] {
            assert!(most < even + 0.04, "{stride}: {even} {aside} {nudged} {back} {cut}");
        }
    }
}

#[test]
fn resolving_a_frame_again_changes_nothing() {
    for stride in [1.0, 0.5] {
        let (mut once, mut twice) = (Walker::new(), Walker::new());
        let ground = height_field(|_, z| stairs(z));
        for frame in 0..600 {
            for walker in [&mut once, &mut twice] {
                walker.set_stride(stride);
                walker.go(stride, 0.0, &ground);
            }
            twice.resolve(0.0, &ground);
            twice.resolve(0.0, &ground);
            assert_eq!(once.actor.frame().model(), twice.actor.frame().model(), "{stride}: frame {frame}");
        }
    }
}

#[test]
fn a_frame_with_nan_has_no_lasting_effect() {
    let ground = |point: Vec3| Some(GroundHit::level(point.with_y(stairs(point.z))));
    for odd in [f32::NAN, f32::INFINITY] {
        let (mut sound, mut walker) = (Walker::new(), Walker::new());
        for frame in 0..420 {
            for walker in [&mut sound, &mut walker] {
                walker.set_stride(0.5);
                walker.go(0.5, 0.0, &ground);
            }
            if frame % 37 == 17 && frame < 200 {
                let world_from_model = walker.world_from_model;
                walker.world_from_model.translation.x = odd;
                walker.resolve(0.0, &ground);
                walker.world_from_model = world_from_model;
            }
            let (ball, other) = (walker.ball(0).1, sound.ball(0).1);
            assert!(ball.is_finite(), "{odd} {frame}");
            assert!(frame < 330 || ball.distance(other) < 0.05, "{odd} {frame}: {ball} {other}");
        }
    }
}
