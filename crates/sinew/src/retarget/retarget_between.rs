//! Retargeting of a clip from one character to another.

use super::clip::{RetargetSettings, retarget_clip};
use super::face::FaceMap;
use super::joint_names::match_joint_names;
use super::report::RetargetReport;
use super::retargeter::{RetargetError, Retargeter};
use crate::body::TPose;
use crate::character::Character;
use crate::clip::RawClip;

/// Retargets a clip of `source` to `target`: by human bones between humanoids, else by joint names, as
/// [`match_joint_names`] finds them. Expressions and morph targets are mapped by their names. The report
/// lists what has no counterpart on the target.
///
/// To retarget many clips, or poses at run time, make a [`Retargeter`] once.
///
/// # Errors
/// [`RetargetError::NoCommonJoints`] when one of the characters is not a humanoid and their joint names have
/// nothing in common, and [`RetargetError::TooLong`] when frames times joints exceed twenty million.
///
/// # Panics
/// When the clip animates a joint that `source` does not have.
pub fn retarget_between(
    clip: &RawClip,
    source: &Character,
    target: &Character,
    settings: &RetargetSettings,
) -> Result<(RawClip, RetargetReport), RetargetError> {
    let (from, to) = (source.skeleton(), target.skeleton());
    let retargeter = match source.humanoid().zip(target.humanoid()) {
        Some((theirs, ours)) => Retargeter::human(
            (from, TPose::of_clip(from, theirs, clip).with_skin(source)),
            (to, TPose::new(to, ours).with_skin(target)),
        ),
        None => Retargeter::by_names(&match_joint_names(from, to).renamed_source(from, to), to)?,
    };
    retarget_clip(clip, &retargeter, settings, &FaceMap::by_names(source, target))
}
