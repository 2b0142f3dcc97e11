//! Retargeting of a whole clip, with foot correction.

use super::animated_joints::{AnimatedJoints, differs_from_rest};
use super::contact::{
    CORRECTED_BONES, ContactMeasure, ContactReport, Foot, FootContact, MovingGround, SourceContacts,
    foot_joints,
};
use super::face::FaceMap;
use super::feet::{FootCorrection, SubframeKeys};
use super::frames::Frames;
use super::key_times::key_times;
use super::proxy_joints::proxy_joints;
use super::report::{RetargetReport, UnmappedTracks};
use super::retargeter::{RetargetError, Retargeter};
use super::tracks::tracks;
use crate::body::FootShape;
use crate::clip::{JointTrack, RawClip, SampleCursor, Track};
use crate::humanoid::{BodySide, HumanBone};
use crate::morph::MorphWeights;
use crate::pose::LocalPose;
use crate::skeleton::{JointId, MAX_COORDINATE};
use glam::Vec3;

/// Settings of [`retarget_clip`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RetargetSettings {
    /// Foot correction: feet stay where they stand and above the floor. A standing body is placed on the
    /// floor; an airborne one keeps its height above the ground in proportion. Without it, every body keeps
    /// that height. Default: true.
    pub foot_correction: bool,
    /// Height of the target's floor in model space, metres; one that is not finite counts as 0. Default: 0.
    pub floor_height: f32,
}

impl RetargetSettings {
    /// The settings with foot correction on or off.
    #[must_use]
    pub fn with_foot_correction(mut self, enabled: bool) -> Self {
        self.foot_correction = enabled;
        self
    }

    /// The settings with a floor at `height` metres in model space.
    #[must_use]
    pub fn with_floor_height(mut self, height: f32) -> Self {
        self.floor_height = height;
        self
    }
}

impl Default for RetargetSettings {
    fn default() -> Self {
        Self { foot_correction: true, floor_height: 0.0 }
    }
}

/// Retargets `clip` from the retargeter's source to its target. Keys are at the source's times where those
/// are evenly spaced, and between them where feet need more. `face` maps expressions and morph targets. The
/// result has keys only for joints that the clip animates: a clip of an arm leaves the legs free. The report
/// lists everything without a counterpart on the target: weights of faces, and scales and translations of
/// joints within the body.
///
/// # Errors
/// [`RetargetError::TooLong`] when frames times joints exceed twenty million.
///
/// # Panics
/// When the clip animates a joint that the source skeleton does not have.
pub fn retarget_clip(
    clip: &RawClip,
    retargeter: &Retargeter,
    settings: &RetargetSettings,
    face: &FaceMap,
) -> Result<(RawClip, RetargetReport), RetargetError> {
    // A floor that is not finite is at its default height.
    let floor =
        Some(settings.floor_height).filter(|height| height.abs() <= MAX_COORDINATE).unwrap_or_default();
    let mut retargeter = retargeter.clone();
    let driven = retargeter.driven_joints();
    let times = key_times(clip, retargeter.source().len() + driven.len(), !settings.foot_correction)?;
    let animated = AnimatedJoints::of(clip, &retargeter);
    let joints = RawClip { joints: clip.joints.clone(), ..RawClip::default() };
    let walks = retargeter.bodies.as_ref().filter(|(_, body)| {
        CORRECTED_BONES.iter().filter_map(|bone| body.joint(*bone)).any(|joint| animated.contains(joint))
    });
    let contacts = walks.and_then(|(body, _)| SourceContacts::of(&joints, &times, retargeter.source(), body));
    if let Some(contacts) = &contacts {
        let ground = if settings.foot_correction { contacts.standing_height } else { contacts.ground };
        retargeter.raise(floor - ground * retargeter.scale());
    }
    let mut frames = retarget_frames(&joints, &times, &retargeter, driven);
    let contacts = contacts.filter(|_| settings.foot_correction);
    let feet =
        contacts.and_then(|contacts| CorrectedFeet::of(&retargeter, contacts, &times, &mut frames, floor));
    let subframe_keys = feet.as_ref().map(|feet| &feet.subframe_keys);
    let joints = tracks(&retargeter, &times, &frames, &animated, subframe_keys);
    let mut made = RawClip { joints, ..RawClip::default() };
    let (foot_correction, contacts) = feet.map(|feet| feet.measured(&retargeter, &times, &made)).unzip();
    made.name = clip.name.clone();
    made.events = clip.events.clone();
    made.root_motion =
        clip.root_motion.as_ref().map(|root| root.turned(retargeter.turn()).scaled(retargeter.scale()));
    let unmapped_tracks = unmapped_tracks(clip, &retargeter, face.retarget(clip, &mut made));
    let unmapped_joints = retargeter.unmapped_joints().to_vec();
    let contacts = contacts.unwrap_or_default();
    let root_motion_scale = retargeter.scale();
    Ok((
        made,
        RetargetReport { unmapped_joints, foot_correction, contacts, root_motion_scale, unmapped_tracks },
    ))
}

/// All frames of the target, before the foot correction.
fn retarget_frames(joints: &RawClip, times: &[f32], retargeter: &Retargeter, driven: Vec<JointId>) -> Frames {
    let (mut cursor, mut weights) = (SampleCursor::new(), MorphWeights::default());
    let (mut from, mut to) = (LocalPose::rest(retargeter.source()), LocalPose::rest(retargeter.target()));
    let mut scratch = retargeter.scratch();
    let mut frames = Frames::new(driven, times.len());
    for &time in times {
        joints.sample(time, &mut cursor, &mut from, &mut weights);
        retargeter.retarget_pose(from.as_slice(), &mut scratch, to.as_mut_slice());
        frames.push(to.as_slice());
    }
    frames
}

/// Result of the foot correction.
struct CorrectedFeet {
    feet: [Foot; 2],
    /// Joints of the feet and their ancestors.
    joints: Vec<JointId>,
    ground: MovingGround,
    subframe_keys: SubframeKeys,
    report: ContactReport,
}

impl CorrectedFeet {
    /// Corrects the feet in all frames; `None` for a target without hips or legs.
    fn of(
        retargeter: &Retargeter,
        source: SourceContacts,
        times: &[f32],
        frames: &mut Frames,
        floor_height: f32,
    ) -> Option<Self> {
        let (_, body) = retargeter.bodies.as_ref()?;
        let hips = body.joint(HumanBone::Hips)?;
        let ([left, right], [left_rests, right_rests]) = (source.contacts, source.rests);
        let skeleton = retargeter.target();
        let foot = |side, contacts, rests| {
            Some(Foot { shape: FootShape::of(skeleton, body, side)?, contacts, rests })
        };
        let feet = [foot(BodySide::Left, left, left_rests)?, foot(BodySide::Right, right, right_rests)?];
        let ground = MovingGround {
            velocity: retargeter.turn() * source.velocity * retargeter.scale(),
            height: floor_height,
        };
        let joints = foot_joints(skeleton, &feet, hips);
        let mut correction = FootCorrection::new(retargeter, times, frames, hips, ground, &joints);
        let (report, subframe_keys) = correction.correct(&feet);
        Some(Self { feet, joints, ground, subframe_keys, report })
    }

    /// Report and contacts, measured on the finished clip.
    fn measured(
        mut self,
        retargeter: &Retargeter,
        times: &[f32],
        made: &RawClip,
    ) -> (ContactReport, Vec<FootContact>) {
        let (feet, joints) = (&self.feet, &self.joints);
        let measure = ContactMeasure { retargeter, times, feet, joints, ground: self.ground };
        measure.measure(made, &mut self.report);
        (self.report, measure.contacts())
    }
}

/// Adds the joint tracks without a counterpart to those of the face.
fn unmapped_tracks(clip: &RawClip, retargeter: &Retargeter, face: UnmappedTracks) -> UnmappedTracks {
    let moves_a_root = |joint: JointId| {
        let mut roots = retargeter.root_translations.iter();
        roots.any(|root| retargeter.source().is_descendant_of(root.source, joint))
    };
    let proxies = proxy_joints(clip);
    let joint_tracks = || clip.joints.iter().filter(|track| !proxies.contains(&track.joint));
    let rest = |track: &JointTrack| retargeter.source().rest()[track.joint.index()];
    let is_linked = |joint: JointId| retargeter.joint_translations.iter().any(|link| link.source == joint);
    let is_animated = |keys: &Option<Track<Vec3>>, rest: Vec3| differs_from_rest(keys.as_ref(), rest);
    let moved = joint_tracks().filter(|track| is_animated(&track.translation, rest(track).translation));
    UnmappedTracks {
        scale_count: joint_tracks().filter(|track| is_animated(&track.scale, rest(track).scale)).count(),
        translation_count: moved
            .filter(|track| !moves_a_root(track.joint) && !is_linked(track.joint))
            .count(),
        ..face
    }
}
