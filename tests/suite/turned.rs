//! The built-in character that faces elsewhere.

use crate::turned_glb;
use sinew::glam::Quat;
use sinew_import::{Imported, NoFiles, import};

/// The built-in character, found as a humanoid by its names, facing `degrees` from +Z to +X, with clips that
/// go where it faces.
#[must_use]
pub fn turned_built_in(degrees: f32) -> Imported {
    let bytes = std::fs::read(crate::repository().join("data/sinew.vrm")).expect("the built-in character");
    let open = |bytes: &[u8]| import(bytes, &NoFiles).expect("a GLB");
    let (straight, mut turned) = (open(&bytes), open(&turned_glb(&bytes, degrees)));
    let turn = Quat::from_rotation_y(degrees.to_radians());
    for (clip, source) in turned.clips.iter_mut().zip(&straight.clips) {
        clip.root_motion = source.root_motion.as_ref().map(|motion| motion.turned(turn));
    }
    turned
}
