use super::{SampleCursor, Track};
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

/// A clip as files carry it: keys at their own times, nothing removed. Editable; playable as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RawClip {
    /// The file's name for it; may be empty.
    pub name: String,
    /// Joints with keys, each joint at most once.
    pub joints: Vec<JointTrack>,
    /// Instances with keyed weights, each at most once.
    pub morphs: Vec<MorphTrack>,
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
        joints.chain(self.morphs.iter().map(|m| m.weights.bytes())).sum()
    }

    /// The key times of every track.
    fn times(&self) -> impl Iterator<Item = &[f32]> {
        let joints = self.joints.iter().flat_map(|j| {
            [
                j.translation.as_ref().map(Track::times),
                j.rotation.as_ref().map(Track::times),
                j.scale.as_ref().map(Track::times),
            ]
        });
        joints.flatten().chain(self.morphs.iter().map(|m| m.weights.times()))
    }

    /// Writes the clip at `time` (file seconds, clamped to the keys) over `pose` and `morphs`. What the clip does
    /// not key stays as it is. `cursor` speeds up forward play; any cursor gives the same answer.
    pub fn sample(
        &self,
        time: f32,
        cursor: &mut SampleCursor,
        pose: &mut LocalPose,
        morphs: &mut MorphWeights,
    ) {
        let mut hints = cursor.hints(self.joints.len() * 3 + self.morphs.len()).iter_mut();
        let mut hint = || hints.next().expect("one hint per track");
        for track in &self.joints {
            let (t, r, s) = (hint(), hint(), hint());
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

    /// The same motion for another skeleton with joints of the same names, and the names found on none of its
    /// joints. Morph tracks are left out, since instances do not carry over.
    pub fn rebind(&self, from: &Skeleton, to: &Skeleton) -> (Self, Vec<String>) {
        let mut clip = Self { name: self.name.clone(), ..Self::default() };
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
