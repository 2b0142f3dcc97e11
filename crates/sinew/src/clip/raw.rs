//! Raw clips: keys of joints, morph targets, expressions and gaze as files have them.

use super::{ClipEvents, RootTrack, SampleCursor, Track};
use crate::morph::{ExpressionId, MeshInstanceId, MorphWeights};
use crate::pose::LocalPose;
use crate::skeleton::{JointId, Skeleton};
use glam::{Quat, Vec3};

/// Keys of one joint. Components without a track keep their rest value.
#[derive(Clone, Debug, PartialEq)]
pub struct JointTrack {
    /// Animated joint.
    pub joint: JointId,
    /// Translation relative to the parent, metres.
    pub translation: Option<Track<Vec3>>,
    /// Rotation, unit quaternions (arbitrary ones in a cubic spline, whose result is normalised).
    pub rotation: Option<Track<Quat>>,
    /// Scale factors.
    pub scale: Option<Track<Vec3>>,
}

impl JointTrack {
    /// Track of a joint without keys.
    #[must_use]
    pub fn new(joint: JointId) -> Self {
        Self { joint, translation: None, rotation: None, scale: None }
    }
}

/// Keyed morph weights of one mesh instance.
#[derive(Clone, Debug, PartialEq)]
pub struct MorphTrack {
    /// Animated mesh instance.
    pub instance: MeshInstanceId,
    /// Weights: a row per key, one weight per morph target of the mesh.
    pub weights: Track<f32>,
}

/// Keyed weight of an expression.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpressionTrack {
    /// Animated expression.
    pub expression: ExpressionId,
    /// Weight: 0 off, 1 full.
    pub weight: Track<f32>,
}

/// Uncompressed clip: the keys of a file at their own times. Editable, and playable as it is.
///
/// # Examples
/// ```
/// use sinew::glam::Vec3;
/// use sinew::clip::{Interpolation, JointTrack, Track};
/// use sinew::{JointId, RawClip};
///
/// let height = Track::new(Interpolation::Linear, 1, [0.0, 0.5].into(), vec![Vec3::ZERO, Vec3::Y])?;
/// let mut clip = RawClip { name: "jump".into(), ..RawClip::default() };
/// clip.joints.push(JointTrack { translation: Some(height), ..JointTrack::new(JointId(0)) });
/// assert_eq!((clip.start(), clip.end(), clip.key_count()), (0.0, 0.5, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RawClip {
    /// Name from the source file; may be empty.
    pub name: String,
    /// Joint tracks, each joint at most once.
    pub joints: Vec<JointTrack>,
    /// Morph tracks, each instance at most once.
    pub morphs: Vec<MorphTrack>,
    /// Expression tracks, each expression at most once.
    pub expressions: Vec<ExpressionTrack>,
    /// Gaze: rotation of the eyes from straight ahead, in the axes of a character that faces +Z.
    pub gaze: Option<Track<Quat>>,
    /// Point events, spans and sync markers.
    pub events: ClipEvents,
    /// Root motion, removed from the joints.
    pub root_motion: Option<RootTrack>,
}

impl RawClip {
    /// Name, as [`Clip::name`](super::Clip::name) and [`ClipSource::name`](super::ClipSource::name) give it
    /// for other forms of clips.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Time of the first key, seconds; 0 without keys.
    #[must_use]
    pub fn start(&self) -> f32 {
        let first = self.times().map(|t| t[0]).fold(f32::INFINITY, f32::min);
        if first.is_finite() { first } else { 0.0 }
    }

    /// Time of the last key, seconds; 0 without keys.
    #[must_use]
    pub fn end(&self) -> f32 {
        let last = self.times().map(|t| t[t.len() - 1]).fold(f32::NEG_INFINITY, f32::max);
        if last.is_finite() { last } else { 0.0 }
    }

    /// Whether any track has keys of different values, or the root moves. A clip that does not is a pose,
    /// such as the empty first take of many FBX files.
    #[must_use]
    pub fn moves(&self) -> bool {
        let joints = self.joints.iter().any(|joint| {
            joint.translation.as_ref().is_some_and(Track::changes)
                || joint.rotation.as_ref().is_some_and(Track::changes)
                || joint.scale.as_ref().is_some_and(Track::changes)
        });
        joints
            || self.morphs.iter().any(|morph| morph.weights.changes())
            || self.expressions.iter().any(|expression| expression.weight.changes())
            || self.gaze.as_ref().is_some_and(Track::changes)
            || self.root_motion.as_ref().is_some_and(RootTrack::moves)
    }

    /// Number of tracks: one per keyed component of a joint, per keyed set of morph weights, per expression,
    /// and for the gaze.
    #[must_use]
    pub fn track_count(&self) -> usize {
        self.times().count()
    }

    /// Number of keys over all tracks.
    #[must_use]
    pub fn key_count(&self) -> usize {
        self.times().map(<[f32]>::len).sum()
    }

    /// Size of all keys in bytes; times count for each track.
    #[must_use]
    pub fn size_in_bytes(&self) -> usize {
        let joints = self.joints.iter().map(|j| {
            j.translation.as_ref().map_or(0, Track::size_in_bytes)
                + j.rotation.as_ref().map_or(0, Track::size_in_bytes)
                + j.scale.as_ref().map_or(0, Track::size_in_bytes)
        });
        let morphs = self.morphs.iter().map(|m| m.weights.size_in_bytes());
        let expressions = self.expressions.iter().map(|e| e.weight.size_in_bytes());
        joints.chain(morphs).chain(expressions).chain(self.gaze.as_ref().map(Track::size_in_bytes)).sum()
    }

    /// Key times of each track.
    pub fn times(&self) -> impl Iterator<Item = &[f32]> {
        let joints = self.joints.iter().flat_map(|j| {
            [
                j.translation.as_ref().map(Track::times),
                j.rotation.as_ref().map(Track::times),
                j.scale.as_ref().map(Track::times),
            ]
        });
        let morphs = self.morphs.iter().map(|m| m.weights.times());
        let expressions = self.expressions.iter().map(|e| e.weight.times());
        joints.flatten().chain(morphs).chain(expressions).chain(self.gaze.as_ref().map(Track::times))
    }

    /// Writes the clip at `time` (file seconds, clamped to the keys) over `pose` and `morphs`. Values without
    /// keys stay, and so do joints outside of the cursor's mask. The cursor speeds up forward playback; any
    /// cursor gives the same result.
    ///
    /// # Panics
    /// When the clip has a joint or a mesh instance that the poses lack.
    pub fn sample(
        &self,
        time: f32,
        cursor: &mut SampleCursor,
        pose: &mut LocalPose,
        morphs: &mut MorphWeights,
    ) {
        self.sample_joints(time, cursor, pose);
        let mut hints = cursor.hints(self.hint_count()).0[self.joints.len() * 3..].iter_mut();
        for track in &self.morphs {
            let hint = hints.next().expect("one hint per track");
            track.weights.sample_row(time, hint, morphs.row_mut(track.instance));
        }
    }

    /// [`sample`](Self::sample) without morph weights.
    ///
    /// # Panics
    /// When the clip has a joint that the pose lacks.
    pub fn sample_joints(&self, time: f32, cursor: &mut SampleCursor, pose: &mut LocalPose) {
        let (hints, mask) = cursor.hints(self.hint_count());
        let mut hints = hints.iter_mut();
        let mut hint = || hints.next().expect("one hint per track");
        for track in &self.joints {
            let (t, r, s) = (hint(), hint(), hint());
            if mask.is_some_and(|mask| !mask.reaches(track.joint)) {
                continue;
            }
            let joint = pose.get_mut(track.joint);
            if let Some(keys) = &track.translation {
                joint.translation = keys.sample_vector(time, t);
            }
            if let Some(keys) = &track.rotation {
                joint.rotation = keys.sample_rotation(time, r);
            }
            if let Some(keys) = &track.scale {
                joint.scale = keys.sample_vector(time, s);
            }
        }
    }

    /// Writes the weights of keyed expressions at `time` (file seconds) over `weights`, one per expression of
    /// the character, and returns the gaze; `None` where the clip has none. `cursor` as for
    /// [`RawClip::sample`], and the same one.
    ///
    /// # Panics
    /// When the clip has an expression that `weights` lacks.
    pub fn sample_face(&self, time: f32, cursor: &mut SampleCursor, weights: &mut [f32]) -> Option<Quat> {
        let first = self.joints.len() * 3 + self.morphs.len();
        let mut hints = cursor.hints(self.hint_count()).0[first..].iter_mut();
        let mut hint = || hints.next().expect("one hint per track");
        for track in &self.expressions {
            track.weight.sample_row(time, hint(), &mut weights[track.expression.index()..][..1]);
        }
        self.gaze.as_ref().map(|gaze| gaze.sample_rotation(time, hint()))
    }

    /// Number of hints in a cursor for the clip.
    pub(crate) fn hint_count(&self) -> usize {
        self.joints.len() * 3 + self.morphs.len() + self.expressions.len() + 1
    }

    /// Copy of the clip for another skeleton with joints of the same names, with the names that the skeleton
    /// lacks. `expression` maps an expression to the other character's. Morph tracks are left out, since
    /// instances differ. Takes skeletons, unlike [`Clip::rebind`](crate::Clip::rebind), since raw keys are
    /// dropped one by one and their names are reported.
    #[must_use]
    pub fn rebind(
        &self,
        from: &Skeleton,
        to: &Skeleton,
        expression: impl Fn(ExpressionId) -> Option<ExpressionId>,
    ) -> (Self, Vec<String>) {
        let mut clip = Self { name: self.name.clone(), gaze: self.gaze.clone(), ..Self::default() };
        (clip.events, clip.root_motion) = (self.events.clone(), self.root_motion.clone());
        for track in &self.expressions {
            if let Some(expression) = expression(track.expression) {
                clip.expressions.push(ExpressionTrack { expression, weight: track.weight.clone() });
            }
        }
        let mut missing = Vec::new();
        for track in &self.joints {
            let name = from.name(track.joint);
            match to.find(name).filter(|&joint| !clip.joints.iter().any(|t| t.joint == joint)) {
                Some(joint) => clip.joints.push(JointTrack { joint, ..track.clone() }),
                None => missing.push(name.to_owned()),
            }
        }
        (clip, missing)
    }
}
