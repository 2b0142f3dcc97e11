//! Extraction of root motion from a clip's pose into its root track, and the reverse.
//!
//! Root motion is the path of one joint, usually the hips. The path is removed from the topmost animated
//! ancestor of that joint, so that pose and root track together give the original motion.

use super::{Interpolation, JointTrack, RawClip, RootPose, RootTrack, SampleCursor, Track};
use crate::math::axis_angle;
use crate::math::ops;
use crate::math::{Transform, slerp_shortest};
use crate::morph::MorphWeights;
use crate::pose::{LocalPose, ModelPose};
use crate::skeleton::{JointId, Skeleton};
use glam::{Affine3A, Mat3A, Quat, Vec3};
use std::f32::consts::TAU;
use std::sync::Arc;

/// Settings of [`extract_root_motion`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RootMotionSettings {
    /// Joint whose path becomes root motion: the hips, or a root joint.
    pub joint: JointId,
    /// Extracts motion over the ground (X and Z).
    pub horizontal: bool,
    /// Extracts vertical motion.
    pub vertical: bool,
    /// Extracts rotation about +Y.
    pub rotation: bool,
    /// Path of the root.
    pub path: RootPath,
    /// Removes the drift of the remaining pose, so that a loop ends in the pose it starts with.
    pub close_loop: bool,
}

/// Path of the root between the first and the last key.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum RootPath {
    /// Exact path of the joint, with its sway.
    #[default]
    Exact,
    /// Path of the joint, averaged over this many seconds; the sway stays in the pose.
    Smooth(f32),
    /// Straight line at constant speed from the first key to the last; the rest stays in the pose.
    Straight,
}

/// Reason why root motion cannot be extracted or applied.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RootMotionError {
    /// Neither the joint nor any of its ancestors has keys.
    #[error("clip {clip:?} animates neither joint {joint:?} nor any of its ancestors")]
    NotAnimated {
        /// Name of the clip.
        clip: String,
        /// Name of the joint.
        joint: String,
    },
    /// The clip has no root track.
    #[error("clip {clip:?} has no root track")]
    NoRootTrack {
        /// Name of the clip.
        clip: String,
    },
}

impl RootMotionSettings {
    /// Extracts the exact path of `joint` over the ground and its rotation about +Y.
    #[must_use]
    pub fn new(joint: JointId) -> Self {
        Self {
            joint,
            horizontal: true,
            vertical: false,
            rotation: true,
            path: RootPath::Exact,
            close_loop: false,
        }
    }

    /// Sets the joint whose path becomes root motion.
    #[must_use]
    pub fn with_joint(mut self, joint: JointId) -> Self {
        self.joint = joint;
        self
    }

    /// Sets whether motion over the ground is extracted.
    #[must_use]
    pub fn with_horizontal(mut self, horizontal: bool) -> Self {
        self.horizontal = horizontal;
        self
    }

    /// Sets whether vertical motion is extracted.
    #[must_use]
    pub fn with_vertical(mut self, vertical: bool) -> Self {
        self.vertical = vertical;
        self
    }

    /// Sets whether rotation about +Y is extracted.
    #[must_use]
    pub fn with_rotation(mut self, rotation: bool) -> Self {
        self.rotation = rotation;
        self
    }

    /// Sets the path of the root.
    #[must_use]
    pub fn with_path(mut self, path: RootPath) -> Self {
        self.path = path;
        self
    }

    /// Sets [`close_loop`](Self::close_loop).
    #[must_use]
    pub fn with_close_loop(mut self, close_loop: bool) -> Self {
        self.close_loop = close_loop;
        self
    }
}

/// Extracts root motion: returns the clip in place, with its root motion in [`RawClip::root_motion`]. An
/// existing root track is applied first. The clip in place starts over the joint's rest position, with the
/// heading of its first key, so that clips of several recordings blend; the root track starts at the origin.
///
/// # Errors
/// When the clip animates neither the joint nor any of its ancestors.
pub fn extract_root_motion(
    clip: &RawClip,
    skeleton: &Skeleton,
    settings: &RootMotionSettings,
) -> Result<RawClip, RootMotionError> {
    let whole;
    let clip = match clip.root_motion {
        Some(_) => {
            whole = bake_root_motion(clip, skeleton, settings.joint)?;
            &whole
        }
        None => clip,
    };
    let body = RootChain::new(clip, skeleton, settings.joint)?;
    let times = in_order(body.times(clip));
    let rest = RootPose { position: body.reference().translation.into(), heading: 0.0 };
    let poses = root_path(&body.poses(&times), rest, &times, settings);
    let at = times.iter().zip(&poses);
    let mut in_place: Vec<Affine3A> =
        at.map(|(&time, root_pose)| root_pose.to_affine().inverse() * body.mover_at(time)).collect();
    if settings.close_loop {
        // Where an ancestor has the keys, it is still the joint whose drift counts.
        let movers = times.iter().map(|&time| body.mover_at(time));
        let joints = times.iter().map(|&time| body.joint_at(time));
        let in_mover = joints.zip(movers).map(|(joint, mover)| mover.inverse() * joint);
        let in_mover: Vec<Affine3A> = in_mover.collect();
        let joints = in_place.iter().zip(&in_mover).map(|(mover, joint)| *mover * *joint);
        let mut joints: Vec<Affine3A> = joints.collect();
        close_loop(&mut joints, &times);
        in_place =
            joints.iter().zip(&in_mover).map(|(joint, in_mover)| *joint * in_mover.inverse()).collect();
    }
    let mut clip = body.with_mover(clip, &times, &in_place);
    clip.root_motion = RootTrack::new(times, poses).ok();
    Ok(clip)
}

/// Bakes root motion into the keys: the inverse of [`extract_root_motion`], where `joint` is the joint of the
/// extraction. The keys are those of its topmost animated ancestor, else of the joint itself, which gets keys
/// where it has none.
///
/// # Errors
/// When the clip has no root track.
pub fn bake_root_motion(
    clip: &RawClip,
    skeleton: &Skeleton,
    joint: JointId,
) -> Result<RawClip, RootMotionError> {
    let root =
        clip.root_motion.as_ref().ok_or_else(|| RootMotionError::NoRootTrack { clip: clip.name.clone() })?;
    let body = RootChain::with_keys(clip, skeleton, joint);
    let mut times = body.times(clip);
    times.extend_from_slice(root.times());
    let times = in_order(times);
    let travelling: Vec<Affine3A> =
        times.iter().map(|&time| root.sample(time).to_affine() * body.mover_at(time)).collect();
    let mut clip = body.with_mover(clip, &times, &travelling);
    clip.root_motion = None;
    Ok(clip)
}

/// Chain from the root-motion joint up to the topmost animated ancestor.
struct RootChain<'a> {
    skeleton: &'a Skeleton,
    joint: JointId,
    /// Topmost joint of the chain with keys, else the joint.
    mover: JointId,
    /// Model from the mover's parent, at rest.
    parent: Affine3A,
    /// Keys of the chain.
    chain: RawClip,
}

impl<'a> RootChain<'a> {
    fn new(clip: &RawClip, skeleton: &'a Skeleton, joint: JointId) -> Result<Self, RootMotionError> {
        let chain = Self::with_keys(clip, skeleton, joint);
        if chain.chain.joints.is_empty() {
            let (clip, joint) = (clip.name.clone(), skeleton.name(joint).to_owned());
            return Err(RootMotionError::NotAnimated { clip, joint });
        }
        Ok(chain)
    }

    /// The chain whose mover gets keys: the joint itself where nothing of the chain has any.
    fn with_keys(clip: &RawClip, skeleton: &'a Skeleton, joint: JointId) -> Self {
        let above: Vec<JointId> = std::iter::successors(Some(joint), |&j| skeleton.parent(j)).collect();
        let joints: Vec<JointTrack> =
            clip.joints.iter().filter(|t| above.contains(&t.joint)).cloned().collect();
        // Parents precede their children.
        let mover = joints.iter().map(|t| t.joint).min().unwrap_or(joint);
        let rest = ModelPose::rest(skeleton);
        let parent = skeleton.parent(mover).map_or(Affine3A::IDENTITY, |p| *rest.get(p));
        Self { skeleton, joint, mover, parent, chain: RawClip { joints, ..RawClip::default() } }
    }

    /// Times of the clip's ends and of the chain's keys; splines add times between their keys.
    fn times(&self, clip: &RawClip) -> Vec<f32> {
        let mut times = vec![clip.start(), clip.end()];
        for track in &self.chain.joints {
            let keys = [
                track.translation.as_ref().map(|k| (k.times(), k.interpolation())),
                track.rotation.as_ref().map(|k| (k.times(), k.interpolation())),
            ];
            for (keys, interpolation) in keys.into_iter().flatten() {
                times.extend_from_slice(keys);
                if interpolation == Interpolation::CubicSpline {
                    let between = |pair: &[f32]| [0.25, 0.5, 0.75].map(|s| pair[0] + (pair[1] - pair[0]) * s);
                    times.extend(keys.windows(2).flat_map(between));
                }
            }
        }
        times
    }

    fn pose(&self, time: f32) -> LocalPose {
        let mut pose = LocalPose::rest(self.skeleton);
        self.chain.sample(time, &mut SampleCursor::new(), &mut pose, &mut MorphWeights::default());
        pose
    }

    /// Model from mover at a time.
    fn mover_at(&self, time: f32) -> Affine3A {
        self.parent * self.pose(time).get(self.mover).to_affine()
    }

    /// Model from joint at a time.
    fn joint_at(&self, time: f32) -> Affine3A {
        let pose = self.pose(time);
        let chain = std::iter::successors(Some(self.joint), |&j| self.skeleton.parent(j));
        chain.fold(Affine3A::IDENTITY, |m, j| pose.get(j).to_affine() * m)
    }

    /// Model from joint in the reference pose.
    fn reference(&self) -> Affine3A {
        *ModelPose::reference(self.skeleton).get(self.joint)
    }

    /// Position of the joint at each time, and its rotation about +Y from rest.
    fn poses(&self, times: &[f32]) -> Vec<RootPose> {
        let unturned = Transform::from_affine(&self.reference()).rotation.inverse();
        let mut last = 0.0;
        let root_pose = |&time: &f32| {
            let model = self.joint_at(time);
            let turn = Transform::from_affine(&model).rotation * unturned;
            let heading = 2.0 * ops::atan2(turn.y, turn.w);
            // Unwrapped: the angle nearest to the one before.
            last = heading - ((heading - last) / TAU).round() * TAU;
            RootPose { position: model.translation.into(), heading: last }
        };
        times.iter().map(root_pose).collect()
    }

    /// Copy of the clip with other keys for the mover: model from mover at each time.
    fn with_mover(&self, clip: &RawClip, times: &Arc<[f32]>, model: &[Affine3A]) -> RawClip {
        let parent = self.parent.inverse();
        let mut keys: Vec<Transform> = model.iter().map(|m| Transform::from_affine(&(parent * *m))).collect();
        for key in 1..keys.len() {
            if keys[key].rotation.dot(keys[key - 1].rotation) < 0.0 {
                keys[key].rotation = -keys[key].rotation;
            }
        }
        let translations = keys.iter().map(|k| k.translation).collect();
        let rotations = keys.iter().map(|k| k.rotation).collect();
        let mut clip = clip.clone();
        let number = clip.joints.iter().position(|t| t.joint == self.mover).unwrap_or_else(|| {
            clip.joints.push(JointTrack::new(self.mover));
            clip.joints.len() - 1
        });
        let track = &mut clip.joints[number];
        track.translation = Track::new(Interpolation::Linear, 1, times.clone(), translations).ok();
        track.rotation = Track::new(Interpolation::Linear, 1, times.clone(), rotations).ok();
        clip
    }
}

/// Root poses along the path; the first has heading 0.
fn root_path(
    poses: &[RootPose],
    rest: RootPose,
    times: &[f32],
    settings: &RootMotionSettings,
) -> Vec<RootPose> {
    let taken = |root_pose: &RootPose| {
        let [x, y, z] = root_pose.position.to_array();
        let (x, z) = if settings.horizontal { (x, z) } else { (0.0, 0.0) };
        let y = if settings.vertical { y } else { 0.0 };
        RootPose {
            position: Vec3::new(x, y, z),
            heading: if settings.rotation { root_pose.heading } else { 0.0 },
        }
    };
    let exact: Vec<RootPose> = poses.iter().map(taken).collect();
    let track = RootTrack::new(times.into(), exact.clone());
    let (Ok(track), [first, .., last]) = (track, exact.as_slice()) else { return exact };
    let (start, end) = (times[0], times[times.len() - 1]);
    let share = |time: f32| if end > start { (time - start) / (end - start) } else { 0.0 };
    let path = |time: f32| match settings.path {
        RootPath::Exact => track.sample(time),
        RootPath::Straight => mean(*first, *last, share(time)),
        RootPath::Smooth(seconds) => smooth(&track, time, seconds),
    };
    let begin = path(start);
    let shift = RootPose { position: begin.position - taken(&rest).position, heading: 0.0 };
    let undo = begin.inverse().then(shift);
    times.iter().map(|&time| path(time).then(undo)).collect()
}

fn mean(a: RootPose, b: RootPose, share: f32) -> RootPose {
    RootPose {
        position: a.position.lerp(b.position, share),
        heading: a.heading + (b.heading - a.heading) * share,
    }
}

/// Mean pose over `seconds` around `time`. Beyond the ends the path continues by point reflection, so that
/// both ends stay in place.
fn smooth(track: &RootTrack, time: f32, seconds: f32) -> RootPose {
    const STEPS: i32 = 16;
    let (start, end) = (track.times()[0], track.times()[track.times().len() - 1]);
    let beyond = |at: f32| {
        let edge = if at < start { start } else { end };
        let (edge_pose, back) = (track.sample(edge), track.sample(2.0 * edge - at));
        mean(edge_pose, back, -1.0)
    };
    let width = if seconds.is_finite() { seconds.clamp(0.0, end - start) } else { 0.0 };
    let mut sum = RootPose::default();
    for step in -STEPS..=STEPS {
        let at = time + width * 0.5 * step as f32 / STEPS as f32;
        let root_pose = if at < start || at > end { beyond(at) } else { track.sample(at) };
        sum.position += root_pose.position;
        sum.heading += root_pose.heading;
    }
    let count = (2 * STEPS + 1) as f32;
    RootPose { position: sum.position / count, heading: sum.heading / count }
}

/// Removes the drift between the first and the last key.
fn close_loop(model: &mut [Affine3A], times: &[f32]) {
    let (Some(first), Some(last)) = (model.first().copied(), model.last().copied()) else { return };
    let drift = Vec3::from(last.translation - first.translation);
    let turn = Transform::from_affine(&last).rotation * Transform::from_affine(&first).rotation.inverse();
    let turn = axis_angle::from_rotation_y(2.0 * ops::atan2(turn.y, turn.w));
    let (start, length) = (times[0], times[times.len() - 1] - times[0]);
    for (matrix, time) in model.iter_mut().zip(times) {
        let share = if length > 0.0 { (time - start) / length } else { 0.0 };
        let translation = Vec3::from(matrix.translation) - drift * share;
        matrix.matrix3 =
            Mat3A::from_quat(slerp_shortest(Quat::IDENTITY, turn.inverse(), share)) * matrix.matrix3;
        matrix.translation = translation.into();
    }
}

/// Sorted times without duplicates.
fn in_order(mut times: Vec<f32>) -> Arc<[f32]> {
    times.sort_by(f32::total_cmp);
    times.dedup();
    times.into()
}
