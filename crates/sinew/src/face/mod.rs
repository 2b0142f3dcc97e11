//! The face: expressions become morph weights and material overrides, a gaze turns the eyes; emotions,
//! speech, eye movements and blinks are its channels.
//!
//! [`FaceRig`] is the face of a character, shared by its actors; [`FaceState`] has the values of one actor.
//! The functions beside them can be called alone.

pub(crate) mod arkit;
mod blink;
mod correctives;
mod emotion;
mod error;
mod expressions;
mod eye_movement;
mod eye_setup;
mod face_gaze;
mod gaze;
mod gaze_layer;
mod hand_weight;
mod input;
mod material_override;
mod rig;
mod smoothing;
mod state;
#[cfg(test)]
mod tests;
mod viseme_map;

pub use crate::face_names::{FaceNames, FaceNamesError, Viseme, VisemeFrame, VisemeTrack, VisemeTrackError};
pub(crate) use arkit::arkit_morphs;
pub use blink::BlinkSettings;
pub use correctives::Corrective;
pub use emotion::{EmotionFade, morph_emotions};
pub use error::FaceError;
pub use expressions::{OverrideShares, apply_expression_morphs, apply_material_binds, resolve_expressions};
pub use eye_movement::EyeMovementSettings;
pub use face_gaze::FaceGaze;
pub use gaze::{Gaze, GazeAngles, turn_eye};
pub use input::{FaceInput, LookTarget};
pub use material_override::MaterialOverride;
pub use rig::{FaceRig, FaceRigDescription, JawDescription, MorphShapes, VisemeShapes};
pub use smoothing::FaceSmoothing;
pub use state::{FaceSpeech, FaceState};
pub use viseme_map::{VisemeMap, VisemeTargets};
