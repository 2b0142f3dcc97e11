use crate::body::TPose;
use crate::humanoid::BodySide;
use crate::humanoid::HumanBone::*;
use crate::skeleton::JointId;

/// Joints of a leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LegJoints {
    /// Hip joint, where the thigh begins.
    pub upper: JointId,
    /// Knee.
    pub lower: JointId,
    /// Ankle.
    pub foot: JointId,
    /// Ball of the foot, where the toes begin.
    pub toes: Option<JointId>,
}

impl LegJoints {
    /// Left or right leg of a body; `None` where thigh, shin or foot is missing.
    #[must_use]
    pub fn of(body: &TPose, side: BodySide) -> Option<Self> {
        let joint = |left| body.joint(side.bone(left));
        let [upper, lower, foot] = [joint(LeftUpperLeg)?, joint(LeftLowerLeg)?, joint(LeftFoot)?];
        Some(Self { upper, lower, foot, toes: joint(LeftToes) })
    }
}
