//! Sinew's runtime: characters that move, free of any engine, file format, GPU, clock or thread.
//!
#![doc = include_str!("../README.md")]
//!
//! # How it works
//!
//! The data flows one way. An importer makes a [`Character`] (immutable, shared) and its [`RawClip`]s; an
//! [`Actor`] is one instance of it. Once per frame the actor [`advance`](Actor::advance)s its clips and
//! [`resolve`](Actor::resolve)s its pose; the [`Frame`] it then lends out holds what a renderer needs:
//! skinning palettes, model transforms, morph weights, bounds.
//!
//! Conventions: right-handed, +Y up, +Z forward, +X to the character's left; metres, seconds, radians; column
//! vectors; quaternions xyzw; transforms apply scale, then rotation, then translation.
//!
//! An actor plays one of three sources: a clip ([`Actor::play`]), numbered tracks ([`playback::TrackMixer`])
//! or a graph ([`graph::AnimationGraph`]). Clips come as their files have them ([`RawClip`]) or compressed
//! ([`Clip`]); clips made for another body go through [`retarget`]. What all of these know about a body is
//! measured in [`body`].
//!
//! The crate `sinew-author` makes compressed clips, grooms, face shapes, wrinkle maps and all else that is made
//! once, at load or design time.
//!
//! Systems are switched on by setting what they share: [`Actor::set_ik`], [`Actor::set_face`],
//! [`Actor::set_springs`], [`Actor::set_ragdoll`], [`Actor::set_wrinkles`], [`Actor::set_hair`],
//! [`Actor::set_decals`]. Each has a room of its own ([`rig`], [`face`], [`spring`], [`ragdoll`], [`surface`],
//! [`hair`]) and works without an actor too ([`stage`]).
//!
//! Goals for hands, feet, heads and bodies go through an IK rig ([`rig`]); its solvers ([`ik`]), joint limits
//! ([`limit`]) and feet on uneven [`ground`] ([`locomotion`]) also work alone.
//!
//! The repository's
//! [`ARCHITECTURE.md`](https://github.com/sinew-rs/sinew/blob/main/ARCHITECTURE.md#rooms-of-cratessinew) lists the
//! modules in their order: each uses only those before it.
#![cfg_attr(
    test,
    allow(clippy::disallowed_methods, reason = "tests compare with the functions of the system")
)]

pub mod actor;
pub mod body;
pub mod character;
pub mod clip;
pub mod constraint;
pub mod face;
mod face_names;
pub mod graph;
pub mod ground;
pub mod hair;
pub mod humanoid;
pub mod ik;
pub mod limit;
pub mod locomotion;
pub mod math;
pub mod morph;
pub mod pack;
pub mod playback;
pub mod pose;
pub mod ragdoll;
pub mod retarget;
pub mod rig;
pub mod skeleton;
pub mod skinning;
pub mod spring;
pub mod stage;
pub mod surface;
pub mod text;

mod beside;
mod clone_from;
mod fingerprint;
mod id;
#[doc(hidden)]
pub mod internal;
mod name_or_id;

pub use glam;

pub use actor::{Actor, Frame, FrameInput};
pub use character::{Character, CharacterParts};
pub use clip::{Clip, ClipSource, RawClip, RootMotion, SampleCursor, WrapMode};
pub use math::{Bounds, Mat3x4, Transform};
pub use name_or_id::NameOrId;
pub use playback::{ClipId, ClipSet};
pub use pose::{LocalPose, ModelPose, SkinningPalette};
pub use skeleton::{JointId, Skeleton, Socket};
