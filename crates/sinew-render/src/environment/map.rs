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

/// Longest side of the picture on the device: sharper than the sharpest reflection.
const MAX_WIDTH: u32 = 2048;
/// Longest side of the picture that matt surfaces are lit by.
const MATT_WIDTH: u32 = 256;

impl EnvironmentMap {
    /// Prepares a picture, of which at most 2048 pixels a side are used. The device draws six levels of a cube of
    /// 256 pixels a side.
    ///
    /// # Errors
    /// When the device cannot draw into textures of 16-bit floats, or fails.
    pub fn new(gpu: &Gpu, image: &EnvironmentImage) -> Result<Self, EnvironmentError> {
        let usage = gpu.adapter.get_texture_format_features(FORMAT).allowed_usages;
        if !usage.contains(wgpu::TextureUsages::RENDER_ATTACHMENT) {
            return Err(EnvironmentError::Unsupported);
        }
        let image = image.reduced(MAX_WIDTH.min(gpu.device.limits().max_texture_dimension_2d));
        let irradiance = Irradiance::of(image.reduced(MATT_WIDTH).samples());
        let view = gpu.catch(|| prefilter(gpu, &image)).map_err(EnvironmentError::Device)?;
        Ok(Self { view, irradiance })
    }

    /// Irradiance over π, so the radiance that a white matt surface with a normal sends on.
    #[must_use]
    pub fn irradiance(&self, normal: Vec3) -> Vec3 {
        self.irradiance.at(normal)
    }
}
