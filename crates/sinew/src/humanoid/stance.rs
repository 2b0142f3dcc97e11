//! How a body stands: where its head is, and which way it faces. The way comes from its feet and knees, seen from each
//! shin and thigh, so that a stride or a run says the same as a standing pose.

use super::HumanBone::{self, *};
use super::names::Bones;
use super::tree::Tree;
use glam::{Quat, Vec3};

/// Cues for facing of less than this, in lengths of a shin, are noise.
const WEAK: f32 = 0.06;

/// Longer feet than this, in lengths of a shin, are none.
const LONGEST_FOOT: f32 = 1.2;

/// Directions of a body, of length 1 and square to one another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stance {
    /// From the hips to the shoulders.
    pub(super) up: Vec3,
    /// To the body's own left.
    pub(super) left: Vec3,
    /// Whether feet or knees tell where it faces; else it is taken to face +Z.
    pub(super) faces: bool,
}

impl Stance {
    /// None where arms start where legs do.
    pub(super) fn of(tree: &Tree, bones: &Bones) -> Option<Self> {
        let hips = middle(tree, bones, [LeftUpperLeg, RightUpperLeg])?;
        let shoulders = middle(tree, bones, [LeftUpperArm, RightUpperArm])?;
        let up = (shoulders - hips).try_normalize()?;
        let across = |cue: Vec3| cue - up * cue.dot(up);
        let cues = [[LeftUpperLeg, LeftLowerLeg, LeftFoot], [RightUpperLeg, RightLowerLeg, RightFoot]]
            .map(|leg| leg.map(|bone| bones[bone.index()]));
        let cue = cues.into_iter().map(|leg| leg_cue(tree, leg, up).map_or(Vec3::ZERO, across)).sum::<Vec3>();
        let faces = cue.length() > WEAK;
        let forward = if faces { cue } else { across(Vec3::Z) };
        let left = up.cross(forward).try_normalize().unwrap_or_else(|| up.any_orthonormal_vector());
        Some(Self { up, left, faces })
    }

    /// How far to the left the first of two joints stands from the second, in shares of their distance.
    pub(super) fn leftness(&self, tree: &Tree, joint: usize, other: usize) -> f32 {
        (tree.position(joint) - tree.position(other)).normalize_or_zero().dot(self.left)
    }
}

/// The point halfway between two bones.
pub(super) fn middle(tree: &Tree, bones: &Bones, pair: [HumanBone; 2]) -> Option<Vec3> {
    let [a, b] = pair.map(|bone| bones[bone.index()]);
    Some(tree.position(a?).midpoint(tree.position(b?)))
}

/// Where a leg of upper leg, lower leg and foot says that the body faces, as if it hung straight down.
fn leg_cue(tree: &Tree, leg: [Option<usize>; 3], up: Vec3) -> Option<Vec3> {
    let [hip, knee, ankle] = leg.map(|joint| joint.map(|j| tree.position(j)));
    let (hip, knee, ankle, foot) = (hip?, knee?, ankle?, leg[2]?);
    let shin_length = knee.distance(ankle);
    let hang = |from: Vec3, to: Vec3| Some(Quat::from_rotation_arc((to - from).try_normalize()?, -up));
    // Knees bend forwards: the knee stands before the line from hip to ankle.
    let along = (ankle - hip).try_normalize()?;
    let knee_cue = hang(hip, ankle)? * ((knee - hip) - along * (knee - hip).dot(along));
    let mut toes = tree.chain(foot, 3).into_iter().skip(1).map(|joint| tree.position(joint) - ankle);
    let toes = toes.rfind(|toe| toe.length() < LONGEST_FOOT * shin_length).unwrap_or_default();
    let toe_cue = hang(knee, ankle)? * toes;
    let cue = (toe_cue + knee_cue) / shin_length;
    cue.is_finite().then_some(cue)
}
