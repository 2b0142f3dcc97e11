//! Edits of clips (`sinew`, `sinew-author`) on the clips of real files: the built-in character, whose file is
//! in the repository, and the test assets.

mod additive;
#[path = "../import/assets.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
mod assets;
mod files;
mod loops;
mod mirrored;
mod rates;
mod reversed;
