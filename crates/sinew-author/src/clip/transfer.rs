//! Clips of one character on another: unchanged on the same rig, retargeted by human bones, or by joint names.

use sinew::body::TPose;
use sinew::character::{ExpressionId, MorphTargetId};
use sinew::glam::Quat;
use sinew::retarget::{
    FaceMap, RetargetError, RetargetReport, RetargetSettings, Retargeter, RigMapping, UnmappedTracks,
    match_joint_names, proxy_joints, retarget_clip,
};
use sinew::{Character, RawClip, Skeleton, Transform};

/// Clip on another character.
///
/// ```no_run
/// # use sinew::{Character, RawClip};
/// use sinew_author::clip::TransferredClip;
///
/// # fn borrow(walk: &RawClip, dancer: &Character, hero: &Character) -> Result<(), Box<dyn std::error::Error>> {
/// let walk = TransferredClip::new(walk, dancer, hero)?;
/// println!("{:?} without {:?}", walk.clip.name, walk.missing);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TransferredClip {
    /// The clip, for the other character.
    pub clip: RawClip,
    /// Joints or bones that the character lacks.
    pub missing: Vec<String>,
    /// Other content that is not retargeted, in words: expressions, morph weights, scales.
    pub dropped: Vec<String>,
    /// Method of the transfer.
    pub method: TransferMethod,
    /// Joints of the source and of the character whose names differ in their spelling.
    pub renamed: Vec<[String; 2]>,
}

/// Method by which a clip was brought to another character.
#[derive(Clone, Debug)]
pub enum TransferMethod {
    /// Same rig: the keys are the source's.
    SameRig,
    /// Retargeted by human bones.
    Humanoid(RetargetReport),
    /// Retargeted by joint names.
    Names(RetargetReport),
}

/// Error of a clip for another character.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TransferError {
    /// The rigs have too little in common.
    #[error(
        "clip {clip:?} moves {joints} joints, of which the character has {found} of these names{}; expected \
         the same rig, or humanoids in both files (source: {}, character: {})",
        .example.as_ref().map_or(String::new(), |name| format!(", without {name:?}, say")),
        kind(.humanoids[0]), kind(.humanoids[1])
    )]
    OtherRig {
        /// Name of the clip.
        clip: String,
        /// Joints that the clip moves.
        joints: usize,
        /// Joints of the same names.
        found: usize,
        /// One of the joints that the character lacks.
        example: Option<String>,
        /// Whether the source and the character are humanoids.
        humanoids: [bool; 2],
    },
    /// Retargeting failed.
    #[error("clip {clip:?}: {error}")]
    Retarget {
        /// Name of the clip.
        clip: String,
        /// The fault.
        error: RetargetError,
    },
}

fn kind(is_humanoid: bool) -> &'static str {
    if is_humanoid { "humanoid" } else { "not a humanoid" }
}

impl TransferredClip {
    /// The clip of the character `from` on `to`.
    ///
    /// # Errors
    /// When the character lacks more than half of the joints that the clip moves and they are not both
    /// humanoids, or the clip is too long.
    pub fn new(clip: &RawClip, from: &Character, to: &Character) -> Result<Self, TransferError> {
        transfer_by_names(clip, from, to)
    }

    /// [`new`](Self::new) with a mapping of the rigs, which leaves human bones aside.
    ///
    /// # Errors
    /// As [`new`](Self::new), and when the mapping names joints that the rigs lack.
    pub fn with_mapping(
        clip: &RawClip,
        from: &Character,
        to: &Character,
        mapping: &RigMapping,
    ) -> Result<Self, TransferError> {
        match mapping.is_empty() {
            true => transfer_by_names(clip, from, to),
            false => transfer_by_mapping(clip, from, to, mapping),
        }
    }
}

fn transfer_by_names(
    clip: &RawClip,
    source: &Character,
    to: &Character,
) -> Result<TransferredClip, TransferError> {
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
        return Ok(TransferredClip {
            clip: bound,
            missing,
            dropped: dropped(&report, source),
            method: TransferMethod::SameRig,
            renamed: renamed(),
        });
    }
    let failed = |error| TransferError::Retarget { clip: clip.name.clone(), error };
    if let Some((theirs, ours)) = both {
        let body = TPose::of_clip(source.skeleton(), theirs, clip).with_skin(source);
        let onto = TPose::new(to.skeleton(), ours).with_skin(to);
        let floor = floor(to, &onto);
        let settings = RetargetSettings::default().with_floor_height(floor);
        let retargeter = Retargeter::human((source.skeleton(), body), (to.skeleton(), onto));
        let (clip, report) = retarget_clip(clip, &retargeter, &settings, &face).map_err(failed)?;
        let (missing, dropped) = (report.unmapped_joints.clone(), dropped(&report.unmapped_tracks, source));
        let method = TransferMethod::Humanoid(report);
        return Ok(TransferredClip { clip, missing, dropped, method, renamed: Vec::new() });
    }
    if let (true, Ok(retargeter)) = (maps_most, Retargeter::by_names(skeleton, to.skeleton())) {
        let settings = RetargetSettings::default();
        let (clip, report) = retarget_clip(clip, &retargeter, &settings, &face).map_err(failed)?;
        let dropped = dropped(&report.unmapped_tracks, source);
        let method = TransferMethod::Names(report);
        return Ok(TransferredClip { clip, missing, dropped, method, renamed: renamed() });
    }
    Err(TransferError::OtherRig {
        clip: clip.name.clone(),
        joints: clip.joints.len(),
        found: bound.joints.len(),
        example: missing.first().cloned(),
        humanoids: [source, to].map(|character| character.humanoid().is_some()),
    })
}

fn transfer_by_mapping(
    clip: &RawClip,
    source: &Character,
    to: &Character,
    mapping: &RigMapping,
) -> Result<TransferredClip, TransferError> {
    let fault = |error| TransferError::Retarget { clip: clip.name.clone(), error };
    let matched = mapping.match_joints(source.skeleton(), to.skeleton()).map_err(fault)?;
    let retargeter = Retargeter::by_mapping(source.skeleton(), to.skeleton(), mapping).map_err(fault)?;
    let face = FaceMap::by_names(source, to);
    let moves = |name: &String| clip.joints.iter().any(|track| source.skeleton().name(track.joint) == name);
    let (made, report) =
        retarget_clip(clip, &retargeter, &RetargetSettings::default(), &face).map_err(fault)?;
    let missing = retargeter.unmapped_joints().iter().filter(|name| moves(name)).cloned().collect();
    let dropped = dropped(&report.unmapped_tracks, source);
    let renamed = matched.renamed().iter().filter(|[bone, _]| moves(bone)).cloned().collect();
    Ok(TransferredClip { clip: made, missing, dropped, method: TransferMethod::Names(report), renamed })
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
