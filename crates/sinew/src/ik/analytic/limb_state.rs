use crate::ik::{Chain, ChainScratch, IkResult};
use crate::math::angle::atan2;
use crate::math::{axis_angle, slerp_shortest};
use glam::{Quat, Vec3A};
use std::f32::consts::{PI, TAU};

/// State of a limb that is kept between frames, so that its joints rotate no faster than a limb does.
///
/// Near the borders of the joint limits two neighbouring targets may have solutions far apart: the elbow
/// above the arm and below it. With a state the elbow swings from one to the other about the line from the
/// shoulder to the hand while the hand stays at its target. Motion of the target and of the animation adds to
/// the largest rotation, so that fast motion is followed at once.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LimbState {
    last: Option<LimbPose>,
    now: Option<LimbPose>,
    /// Length of the frame, seconds.
    dt: f32,
}

/// Pose of a limb in the space of the joint above it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct LimbPose {
    /// Rotations of start and middle joint: animated, and solved.
    animated: [Quat; 2],
    solved: [Quat; 2],
    /// Vectors from the start to the point that reaches for the goal,
    /// and to the goal, in lengths of the limb.
    point: Vec3A,
    goal: Vec3A,
}

/// Largest speed of the elbow or knee about the line from the start to the goal, radians per second.
const SWIVEL_RATE: f32 = 150.0 * PI / 180.0;
/// Largest speed of each joint, radians per second.
const JOINT_RATE: f32 = 210.0 * PI / 180.0;
/// Additional rotation for motion of the goal, radians per length of the limb.
const PER_MOTION: f32 = 10.0;

/// Point of a limb that reaches for a goal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reaching {
    /// Point of the end joint, in its own axes: zero for the joint itself, the palm for a grip.
    pub(crate) offset: Vec3A,
    /// Goal in model space.
    pub(crate) goal: Vec3A,
    /// Rotation of the end in model space, where the goal has one.
    pub(crate) rotation: Option<Quat>,
}

impl LimbState {
    /// Begins a frame of `dt` seconds. A frame of no length solves the last one again.
    pub(crate) fn begin(&mut self, dt: f32) {
        if dt > 0.0 {
            *self = Self { last: self.now, now: None, dt };
        }
    }

    /// Rotates the solved limb in `scratch` back to the largest rotations since the last frame,
    /// and updates its result.
    pub(crate) fn follow(
        &mut self,
        chain: &Chain,
        scratch: &mut ChainScratch,
        reaching: &Reaching,
        result: &mut IkResult,
    ) {
        self.now = LimbPose::of(scratch, reaching);
        let (Some(last), Some(now)) = (self.last, self.now) else { return };
        let motion = (0..2).map(|n| last.animated[n].angle_between(now.animated[n])).sum::<f32>()
            + PER_MOTION * now.goal.distance(last.goal);
        let mut is_held = false;
        let back = now.swivel_beyond(&last, SWIVEL_RATE * self.dt + motion);
        if back != 0.0 {
            let axis = now.point.normalize_or_zero();
            scratch.links[0].turn =
                (axis_angle::from_axis_angle(axis.into(), -back) * now.solved[0]).normalize();
            is_held = true;
        }
        let max = JOINT_RATE * self.dt + motion;
        for (link, last) in scratch.links.iter_mut().zip(last.solved) {
            let angle = last.angle_between(link.turn);
            if angle > max {
                link.turn = slerp_shortest(last, link.turn, max / angle);
                is_held = true;
            }
        }
        if is_held {
            scratch.refresh(0);
            result.rotation_error =
                reaching.rotation.map_or(0.0, |rotation| scratch.turn_tip(chain, rotation));
            result.error = reaching.goal.distance(reaching.point(scratch));
            self.now = LimbPose::of(scratch, reaching);
        }
    }
}

impl Reaching {
    /// Position of the point, model space.
    fn point(&self, scratch: &ChainScratch) -> Vec3A {
        scratch.tip() + scratch.links[2].rotation * self.offset
    }
}

impl LimbPose {
    /// Pose in `scratch`; none for a limb without length.
    fn of(scratch: &ChainScratch, reaching: &Reaching) -> Option<Self> {
        let links = &scratch.links;
        let above = scratch.parent_rotation(0).inverse();
        let in_lengths = |position: Vec3A| above * (position - links[0].position) / scratch.length;
        let pose = Self {
            animated: [0, 1].map(|n| links[n].animated),
            solved: [0, 1].map(|n| links[n].turn),
            point: in_lengths(reaching.point(scratch)),
            goal: in_lengths(reaching.goal),
        };
        (pose.point.is_finite() && pose.goal.is_finite()).then_some(pose)
    }

    /// Angle about the line to the point by which the limb has swivelled since `last` beyond `max`; the line
    /// itself may have moved.
    fn swivel_beyond(&self, last: &Self, max: f32) -> f32 {
        let (Some(from), Some(to)) = (last.point.try_normalize(), self.point.try_normalize()) else {
            return 0.0;
        };
        let line = Quat::from_rotation_arc(from.into(), to.into());
        let change = self.solved[0] * (line * last.solved[0]).inverse();
        let angle = 2.0 * atan2(change.xyz().dot(to.into()), change.w);
        let angle = if angle.abs() > PI { angle - angle.signum() * TAU } else { angle };
        angle - angle.clamp(-max, max)
    }
}
