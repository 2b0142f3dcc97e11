//! Command-line options that several verbs share, and the parsers of their values.

pub(crate) mod arms;
pub(crate) mod attach;
pub(crate) mod camera;
pub(crate) mod cards;
pub(crate) mod colour;
pub(crate) mod events;
pub(crate) mod face;
pub(crate) mod frames;
pub(crate) mod goals;
pub(crate) mod hair;
pub(crate) mod hide;
pub(crate) mod input;
pub(crate) mod light;
pub(crate) mod looping;
pub(crate) mod mapping;
pub(crate) mod number;
pub(crate) mod object_normals;
pub(crate) mod overlay;
pub(crate) mod playback;
pub(crate) mod random_face;
pub(crate) mod reference;
pub(crate) mod root_motion;
pub(crate) mod scene;
pub(crate) mod shading;
pub(crate) mod skip;
pub(crate) mod wrinkles;
