//! Sinew in the browser: the WebAssembly modules of the npm packages `sinew-lipsync` and `sinew-avatar`.
//!
//! The packages lie in the folder `web`; `cargo xtask web` builds them. Each module is this crate with other
//! features.

#[cfg(feature = "avatar")]
pub mod avatar;
#[cfg(any(feature = "lipsync", feature = "align"))]
pub mod lipsync;
