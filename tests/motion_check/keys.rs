//! Keys of a clip at all its frames, for faults to be put in.

use crate::bases::Base;
use sinew::clip::{Interpolation, JointTrack, Track};
use sinew::glam::{Affine3A, Quat, Vec3};
use sinew::humanoid::HumanBone;
use sinew::math::Transform;
use sinew::pose::LocalPose;
use sinew::{JointId, RawClip, SampleCursor, Skeleton};
use std::sync::Arc;

/// Poses of a clip at its frames.
pub(crate) struct Keys<'a> {
    pub(crate) base: &'a Base,
    pub(crate) times: Vec<f32>,
    pub(crate) poses: Vec<Vec<Transform>>,
    /// Joints with keys.
    keyed: Vec<bool>,
    scaled: Vec<bool>,
}

impl<'a> Keys<'a> {
    pub(crate) fn of(base: &'a Base) -> Self {
        let (clip, count) = (&base.clip, base.report.frames);
        let skeleton = base.character.skeleton();
        let seconds = clip.end() - clip.start();
        let time = |k: usize| clip.start() + seconds * k as f32 / (count - 1).max(1) as f32;
        let times: Vec<f32> = (0..count).map(time).collect();
        let (mut pose, mut cursor) = (LocalPose::rest(skeleton), SampleCursor::new());
        let sample = |time: &f32| {
            clip.sample_joints(*time, &mut cursor, &mut pose);
            pose.as_slice().to_vec()
        };
        let poses = times.iter().map(sample).collect();
        let (mut keyed, mut scaled) = (vec![false; skeleton.len()], vec![false; skeleton.len()]);
        for track in &clip.joints {
            keyed[track.joint.index()] = true;
            scaled[track.joint.index()] = track.scale.is_some();
        }
        Self { base, times, poses, keyed, scaled }
    }

    pub(crate) fn skeleton(&self) -> &'a Skeleton {
        self.base.character.skeleton()
    }

    pub(crate) fn is_keyed(&self, joint: JointId) -> bool {
        self.keyed[joint.index()]
    }

    pub(crate) fn interval(&self) -> f32 {
        (self.times[self.times.len() - 1] - self.times[0]) / (self.times.len() - 1).max(1) as f32
    }

    /// Number of frames in `seconds`.
    pub(crate) fn frames(&self, seconds: f32) -> usize {
        ((seconds / self.interval()).round() as usize).max(1)
    }

    pub(crate) fn height(&self) -> f32 {
        self.base.check.height()
    }

    pub(crate) fn bone(&self, bone: HumanBone) -> Option<JointId> {
        self.base.character.humanoid()?.joint(bone)
    }

    /// Transform of a joint in model space.
    pub(crate) fn transform(&self, frame: usize, joint: JointId) -> Affine3A {
        let above = std::iter::successors(Some(joint), |joint| self.skeleton().parent(*joint));
        let local = above.map(|joint| self.poses[frame][joint.index()].to_affine());
        local.reduce(|model, parent| parent * model).unwrap_or(Affine3A::IDENTITY)
    }

    pub(crate) fn at(&self, frame: usize, joint: JointId) -> Vec3 {
        Vec3::from(self.transform(frame, joint).translation)
    }

    /// Rotation of a joint's parent in model space.
    pub(crate) fn parent(&self, frame: usize, joint: JointId) -> Affine3A {
        let parent = self.skeleton().parent(joint);
        parent.map_or(Affine3A::IDENTITY, |parent| self.transform(frame, parent))
    }

    pub(crate) fn joint(&mut self, frame: usize, joint: JointId) -> &mut Transform {
        self.keyed[joint.index()] = true;
        &mut self.poses[frame][joint.index()]
    }

    /// Moves a joint by an offset in model space.
    pub(crate) fn shift(&mut self, frame: usize, joint: JointId, offset: Vec3) {
        let local = self.parent(frame, joint).matrix3.inverse() * offset;
        self.joint(frame, joint).translation += local;
    }

    /// Turns a joint by a rotation in model space.
    pub(crate) fn turn(&mut self, frame: usize, joint: JointId, turn: Quat) {
        let parent = Transform::from_affine(&self.parent(frame, joint)).rotation;
        let joint = self.joint(frame, joint);
        joint.rotation = (parent.inverse() * turn * parent * joint.rotation).normalize();
    }

    /// Multiplies the scale of a joint.
    pub(crate) fn scale(&mut self, frame: usize, joint: JointId, factor: f32) {
        self.scaled[joint.index()] = true;
        self.joint(frame, joint).scale *= factor;
    }

    /// The clip, with a linear key at each frame.
    pub(crate) fn clip(&self) -> RawClip {
        let times: Arc<[f32]> = self.times.as_slice().into();
        let vectors = |joint: JointId, part: fn(&Transform) -> Vec3| {
            let values = self.poses.iter().map(|pose| part(&pose[joint.index()])).collect();
            Track::new(Interpolation::Linear, 1, times.clone(), values).ok()
        };
        let tracks = self.skeleton().joints().filter(|joint| self.keyed[joint.index()]).map(|joint| {
            let turns = self.poses.iter().map(|pose| pose[joint.index()].rotation).collect();
            JointTrack {
                joint,
                translation: vectors(joint, |pose| pose.translation),
                rotation: Track::new(Interpolation::Linear, 1, times.clone(), turns).ok(),
                scale: self.scaled[joint.index()].then(|| vectors(joint, |pose| pose.scale)).flatten(),
            }
        });
        RawClip { name: self.base.clip.name.clone(), joints: tracks.collect(), ..RawClip::default() }
    }
}
