//! Measurement of the seam of a loop, on the posed skeleton.

use super::offset::Stencil;
use super::travel::Travel;
use super::window::{End, MIN_SAMPLE_STEP};
use sinew::clip::SampleCursor;
use sinew::glam::{Affine3A, Vec3};
use sinew::{Character, JointId, LocalPose, ModelPose, RawClip};
use std::collections::VecDeque;

/// Largest distance of a joint over a closed seam, metres, and a jump of its velocity that is rounding, m/s.
const MAX_DISTANCE: f32 = 1e-3;
const MIN_SPEED_JUMP: f32 = 1e-2;

/// Longest frame of a recording, seconds; keys that are farther apart are no frames.
const MAX_FRAME: f32 = 0.1;

/// Most frames within a clip at which its velocities are measured: an hour.
const MAX_FRAMES: f32 = 108_000.0;

/// Jump of a clip from its last pose to its first, when it is played in a loop.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct LoopSeam {
    /// Largest distance of a joint in the last pose from where it is in the first, metres in model space.
    /// Travel, which the loop repeats, does not count.
    pub distance: f32,
    /// Joint with this distance; `None` where no joint is elsewhere.
    pub distance_joint: Option<JointId>,
    /// Largest difference of a joint's velocities at both ends, m/s, each measured over two frames of at
    /// least 1/30 s. Root motion counts.
    pub speed_jump: f32,
    /// Joint with this difference; `None` where all velocities are equal.
    pub speed_joint: Option<JointId>,
    /// Largest such difference at a frame within the clip, for comparison: feet come down and hands strike. A
    /// seam without a larger one is not seen.
    pub inner_speed_jump: f32,
}

impl LoopSeam {
    /// Whether nothing of it is seen: joints are where they were, and no velocity jumps more than within the
    /// clip, as where a foot comes down.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.distance <= MAX_DISTANCE && self.speed_jump <= self.inner_speed_jump + MIN_SPEED_JUMP
    }
}

/// The jump of a clip between its ends.
pub(super) fn measure(clip: &RawClip, character: &Character, travel: &Travel) -> LoopSeam {
    let skeleton = character.skeleton();
    let (start, end) = (clip.start(), clip.end());
    let step = sample_step(clip);
    if step <= 0.0 {
        return LoopSeam::default();
    }
    let root =
        |time: f32| clip.root_motion.as_ref().map_or(Affine3A::IDENTITY, |t| t.sample(time).to_affine());
    let (mut cursor, mut local) = (SampleCursor::new(), LocalPose::rest(skeleton));
    let mut model = ModelPose::rest(skeleton);
    // Positions relative to the root at the end, where those of the start are as long after it.
    let mut positions = |end_of: End, away: f32| -> Vec<Vec3> {
        let (time, edge) = match end_of {
            End::First => (start + away, start),
            End::Last => (end - away, end),
        };
        local.reset(skeleton);
        clip.sample_joints(time, &mut cursor, &mut local);
        if end_of == End::First {
            travel.carry(&mut local);
        }
        model.update(skeleton, &local);
        let moved = root(edge).inverse() * root(time);
        model.as_slice().iter().map(|joint| moved.transform_point3(joint.translation.into())).collect()
    };
    let mut sample = |end: End| [0.0, step, 2.0 * step].map(|away| positions(end, away));
    let (after, before) = (sample(End::First), sample(End::Last));
    let mut seam = LoopSeam::default();
    for joint in skeleton.joints() {
        let n = joint.index();
        let distance = after[0][n].distance(before[0][n]);
        let jump = jump_of([&before[2], &before[1], &before[0]], [&after[0], &after[1], &after[2]], n, step);
        if distance > seam.distance {
            (seam.distance, seam.distance_joint) = (distance, Some(joint));
        }
        if jump > seam.speed_jump {
            (seam.speed_jump, seam.speed_joint) = (jump, Some(joint));
        }
    }
    seam.inner_speed_jump = inner_jump(clip, character, step);
    seam
}

/// Jump of a joint's velocity between three poses and the three that follow, `step` seconds apart.
fn jump_of(before: [&[Vec3]; 3], after: [&[Vec3]; 3], joint: usize, step: f32) -> f32 {
    let stencil = Stencil::new(step, Some(2.0 * step));
    let is_far = |away: f32| usize::from(away > 1.5 * step);
    let forwards = stencil.speed(|away| after[1 + is_far(away)][joint] - after[0][joint]);
    let backwards = stencil.speed(|away| before[1 - is_far(away)][joint] - before[2][joint]);
    (forwards + backwards).length()
}

/// Largest jump of a joint's velocity at the frames within a clip, m/s.
fn inner_jump(clip: &RawClip, character: &Character, step: f32) -> f32 {
    let skeleton = character.skeleton();
    let (mut cursor, mut local) = (SampleCursor::new(), LocalPose::rest(skeleton));
    let mut model = ModelPose::rest(skeleton);
    let count = ((clip.end() - clip.start()) / step).min(MAX_FRAMES) as usize;
    let mut frames: VecDeque<Vec<Vec3>> = VecDeque::with_capacity(6);
    let mut most = 0.0f32;
    for n in 0..=count {
        let time = clip.start() + step * n as f32;
        local.reset(skeleton);
        clip.sample_joints(time, &mut cursor, &mut local);
        model.update(skeleton, &local);
        let root = clip.root_motion.as_ref().map_or(Affine3A::IDENTITY, |t| t.sample(time).to_affine());
        let mut frame = if frames.len() == 5 { frames.pop_front().unwrap_or_default() } else { Vec::new() };
        frame.clear();
        frame.extend(model.as_slice().iter().map(|joint| root.transform_point3(joint.translation.into())));
        frames.push_back(frame);
        if let [a, b, c, d, e] = frames.make_contiguous() {
            for joint in 0..skeleton.len() {
                most = most.max(jump_of([a, b, c], [c, d, e], joint, step));
            }
        }
    }
    most
}

/// Time between the poses by which velocities are measured: whole frames of at least 1/30 s, where keys are
/// dense; a quarter of the clip at most.
fn sample_step(clip: &RawClip) -> f32 {
    let duration = clip.end() - clip.start();
    let root = clip.root_motion.iter().map(|track| track.times().len());
    let most = clip.times().map(<[f32]>::len).chain(root).max().unwrap_or(0);
    let frame = duration / most.saturating_sub(1).max(1) as f32;
    let frames = (MIN_SAMPLE_STEP / frame).ceil().max(1.0);
    let step = if frame <= MAX_FRAME { frames * frame } else { MIN_SAMPLE_STEP };
    step.min(0.25 * duration)
}
