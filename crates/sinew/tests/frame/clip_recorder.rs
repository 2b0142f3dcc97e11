//! Clip recorder: the recorded clip plays back the recorded frames.

use crate::worm;
use sinew::actor::ClipRecorder;
use sinew::character::SkinningMethod;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::ik::{Chain, ChainSolver};
use sinew::rig::{IkGoal, IkRig};
use sinew::{Actor, ClipId, FrameInput, JointId, RawClip};
use std::sync::Arc;

const RATE: f64 = 30.0;
const FRAMES: usize = 40;

/// World transform of a character that moves uphill along a curve and turns.
fn uphill(frame: usize) -> Affine3A {
    let share = frame as f32 / 10.0;
    let position = Vec3::new(share, share * 0.2, share * share * 0.1);
    Affine3A::from_rotation_translation(Quat::from_rotation_y(share * 2.5), position)
}

/// The same, with a growing tilt and scale.
fn tilted_and_scaled(frame: usize) -> Affine3A {
    let share = frame as f32 / 10.0;
    uphill(frame)
        * Affine3A::from_rotation_x(share * 0.1)
        * Affine3A::from_scale(Vec3::splat(1.0 + share * 0.1))
}

/// World transforms of the joints in all frames, and the recorded clip.
fn recorded(mut recording: ClipRecorder, transform: fn(usize) -> Affine3A) -> (Vec<Vec<Affine3A>>, RawClip) {
    let character = worm::worm(4, SkinningMethod::Linear);
    let joints: Vec<_> = (0..worm::JOINTS as u32).map(JointId).collect();
    let mut rig = IkRig::new();
    let chain = Chain::new(character.skeleton(), &joints).unwrap();
    rig.add_chain("body", chain, ChainSolver::default());
    let mut clip = RawClip::clone(&worm::wriggle());
    // Keys of a joint cannot express non-uniform scale of its ancestors.
    clip.joints.iter_mut().for_each(|track| track.scale = None);
    let mut actor = Actor::new(character, vec![Arc::new(clip)]).unwrap();
    actor.play(ClipId(0)).unwrap();
    actor.set_ik(Some(Arc::new(rig))).unwrap();
    let mut seen = Vec::new();
    for frame in 0..FRAMES {
        if frame == 10 {
            actor.ik_mut().unwrap().set_goal("body", IkGoal::at(Vec3::new(1.0, 1.0, 0.5))).unwrap();
        }
        actor.advance(if frame == 0 { 0.0 } else { (1.0 / RATE) as f32 });
        let world_from_model = transform(frame);
        actor.resolve(FrameInput::new(if frame == 0 { 0.0 } else { (1.0 / RATE) as f32 }, world_from_model));
        recording.add(&actor.frame());
        seen.push(actor.frame().model().iter().map(|joint| world_from_model * *joint).collect());
    }
    (seen, recording.finish("seen"))
}

/// Largest distance of a joint from its recorded transform, over all frames; `world` is the world transform
/// at a time.
fn farthest(seen: &[Vec<Affine3A>], clip: &RawClip, world: impl Fn(f32) -> Affine3A) -> f32 {
    let mut actor = Actor::new(worm::worm(4, SkinningMethod::Linear), vec![Arc::new(clip.clone())]).unwrap();
    let mut farthest = 0.0_f32;
    for (frame, seen) in seen.iter().enumerate() {
        let time = frame as f64 / RATE;
        actor.play(ClipId(0)).unwrap().wrap(sinew::WrapMode::Clamp).speed(0.0).seek(time);
        actor.update(0.0);
        for (joint, seen) in actor.frame().model().iter().zip(seen) {
            // Rotations count as well: as the distance at one metre.
            let posed = world(time as f32) * *joint;
            for point in [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z] {
                farthest = farthest.max(posed.transform_point3(point).distance(seen.transform_point3(point)));
            }
        }
    }
    farthest
}

fn recording() -> ClipRecorder {
    ClipRecorder::new(&worm::worm(4, SkinningMethod::Linear), RATE)
}

#[test]
fn root_motion_holds_the_path_and_the_heading() {
    let (seen, clip) = recorded(recording().with_root_motion(), uphill);
    let root = clip.root_motion.clone().unwrap();
    assert!(root.poses()[FRAMES - 1].heading > 6.0, "turns accumulate");
    assert!((clip.end() - (FRAMES - 1) as f32 / RATE as f32).abs() < 1e-6);
    let off = farthest(&seen, &clip, |time| root.sample(time).to_affine());
    assert!(off < 2e-5, "{off}");
    // Tilt and scale are in the joints.
    let (seen, clip) = recorded(recording().with_root_motion(), tilted_and_scaled);
    let root = clip.root_motion.clone().unwrap();
    let off = farthest(&seen, &clip, |time| root.sample(time).to_affine());
    assert!(off < 2e-5, "{off}");
}

#[test]
fn root_motion_in_a_joint_is_in_its_keys() {
    for transform in [uphill, tilted_and_scaled] {
        let (seen, clip) = recorded(recording().with_root_motion_in(JointId(0)), transform);
        assert!(clip.root_motion.is_none());
        let off = farthest(&seen, &clip, |_| Affine3A::IDENTITY);
        assert!(off < 2e-5, "{off}");
    }
}

#[test]
fn without_root_motion_the_clip_stays_in_place() {
    let (seen, clip) = recorded(recording(), uphill);
    assert!(clip.root_motion.is_none());
    let off = farthest(&seen, &clip, |time| uphill((f64::from(time) * RATE).round() as usize));
    assert!(off < 2e-5, "{off}");
}

#[test]
fn joints_at_rest_have_no_keys_and_the_duration_is_kept() {
    let mut actor = Actor::without_clips(worm::worm(4, SkinningMethod::Linear));
    let mut recording = recording();
    assert!(
        recording.is_empty()
            && recording.clone().finish("nothing")
                == RawClip { name: "nothing".into(), ..RawClip::default() }
    );
    for _ in 0..=30 {
        recording.add(&actor.frame());
        actor.update(1.0 / 30.0);
    }
    assert_eq!((recording.len(), recording.next_time()), (31, 31.0 / 30.0));
    let clip = recording.finish("stands");
    assert_eq!((clip.track_count(), clip.key_count(), clip.end()), (1, 2, 1.0));
}
