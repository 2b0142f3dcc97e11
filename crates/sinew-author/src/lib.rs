#![doc = include_str!("../README.md")]
#![cfg_attr(
    test,
    allow(clippy::disallowed_methods, reason = "tests compare with the functions of the system")
)]

pub mod clip;
pub mod face;
pub mod hair;
pub mod motion_check;
pub mod surface;
