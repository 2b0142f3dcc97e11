//! Track mixer: numbered tracks that play clips, blended by weight, with keyed changes on the mixer's own
//! clock (F. Luna, *Skinned Mesh Character Animation with Direct3D 9.0c*, 2004: the animation controller).

use super::{ClipSet, EventQueue, FullPose, Playback, PlaybackStep, PoseChange, ease, with_scratch_poses};
use crate::clip::{RootMotion, SampleCursor};
use crate::clone_from::impl_clone_from;
use std::mem::discriminant;

/// A numbered track of a [`TrackMixer`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct MixerTrack {
    /// The playing clip, with its time and speed; `None` at first. A clip that does not exist counts as none.
    pub playback: Option<Playback>,
    /// Blend weight, relative to the other tracks, 0 to 1 million; a value that is not finite counts as 0.
    pub weight: f32,
    /// Whether the track is blended and advances.
    pub enabled: bool,
}

/// Change of a mixer track.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum MixerChange {
    /// The new weight.
    Weight(f32),
    /// The new speed.
    Speed(f32),
    /// The new time, in seconds of the clip. Events before and after the jump fire.
    Time(f64),
    /// Whether the track is on.
    Enabled(bool),
}

/// Keyed change of a mixer track.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MixerKey {
    /// Number of the track.
    pub track: usize,
    /// Start, in seconds of [`TrackMixer::clock`].
    pub start: f64,
    /// Duration of a change of weight or speed, in seconds, with ease in and out; 0 changes at once. Time and
    /// `enabled` change at the start.
    pub duration: f32,
    /// The change.
    pub change: MixerChange,
}

/// Track mixer: blends the clips of its tracks by weight, with keyed changes on its own clock.
///
/// ```
/// # use sinew::clip::{Interpolation, JointTrack, Track};
/// # use sinew::glam::Vec3;
/// # use sinew::skeleton::{Joint, Skeleton};
/// # use sinew::{Character, CharacterParts, JointId, RawClip, Transform};
/// # let hips = Joint { name: "hips".into(), parent: None, rest: Transform::default(), in_scene: true };
/// # let parts = CharacterParts { skeleton: Skeleton::new(vec![hips])?, ..CharacterParts::default() };
/// # let character = std::sync::Arc::new(Character::new(parts)?);
/// # let clip = |name: &str, x: f32| {
/// #     let keys = Track::new(Interpolation::Linear, 1, [0.0, 1.0].into(), vec![Vec3::X * x; 2]);
/// #     let joint = JointTrack { translation: keys.ok(), ..JointTrack::new(JointId(0)) };
/// #     RawClip { name: name.into(), joints: vec![joint], ..RawClip::default() }
/// # };
/// # let (stand, lean) = (clip("stand", 0.0), clip("lean", 1.0)); // hips at x = 0 and x = 1
/// use sinew::clip::SampleCursor;
/// use sinew::playback::*;
///
/// let clips = ClipSet::new(&character, [stand, lean])?;
/// let mut mixer = TrackMixer::new(2);
/// mixer.tracks_mut()[0] = MixerTrack::EMPTY.with_playback(Playback::new(ClipId(0), 0.0));
/// mixer.tracks_mut()[1] = MixerTrack::EMPTY.with_playback(Playback::new(ClipId(1), 0.0)).with_weight(0.0);
/// // The second track rises to weight 1 within half a second, from second 1 on.
/// mixer.add_key(MixerKey { track: 1, start: 1.0, duration: 0.5, change: MixerChange::Weight(1.0) });
/// let (mut pose, mut events) = (clips.rest().clone(), EventQueue::new());
/// mixer.advance(1.25, &clips, &mut SampleCursor::new(), &mut pose, &mut events);
/// assert!((mixer.tracks()[1].weight - 0.5).abs() < 1e-6);
/// let x = pose.local.as_slice()[0].translation.x; // 0 at weight 1, and 1 at weight 0.5
/// assert!((x - 1.0 / 3.0).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TrackMixer {
    tracks: Vec<MixerTrack>,
    /// Weights at the beginning of the last step.
    weights_before: Vec<f32>,
    keys: Vec<ActiveKey>,
    clock: f64,
}

impl_clone_from!(TrackMixer { tracks, weights_before, clock }, buffers { keys });

#[derive(Clone, Copy, Debug)]
struct ActiveKey {
    key: MixerKey,
    /// Value at the start; `None` before.
    from: Option<f32>,
    /// Whether a later change of the same property has replaced it.
    is_over: bool,
}

/// Largest weight of a track: sums of weights stay finite.
const MAX_WEIGHT: f32 = 1e6;

/// Weight as it is used: 0 to [`MAX_WEIGHT`].
fn bounded(weight: f32) -> f32 {
    if weight.is_finite() { weight.clamp(0.0, MAX_WEIGHT) } else { 0.0 }
}

impl ActiveKey {
    /// Time and target of a jump of `track` that is due at `clock`.
    fn jump(&self, track: usize, clock: f64) -> Option<(f64, f64)> {
        match self.key {
            MixerKey { track: key_track, start, change: MixerChange::Time(to), .. } => {
                (key_track == track && start <= clock).then_some((start, to))
            }
            _ => None,
        }
    }
}

impl MixerTrack {
    /// A track without a clip, at full weight.
    pub const EMPTY: Self = Self { playback: None, weight: 1.0, enabled: true };

    /// Sets the playing clip.
    #[must_use]
    pub fn with_playback(self, playback: Playback) -> Self {
        Self { playback: Some(playback), ..self }
    }

    /// Sets the blend weight.
    #[must_use]
    pub fn with_weight(self, weight: f32) -> Self {
        Self { weight, ..self }
    }

    /// Sets whether the track is blended and advances.
    #[must_use]
    pub fn with_enabled(self, enabled: bool) -> Self {
        Self { enabled, ..self }
    }
}

impl TrackMixer {
    /// A mixer with `tracks` empty tracks.
    #[must_use]
    pub fn new(tracks: usize) -> Self {
        Self {
            tracks: vec![MixerTrack::EMPTY; tracks],
            weights_before: vec![0.0; tracks],
            keys: Vec::new(),
            clock: 0.0,
        }
    }

    /// The tracks.
    #[must_use]
    pub fn tracks(&self) -> &[MixerTrack] {
        &self.tracks
    }

    /// The tracks, to change. Values set here stay until a keyed change replaces them. A track that gets
    /// another playback drops the old one without firing the ends of its open spans.
    pub fn tracks_mut(&mut self) -> &mut [MixerTrack] {
        &mut self.tracks
    }

    /// Time that the mixer has played, in seconds.
    #[must_use]
    pub fn clock(&self) -> f64 {
        self.clock
    }

    /// Adds a keyed change. A change of weight or speed in progress stops where it is when another of the
    /// same kind starts on its track. A key of a track that the mixer does not have, or whose start is NaN,
    /// changes nothing.
    pub fn add_key(&mut self, key: MixerKey) {
        if key.track >= self.tracks.len() || key.start.is_nan() {
            return;
        }
        let index = self.keys.partition_point(|other| other.key.start <= key.start);
        self.keys.insert(index, ActiveKey { key, from: None, is_over: false });
    }

    /// Removes all keyed changes of a track.
    pub fn remove_keys(&mut self, track: usize) {
        self.keys.retain(|active| active.key.track != track);
    }

    /// Advances by `dt` seconds and writes the pose into `pose`. Events go into `events`:
    /// [begin a frame](EventQueue::begin_frame) before.
    pub fn advance(
        &mut self,
        dt: f32,
        clips: &ClipSet,
        cursor: &mut SampleCursor,
        pose: &mut FullPose,
        events: &mut EventQueue,
    ) -> PlaybackStep {
        let before = self.clock;
        if dt.is_finite() {
            self.clock += f64::from(dt);
        }
        let counts = |track: &MixerTrack| match (track.enabled, &track.playback) {
            (true, Some(playback)) if clips.get(playback.clip()).is_some() => bounded(track.weight),
            _ => 0.0,
        };
        let mut total_before = 0.0;
        for (before, track) in self.weights_before.iter_mut().zip(&self.tracks) {
            *before = counts(track);
            total_before += *before;
        }
        self.apply_keys();
        let total: f32 = self.tracks.iter().map(counts).sum();
        let mut moved = 0.0;
        let (mut sum, mut delta, mut change) = (0.0, RootMotion::IDENTITY, PoseChange::Continuous);
        for (n, track) in self.tracks.iter_mut().enumerate() {
            let weight = counts(track);
            let Some(playback) = &mut track.playback else { continue };
            let Some(clip) = clips.get(playback.clip()) else { continue };
            let jumps = self.keys.iter().filter_map(|active| active.jump(n, self.clock));
            if !track.enabled {
                playback.end_spans(clip, events);
                jumps.for_each(|(_, to)| playback.time = to);
                continue;
            }
            let share = if total > 0.0 { weight / total } else { 0.0 };
            let (mut way, mut since, mut left) = (None::<RootMotion>, before, dt);
            for (at, to) in jumps {
                // One keyed too late counts from when the step begins.
                let at = if at > before { at } else { before };
                let part = playback.advance((at - since) as f32, clip, share, events).root_motion;
                way = Some(way.map_or(part, |way| way.then(&part)));
                playback.time = to;
                (since, left) = (at, (self.clock - at) as f32);
            }
            let step = playback.advance(left, clip, share, events);
            // The body moves by the mean weights over the step, so that its way is the same at any frame
            // rate.
            let before = self.weights_before[n];
            let mean = if total_before > 0.0 { (share + before / total_before) * 0.5 } else { share };
            if mean > 0.0 {
                let track_motion = way.map_or(step.root_motion, |way| way.then(&step.root_motion));
                moved += mean;
                delta = if moved == mean { track_motion } else { delta.lerp(&track_motion, mean / moved) };
            }
            if share <= 0.0 {
                continue;
            }
            change = change.and(step.change);
            sum += weight;
            let time = playback.file_time(clip);
            cursor.select(n);
            if sum == weight {
                pose.sample(clip, time, clips.rest(), cursor);
            } else {
                with_scratch_poses(clips.rest(), 1, |poses| {
                    poses[0].sample(clip, time, clips.rest(), cursor);
                    pose.blend_over(&poses[0], weight / sum, None);
                });
            }
        }
        if sum == 0.0 {
            pose.copy_from(clips.rest());
        }
        self.drop_keys();
        PlaybackStep::new(delta, change)
    }

    /// Fires the end events of all open spans; call it when the mixer stops playing.
    pub fn end_spans(&mut self, clips: &ClipSet, events: &mut EventQueue) {
        for playback in self.tracks.iter_mut().filter_map(|track| track.playback.as_mut()) {
            playback.end_spans_in(clips, events);
        }
    }

    fn apply_keys(&mut self) {
        let clock = self.clock;
        for n in 0..self.keys.len() {
            let ActiveKey { key, from, is_over } = self.keys[n];
            if is_over || key.start > clock {
                continue;
            }
            let track = &mut self.tracks[key.track];
            let share = match key.duration > 0.0 {
                true => ease(((clock - key.start) / f64::from(key.duration)) as f32),
                false => 1.0,
            };
            let value = match (key.change, &mut track.playback) {
                (MixerChange::Weight(to), _) => Some((&mut track.weight, to)),
                (MixerChange::Speed(to), Some(playback)) => Some((&mut playback.speed, to)),
                (MixerChange::Enabled(on), _) => {
                    track.enabled = on;
                    None
                }
                (MixerChange::Speed(_), None) => None,
                // On the way, as what lies before it is still to be played.
                (MixerChange::Time(_), _) => None,
            };
            if let Some((value, to)) = value {
                let from = from.unwrap_or(*value);
                *value = from + (to - from) * share;
                self.keys[n].from = Some(from);
                // Keys stand in the order of their starts: what began before stops where it is.
                for other in &mut self.keys[..n] {
                    let same = discriminant(&other.key.change) == discriminant(&key.change);
                    other.is_over |= same && other.key.track == key.track;
                }
            }
        }
    }

    /// Removes the keyed changes that are complete.
    fn drop_keys(&mut self) {
        let clock = self.clock;
        self.keys.retain(|active| {
            let MixerKey { start, duration, change, .. } = active.key;
            let lasts = matches!(change, MixerChange::Weight(_) | MixerChange::Speed(_));
            let end = start + if lasts { f64::from(duration.max(0.0)) } else { 0.0 };
            !active.is_over && (clock < end || start > clock)
        });
    }
}
