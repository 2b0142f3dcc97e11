//! Heel of a planted foot: it lifts where the leg would not reach, while the toes stay on the ground.

use crate::ik::FootRollLeg;
use crate::locomotion::frame_context::FrameContext;
use crate::locomotion::stride::Stride;
use crate::math::axis_angle;
use crate::math::smooth_damp_pair;
use glam::Vec3;

/// State of a heel: how far it may lift and is lifted.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Heel {
    /// Largest lift, radians, and its rate: it grows while the foot stands,
    /// so that the foot lands as it is animated.
    pub(super) max: (f32, f32),
    /// Current lift, radians, and its rate; it fades out after the foot is released.
    pub(super) lift: (f32, f32),
    /// Height that the lift adds to the foot, and its rate: another point of the sole may touch the ground.
    pub(super) seat: (f32, f32),
}

/// Fade time of the offset and the heel lift after a lock, seconds to nine tenths.
pub(crate) const RELEASE_TIME: f32 = 0.15;

/// Time in which a heel becomes free to lift, seconds to nine tenths.
const FREE_TIME: f32 = 0.2;

/// Depth by which the hips sink before a heel lifts, in leg lengths: the knee of a fully extended leg snaps.
const HIP_SINK: f32 = 2e-3;

/// Reserve at the end of the heel's lift, in foot lengths.
const LIFT_RESERVE: f32 = 0.03;

impl Heel {
    /// Advances by `dt` seconds for a foot that `stands` in the animation and may be locked. `max` is the
    /// largest lift, radians.
    pub(crate) fn advance(&mut self, max: f32, stands: bool, is_held: bool, dt: f32) {
        self.max = smooth_damp_pair(self.max, if stands { max } else { 0.0 }, FREE_TIME, dt);
        if !is_held {
            self.lift = smooth_damp_pair(self.lift, 0.0, RELEASE_TIME, dt);
        }
    }

    /// Whether the heel may lift or is lifted.
    pub(crate) fn is_free(&self) -> bool {
        [self.max, self.lift, self.seat].iter().any(|value| *value != (0.0, 0.0))
    }

    /// Offset of the foot for its lifted heel.
    pub(crate) fn seat(&self) -> Vec3 {
        Vec3::Y * self.seat.0
    }

    /// Largest height of the hips at which the foot reaches the ground: `flat` with its heel down, more with
    /// its heel lifted. `highest` gives the height for an ankle position and a length by which the leg is
    /// shortened.
    pub(crate) fn highest(
        &self,
        leg: &FootRollLeg,
        stride: &Stride,
        frame: &FrameContext<'_>,
        flat: f32,
        wanted: f32,
        highest: impl Fn(Vec3, f32) -> f32,
    ) -> f32 {
        let ankle = stride.ankle_to() + self.seat();
        let (to_toes, axis) = (stride.to_toes(leg, frame), stride.across(leg, frame));
        let toes = stride.to + self.seat() + to_toes;
        let foot = ankle - toes;
        let lifted = |share: f32| {
            let lift = axis_angle::from_axis_angle(axis, share * self.max.0);
            highest(toes + lift * foot, LIFT_RESERVE * foot.length())
        };
        let lifted = flat.max(lifted(0.5)).max(lifted(1.0));
        lifted.min(flat.max(wanted - HIP_SINK * frame.space.leg))
    }
}
