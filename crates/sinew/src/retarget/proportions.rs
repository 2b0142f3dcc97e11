//! Links between bodies of different proportions: torsos with other numbers of bones, hips of other heights.

use super::links::RootTranslation;
use crate::body::TPose;
use crate::humanoid::HumanBone::{self, *};
use crate::humanoid::TORSO;
use crate::skeleton::JointId;
use glam::{Quat, Vec3};

/// Topmost bone of the torso; the hips where there is no other.
pub(crate) fn top_of_torso(body: &TPose) -> Option<HumanBone> {
    [UpperChest, Chest, Spine, Hips].into_iter().find(|bone| body.joint(*bone).is_some())
}

/// Source joints of a bone of the target's torso: the two at the same relative height above the hips, each as
/// `link` gives it with its inverse rotation in the reference pose, and the weight of the second.
pub(crate) fn torso_link(
    from: &TPose,
    to: &TPose,
    bone: HumanBone,
    link: impl Fn(HumanBone) -> Option<(JointId, Quat)>,
) -> Option<([(JointId, Quat); 2], f32)> {
    let ours: Vec<HumanBone> = TORSO.into_iter().filter(|b| to.joint(*b).is_some()).collect();
    let mut theirs = vec![Hips];
    theirs.extend(TORSO.into_iter().filter(|b| from.joint(*b).is_some()));
    let height = (ours.iter().position(|b| *b == bone)? + 1) as f32 / ours.len() as f32;
    let at = height * (theirs.len() - 1) as f32;
    let low = (at.floor() as usize).min(theirs.len() - 1);
    let high = (low + 1).min(theirs.len() - 1);
    Some(([link(theirs[low])?, link(theirs[high])?], at - low as f32))
}

/// Link of the hips: root motion scaled by the length of the legs, height above the ankles kept in
/// proportion.
pub(crate) fn hips_link(from: &TPose, to: &TPose) -> Option<RootTranslation> {
    let (source, target) = (from.joint(Hips)?, to.joint(Hips)?);
    let has_legs = |body: &TPose| body.leg_length() > 1e-6 && body.leg_length().is_finite();
    let scale = if has_legs(from) && has_legs(to) { to.leg_length() / from.leg_length() } else { 1.0 };
    let height = |body: &TPose| body.ankle_height() + body.hips_above_legs();
    let shift = Vec3::Y * (height(to) - height(from) * scale);
    Some(RootTranslation { source, target, scale, shift })
}
