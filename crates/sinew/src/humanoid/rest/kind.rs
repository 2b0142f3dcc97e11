//! Kind of rest pose: T-pose, A-pose or another.

use crate::humanoid::HumanBone::*;
use crate::humanoid::body_axes::BodyAxes;
use crate::humanoid::bone::Bones;
use crate::humanoid::joint_tree::JointTree;
use crate::math::ops;

/// Kind of rest pose, by the angle of the upper arms below the line across the shoulders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RestPoseKind {
    /// T-pose: arms out to the sides, at most 25° up or down.
    TPose,
    /// A-pose: arms 25° to 65° down.
    APose,
    /// Neither: arms hang down, point forwards, or differ from each other.
    Other,
}

/// Largest angle of the arms in a T-pose, radians.
const MAX_T_ANGLE: f32 = 25.0 * std::f32::consts::PI / 180.0;

/// Largest angle of the arms in an A-pose, radians.
const MAX_A_ANGLE: f32 = 65.0 * std::f32::consts::PI / 180.0;

impl RestPoseKind {
    /// `T`, `A`, or `N` for neither.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::TPose => "T",
            Self::APose => "A",
            Self::Other => "N",
        }
    }

    pub(in crate::humanoid) fn of(tree: &JointTree, bones: &Bones) -> Self {
        let Some(axes) = BodyAxes::of(tree, bones) else { return Self::Other };
        let of_arm = |upper: usize, lower: usize, away: f32| {
            let arm = (tree.position(lower) - tree.position(upper)).normalize_or_zero();
            let down = -arm.dot(axes.up);
            let aside = arm.dot(axes.left) * away;
            // Arms that point forwards count as hanging.
            let angle = ops::atan2(down, aside);
            match angle {
                _ if aside <= 0.0 => Self::Other,
                a if a.abs() <= MAX_T_ANGLE => Self::TPose,
                a if a > 0.0 && a <= MAX_A_ANGLE => Self::APose,
                _ => Self::Other,
            }
        };
        let joint = |bone: crate::humanoid::HumanBone| bones[bone.index()];
        let arms = [[LeftUpperArm, LeftLowerArm], [RightUpperArm, RightLowerArm]].map(|arm| arm.map(joint));
        let [[Some(left), Some(left_elbow)], [Some(right), Some(right_elbow)]] = arms else {
            return Self::Other;
        };
        // The positions of the joints decide the sides, even against the names.
        let away = axes.leftness(tree, left, right).signum();
        let (a, b) = (of_arm(left, left_elbow, away), of_arm(right, right_elbow, -away));
        if a == b { a } else { Self::Other }
    }
}
