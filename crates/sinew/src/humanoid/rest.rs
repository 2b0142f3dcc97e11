//! How the arms of a rest pose hang.

use super::HumanBone::*;
use super::names::Bones;
use super::stance::Stance;
use super::tree::Tree;

/// The pose that a character rests in, by its upper arms against the line across the shoulders of a standing body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RestKind {
    /// Arms stretched out to the sides: no more than 25° up or down.
    T,
    /// Arms held down and away from the body: 25° to 65° down.
    A,
    /// Any other: arms hang down, swing, or do not agree with one another.
    N,
}

/// Down to this angle arms are stretched out, in radians.
const STRETCHED: f32 = 25.0 * std::f32::consts::PI / 180.0;

/// Further down than this they hang.
const HANGING: f32 = 65.0 * std::f32::consts::PI / 180.0;

impl RestKind {
    /// `T`, `A` or `N`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::T => "T",
            Self::A => "A",
            Self::N => "N",
        }
    }

    pub(super) fn of(tree: &Tree, bones: &Bones) -> Self {
        let Some(stance) = Stance::of(tree, bones) else { return Self::N };
        let of_arm = |upper: usize, lower: usize, away: f32| {
            let arm = (tree.position(lower) - tree.position(upper)).normalize_or_zero();
            let down = -arm.dot(stance.up);
            let aside = arm.dot(stance.left) * away;
            // Arms that point forwards are no more stretched out than such that hang.
            let angle = down.atan2(aside);
            match angle {
                _ if aside <= 0.0 => Self::N,
                a if a.abs() <= STRETCHED => Self::T,
                a if a > 0.0 && a <= HANGING => Self::A,
                _ => Self::N,
            }
        };
        let joint = |bone: super::HumanBone| bones[bone.index()];
        let arms = [[LeftUpperArm, LeftLowerArm], [RightUpperArm, RightLowerArm]].map(|arm| arm.map(joint));
        let [[Some(left), Some(left_elbow)], [Some(right), Some(right_elbow)]] = arms else { return Self::N };
        // Where names and body do not agree on the sides, the joints tell them.
        let away = stance.leftness(tree, left, right).signum();
        let (a, b) = (of_arm(left, left_elbow, away), of_arm(right, right_elbow, -away));
        if a == b { a } else { Self::N }
    }
}
