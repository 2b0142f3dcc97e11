//! Shapes of faces that the visemes move.
#![allow(unsafe_code, reason = "exported names have to be unique in the module, which this crate sees to")]
#![allow(unreachable_pub, reason = "the functions are called from outside of the module")]

use sinew_speech::phone::ARKIT_NAMES;
use sinew_viseme::Viseme;

/// Shapes per viseme: VRM's aa, ih, ou, ee and oh, then those of ARKit.
const SHAPES: usize = 5 + ARKIT_NAMES.len();

thread_local! {
    static TABLE: Vec<f32> = Viseme::ALL
        .iter()
        .flat_map(|viseme| {
            let of_arkit = ARKIT_NAMES.map(|name| {
                viseme.arkit_weights().find(|(other, _)| *other == name).map_or(0.0, |(_, weight)| weight)
            });
            viseme.vrm_weights().into_iter().chain(of_arkit)
        })
        .collect();
}

/// Address of the table of shapes: a row of [`shape_count`] weights per viseme.
#[unsafe(no_mangle)]
pub extern "C" fn shape_table() -> *const f32 {
    TABLE.with(Vec::as_ptr)
}

/// Number of shapes per viseme.
#[unsafe(no_mangle)]
pub extern "C" fn shape_count() -> u32 {
    SHAPES as u32
}
