//! Playback: single clips with fades, track mixers, animation events, inertialization.
//!
//! - A [`Playback`] is one playing clip: its time, speed and wrap mode. The next clip follows by
//!   [`fade`](Playback::fade), while both play, or by [`inertialize`](Playback::inertialize), where the
//!   offset from the old motion decays.
//! - A [`TrackMixer`] has numbered tracks, each with a playback and a weight, and keyed changes on its own
//!   clock.
//! - An animation graph ([`crate::graph`]) chooses clips by states and parameters.
//!
//! An actor has one of the three at a time, and at times a montage over it
//! ([`Actor::play_montage`](crate::Actor::play_montage)). Each writes a [`FullPose`], fires animation events
//! ([`FiredEvent`]) with the weight of their clip, and returns a [`PlaybackStep`]: the root motion of the
//! step, and how the pose follows the last one. [`Inertialization`], behind all of them, makes the
//! transitions that the step asks for. Clips are in a [`ClipSet`] and have a [`ClipId`]. More in the
//! repository's [`docs/playing.md`](https://github.com/sinew-rs/sinew/blob/main/docs/playing.md) and
//! [`docs/events.md`](https://github.com/sinew-rs/sinew/blob/main/docs/events.md).
//!
//! ```
//! # use sinew::clip::{Interpolation, JointTrack, Track};
//! # use sinew::skeleton::{Joint, Skeleton};
//! # use sinew::{Character, CharacterParts, JointId, RawClip, Transform};
//! # let hips = Joint { name: "hips".into(), parent: None, rest: Transform::default(), in_scene: true };
//! # let parts = CharacterParts { skeleton: Skeleton::new(vec![hips])?, ..CharacterParts::default() };
//! # let clip = |name: &str, x: f32| {
//! #     let values = vec![sinew::glam::Vec3::X * x; 2];
//! #     let keys = Track::new(Interpolation::Linear, 1, [0.0, 1.0].into(), values);
//! #     let joint = JointTrack { translation: keys.ok(), ..JointTrack::new(JointId(0)) };
//! #     std::sync::Arc::new(RawClip { name: name.into(), joints: vec![joint], ..RawClip::default() })
//! # };
//! # let clips = vec![clip("walk", 0.0), clip("run", 1.0)];
//! # let mut actor = sinew::Actor::new(std::sync::Arc::new(Character::new(parts)?), clips)?;
//! use sinew::playback::{ClipId, Playback, MixerChange, MixerKey};
//!
//! // One clip after the other.
//! actor.play("walk")?.speed(1.2);
//! actor.update(0.5);
//! actor.play("run")?.fade(0.2);
//! actor.update(0.1);
//! for event in actor.frame().events() {
//!     println!("{} at weight {}", event.name(actor.clips()), event.weight);
//! }
//!
//! // Two at once: the second track fades in from second 1 of the mixer's clock on.
//! let mixer = actor.use_mixer(2);
//! for (number, track) in mixer.tracks_mut().iter_mut().enumerate() {
//!     track.playback = Some(Playback::new(ClipId(number as u32), 0.0));
//! }
//! mixer.tracks_mut()[1].weight = 0.0;
//! mixer.add_key(MixerKey { track: 1, start: 1.0, duration: 0.5, change: MixerChange::Weight(1.0) });
//! actor.update(2.0);
//! let half = actor.frame().model()[0].translation.x;
//! assert!((half - 0.5).abs() < 1e-4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod character_mirror;
pub(crate) mod clip_set;
mod coverage;
mod event;
mod full_pose;
mod inertia;
mod mirrored_morphs;
mod mixer;
mod playback;
mod player;
mod scratch;
mod step;

pub use character_mirror::CharacterMirror;
pub use clip_set::{ClipId, ClipSet, ClipSetError};
pub use event::{EventQueue, FiredEvent};
pub use full_pose::{FullPose, PoseMask};
pub use inertia::Inertialization;
pub use mixer::{MixerChange, MixerKey, MixerTrack, TrackMixer};
pub use playback::Playback;
pub use player::ClipPlayer;
pub use step::{PlaybackStep, PoseChange};

pub(crate) use full_pose::blend_full;
pub(crate) use player::{ease, mean_ease};
pub(crate) use scratch::{reserve_scratch_poses, with_scratch_poses};
