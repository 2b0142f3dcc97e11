//! Travel taken out of a clip's pose into its root track, and put back.
//!
//! The way is that of one joint, seldom the whole of it: what is taken is undone on the topmost joint above it that has
//! keys, so that pose and way together give the clip's own motion again.

use super::{Interpolation, JointTrack, RawClip, RootPose, RootTrack, SampleCursor, Track};
use crate::math::Transform;
use crate::morph::MorphWeights;
use crate::pose::{LocalPose, ModelPose};
use crate::skeleton::{JointIndex, Skeleton};
use glam::{Affine3A, Mat3A, Quat, Vec3};
use std::f32::consts::TAU;
use std::sync::Arc;

/// What of a joint's travel becomes root motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootMotionSettings {
    /// Whose travel it is: the hips, or a joint made for it.
    pub joint: JointIndex,
    /// Travel over the ground.
    pub horizontal: bool,
    /// Travel up and down.
    pub vertical: bool,
    /// Turns about +Y.
    pub turn: bool,
    /// What way the root takes.
    pub path: RootPath,
    /// Takes the drift out of what stays in the pose, so that a loop ends as it begins.
    pub close_loop: bool,
}

/// The way of a root between the first and the last key.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum RootPath {
    /// That of the joint, sway and all.
    #[default]
    Exact,
    /// That of the joint, averaged over so many seconds; the sway stays in the pose.
    Smooth(f32),
    /// At one speed from the first key to the last; everything else stays in the pose.
    Straight,
}

/// Why a clip has no travel to take or give back.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RootMotionError {
    /// Neither the joint nor any above it has keys.
    #[error("clip {clip:?} moves neither {joint:?} nor what it hangs from")]
    Unmoved {
        /// The clip.
        clip: String,
        /// The joint.
        joint: String,
    },
    /// There is no root track to put back.
    #[error("clip {clip:?} has no root motion")]
    None {
        /// The clip.
        clip: String,
    },
}

impl RootMotionSettings {
    /// All travel over the ground and all turns of `joint`, as it makes them.
    pub fn new(joint: JointIndex) -> Self {
        Self {
            joint,
            horizontal: true,
            vertical: false,
            turn: true,
            path: RootPath::Exact,
            close_loop: false,
        }
    }
}

/// The clip in place, with its travel as [`RawClip::root`]. A root track it has already is put back first. Wherever it was
/// recorded, it then plays over the place where the joint rests, facing as it began, so that clips of several recordings
/// blend; the way begins where the clip began.
///
/// # Errors
/// When the clip moves neither the joint nor any above it.
pub fn extract_root_motion(
    clip: &RawClip,
    skeleton: &Skeleton,
    settings: &RootMotionSettings,
) -> Result<RawClip, RootMotionError> {
    let whole;
    let clip = match clip.root {
        Some(_) => {
            whole = apply_root_motion(clip, skeleton, settings.joint)?;
            &whole
        }
        None => clip,
    };
    let body = Body::new(clip, skeleton, settings.joint)?;
    let times = in_order(body.times(clip));
    let rest = RootPose { position: body.rest().translation.into(), heading: 0.0 };
    let places = way(&body.places(&times), rest, &times, settings);
    let at = times.iter().zip(&places);
    let mut in_place: Vec<Affine3A> =
        at.map(|(&time, place)| place.to_affine().inverse() * body.mover_at(time)).collect();
    if settings.close_loop {
        close_loop(&mut in_place, &times);
    }
    let mut clip = body.with_mover(clip, &times, &in_place);
    clip.root = RootTrack::new(times, places).ok();
    Ok(clip)
}

/// The clip travelling, without a root track: the inverse of [`extract_root_motion`]. `joint` is the one whose travel it
/// was.
///
/// # Errors
/// When it has no root track, or moves neither the joint nor any above it.
pub fn apply_root_motion(
    clip: &RawClip,
    skeleton: &Skeleton,
    joint: JointIndex,
) -> Result<RawClip, RootMotionError> {
    let root = clip.root.as_ref().ok_or_else(|| RootMotionError::None { clip: clip.name.clone() })?;
    let body = Body::new(clip, skeleton, joint)?;
    let mut times = body.times(clip);
    times.extend_from_slice(root.times());
    let times = in_order(times);
    let travelling: Vec<Affine3A> =
        times.iter().map(|&time| root.place(time).to_affine() * body.mover_at(time)).collect();
    let mut clip = body.with_mover(clip, &times, &travelling);
    clip.root = None;
    Ok(clip)
}

/// A clip's body: the joint that says where it is, and the one that moves it.
struct Body<'a> {
    skeleton: &'a Skeleton,
    joint: JointIndex,
    /// The topmost joint with keys from which the joint hangs.
    mover: JointIndex,
    /// Model from the mover's parent, which rests.
    parent: Affine3A,
    /// The keys of the joint and of all it hangs from.
    chain: RawClip,
}

impl<'a> Body<'a> {
    fn new(clip: &RawClip, skeleton: &'a Skeleton, joint: JointIndex) -> Result<Self, RootMotionError> {
        let above: Vec<JointIndex> = std::iter::successors(Some(joint), |&j| skeleton.parent(j)).collect();
        let joints: Vec<JointTrack> =
            clip.joints.iter().filter(|t| above.contains(&t.joint)).cloned().collect();
        // Parents come before their children.
        let Some(mover) = joints.iter().map(|t| t.joint).min() else {
            let (clip, joint) = (clip.name.clone(), skeleton.name(joint).to_owned());
            return Err(RootMotionError::Unmoved { clip, joint });
        };
        let rest = ModelPose::rest(skeleton);
        let parent = skeleton.parent(mover).map_or(Affine3A::IDENTITY, |p| *rest.get(p));
        Ok(Self { skeleton, joint, mover, parent, chain: RawClip { joints, ..RawClip::default() } })
    }

    /// When the clip begins and ends and the chain has keys; cubic ones count with moments in between.
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

    /// Model from joint at rest.
    fn rest(&self) -> Affine3A {
        *ModelPose::rest(self.skeleton).get(self.joint)
    }

    /// Where the joint is at each time, and how far it is turned about +Y from rest.
    fn places(&self, times: &[f32]) -> Vec<RootPose> {
        let unturned = Transform::from_affine(&self.rest()).rotation.inverse();
        let mut last = 0.0;
        let place = |&time: &f32| {
            let pose = self.pose(time);
            let chain = std::iter::successors(Some(self.joint), |&j| self.skeleton.parent(j));
            let model = chain.fold(Affine3A::IDENTITY, |m, j| pose.get(j).to_affine() * m);
            let turn = Transform::from_affine(&model).rotation * unturned;
            let heading = 2.0 * turn.y.atan2(turn.w);
            // The turn nearest to the one before, so that turning on counts on.
            last = heading - ((heading - last) / TAU).round() * TAU;
            RootPose { position: model.translation.into(), heading: last }
        };
        times.iter().map(place).collect()
    }

    /// The clip with other keys of the mover: model from mover at each time.
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
        if let Some(track) = clip.joints.iter_mut().find(|t| t.joint == self.mover) {
            track.translation = Track::new(Interpolation::Linear, 1, times.clone(), translations).ok();
            track.rotation = Track::new(Interpolation::Linear, 1, times.clone(), rotations).ok();
        }
        clip
    }
}

/// The root's places, of which the first has no turn.
fn way(places: &[RootPose], rest: RootPose, times: &[f32], settings: &RootMotionSettings) -> Vec<RootPose> {
    let taken = |place: &RootPose| {
        let [x, y, z] = place.position.to_array();
        let (x, z) = if settings.horizontal { (x, z) } else { (0.0, 0.0) };
        let y = if settings.vertical { y } else { 0.0 };
        RootPose { position: Vec3::new(x, y, z), heading: if settings.turn { place.heading } else { 0.0 } }
    };
    let exact: Vec<RootPose> = places.iter().map(taken).collect();
    let track = RootTrack::new(times.into(), exact.clone());
    let (Ok(track), [first, .., last]) = (track, exact.as_slice()) else { return exact };
    let (start, end) = (times[0], times[times.len() - 1]);
    let share = |time: f32| if end > start { (time - start) / (end - start) } else { 0.0 };
    let path = |time: f32| match settings.path {
        RootPath::Exact => track.place(time),
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

/// The mean place over `seconds` around `time`. Before the first and after the last key the way goes on as if turned
/// about its end, so that both ends stay where they are.
fn smooth(track: &RootTrack, time: f32, seconds: f32) -> RootPose {
    const STEPS: i32 = 16;
    let (start, end) = (track.times()[0], track.times()[track.times().len() - 1]);
    let beyond = |at: f32| {
        let edge = if at < start { start } else { end };
        let (edge_place, back) = (track.place(edge), track.place(2.0 * edge - at));
        mean(edge_place, back, -1.0)
    };
    let width = if seconds.is_finite() { seconds.clamp(0.0, end - start) } else { 0.0 };
    let mut sum = RootPose::default();
    for step in -STEPS..=STEPS {
        let at = time + width * 0.5 * step as f32 / STEPS as f32;
        let place = if at < start || at > end { beyond(at) } else { track.place(at) };
        sum.position += place.position;
        sum.heading += place.heading;
    }
    let count = (2 * STEPS + 1) as f32;
    RootPose { position: sum.position / count, heading: sum.heading / count }
}

/// Takes the drift from the first to the last key out of what stays in the pose.
fn close_loop(model: &mut [Affine3A], times: &[f32]) {
    let (Some(first), Some(last)) = (model.first().copied(), model.last().copied()) else { return };
    let drift = Vec3::from(last.translation - first.translation);
    let turn = Transform::from_affine(&last).rotation * Transform::from_affine(&first).rotation.inverse();
    let turn = Quat::from_rotation_y(2.0 * turn.y.atan2(turn.w));
    let (start, length) = (times[0], times[times.len() - 1] - times[0]);
    for (matrix, time) in model.iter_mut().zip(times) {
        let share = if length > 0.0 { (time - start) / length } else { 0.0 };
        let translation = Vec3::from(matrix.translation) - drift * share;
        matrix.matrix3 = Mat3A::from_quat(Quat::IDENTITY.slerp(turn.inverse(), share)) * matrix.matrix3;
        matrix.translation = translation.into();
    }
}

/// Times in order, each once.
fn in_order(mut times: Vec<f32>) -> Arc<[f32]> {
    times.sort_by(f32::total_cmp);
    times.dedup();
    times.into()
}
