//! Frames recorded to a clip: played back, they are what was seen.

use crate::worm;
use sinew::actor::ClipRecorder;
use sinew::character::SkinningMethod;
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::ik::{Chain, ChainSolver};
use sinew::rig::{IkGoal, IkRig};
use sinew::{Actor, ClipId, FrameInput, JointIndex, RawClip};
use std::sync::Arc;

const RATE: f64 = 30.0;
const FRAMES: usize = 40;

/// Where somebody is who walks a curve uphill, and turns round and round.
fn place(frame: usize) -> Affine3A {
    let share = frame as f32 / 10.0;
    let place = Vec3::new(share, share * 0.2, share * share * 0.1);
    Affine3A::from_rotation_translation(Quat::from_rotation_y(share * 2.5), place)
}

/// Leans and grows meanwhile.
fn odd_place(frame: usize) -> Affine3A {
    let share = frame as f32 / 10.0;
    place(frame)
        * Affine3A::from_rotation_x(share * 0.1)
        * Affine3A::from_scale(Vec3::splat(1.0 + share * 0.1))
}

/// Every frame's joints in the world, and the clip of them.
fn recorded(mut recording: ClipRecorder, place: fn(usize) -> Affine3A) -> (Vec<Vec<Affine3A>>, RawClip) {
    let character = worm::worm(4, SkinningMethod::Linear);
    let joints: Vec<_> = (0..worm::JOINTS as u32).map(JointIndex).collect();
    let mut rig = IkRig::new();
    let chain = Chain::new(character.skeleton(), &joints).unwrap();
    rig.add_chain("body", chain, ChainSolver::default());
    let mut clip = RawClip::clone(&worm::wriggle());
    // Uneven scale above a joint is nothing that a joint's own keys can say.
    clip.joints.iter_mut().for_each(|track| track.scale = None);
    let mut actor = Actor::new(character, vec![Arc::new(clip)]).unwrap();
    actor.play(ClipId(0)).unwrap();
    actor.set_ik_rig(Some(Arc::new(rig))).unwrap();
    let mut seen = Vec::new();
    for frame in 0..FRAMES {
        if frame == 10 {
            actor.ik_mut().unwrap().set_goal("body", IkGoal::at(Vec3::new(1.0, 1.0, 0.5))).unwrap();
        }
        actor.advance(if frame == 0 { 0.0 } else { (1.0 / RATE) as f32 });
        let world_from_model = place(frame);
        actor.resolve(FrameInput::new(if frame == 0 { 0.0 } else { (1.0 / RATE) as f32 }, world_from_model));
        recording.add(&actor.frame());
        seen.push(actor.frame().model().iter().map(|joint| world_from_model * *joint).collect());
    }
    (seen, recording.finish("seen"))
}

/// The farthest that a joint is from where it was seen, over all frames, where each begins at `world`.
fn farthest(seen: &[Vec<Affine3A>], clip: &RawClip, world: impl Fn(f32) -> Affine3A) -> f32 {
    let mut actor = Actor::new(worm::worm(4, SkinningMethod::Linear), vec![Arc::new(clip.clone())]).unwrap();
    let mut farthest = 0.0_f32;
    for (frame, seen) in seen.iter().enumerate() {
        let time = frame as f64 / RATE;
        actor.play(ClipId(0)).unwrap().wrap(sinew::Wrap::Clamp).speed(0.0).seek(time);
        actor.update(0.0);
        for (joint, seen) in actor.frame().model().iter().zip(seen) {
            // Axes count too: as far as they show a metre away.
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
fn the_clip_stands_where_the_character_stood() {
    let (seen, clip) = recorded(recording().with_root_motion(), place);
    let root = clip.root.clone().unwrap();
    assert!(root.poses()[FRAMES - 1].heading > 6.0, "turns count on");
    assert!((clip.end() - (FRAMES - 1) as f32 / RATE as f32).abs() < 1e-6);
    let off = farthest(&seen, &clip, |time| root.sample(time).to_affine());
    assert!(off < 2e-5, "{off}");
    // What is no place and no heading is in the joints.
    let (seen, clip) = recorded(recording().with_root_motion(), odd_place);
    let root = clip.root.clone().unwrap();
    let off = farthest(&seen, &clip, |time| root.sample(time).to_affine());
    assert!(off < 2e-5, "{off}");
}

#[test]
fn the_clip_goes_by_a_joint() {
    for place in [place, odd_place] {
        let (seen, clip) = recorded(recording().with_root_motion_in(JointIndex(0)), place);
        assert!(clip.root.is_none());
        let off = farthest(&seen, &clip, |_| Affine3A::IDENTITY);
        assert!(off < 2e-5, "{off}");
    }
}

#[test]
fn without_travel_the_clip_stays() {
    let (seen, clip) = recorded(recording(), place);
    assert!(clip.root.is_none());
    let off = farthest(&seen, &clip, |time| place((f64::from(time) * RATE).round() as usize));
    assert!(off < 2e-5, "{off}");
}

#[test]
fn what_rests_has_no_keys_and_what_does_nothing_lasts_all_the_same() {
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
