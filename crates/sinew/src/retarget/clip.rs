//! A whole clip carried over, feet and all.

use super::between::Between;
use super::face::FaceMap;
use super::feet::{FootReport, Stage};
use super::foot::{Foot, carrying};
use super::frames::Frames;
use super::played::{Played, Stand};
use super::reached::Reached;
use super::retargeter::{RetargetError, Retargeter};
use super::slide::is_apart;
use super::times::times;
use super::tracked::{KEPT, Tracked};
use super::tracks::tracks;
use crate::clip::{JointTrack, RawClip, SampleCursor, Track};
use crate::morph::MorphWeights;
use crate::pose::LocalPose;
use crate::skeleton::JointIndex;
use glam::Vec3;

/// How a clip is carried over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RetargetSettings {
    /// Keeps feet where they stand, and above the floor. A body that stands is put on the floor; one that flies is as high
    /// above it as it was above its own, in proportion. Without, every body is.
    pub keep_feet: bool,
    /// How high the target's floor lies, metres.
    pub floor: f32,
}

/// What became of a clip.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RetargetReport {
    /// Bones (or joints, where names count) of the source that the target lacks.
    pub unmapped: Vec<String>,
    /// What was done to the feet; none where they were not kept.
    pub feet: Option<FootReport>,
    /// When feet stand, where they were kept, in the order of their beginnings.
    pub stands: Vec<Stand>,
    /// The factor on the way travelled.
    pub scale: f32,
    /// What of the clip has no place on the target.
    pub dropped: Dropped,
}

/// Keys that are not carried over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dropped {
    /// The source's numbers of keyed expressions that the target lacks.
    pub expressions: Vec<usize>,
    /// The source's mesh instances and morph targets that move, and that nothing of the target is called like.
    pub morphs: Vec<(usize, usize)>,
    /// Whether the target has no eyes that could look where the source's do.
    pub gaze: bool,
    /// Joints keyed to be larger or smaller than at rest: bodies keep their size.
    pub scales: usize,
    /// Joints keyed to be elsewhere on the bones they hang from: those keep their length.
    pub translations: usize,
}

impl Default for RetargetSettings {
    fn default() -> Self {
        Self { keep_feet: true, floor: 0.0 }
    }
}

/// Carries `clip`, of the retargeter's source, over to its target, keys at the source's times where those are even, and
/// between them where feet need them. `face` says which expressions and morph targets are which. The target gets keys of
/// those joints alone that the clip reaches: a clip of an arm leaves the legs free. What has no place on the target is told
/// in the report: weights of faces, and scales and translations of joints within the body.
///
/// # Errors
/// When frames times joints would be more than twenty million.
pub fn retarget_clip(
    clip: &RawClip,
    retargeter: &Retargeter,
    settings: &RetargetSettings,
    face: &FaceMap,
) -> Result<(RawClip, RetargetReport), RetargetError> {
    let mut retargeter = retargeter.clone();
    let driven = retargeter.driven();
    let times = times(clip, retargeter.source().len() + driven.len(), !settings.keep_feet)?;
    let reached = Reached::of(clip, &retargeter);
    let joints = RawClip { joints: clip.joints.clone(), ..RawClip::default() };
    let walks = retargeter.bodies.as_ref().filter(|(_, body)| {
        KEPT.iter().filter_map(|bone| body.joint(*bone)).any(|joint| reached.joint(joint))
    });
    let tracked = walks.and_then(|(body, _)| Tracked::of(&joints, &times, retargeter.source(), body));
    if let Some(tracked) = &tracked {
        let ground = if settings.keep_feet { tracked.stood } else { tracked.ground };
        retargeter.raise(settings.floor - ground * retargeter.scale());
    }
    let mut frames = transferred(&joints, &times, &retargeter, driven);
    let kept = tracked.filter(|_| settings.keep_feet);
    let kept = kept.and_then(|tracked| Kept::of(&retargeter, tracked, &times, &mut frames, settings));
    let between = kept.as_ref().map(|kept| &kept.between);
    let joints = tracks(&retargeter, &times, &frames, &reached, between);
    let mut made = RawClip { joints, ..RawClip::default() };
    let (feet, stands) = kept.map(|kept| kept.told(&retargeter, &times, &made, settings)).unzip();
    made.name = clip.name.clone();
    made.events = clip.events.clone();
    made.root = clip.root.as_ref().map(|root| root.scaled(retargeter.scale()));
    let dropped = dropped(clip, &retargeter, face.carry(clip, &mut made));
    let unmapped = retargeter.unmapped().to_vec();
    let stands = stands.unwrap_or_default();
    Ok((made, RetargetReport { unmapped, feet, stands, scale: retargeter.scale(), dropped }))
}

/// Every frame of the target.
fn transferred(joints: &RawClip, times: &[f32], retargeter: &Retargeter, driven: Vec<JointIndex>) -> Frames {
    let (mut cursor, mut weights) = (SampleCursor::new(), MorphWeights::default());
    let (mut from, mut to) = (LocalPose::rest(retargeter.source()), LocalPose::rest(retargeter.target()));
    let mut scratch = retargeter.scratch();
    let mut frames = Frames::new(driven, times.len());
    for &time in times {
        joints.sample(time, &mut cursor, &mut from, &mut weights);
        retargeter.transfer(from.as_slice(), &mut scratch, to.as_mut_slice());
        frames.push(to.as_slice());
    }
    frames
}

/// Feet that were kept.
struct Kept {
    feet: [Foot; 2],
    /// The joints that carry them.
    joints: Vec<JointIndex>,
    ground: Vec3,
    between: Between,
    report: FootReport,
}

impl Kept {
    fn of(
        retargeter: &Retargeter,
        source: Tracked,
        times: &[f32],
        frames: &mut Frames,
        settings: &RetargetSettings,
    ) -> Option<Self> {
        let (_, body) = retargeter.bodies.as_ref()?;
        let hips = body.joint(crate::humanoid::HumanBone::Hips)?;
        let [left, right] = source.plants;
        let skeleton = retargeter.target();
        let feet = [Foot::new(skeleton, body, true, left)?, Foot::new(skeleton, body, false, right)?];
        let ground = source.speed * retargeter.scale();
        let joints = carrying(skeleton, &feet, hips);
        let mut stage = Stage::new(retargeter, times, frames, hips, ground, settings.floor, &joints);
        let (report, between) = stage.keep(&feet);
        Some(Self { feet, joints, ground, between, report })
    }

    /// What came of it in the finished clip.
    fn told(
        mut self,
        retargeter: &Retargeter,
        times: &[f32],
        made: &RawClip,
        settings: &RetargetSettings,
    ) -> (FootReport, Vec<Stand>) {
        let (feet, joints) = (&self.feet, &self.joints);
        let played = Played { retargeter, times, feet, joints, ground: self.ground, floor: settings.floor };
        played.measure(made, &mut self.report);
        (self.report, played.stands())
    }
}

/// With what else of the clip has no place.
fn dropped(clip: &RawClip, retargeter: &Retargeter, face: Dropped) -> Dropped {
    let travels = |joint: JointIndex| {
        let mut travel = retargeter.travel.iter();
        travel.any(|t| retargeter.source().is_descendant_of(t.source, joint))
    };
    let rest = |track: &JointTrack| retargeter.source().rest()[track.joint.index()];
    let slides = |joint: JointIndex| retargeter.slides.iter().any(|slide| slide.source == joint);
    let apart = |keys: &Option<Track<Vec3>>, rest: Vec3| is_apart(keys.as_ref(), rest);
    let moved = clip.joints.iter().filter(|track| apart(&track.translation, rest(track).translation));
    Dropped {
        scales: clip.joints.iter().filter(|track| apart(&track.scale, rest(track).scale)).count(),
        translations: moved.filter(|track| !travels(track.joint) && !slides(track.joint)).count(),
        ..face
    }
}
