use super::error::EnvironmentError;
use super::image::EnvironmentImage;
use super::prefilter::{FORMAT, prefilter};
use crate::gpu::Gpu;
use crate::light::Irradiance;
use sinew::glam::Vec3;

/// Radiance from all directions on the graphics device, averaged over the reflections of surfaces of each
/// roughness, with the irradiance of matt surfaces. Clones are cheap and refer to the same textures.
///
/// ```no_run
/// use sinew_render::{Camera, EnvironmentLight, EnvironmentMap, EnvironmentPreset, Gpu, Scene};
/// # fn example(gpu: &Gpu, scene: Scene<'_>) -> Result<(), Box<dyn std::error::Error>> {
/// let map = EnvironmentMap::new(gpu, &EnvironmentPreset::Studio.image())?;
/// let scene = scene.with_environment(EnvironmentLight::new(&map).with_rotation(0.5));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct EnvironmentMap {
    /// Cube with a level per roughness.
    pub(crate) view: wgpu::TextureView,
    pub(crate) irradiance: Irradiance,
}

impl EnvironmentMap {
    /// Prepares a picture. Takes some milliseconds on a graphics card, some hundred on a software device.
    ///
    /// # Errors
    /// When the device cannot draw into textures of 16-bit floats, or fails.
    pub fn new(gpu: &Gpu, image: &EnvironmentImage) -> Result<Self, EnvironmentError> {
        let usage = gpu.adapter.get_texture_format_features(FORMAT).allowed_usages;
        if !usage.contains(wgpu::TextureUsages::RENDER_ATTACHMENT) {
            return Err(EnvironmentError::Unsupported);
        }
        let irradiance = Irradiance::of(image.samples());
        let view = gpu.catch(|| prefilter(gpu, image)).map_err(EnvironmentError::Device)?;
        Ok(Self { view, irradiance })
    }

    /// Irradiance over π, so the radiance that a white matt surface with a normal sends on.
    #[must_use]
    pub fn irradiance(&self, normal: Vec3) -> Vec3 {
        self.irradiance.at(normal)
    }
}
