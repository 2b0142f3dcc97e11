//! Clips of one file on the character of another, and messages about them.

use crate::asset::source::Loaded;
use crate::report::choices::shorten_list;
use crate::report::failure::Failure;
use crate::report::plural::count;
use sinew::retarget::{RetargetError, RigMapping};
use sinew::{Character, RawClip};
use sinew_author::clip::{TransferError, TransferMethod, TransferredClip};
use std::ops::RangeInclusive;

/// Scales of the root motion beyond which a gait looks unnatural at its own speed.
const USUAL_SCALES: RangeInclusive<f32> = 0.55..=1.8;

/// Messages about the retargeting: [`summary`] and [`proportions`].
pub(crate) fn messages(
    made: &TransferredClip,
    clip: &str,
    onto: &str,
) -> impl Iterator<Item = String> + use<> {
    summary(made, clip, onto).into_iter().chain(proportions(made, onto))
}

/// Message for steps of bodies with legs of very different lengths.
pub(crate) fn proportions(made: &TransferredClip, onto: &str) -> Option<String> {
    let TransferMethod::Humanoid(report) = &made.method else { return None };
    let scale = report.root_motion_scale;
    let steps = report.foot_correction.is_some_and(|feet| feet.contacts > 0);
    if !steps || !scale.is_finite() || scale <= 0.0 || USUAL_SCALES.contains(&scale) {
        return None;
    }
    // Equal Froude numbers: the time of a step grows with the root of the leg's length.
    let speed = 1.0 / scale.sqrt();
    let looks = if scale > 1.0 { "hurried" } else { "slow" };
    Some(format!(
        "the legs of {onto} are {scale:.2} times as long as the source's, and so are the steps; as many \
         of them per second look {looks}. About {speed:.2} times the speed looks natural (`speed: \
         {speed:.2}` in a graph)"
    ))
}

/// Message about the retargeting; `None` for an unchanged clip.
pub(crate) fn summary(made: &TransferredClip, clip: &str, onto: &str) -> Option<String> {
    let lacks = match made.missing.is_empty() {
        true => String::new(),
        false => format!("; {onto} lacks {}", shorten_list(made.missing.clone())),
    };
    match &made.method {
        TransferMethod::SameRig if made.missing.is_empty() && made.renamed.is_empty() => None,
        TransferMethod::SameRig => Some(format!("clip {clip:?}{}{lacks}", renamings(made))),
        TransferMethod::Humanoid(report) => {
            let slide = report.foot_correction.map(|feet| {
                let mm = feet.slide * 1e3;
                match feet.contacts {
                    0 => ", no foot contacts".to_owned(),
                    steps => format!(", {}; largest slide {mm:.1} mm", count(steps, "foot contact")),
                }
            });
            Some(format!("clip {clip:?} is retargeted by human bones{}{lacks}", slide.unwrap_or_default()))
        }
        TransferMethod::Names(_) => {
            Some(format!("clip {clip:?} is retargeted by joint names{}{lacks}", renamings(made)))
        }
    }
}

/// The joints whose names differ, in words.
fn renamings(made: &TransferredClip) -> String {
    match made.renamed.first() {
        Some([bone, other]) => {
            let more = made.renamed.len() - 1;
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            format!("; {bone:?} is taken as {other:?}{more}")
        }
        None => String::new(),
    }
}

/// Retargets `clip` of `from` to `to`. A clip without a name of its own is called after its file. Fails where
/// the character lacks more than half of the joints that the clip moves.
pub(crate) fn retarget(
    clip: &RawClip,
    from: &Loaded,
    to: &Character,
    to_name: &str,
) -> Result<TransferredClip, Failure> {
    retarget_by(clip, from, to, to_name, &RigMapping::default())
}

/// [`retarget`] with a mapping of the rigs, which leaves human bones aside.
pub(crate) fn retarget_by(
    clip: &RawClip,
    from: &Loaded,
    to: &Character,
    to_name: &str,
    mapping: &RigMapping,
) -> Result<TransferredClip, Failure> {
    let made = TransferredClip::with_mapping(clip, &from.imported.character, to, mapping);
    let mut made = made.map_err(|error| match error {
        TransferError::Retarget { error: RetargetError::Mapping { message }, .. } => Failure::Call(message),
        TransferError::OtherRig { clip, joints, found, example, humanoids } => {
            let example = example.map(|name| format!(", such as {name:?}")).unwrap_or_default();
            let [source, target] =
                humanoids.map(|is_humanoid| if is_humanoid { "humanoid" } else { "not a humanoid" });
            let message = format!(
                "clip {clip:?} moves {joints} joints, {to_name} has {found} of these names{example}; expected \
                 the same rig, or humanoids in both files (source: {source}, {to_name}: {target}); `sinew \
                 retarget` maps other rigs by --joints and --chain"
            );
            // A target that is no humanoid may be the mistake.
            match humanoids[1] {
                true => Failure::unsuited(&from.name, message),
                false => Failure::input(&from.name, message),
            }
        }
        error => Failure::input(&from.name, error),
    })?;
    if clip.name.is_empty() || from.imported.format.has_nameless_clips() {
        made.clip.name = from.stem().unwrap_or(made.clip.name);
    }
    Ok(made)
}
