//! Surface of characters: tangents and normal maps.

pub mod tangent;
