use super::Frame;
use crate::character::Character;
use crate::clip::{Interpolation, JointTrack, MorphTrack, RawClip, RootPose, RootTrack, Track};
use crate::math::Transform;
use crate::skeleton::{JointIndex, Skeleton};
use glam::{Affine3A, Quat, Vec3};
use std::f32::consts::TAU;
use std::sync::Arc;

/// Frames of an actor as they were resolved, to be a clip: what clips, feet, goals and constraints made of the pose together,
/// for whoever plays clips alone.
///
/// Expressions and gaze go into the morph weights and joints that they moved; what expressions do to materials does not.
/// Where the character stands is left out, or kept as root motion ([`ClipRecorder::with_travel`]), or in the keys of a joint
/// ([`ClipRecorder::with_travel_in`]).
///
/// ```
/// # use sinew::{Actor, Character, CharacterParts};
/// # use sinew::actor::ClipRecorder;
/// # let character = std::sync::Arc::new(Character::new(CharacterParts::default())?);
/// # let mut actor = Actor::new(character, Vec::new())?;
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
    travel: Travel,
    frames: Vec<Recorded>,
}

/// What becomes of where the character stands.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Travel {
    LeftOut,
    Beside,
    In(JointIndex),
}

/// One frame.
#[derive(Clone, Debug)]
struct Recorded {
    local: Vec<Transform>,
    morphs: Vec<f32>,
    place: RootPose,
}

/// World transforms nearer than this to a place and a heading are nothing else.
const UPRIGHT: f32 = 1e-6;

impl ClipRecorder {
    /// A recording of actors of `character`, at so many frames a second. A rate that is none counts as 30.
    pub fn new(character: &Character, rate: f64) -> Self {
        let weights = character.rest_weights();
        Self {
            rate: if rate.is_finite() && rate > 0.0 { rate } else { 30.0 },
            skeleton: character.skeleton().clone(),
            morphs: (0..character.instances().len()).map(|n| weights.row(n).to_vec()).collect(),
            travel: Travel::LeftOut,
            frames: Vec::new(),
        }
    }

    /// Keeps where the character stands in the world as the clip's root motion: place, height and heading. What else a world
    /// transform does (lean, scale) goes into the joints that hang on no other.
    #[must_use]
    pub fn with_travel(mut self) -> Self {
        self.travel = Travel::Beside;
        self
    }

    /// Keeps where the character stands in the world in the keys of `joint`, for players that know no root motion. It takes
    /// along what hangs from it: of people the hips are what others look at, else the joint that all hangs from.
    ///
    /// # Panics
    /// When there is no such joint.
    #[must_use]
    pub fn with_travel_in(mut self, joint: JointIndex) -> Self {
        assert!(joint.index() < self.skeleton.len(), "there is no joint {}", joint.0);
        self.travel = Travel::In(joint);
        self
    }

    /// How many frames there are.
    pub fn len(&self) -> usize {
        self.frames.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// The time of the next frame, in seconds.
    pub fn next_time(&self) -> f64 {
        self.frames.len() as f64 / self.rate
    }

    /// Adds what an actor looks like now: the frame at [`next_time`](Self::next_time).
    ///
    /// # Panics
    /// When the actor is of another character.
    pub fn add(&mut self, frame: &Frame<'_>) {
        let mut local = frame.local().to_vec();
        assert_eq!(local.len(), self.skeleton.len(), "the frame is of another character");
        let world = frame.world_from_model();
        let mut place = RootPose::default();
        match self.travel {
            Travel::LeftOut => {}
            Travel::Beside => {
                let before = self.frames.last().map_or(0.0, |frame| frame.place.heading);
                place = RootPose { position: world.translation.into(), heading: heading(&world, before) };
                let rest = place.to_affine().inverse() * world;
                if !rest.abs_diff_eq(Affine3A::IDENTITY, UPRIGHT) {
                    let roots = self.skeleton.joints().filter(|joint| self.skeleton.parent(*joint).is_none());
                    roots.for_each(|root| carry(&mut local[root.index()], &Affine3A::IDENTITY, &rest));
                }
            }
            Travel::In(joint) => {
                let parent = self.skeleton.parent(joint).map(|parent| frame.model()[parent.index()]);
                carry(&mut local[joint.index()], &parent.unwrap_or(Affine3A::IDENTITY), &world);
            }
        }
        let rows = (0..self.morphs.len()).flat_map(|instance| frame.morph_weights(instance));
        self.frames.push(Recorded { local, morphs: rows.copied().collect(), place });
    }

    /// The clip: a key at every frame of what moves, one at either end of what stays but not at rest, and none of what is at
    /// rest throughout. Empty without frames.
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
        for (instance, rest) in self.morphs.iter().enumerate() {
            let rows = self.frames.iter().map(|frame| &frame.morphs[first..first + rest.len()]);
            if rows.clone().any(|row| row != rest) {
                let rows = rows.flatten().copied().collect();
                let weights = Track::new(Interpolation::Linear, rest.len(), times.clone(), rows);
                clip.morphs.extend(weights.ok().map(|weights| MorphTrack { instance, weights }));
            }
            first += rest.len();
        }
        if self.travel == Travel::Beside {
            let places = self.frames.iter().map(|frame| frame.place).collect();
            clip.root = RootTrack::new(times, places).ok();
        }
        if clip.track_count() == 0 && !self.skeleton.is_empty() {
            // Somebody who does nothing at all does so for as long as it took.
            let joint = JointIndex(0);
            let rotation = self.skeleton.rest()[0].rotation;
            let stays = Track::new(Interpolation::Linear, 1, keys.ends.clone(), vec![rotation; 2]).ok();
            clip.joints.push(JointTrack { rotation: stays, ..JointTrack::new(joint) });
        }
        clip
    }
}

/// When there are keys of what moves, and of what stays.
struct Keys {
    times: Arc<[f32]>,
    ends: Arc<[f32]>,
}

impl Keys {
    fn track<V: Copy + PartialEq>(&self, values: Vec<V>, rest: V) -> Option<Track<V>> {
        let first = values[0];
        let stays = values.iter().all(|value| *value == first);
        if stays && first == rest {
            return None;
        }
        let (times, values) = if stays { (&self.ends, vec![first; 2]) } else { (&self.times, values) };
        Track::new(Interpolation::Linear, 1, times.clone(), values).ok()
    }
}

/// The same turns without a change of sign from one to the next, for players that mix quaternions number by number.
fn without_flips(rotations: impl Iterator<Item = Quat>) -> Vec<Quat> {
    let mut all: Vec<Quat> = Vec::new();
    for rotation in rotations {
        let flips = all.last().is_some_and(|before| before.dot(rotation) < 0.0);
        all.push(if flips { -rotation } else { rotation });
    }
    all
}

/// Where a world transform faces, as the turn about +Y nearest to the one before.
fn heading(world: &Affine3A, before: f32) -> f32 {
    let ahead = world.transform_vector3(Vec3::Z);
    let heading = ahead.x.atan2(ahead.z);
    heading - ((heading - before) / TAU).round() * TAU
}

/// Has a joint below `parent` stand as if `world` came before its parent.
fn carry(local: &mut Transform, parent: &Affine3A, world: &Affine3A) {
    if *world != Affine3A::IDENTITY {
        *local = Transform::from_affine(&(parent.inverse() * *world * *parent * local.to_affine()));
    }
}
