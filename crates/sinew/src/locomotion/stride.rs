use crate::ground::GroundHit;
use crate::ik::FootRollLeg;
use crate::locomotion::frame_context::FrameContext;
use crate::locomotion::sole::posed_sole::PosedSole;
use crate::locomotion::sole::sole_points::MAX_SOLE_POINTS;
use crate::math::turn::rotation_of;
use glam::{Quat, Vec3};

/// Targets of one foot in one frame, in world space.
pub(crate) struct Stride {
    /// Animated positions of ball and ankle.
    pub(crate) ball: Vec3,
    pub(crate) ankle: Vec3,
    /// Rotation from level ground to the ground under the foot.
    pub(crate) tilt: Quat,
    /// Target position of the ball.
    pub(crate) to: Vec3,
    /// Position and velocity of the ball without the lock.
    pub(super) swings: Vec3,
    pub(super) velocity: Vec3,
    /// Animated sole and the ground under it.
    pub(crate) sole: PosedSole,
    pub(crate) hit: GroundHit,
    /// Height of the ground under each point of the sole above the plane under the ball.
    pub(crate) bumps: [f32; MAX_SOLE_POINTS],
}

impl Stride {
    /// Target position of the ankle.
    pub(crate) fn ankle_to(&self) -> Vec3 {
        self.to - self.tilt * (self.ball - self.ankle)
    }

    /// Vector from the ball to the joint of the toes.
    pub(crate) fn to_toes(&self, leg: &FootRollLeg, frame: &FrameContext<'_>) -> Vec3 {
        self.tilt * (frame.space.position(frame.model[leg.ball().index()].translation) - self.ball)
    }

    /// Axis about which the heel lifts, in the world.
    pub(crate) fn across(&self, leg: &FootRollLeg, frame: &FrameContext<'_>) -> Vec3 {
        let ankle = rotation_of(&frame.model[leg.limb().chain().tip().index()]);
        self.tilt * frame.space.rotation * ankle * leg.axis
    }
}
