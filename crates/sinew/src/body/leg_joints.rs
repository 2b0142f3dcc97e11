use crate::body::ReferencePose;
use crate::humanoid::HumanBone::*;
use crate::skeleton::JointIndex;

/// Joints of a leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LegJoints {
    /// Hip joint, where the thigh begins.
    pub upper: JointIndex,
    /// Knee.
    pub lower: JointIndex,
    /// Ankle.
    pub foot: JointIndex,
    /// Ball of the foot, where the toes begin.
    pub toes: Option<JointIndex>,
}

impl LegJoints {
    /// Left or right leg of a body; `None` where thigh, shin or foot is missing.
    #[must_use]
    pub fn of(body: &ReferencePose, left: bool) -> Option<Self> {
        let [upper, lower, foot, toes] = match left {
            true => [LeftUpperLeg, LeftLowerLeg, LeftFoot, LeftToes],
            false => [RightUpperLeg, RightLowerLeg, RightFoot, RightToes],
        };
        let joint = |bone| body.joint(bone);
        Some(Self { upper: joint(upper)?, lower: joint(lower)?, foot: joint(foot)?, toes: joint(toes) })
    }
}
