//! Torsos of other numbers of bones, hips of other heights.

use super::align::{ReferencePose, TORSO};
use super::retargeter::Travel;
use crate::humanoid::HumanBone::{self, *};
use crate::skeleton::JointIndex;
use glam::{Quat, Vec3};

/// The topmost bone of the torso.
pub(super) fn top(body: &ReferencePose) -> Option<HumanBone> {
    [UpperChest, Chest, Spine, Hips].into_iter().find(|bone| body.joint(*bone).is_some())
}

/// What a bone of the target's torso follows: the two bones of the source's that stand as high, counted from the hips.
pub(super) fn torso(
    from: &ReferencePose,
    to: &ReferencePose,
    bone: HumanBone,
) -> Option<([(JointIndex, Quat); 2], f32)> {
    let own: Vec<HumanBone> = TORSO.into_iter().filter(|b| to.joint(*b).is_some()).collect();
    let mut theirs = vec![Hips];
    theirs.extend(TORSO.into_iter().filter(|b| from.joint(*b).is_some()));
    let height = (own.iter().position(|b| *b == bone)? + 1) as f32 / own.len() as f32;
    let at = height * (theirs.len() - 1) as f32;
    let low = (at.floor() as usize).min(theirs.len() - 1);
    let high = (low + 1).min(theirs.len() - 1);
    let of = |bone: HumanBone| Some((from.joint(bone)?, from.rotation(bone).inverse()));
    Some(([of(theirs[low])?, of(theirs[high])?], at - low as f32))
}

/// Hips that stand as high above their ankles as the legs allow.
pub(super) fn hips(from: &ReferencePose, to: &ReferencePose) -> Option<Travel> {
    let (source, target) = (from.joint(Hips)?, to.joint(Hips)?);
    let sound = |body: &ReferencePose| body.leg > 1e-6 && body.leg.is_finite();
    let scale = if sound(from) && sound(to) { to.leg / from.leg } else { 1.0 };
    let standing = |body: &ReferencePose| body.ankle_height() + body.hips_above_legs;
    let shift = Vec3::Y * (standing(to) - standing(from) * scale);
    Some(Travel { source, target, scale, shift })
}
