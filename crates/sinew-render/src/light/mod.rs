//! Lights of a scene: sun, sky and the lights of files; light from all sides as spherical harmonics.

mod irradiance;
mod punctual_light;
mod sky;
mod sun;

pub(crate) use irradiance::Irradiance;
pub(crate) use punctual_light::luminance;
pub use punctual_light::{MAX_PUNCTUAL_LIGHTS, PunctualLight};
pub use sky::Sky;
pub use sun::Sun;
