//! Axes of a body: up and left. The facing direction comes from feet and knees, relative to each shin and
//! thigh, so that a stride or a run gives the same result as a standing pose.

use super::HumanBone::{self, *};
use super::bone::Bones;
use super::joint_tree::JointTree;
use glam::{Quat, Vec3};

/// Smallest cue that decides the facing direction, in lengths of a shin.
const MIN_CUE: f32 = 0.06;

/// Largest length of a foot, in lengths of a shin.
const MAX_FOOT: f32 = 1.2;

/// Orthogonal unit axes of a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyAxes {
    /// From the hips to the shoulders.
    pub(super) up: Vec3,
    /// To the body's own left.
    pub(super) left: Vec3,
    /// Whether feet or knees decide the facing direction; else it is +Z.
    pub(super) is_facing_known: bool,
}

impl BodyAxes {
    /// Axes of these bones; `None` where hips and shoulders coincide or are unknown.
    pub(super) fn of(tree: &JointTree, bones: &Bones) -> Option<Self> {
        let hips = middle(tree, bones, [LeftUpperLeg, RightUpperLeg])?;
        let shoulders = middle(tree, bones, [LeftUpperArm, RightUpperArm])?;
        let up = (shoulders - hips).try_normalize()?;
        let across = |cue: Vec3| cue - up * cue.dot(up);
        let cues = [[LeftUpperLeg, LeftLowerLeg, LeftFoot], [RightUpperLeg, RightLowerLeg, RightFoot]]
            .map(|leg| leg.map(|bone| bones[bone.index()]));
        let cue = cues.into_iter().map(|leg| leg_cue(tree, leg, up).map_or(Vec3::ZERO, across)).sum::<Vec3>();
        let is_facing_known = cue.length() > MIN_CUE;
        let forward = if is_facing_known { cue } else { across(Vec3::Z) };
        let left = up.cross(forward).try_normalize().unwrap_or_else(|| up.any_orthonormal_vector());
        Some(Self { up, left, is_facing_known })
    }

    /// Cosine of the angle between the left axis and the direction from `other` to `joint`.
    pub(super) fn leftness(&self, tree: &JointTree, joint: usize, other: usize) -> f32 {
        (tree.position(joint) - tree.position(other)).normalize_or_zero().dot(self.left)
    }
}

/// Midpoint of two bones.
pub(super) fn middle(tree: &JointTree, bones: &Bones, pair: [HumanBone; 2]) -> Option<Vec3> {
    let [a, b] = pair.map(|bone| bones[bone.index()]);
    Some(tree.position(a?).midpoint(tree.position(b?)))
}

/// Facing cue of a leg (upper leg, lower leg, foot), as if it hung straight down; in lengths of its shin.
fn leg_cue(tree: &JointTree, leg: [Option<usize>; 3], up: Vec3) -> Option<Vec3> {
    let [hip, knee, ankle] = leg.map(|joint| joint.map(|j| tree.position(j)));
    let (hip, knee, ankle, foot) = (hip?, knee?, ankle?, leg[2]?);
    let shin_length = knee.distance(ankle);
    let hang = |from: Vec3, to: Vec3| Some(Quat::from_rotation_arc((to - from).try_normalize()?, -up));
    // Knees bend forwards: the knee lies in front of the line from hip to ankle.
    let along = (ankle - hip).try_normalize()?;
    let knee_cue = hang(hip, ankle)? * ((knee - hip) - along * (knee - hip).dot(along));
    let mut toes = tree.chain(foot, 3).into_iter().skip(1).map(|joint| tree.position(joint) - ankle);
    let toes = toes.rfind(|toe| toe.length() < MAX_FOOT * shin_length).unwrap_or_default();
    let toe_cue = hang(knee, ankle)? * toes;
    let cue = (toe_cue + knee_cue) / shin_length;
    cue.is_finite().then_some(cue)
}
