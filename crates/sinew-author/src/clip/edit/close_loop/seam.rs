//! Measurement of the seam of a loop, on the posed skeleton.

use super::offset::Stencil;
use super::travel::Travel;
use super::window::{End, MIN_SAMPLE_STEP};
use sinew::clip::SampleCursor;
use sinew::glam::{Affine3A, Vec3};
use sinew::{Character, JointId, LocalPose, ModelPose, RawClip};

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
    let stencil = Stencil::new(step, Some(2.0 * step));
    let mut sample = |end: End| [0.0, step, 2.0 * step].map(|away| positions(end, away));
    let (after, before) = (sample(End::First), sample(End::Last));
    let mut seam = LoopSeam::default();
    for joint in skeleton.joints() {
        let n = joint.index();
        let speed = |side: &[Vec<Vec3>; 3]| {
            stencil.speed(|away| side[if away > 1.5 * step { 2 } else { 1 }][n] - side[0][n])
        };
        let distance = after[0][n].distance(before[0][n]);
        let jump = (speed(&after) + speed(&before)).length();
        if distance > seam.distance {
            (seam.distance, seam.distance_joint) = (distance, Some(joint));
        }
        if jump > seam.speed_jump {
            (seam.speed_jump, seam.speed_joint) = (jump, Some(joint));
        }
    }
    seam
}

/// Time between the poses by which velocities are measured: whole frames of at least 1/30 s; a quarter of the
/// clip at most.
fn sample_step(clip: &RawClip) -> f32 {
    let duration = clip.end() - clip.start();
    let most = clip.times().map(<[f32]>::len).max().unwrap_or(0);
    let frame = duration / most.saturating_sub(1).max(1) as f32;
    let frames = (MIN_SAMPLE_STEP / frame).ceil().max(1.0);
    let step = if frames.is_finite() { frames * frame } else { MIN_SAMPLE_STEP };
    step.min(0.25 * duration)
}
