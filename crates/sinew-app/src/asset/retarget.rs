//! Clips of one file on the character of another: unchanged on the same rig, retargeted by human bones, or by
//! joint names.

use crate::asset::source::Loaded;
use crate::report::choices::shorten_list;
use crate::report::failure::Failure;
use crate::report::plural::count;
use sinew::body::TPose;
use sinew::character::{ExpressionId, MorphTargetId};
use sinew::glam::Quat;
use sinew::retarget::{
    FaceMap, RetargetError, RetargetReport, RetargetSettings, Retargeter, RigMapping, UnmappedTracks,
    match_joint_names, proxy_joints, retarget_clip,
};
use sinew::{Character, RawClip, Skeleton, Transform};
use sinew_import::Format;
use std::ops::RangeInclusive;

/// Clip on another character.
pub(crate) struct RetargetedClip {
    pub(crate) clip: RawClip,
    /// Joints or bones that the character lacks.
    pub(crate) missing: Vec<String>,
    /// Other content that is not retargeted, in words: expressions, morph weights, scales.
    pub(crate) dropped: Vec<String>,
    pub(crate) method: RetargetMethod,
    /// Joints of the source and of the character whose names differ in their spelling.
    pub(crate) renamed: Vec<[String; 2]>,
}

/// Method of retargeting.
pub(crate) enum RetargetMethod {
    /// Same rig: the keys are the source's.
    SameRig,
    /// Retargeted by human bones.
    Humanoid(RetargetReport),
    /// Retargeted by joint names.
    Names(RetargetReport),
}

impl RetargetedClip {
    /// Messages about the retargeting: [`summary`](Self::summary) and [`proportions`](Self::proportions).
    pub(crate) fn messages(&self, clip: &str, onto: &str) -> impl Iterator<Item = String> + use<> {
        self.summary(clip, onto).into_iter().chain(self.proportions(onto))
    }

    /// Message for steps of bodies with legs of very different lengths.
    pub(crate) fn proportions(&self, onto: &str) -> Option<String> {
        let RetargetMethod::Humanoid(report) = &self.method else { return None };
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
    pub(crate) fn summary(&self, clip: &str, onto: &str) -> Option<String> {
        let lacks = match self.missing.is_empty() {
            true => String::new(),
            false => format!("; {onto} lacks {}", shorten_list(self.missing.clone())),
        };
        match &self.method {
            RetargetMethod::SameRig if self.missing.is_empty() && self.renamed.is_empty() => None,
            RetargetMethod::SameRig => Some(format!("clip {clip:?}{}{lacks}", self.renamings())),
            RetargetMethod::Humanoid(report) => {
                let slide = report.foot_correction.map(|feet| {
                    let mm = feet.slide * 1e3;
                    match feet.contacts {
                        0 => ", no foot contacts".to_owned(),
                        steps => format!(", {}; largest slide {mm:.1} mm", count(steps, "foot contact")),
                    }
                });
                Some(format!(
                    "clip {clip:?} is retargeted by human bones{}{lacks}",
                    slide.unwrap_or_default()
                ))
            }
            RetargetMethod::Names(_) => {
                Some(format!("clip {clip:?} is retargeted by joint names{}{lacks}", self.renamings()))
            }
        }
    }
}

impl RetargetedClip {
    /// The joints whose names differ, in words.
    fn renamings(&self) -> String {
        match self.renamed.first() {
            Some([bone, other]) => {
                let more = self.renamed.len() - 1;
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                format!("; {bone:?} is taken as {other:?}{more}")
            }
            None => String::new(),
        }
    }
}

/// Scales of the root motion beyond which a gait looks unnatural at its own speed.
const USUAL_SCALES: RangeInclusive<f32> = 0.55..=1.8;

/// Retargets `clip` of `from` to `to`. A clip without a name of its own is called after its file. Fails where
/// the character lacks more than half of the joints that the clip moves.
pub(crate) fn retarget(
    clip: &RawClip,
    from: &Loaded,
    to: &Character,
    to_name: &str,
) -> Result<RetargetedClip, Failure> {
    retarget_by(clip, from, to, to_name, &RigMapping::default())
}

/// [`retarget`] with a mapping of the rigs, which leaves human bones aside.
pub(crate) fn retarget_by(
    clip: &RawClip,
    from: &Loaded,
    to: &Character,
    to_name: &str,
    mapping: &RigMapping,
) -> Result<RetargetedClip, Failure> {
    let mut retargeted = match mapping.is_empty() {
        true => retarget_named(clip, from, to, to_name)?,
        false => retarget_mapped(clip, from, to, mapping)?,
    };
    // BVH has no names.
    if clip.name.is_empty() || from.imported.format == Format::Bvh {
        retargeted.clip.name = from.stem().unwrap_or(retargeted.clip.name);
    }
    Ok(retargeted)
}

fn retarget_named(
    clip: &RawClip,
    from: &Loaded,
    to: &Character,
    to_name: &str,
) -> Result<RetargetedClip, Failure> {
    let source = &from.imported.character;
    let matched = match_joint_names(source.skeleton(), to.skeleton());
    let skeleton = &matched.renamed_source(source.skeleton(), to.skeleton());
    // Those that the clip moves.
    let moves = |name: &String| clip.joints.iter().any(|track| source.skeleton().name(track.joint) == name);
    let renamed = || matched.renamed().iter().filter(|[bone, _]| moves(bone)).cloned().collect();
    let (mut bound, mut missing) = clip.rebind(skeleton, to.skeleton(), |_| None);
    // Gaze and expressions go over by themselves.
    let proxies = proxy_joints(clip);
    let is_proxy = |name: &String| proxies.iter().any(|joint| skeleton.name(*joint) == name);
    missing.retain(|name| !is_proxy(name));
    let face = FaceMap::by_names(source, to);
    let report = face.retarget(clip, &mut bound);
    let anything = !bound.joints.is_empty() || !bound.expressions.is_empty() || !bound.morphs.is_empty();
    let maps_most = missing.len() * 2 <= clip.joints.len() - proxies.len() && anything;
    let both = source.humanoid().zip(to.humanoid());
    if maps_most && (is_same_rig(skeleton, to.skeleton(), clip) || clip.joints.is_empty()) {
        return Ok(RetargetedClip {
            clip: bound,
            missing,
            dropped: dropped(&report, source),
            method: RetargetMethod::SameRig,
            renamed: renamed(),
        });
    }
    let too_long = |e: RetargetError| Failure::input(&from.name, format!("clip {:?}: {e}", clip.name));
    if let Some((theirs, ours)) = both {
        let body = TPose::of_clip(source.skeleton(), theirs, clip).with_skin(source);
        let onto = TPose::new(to.skeleton(), ours).with_skin(to);
        let floor = floor(to, &onto);
        let settings = RetargetSettings::default().with_floor_height(floor);
        let retargeter = Retargeter::human((source.skeleton(), body), (to.skeleton(), onto));
        let (clip, report) = retarget_clip(clip, &retargeter, &settings, &face).map_err(too_long)?;
        let (missing, dropped) = (report.unmapped_joints.clone(), dropped(&report.unmapped_tracks, source));
        let method = RetargetMethod::Humanoid(report);
        return Ok(RetargetedClip { clip, missing, dropped, method, renamed: Vec::new() });
    }
    if let (true, Ok(retargeter)) = (maps_most, Retargeter::by_names(skeleton, to.skeleton())) {
        let settings = RetargetSettings::default();
        let (clip, report) = retarget_clip(clip, &retargeter, &settings, &face).map_err(too_long)?;
        let dropped = dropped(&report.unmapped_tracks, source);
        let method = RetargetMethod::Names(report);
        return Ok(RetargetedClip { clip, missing, dropped, method, renamed: renamed() });
    }
    let (all, found) = (clip.joints.len(), bound.joints.len());
    let example = missing.first().map(|m| format!(", such as {m:?}")).unwrap_or_default();
    let body =
        |character: &Character| if character.humanoid().is_some() { "humanoid" } else { "not a humanoid" };
    let message = format!(
        "clip {:?} moves {all} joints, {to_name} has {found} of these names{example}; expected the same rig, \
         or humanoids in both files (source: {}, {to_name}: {}); `sinew retarget` maps other rigs by \
         --joints and --chain",
        clip.name,
        body(source),
        body(to),
    );
    Err(Failure::input(&from.name, message))
}

fn retarget_mapped(
    clip: &RawClip,
    from: &Loaded,
    to: &Character,
    mapping: &RigMapping,
) -> Result<RetargetedClip, Failure> {
    let source = &from.imported.character;
    let fault = |e: RetargetError| match e {
        RetargetError::Mapping { message } => Failure::Call(message),
        other => Failure::input(&from.name, format!("clip {:?}: {other}", clip.name)),
    };
    let matched = mapping.match_joints(source.skeleton(), to.skeleton()).map_err(fault)?;
    let retargeter = Retargeter::by_mapping(source.skeleton(), to.skeleton(), mapping).map_err(fault)?;
    let face = FaceMap::by_names(source, to);
    let moves = |name: &String| clip.joints.iter().any(|track| source.skeleton().name(track.joint) == name);
    let (made, report) =
        retarget_clip(clip, &retargeter, &RetargetSettings::default(), &face).map_err(fault)?;
    let missing = retargeter.unmapped_joints().iter().filter(|name| moves(name)).cloned().collect();
    let dropped = dropped(&report.unmapped_tracks, source);
    let renamed = matched.renamed().iter().filter(|[bone, _]| moves(bone)).cloned().collect();
    Ok(RetargetedClip { clip: made, missing, dropped, method: RetargetMethod::Names(report), renamed })
}

/// Content of a clip of `source` that another character has no place for, in words.
fn dropped(dropped: &UnmappedTracks, source: &Character) -> Vec<String> {
    let expressions = source.expressions();
    let called = |id: &ExpressionId| expressions.get(id.index()).map(|e| format!("expression {:?}", e.name));
    let mut names: Vec<String> = dropped.expressions.iter().filter_map(called).collect();
    let target = |id: &MorphTargetId| {
        let mesh = &source.meshes()[source.mesh_instances().get(id.instance.index())?.mesh];
        Some(format!("morph target {:?}", mesh.morph_names.get(id.target)?))
    };
    let mut targets: Vec<String> = dropped.morphs.iter().filter_map(target).collect();
    targets.dedup();
    let unnamed = dropped.morphs.len() - dropped.morphs.iter().filter_map(target).count();
    names.extend(targets);
    let counted = [
        (unnamed, "unnamed morph targets"),
        (usize::from(dropped.gaze), "gaze"),
        (dropped.scale_count, "joint scales"),
        (dropped.translation_count, "bone translations"),
    ];
    names.extend(counted.into_iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{what} ({n})")));
    names
}

/// Floor height of a character: 0, or the height of its feet at rest if that is far from 0.
fn floor(to: &Character, body: &TPose) -> f32 {
    let height = to.reference_bounds().size().y.max(1e-6);
    body.ground_height().filter(|ground| ground.abs() > 0.15 * height).unwrap_or(0.0)
}

/// True if the joints that `clip` moves have the same rotations and lengths in both skeletons, in the rest
/// poses or in the reference poses.
fn is_same_rig(from: &Skeleton, to: &Skeleton, clip: &RawClip) -> bool {
    poses_alike((from, from.rest()), (to, to.rest()), clip)
        || poses_alike((from, from.reference()), (to, to.reference()), clip)
}

fn poses_alike(
    (from, theirs): (&Skeleton, &[Transform]),
    (to, ours): (&Skeleton, &[Transform]),
    clip: &RawClip,
) -> bool {
    const TURN: f32 = 0.1;
    clip.joints.iter().all(|track| {
        let Some(joint) = to.find(from.name(track.joint)) else { return true };
        let (a, b) = (theirs[track.joint.index()], ours[joint.index()]);
        let turned = Quat::angle_between(a.rotation, b.rotation);
        let (near, far) =
            (a.translation.length().min(b.translation.length()), a.translation.distance(b.translation));
        turned < TURN && far <= 0.05 * near + 1e-3
    })
}
