//! Rays against surfaces, welding and decals, on made-up shapes.
#![allow(clippy::disallowed_methods, reason = "tests compare with the functions of the system")]

#[path = "../counting/mod.rs"]
mod counting;
mod decal_mesh;
mod decals;
mod drips;
mod hostile;
mod maps;
mod no_allocation;
mod rays;
mod shapes;
mod walk;
mod welding;
