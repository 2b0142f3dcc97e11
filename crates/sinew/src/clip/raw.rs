use super::{ClipEvents, RootTrack, SampleCursor, Track};
use crate::morph::MorphWeights;
use crate::pose::LocalPose;
use crate::skeleton::{JointIndex, Skeleton};
use glam::{Quat, Vec3};

/// The keys of one joint. What has no track keeps its rest value.
#[derive(Clone, Debug, PartialEq)]
pub struct JointTrack {
    /// The joint it moves.
    pub joint: JointIndex,
    /// Metres, relative to the parent.
    pub translation: Option<Track<Vec3>>,
    /// Unit quaternions (free ones in a cubic spline, whose result is normalised).
    pub rotation: Option<Track<Quat>>,
    /// Factors.
    pub scale: Option<Track<Vec3>>,
}

impl JointTrack {
    /// A joint without keys yet.
    pub fn new(joint: JointIndex) -> Self {
        Self { joint, translation: None, rotation: None, scale: None }
    }
}

/// The keyed morph weights of one mesh instance.
#[derive(Clone, Debug, PartialEq)]
pub struct MorphTrack {
    /// The instance's number in its character.
    pub instance: usize,
    /// A row of weights per key, one per morph target of the mesh.
    pub weights: Track<f32>,
}

/// The keyed weight of an expression.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpressionTrack {
    /// The expression's number in its character.
    pub expression: usize,
    /// 0 off, 1 full.
    pub weight: Track<f32>,
}

/// A clip as files carry it: keys at their own times, nothing removed. Editable; playable as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RawClip {
    /// The file's name for it; may be empty.
    pub name: String,
    /// Joints with keys, each joint at most once.
    pub joints: Vec<JointTrack>,
    /// Instances with keyed weights, each at most once.
    pub morphs: Vec<MorphTrack>,
    /// Expressions with keyed weights, each at most once.
    pub expressions: Vec<ExpressionTrack>,
    /// Where the eyes look: turns from straight ahead, in the axes of a character that faces +Z.
    pub gaze: Option<Track<Quat>>,
    /// Events, spans and sync markers.
    pub events: ClipEvents,
    /// The way the body travels, which the joints then do not.
    pub root: Option<RootTrack>,
}

impl RawClip {
    /// Time of the first key in seconds; 0 without keys.
    pub fn start(&self) -> f32 {
        let first = self.times().map(|t| t[0]).fold(f32::INFINITY, f32::min);
        if first.is_finite() { first } else { 0.0 }
    }

    /// Time of the last key in seconds, the clip's duration in file time; 0 without keys.
    pub fn end(&self) -> f32 {
        let last = self.times().map(|t| t[t.len() - 1]).fold(f32::NEG_INFINITY, f32::max);
        if last.is_finite() { last } else { 0.0 }
    }

    /// Number of tracks: one for each keyed quantity of a joint, one for each keyed set of morph weights.
    pub fn track_count(&self) -> usize {
        self.times().count()
    }

    /// Number of keys over all tracks.
    pub fn key_count(&self) -> usize {
        self.times().map(<[f32]>::len).sum()
    }

    /// Bytes of all keys, times counted for each track.
    pub fn bytes(&self) -> usize {
        let joints = self.joints.iter().map(|j| {
            j.translation.as_ref().map_or(0, Track::bytes)
                + j.rotation.as_ref().map_or(0, Track::bytes)
                + j.scale.as_ref().map_or(0, Track::bytes)
        });
        let morphs = self.morphs.iter().map(|m| m.weights.bytes());
        let expressions = self.expressions.iter().map(|e| e.weight.bytes());
        joints.chain(morphs).chain(expressions).chain(self.gaze.as_ref().map(Track::bytes)).sum()
    }

    /// The key times of every track.
    pub(crate) fn times(&self) -> impl Iterator<Item = &[f32]> {
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

    /// Writes the clip at `time` (file seconds, clamped to the keys) over `pose` and `morphs`. What the clip does
    /// not key stays as it is, and so do joints that `cursor` leaves out. It speeds up forward play; any other gives the
    /// same answer.
    pub fn sample(
        &self,
        time: f32,
        cursor: &mut SampleCursor,
        pose: &mut LocalPose,
        morphs: &mut MorphWeights,
    ) {
        let (hints, detail) = cursor.hints(self.hint_count());
        let mut hints = hints.iter_mut();
        let mut hint = || hints.next().expect("one hint per track");
        for track in &self.joints {
            let (t, r, s) = (hint(), hint(), hint());
            if detail.is_some_and(|detail| !detail.reaches(track.joint)) {
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
        for track in &self.morphs {
            track.weights.sample_row(time, hint(), morphs.row_mut(track.instance));
        }
    }

    /// Writes the weights of keyed expressions at `time` over `weights`, one per expression of the character, and
    /// gives where the eyes look; none where the clip does not say. `cursor` as for [`RawClip::sample`], and the same.
    pub fn sample_face(&self, time: f32, cursor: &mut SampleCursor, weights: &mut [f32]) -> Option<Quat> {
        let first = self.joints.len() * 3 + self.morphs.len();
        let mut hints = cursor.hints(self.hint_count()).0[first..].iter_mut();
        let mut hint = || hints.next().expect("one hint per track");
        for track in &self.expressions {
            track.weight.sample_row(time, hint(), &mut weights[track.expression..][..1]);
        }
        self.gaze.as_ref().map(|gaze| gaze.sample_rotation(time, hint()))
    }

    /// How many hints a cursor keeps for the clip.
    pub(crate) fn hint_count(&self) -> usize {
        self.joints.len() * 3 + self.morphs.len() + self.expressions.len() + 1
    }

    /// The same motion for another skeleton with joints of the same names, and the names found on none of its
    /// joints. `expression` gives the other character's number of an expression. Morph tracks are left out, since
    /// instances do not carry over. Takes skeletons instead of functions, as [`Clip::rebind`](crate::Clip::rebind)
    /// does, since keys can be left out one by one and their names told.
    pub fn rebind(
        &self,
        from: &Skeleton,
        to: &Skeleton,
        expression: impl Fn(usize) -> Option<usize>,
    ) -> (Self, Vec<String>) {
        let mut clip = Self { name: self.name.clone(), gaze: self.gaze.clone(), ..Self::default() };
        (clip.events, clip.root) = (self.events.clone(), self.root.clone());
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
