//! Measurement of the seam of a loop, on the posed skeleton.

use super::offset::speed;
use super::rotations::turn_between;
use super::travel::Travel;
use super::window::Window;
use sinew::clip::{RootPose, SampleCursor};
use sinew::glam::Vec3;
use sinew::internal::from_scaled_axis;
use sinew::{Character, JointId, LocalPose, ModelPose, RawClip, Skeleton};

/// Largest distance of a joint over a closed seam, metres, and a jump of its velocity that is rounding, m/s.
const MAX_DISTANCE: f32 = 1e-3;
const MIN_SPEED_JUMP: f32 = 1e-2;

/// Smallest time between the samples of a velocity, seconds: those of recordings that are nearer are noisy.
const MIN_SAMPLE_STEP: f32 = 1.0 / 30.0 - 1e-4;

/// Longest frame of a recording, seconds; keys that are farther apart are no frames.
const MAX_FRAME: f32 = 0.1;

/// Time over which poses go on with their velocities, seconds.
const TINY: f32 = 1e-3;

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
    /// Largest difference of a joint's velocities at both ends, m/s, each measured from three frames of at least
    /// 1/30 s, or of half of the blend. Root motion counts.
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
pub(super) fn measure(clip: &RawClip, character: &Character, window: &Window, travel: &Travel) -> LoopSeam {
    let (start, end) = (window.start, window.end);
    let mut probe = Probe::new(clip, character, window.step);
    let (last, backwards) = probe.motion(end, -1.0, None);
    let (first, forwards) = probe.motion(start, 1.0, Some(travel));
    let mut seam = LoopSeam::default();
    for joint in character.skeleton().joints() {
        let n = joint.index();
        let (distance, jump) = (first[n].distance(last[n]), (forwards[n] + backwards[n]).length());
        if distance > seam.distance {
            (seam.distance, seam.distance_joint) = (distance, Some(joint));
        }
        if jump > seam.speed_jump {
            (seam.speed_jump, seam.speed_joint) = (jump, Some(joint));
        }
    }
    let count = ((end - start) / probe.step).min(MAX_FRAMES) as usize;
    for frame in 2..=count.saturating_sub(2) {
        let time = start + probe.step * frame as f32;
        let (forwards, backwards) = (probe.motion(time, 1.0, None).1, probe.motion(time, -1.0, None).1);
        let jumps = forwards.iter().zip(&backwards).map(|(a, b)| (*a + *b).length());
        seam.inner_speed_jump = jumps.fold(seam.inner_speed_jump, f32::max);
    }
    seam
}

/// Positions and velocities of the joints of a clip. Velocities are those of the joints' local transforms, by
/// parabolas through three frames, so that the bends of a limb are not taken for jumps.
struct Probe<'a> {
    clip: &'a RawClip,
    skeleton: &'a Skeleton,
    step: f32,
    cursor: SampleCursor,
    model: ModelPose,
}

impl<'a> Probe<'a> {
    fn new(clip: &'a RawClip, character: &'a Character, step: f32) -> Self {
        let skeleton = character.skeleton();
        Self { clip, skeleton, step, cursor: SampleCursor::new(), model: ModelPose::rest(skeleton) }
    }

    /// Positions at a time and changes per second onwards (`direction` 1) or back (-1), in the space of the root
    /// at that time, after the travel of a loop.
    fn motion(&mut self, time: f32, direction: f32, travel: Option<&Travel>) -> (Vec<Vec3>, Vec<Vec3>) {
        let root =
            |time: f32| self.clip.root_motion.as_ref().map_or_else(RootPose::default, |t| t.sample(time));
        let back = root(time).inverse();
        let roots = [1.0, 2.0].map(|n| back.then(root(time + direction * n * self.step)));
        let poses = [0.0, 1.0, 2.0].map(|n| {
            let mut local = LocalPose::rest(self.skeleton);
            self.clip.sample_joints(time + direction * n * self.step, &mut self.cursor, &mut local);
            if let Some(travel) = travel {
                travel.carry(&mut local);
            }
            local
        });
        let step = self.step;
        let frame = |away: f32| if away > 1.5 * self.step { 2 } else { 1 };
        let mut ahead = poses[0].clone();
        for (n, joint) in ahead.as_mut_slice().iter_mut().enumerate() {
            let [now, ..] = poses.each_ref().map(|pose| pose.as_slice()[n]);
            let at = |away: f32| poses[frame(away)].as_slice()[n];
            let turn = speed(step, |away| turn_between(now.rotation, at(away).rotation));
            joint.rotation = from_scaled_axis(turn * TINY) * now.rotation;
            joint.translation += speed(step, |away| at(away).translation - now.translation) * TINY;
            joint.scale += speed(step, |away| at(away).scale - now.scale) * TINY;
        }
        let moved = RootPose {
            position: speed(step, |away| roots[frame(away) - 1].position) * TINY,
            heading: speed(step, |away| Vec3::X * roots[frame(away) - 1].heading).x * TINY,
        };
        let here = self.positions(&poses[0], RootPose::default());
        let there = self.positions(&ahead, moved);
        let speeds = here.iter().zip(there).map(|(here, there)| (there - *here) / TINY);
        let speeds = speeds.collect();
        (here, speeds)
    }

    fn positions(&mut self, pose: &LocalPose, root: RootPose) -> Vec<Vec3> {
        self.model.update(self.skeleton, pose);
        let root = root.to_affine();
        self.model.as_slice().iter().map(|joint| root.transform_point3(joint.translation.into())).collect()
    }
}

/// Time between the poses by which velocities are measured: whole frames of at least 1/30 s, where keys are
/// dense.
pub(super) fn sample_step(clip: &RawClip) -> f32 {
    let duration = clip.end() - clip.start();
    let root = clip.root_motion.iter().map(|track| track.times().len());
    let most = clip.times().map(<[f32]>::len).chain(root).max().unwrap_or(0);
    let frame = duration / most.saturating_sub(1).max(1) as f32;
    let frames = (MIN_SAMPLE_STEP / frame).ceil().max(1.0);
    if frame <= MAX_FRAME { frames * frame } else { MIN_SAMPLE_STEP }
}
