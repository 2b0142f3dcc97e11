//! Environment maps: the radiance that comes from all directions, read from pictures or built in, and prepared
//! on the device for matt and for rough surfaces.

mod environment_light;
mod error;
#[cfg(feature = "environment-files")]
mod file;
mod image;
mod map;
mod prefilter;
mod preset;

pub use environment_light::EnvironmentLight;
pub use error::EnvironmentError;
pub use image::EnvironmentImage;
pub use map::EnvironmentMap;
pub use preset::EnvironmentPreset;
