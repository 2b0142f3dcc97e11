//! Motion of one file on the body of another: as it is on the same rig, by human bones on another, else by names.

use crate::asset::source::Loaded;
use crate::report::failure::Failure;
use sinew::glam::Quat;
use sinew::retarget::{
    FaceMap, ReferencePose, RetargetError, RetargetReport, RetargetSettings, Retargeter, UnmappedTracks,
    retarget_clip,
};
use sinew::{Character, RawClip, Skeleton};

/// A clip on another body.
pub(crate) struct RetargetedClip {
    pub(crate) clip: RawClip,
    /// Joints or bones that the body lacks.
    pub(crate) missing: Vec<String>,
    /// What else is left out, in words: expressions that the body lacks, morph weights, scales.
    pub(crate) dropped: Vec<String>,
    pub(crate) method: RetargetMethod,
}

/// How it got there.
pub(crate) enum RetargetMethod {
    /// The same rig: its keys are the source's.
    SameRig,
    /// Both are people.
    Humanoid(RetargetReport),
    /// By the names of joints that rest differently.
    Names(RetargetReport),
}

impl RetargetedClip {
    /// What people should know about it; none where there is nothing.
    pub(crate) fn tell(&self, clip: &str, onto: &str) -> Option<String> {
        let lacks = match self.missing.is_empty() {
            true => String::new(),
            false => format!("; {onto} lacks {}", self.missing.join(", ")),
        };
        match &self.method {
            RetargetMethod::SameRig if self.missing.is_empty() => None,
            RetargetMethod::SameRig => Some(format!("clip {clip:?}{lacks}")),
            RetargetMethod::Humanoid(report) => {
                let slide = report.feet.map(|feet| {
                    let mm = feet.slide * 1e3;
                    match feet.contacts {
                        0 => ", no foot stands".to_owned(),
                        1 => format!(", a foot stands once and slides at most {mm:.1} mm"),
                        steps => format!(", feet stand {steps} times and slide at most {mm:.1} mm"),
                    }
                });
                Some(format!(
                    "clip {clip:?} is retargeted by human bones{}{lacks}",
                    slide.unwrap_or_default()
                ))
            }
            RetargetMethod::Names(_) => {
                Some(format!("clip {clip:?} is retargeted by the names of joints{lacks}"))
            }
        }
    }
}

/// Puts `clip` of `from` on `to`. Refused where most of what it moves is missing, since the rest would be a torso without
/// limbs.
pub(crate) fn retarget(
    clip: &RawClip,
    from: &Loaded,
    to: &Character,
    to_name: &str,
) -> Result<RetargetedClip, Failure> {
    let source = &from.imported.character;
    let (mut bound, missing) = clip.rebind(source.skeleton(), to.skeleton(), |_| None);
    let face = FaceMap::by_names(source, to);
    let report = face.retarget(clip, &mut bound);
    let anything = !bound.joints.is_empty() || !bound.expressions.is_empty() || !bound.morphs.is_empty();
    let most = missing.len() * 2 <= clip.joints.len() && anything;
    let both = source.humanoid().zip(to.humanoid());
    if most && (rests_alike(source.skeleton(), to.skeleton(), clip) || clip.joints.is_empty()) {
        return Ok(RetargetedClip {
            clip: bound,
            missing,
            dropped: dropped(&report, source),
            method: RetargetMethod::SameRig,
        });
    }
    let too_long = |e: RetargetError| Failure::input(&from.name, format!("clip {:?}: {e}", clip.name));
    if let Some((theirs, ours)) = both {
        let body = ReferencePose::from_clip(source.skeleton(), theirs, clip).with_skin(source);
        let onto = ReferencePose::new(to.skeleton(), ours).with_skin(to);
        let floor = floor(to, &onto);
        let settings = RetargetSettings::default().with_floor(floor);
        let retargeter = Retargeter::humanoid((source.skeleton(), body), (to.skeleton(), onto));
        let (clip, report) = retarget_clip(clip, &retargeter, &settings, &face).map_err(too_long)?;
        let (missing, dropped) = (report.unmapped_joints.clone(), dropped(&report.unmapped_tracks, source));
        return Ok(RetargetedClip { clip, missing, dropped, method: RetargetMethod::Humanoid(report) });
    }
    if let (true, Ok(retargeter)) = (most, Retargeter::by_names(source.skeleton(), to.skeleton())) {
        let settings = RetargetSettings::default();
        let (clip, report) = retarget_clip(clip, &retargeter, &settings, &face).map_err(too_long)?;
        let dropped = dropped(&report.unmapped_tracks, source);
        return Ok(RetargetedClip { clip, missing, dropped, method: RetargetMethod::Names(report) });
    }
    let (all, found) = (clip.joints.len(), bound.joints.len());
    let example = missing.first().map(|m| format!(", such as {m:?}")).unwrap_or_default();
    let body = |character: &Character| if character.humanoid().is_some() { "one" } else { "none" };
    let message = format!(
        "clip {:?} moves {all} joints, of which {to_name} has {found} by name{example}; expected the same rig, or a \
         human body in both files (the motion has {}, {to_name} {})",
        clip.name,
        body(source),
        body(to),
    );
    Err(Failure::input(&from.name, message))
}

/// What of a clip of `source` has no place on another body, in words.
fn dropped(dropped: &UnmappedTracks, source: &Character) -> Vec<String> {
    let expressions = &source.setup().expressions;
    let called = |n: &usize| expressions.get(*n).map(|e| format!("expression {:?}", e.name));
    let mut told: Vec<String> = dropped.expressions.iter().filter_map(called).collect();
    let target = |&(instance, target): &(usize, usize)| {
        let mesh = &source.meshes()[source.instances().get(instance)?.mesh];
        Some(format!("morph target {:?}", mesh.morph_names.get(target)?))
    };
    let mut targets: Vec<String> = dropped.morphs.iter().filter_map(target).collect();
    targets.dedup();
    let unnamed = dropped.morphs.len() - dropped.morphs.iter().filter_map(target).count();
    told.extend(targets);
    let counted = [
        (unnamed, "morph targets without names"),
        (usize::from(dropped.gaze), "gaze"),
        (dropped.scales, "scales of joints"),
        (dropped.translations, "lengths of bones"),
    ];
    told.extend(counted.into_iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{what} ({n})")));
    told
}

/// The floor where the feet of a body stand at rest: at 0, unless it rests far from there.
fn floor(to: &Character, body: &ReferencePose) -> f32 {
    let height = to.rest_bounds().size().y.max(1e-6);
    body.ground_height().filter(|ground| ground.abs() > 0.15 * height).unwrap_or(0.0)
}

/// Whether the joints that `clip` moves rest the same way, and as far from their parents, in both skeletons.
fn rests_alike(from: &Skeleton, to: &Skeleton, clip: &RawClip) -> bool {
    const TURN: f32 = 0.1;
    clip.joints.iter().all(|track| {
        let Some(joint) = to.find(from.name(track.joint)) else { return true };
        let (a, b) = (from.rest()[track.joint.index()], to.rest()[joint.index()]);
        let turned = Quat::angle_between(a.rotation, b.rotation);
        let (near, far) =
            (a.translation.length().min(b.translation.length()), a.translation.distance(b.translation));
        turned < TURN && far <= 0.05 * near + 1e-3
    })
}
