//! Measurement of a character's body from its skin, shared by IK, locomotion and scenes.

mod skin;

pub(crate) use skin::skin_vertices;
