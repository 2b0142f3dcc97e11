//! Faces of many makers: shapes that are transferred, and mouths that open.

mod face_transfer;
mod mouth_names;
