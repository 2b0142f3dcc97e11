//! Leg keys between frames.
//!
//! Interpolated joint rotations move the foot on arcs: a foot that stands at two frames strays between them,
//! and one that comes down fast dips into the floor. Where the error exceeds the tolerance, the legs get a
//! key halfway, with the foot at its goal, then halfway between those, until the error is small.

use super::correction::FootCorrection;
use crate::math::{Transform, slerp_shortest};
use crate::retarget::contact::Foot;
use crate::retarget::frames::Frames;
use crate::retarget::leg;
use crate::skeleton::JointId;
use glam::Vec3;

/// Position error without extra keys, leg lengths: a little less than a millimetre for an adult.
const TOLERANCE: f32 = 1e-3;
/// Largest number of halvings of a frame interval.
const MAX_DEPTH: u32 = 3;
/// Smallest distance of two keys, seconds.
const MIN_INTERVAL: f32 = 1.0 / 500.0;
/// Height above which a swinging foot is far from the floor, leg lengths.
const FAR_HEIGHT: f32 = 0.25;

/// Additional keys of some joints, between the frames of a clip.
pub(crate) struct SubframeKeys {
    /// Ascending, seconds.
    pub(crate) times: Vec<f32>,
    pub(crate) frames: Frames,
}

/// One end of an interval: the pose and the positions of the feet.
#[derive(Clone)]
struct Keyframe {
    time: f32,
    pose: Vec<Transform>,
    balls: Vec<Vec3>,
    /// Depth of each foot below the floor, metres; negative above it.
    depths: Vec<f32>,
}

impl SubframeKeys {
    /// No keys yet, of the joints that hold `feet` at their goals.
    fn new(correction: &FootCorrection<'_>, feet: &[Foot]) -> Self {
        let mut joints: Vec<JointId> = feet
            .iter()
            .flat_map(|foot| [foot.shape.leg.upper, foot.shape.leg.lower, foot.shape.leg.foot])
            .collect();
        let turned =
            |joint: JointId| feet.iter().any(|f| f.shape.leg.upper == joint || f.shape.leg.lower == joint);
        for twist in correction.retargeter.twists.iter().filter(|twist| turned(twist.bone)) {
            joints.extend([Some(twist.joint), twist.below].into_iter().flatten());
        }
        joints.sort();
        joints.dedup();
        Self { times: Vec::new(), frames: Frames::new(joints, 0) }
    }
}

impl FootCorrection<'_> {
    /// Keys that the legs need between frames.
    pub(crate) fn subframe_keys(&mut self, feet: &[Foot]) -> SubframeKeys {
        let mut keys = SubframeKeys::new(self, feet);
        let mut from = self.keyframe(0, feet);
        for k in 1..self.frames.len() {
            let to = self.keyframe(k, feet);
            let planted: Vec<bool> = feet.iter().map(|foot| foot.is_planted_after(k - 1)).collect();
            // Feet change direction where contacts begin and end; smooth curves through keys would not.
            let changes = feet.iter().any(|foot| foot.changes_after(k - 1));
            self.subdivide(feet, &planted, (&from, &to), if changes { None } else { Some(0) }, &mut keys);
            from = to;
        }
        keys
    }

    fn keyframe(&mut self, frame: usize, feet: &[Foot]) -> Keyframe {
        self.load(frame);
        self.current(self.times[frame], feet)
    }

    /// The loaded pose as a keyframe.
    fn current(&self, time: f32, feet: &[Foot]) -> Keyframe {
        Keyframe {
            time,
            pose: self.pose.clone(),
            balls: feet.iter().map(|foot| foot.shape.ball.at(&self.model)).collect(),
            depths: feet.iter().map(|foot| self.ground.height - foot.shape.lowest(&self.model)).collect(),
        }
    }

    /// Adds the keys between two keyframes in ascending order. `depth` counts the halvings so far; `None`
    /// adds at least one key.
    fn subdivide(
        &mut self,
        feet: &[Foot],
        planted: &[bool],
        (a, b): (&Keyframe, &Keyframe),
        depth: Option<u32>,
        keys: &mut SubframeKeys,
    ) {
        let is_done = |depth: u32| depth == MAX_DEPTH || !self.strays(feet, planted, a, b);
        if b.time - a.time < 2.0 * MIN_INTERVAL || depth.is_some_and(is_done) {
            return;
        }
        let depth = Some(depth.unwrap_or_default() + 1);
        self.interpolate(a, b, 0.5);
        let forward = self.hips_forward();
        for (n, foot) in feet.iter().enumerate() {
            let mut goal = self.position(foot.shape.leg.foot);
            let offset = a.balls[n].midpoint(b.balls[n]) - foot.shape.ball.at(&self.model);
            let mut moves = planted[n] && offset.is_finite() && offset != Vec3::ZERO;
            goal += if moves { offset } else { Vec3::ZERO };
            for _ in 0..3 {
                if moves {
                    leg::reach(
                        &foot.shape.leg,
                        self.skeleton(),
                        &mut self.pose,
                        &mut self.model,
                        goal,
                        forward,
                    );
                }
                let up = self.ground.height - foot.shape.lowest(&self.model);
                moves = up > 1e-4 && up.is_finite();
                if !moves {
                    break;
                }
                goal.y += up;
            }
        }
        self.retargeter.update_twists(&mut self.scratch, &mut self.pose);
        let middle = self.current(0.5 * (a.time + b.time), feet);
        self.subdivide(feet, planted, (a, &middle), depth, keys);
        keys.times.push(middle.time);
        keys.frames.push(&middle.pose);
        self.subdivide(feet, planted, (&middle, b), depth, keys);
    }

    /// Whether a foot strays between two keyframes by more than the tolerance.
    fn strays(&mut self, feet: &[Foot], planted: &[bool], a: &Keyframe, b: &Keyframe) -> bool {
        let swings = |n: usize| !planted[n] && a.depths[n].max(b.depths[n]) < -FAR_HEIGHT * self.leg;
        if (0..feet.len()).all(swings) {
            return false;
        }
        let tolerance = TOLERANCE * self.leg;
        for share in [0.25, 0.5, 0.75] {
            self.interpolate(a, b, share);
            for (n, foot) in feet.iter().enumerate() {
                let depth = self.ground.height - foot.shape.lowest(&self.model);
                let distance = foot.shape.ball.at(&self.model).distance(a.balls[n].lerp(b.balls[n], share));
                if depth - a.depths[n].max(b.depths[n]).max(0.0) > tolerance
                    || planted[n] && distance > tolerance
                {
                    return true;
                }
            }
        }
        false
    }

    /// Loads the pose that plays a share (0..1) of the way between two keyframes.
    fn interpolate(&mut self, a: &Keyframe, b: &Keyframe, share: f32) {
        for (joint, (a, b)) in self.pose.iter_mut().zip(a.pose.iter().zip(&b.pose)) {
            joint.translation = a.translation.lerp(b.translation, share);
            joint.rotation = slerp_shortest(a.rotation, b.rotation, share);
        }
        self.pose_to_model();
    }
}
