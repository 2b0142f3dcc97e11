//! Decals painted into textures, on made-up shapes.
#![allow(clippy::disallowed_methods, reason = "tests compare with the functions of the system")]

mod bake;
#[allow(dead_code, reason = "shared with the runtime's tests of surfaces")]
#[path = "../../../sinew/tests/surface/shapes.rs"]
mod shapes;
