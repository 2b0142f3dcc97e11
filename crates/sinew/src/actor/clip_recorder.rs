use super::Frame;
use crate::character::{Character, MeshInstanceId};
use crate::clip::{Interpolation, JointTrack, MorphTrack, RawClip, RootPose, RootTrack, Track};
use crate::math::Transform;
use crate::math::ops;
use crate::skeleton::{JointId, Skeleton};
use glam::{Affine3A, Quat, Vec3};
use std::f32::consts::TAU;
use std::sync::Arc;

/// Records resolved frames of an actor as a clip: the result of clips, IK, feet and constraints together, for
/// players that play clips alone.
///
/// Expressions and gaze are recorded as the morph weights and joints that they changed; material overrides
/// are not recorded. The motion of the character through the world is discarded, or recorded as root motion
/// ([`ClipRecorder::with_root_motion`]), or in the keys of a joint ([`ClipRecorder::with_root_motion_in`]).
///
/// ```
/// # use sinew::{Actor, Character, CharacterParts};
/// # use sinew::actor::ClipRecorder;
/// # let character = std::sync::Arc::new(Character::new(CharacterParts::default())?);
/// # let mut actor = Actor::without_clips(character);
/// let mut recording = ClipRecorder::new(actor.character(), 30.0);
/// for _ in 0..=60 {
///     recording.add(&actor.frame());
///     actor.update(1.0 / 30.0);
/// }
/// let clip = recording.finish("Reaching");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ClipRecorder {
    /// Frames a second.
    rate: f64,
    skeleton: Skeleton,
    /// Targets of each mesh instance, and their weights at rest.
    morphs: Vec<Vec<f32>>,
    root_motion: RootMotionMode,
    frames: Vec<Recorded>,
}

/// Recording of the character's world transform.
#[derive(Clone, Copy, Debug, PartialEq)]
enum RootMotionMode {
    Discard,
    Track,
    Joint(JointId),
}

/// A recorded frame.
#[derive(Clone, Debug)]
struct Recorded {
    local: Vec<Transform>,
    morphs: Vec<f32>,
    root_pose: RootPose,
}

/// Tolerance for world transforms that are nothing but a position and a heading.
const UPRIGHT: f32 = 1e-6;

impl ClipRecorder {
    /// A recorder for actors of `character`, at `rate` frames per second. A rate that is not positive and
    /// finite counts as 30.
    #[must_use]
    pub fn new(character: &Character, rate: f64) -> Self {
        let weights = character.rest_weights();
        Self {
            rate: if rate.is_finite() && rate > 0.0 { rate } else { 30.0 },
            skeleton: character.skeleton().clone(),
            morphs: character.mesh_instance_ids().map(|n| weights.row(n).to_vec()).collect(),
            root_motion: RootMotionMode::Discard,
            frames: Vec::new(),
        }
    }

    /// Records the character's world transform as root motion: position, height and heading. The rest of
    /// the world transform (lean, scale) goes into the root joints.
    #[must_use]
    pub fn with_root_motion(mut self) -> Self {
        self.root_motion = RootMotionMode::Track;
        self
    }

    /// Records the character's world transform in the keys of `joint`, for players without root motion:
    /// the hips of humanoids, else the root joint.
    ///
    /// # Panics
    /// When there is no such joint.
    #[must_use]
    pub fn with_root_motion_in(mut self, joint: JointId) -> Self {
        assert!(joint.index() < self.skeleton.len(), "there is no joint {}", joint.0);
        self.root_motion = RootMotionMode::Joint(joint);
        self
    }

    /// The number of frames.
    #[must_use]
    pub fn len(&self) -> usize {
        self.frames.len()
    }

    /// Whether there are no frames.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// The time of the next frame, in seconds.
    #[must_use]
    pub fn next_time(&self) -> f64 {
        self.frames.len() as f64 / self.rate
    }

    /// Adds a frame, at [`next_time`](Self::next_time).
    ///
    /// # Panics
    /// When the frame is of another character.
    pub fn add(&mut self, frame: &Frame<'_>) {
        let mut local = frame.local().to_vec();
        assert_eq!(local.len(), self.skeleton.len(), "the frame is of another character");
        let world = frame.world_from_model();
        let mut root_pose = RootPose::default();
        match self.root_motion {
            RootMotionMode::Discard => {}
            RootMotionMode::Track => {
                let before = self.frames.last().map_or(0.0, |frame| frame.root_pose.heading);
                root_pose = RootPose { position: world.translation.into(), heading: heading(&world, before) };
                let rest = root_pose.to_affine().inverse() * world;
                if !rest.abs_diff_eq(Affine3A::IDENTITY, UPRIGHT) {
                    let roots = self.skeleton.joints().filter(|joint| self.skeleton.parent(*joint).is_none());
                    roots.for_each(|root| apply_world(&mut local[root.index()], &Affine3A::IDENTITY, &rest));
                }
            }
            RootMotionMode::Joint(joint) => {
                let parent = self.skeleton.parent(joint).map(|parent| frame.model()[parent.index()]);
                apply_world(&mut local[joint.index()], &parent.unwrap_or(Affine3A::IDENTITY), &world);
            }
        }
        let rows = (0..self.morphs.len() as u32).flat_map(|n| frame.morph_weights(MeshInstanceId(n)));
        self.frames.push(Recorded { local, morphs: rows.copied().collect(), root_pose });
    }

    /// The clip: a key per frame for channels that change, two keys for constant channels away from rest, no
    /// keys for channels at rest. Empty without frames.
    #[must_use]
    pub fn finish(&self, name: &str) -> RawClip {
        let mut clip = RawClip { name: name.to_owned(), ..RawClip::default() };
        if self.frames.is_empty() {
            return clip;
        }
        let times: Arc<[f32]> = (0..self.frames.len()).map(|n| (n as f64 / self.rate) as f32).collect();
        let ends: Arc<[f32]> = [times[0], times[times.len() - 1]].into();
        let keys = Keys { times: times.clone(), ends };
        for joint in self.skeleton.joints() {
            let at = |n: usize| self.frames[n].local[joint.index()];
            let rest = self.skeleton.rest()[joint.index()];
            let count = self.frames.len();
            let track = JointTrack {
                joint,
                translation: keys.track((0..count).map(|n| at(n).translation).collect(), rest.translation),
                rotation: keys.track(without_flips((0..count).map(|n| at(n).rotation)), rest.rotation),
                scale: keys.track((0..count).map(|n| at(n).scale).collect(), rest.scale),
            };
            if track != JointTrack::new(joint) {
                clip.joints.push(track);
            }
        }
        let mut first = 0;
        for (instance, rest) in (0..).map(MeshInstanceId).zip(&self.morphs) {
            let rows = self.frames.iter().map(|frame| &frame.morphs[first..first + rest.len()]);
            if rows.clone().any(|row| row != rest) {
                let rows = rows.flatten().copied().collect();
                let weights = Track::new(Interpolation::Linear, rest.len(), times.clone(), rows);
                clip.morphs.extend(weights.ok().map(|weights| MorphTrack { instance, weights }));
            }
            first += rest.len();
        }
        if self.root_motion == RootMotionMode::Track {
            let root_poses = self.frames.iter().map(|frame| frame.root_pose).collect();
            clip.root_motion = RootTrack::new(times, root_poses).ok();
        }
        if clip.track_count() == 0 && !self.skeleton.is_empty() {
            // A clip without changes keeps its length.
            let joint = JointId(0);
            let rotation = self.skeleton.rest()[0].rotation;
            let stays = Track::new(Interpolation::Linear, 1, keys.ends.clone(), vec![rotation; 2]).ok();
            clip.joints.push(JointTrack { rotation: stays, ..JointTrack::new(joint) });
        }
        clip
    }
}

/// Key times of channels that change, and of constant ones.
struct Keys {
    times: Arc<[f32]>,
    ends: Arc<[f32]>,
}

impl Keys {
    fn track<V: crate::clip::TrackValue + PartialEq>(&self, values: Vec<V>, rest: V) -> Option<Track<V>> {
        let first = values[0];
        let stays = values.iter().all(|value| *value == first);
        if stays && first == rest {
            return None;
        }
        let (times, values) = if stays { (&self.ends, vec![first; 2]) } else { (&self.times, values) };
        Track::new(Interpolation::Linear, 1, times.clone(), values).ok()
    }
}

/// The same rotations, each in the hemisphere of the one before, for players that interpolate quaternions by
/// component.
fn without_flips(rotations: impl Iterator<Item = Quat>) -> Vec<Quat> {
    let mut all: Vec<Quat> = Vec::new();
    for rotation in rotations {
        let flips = all.last().is_some_and(|before| before.dot(rotation) < 0.0);
        all.push(if flips { -rotation } else { rotation });
    }
    all
}

/// The heading of a world transform, as the rotation about +Y nearest to the one before.
fn heading(world: &Affine3A, before: f32) -> f32 {
    let ahead = world.transform_vector3(Vec3::Z);
    let heading = ops::atan2(ahead.x, ahead.z);
    heading - ((heading - before) / TAU).round() * TAU
}

/// Moves a joint below `parent` as if `world` came before its parent.
fn apply_world(local: &mut Transform, parent: &Affine3A, world: &Affine3A) {
    if *world != Affine3A::IDENTITY {
        *local = Transform::from_affine(&(parent.inverse() * *world * *parent * local.to_affine()));
    }
}
