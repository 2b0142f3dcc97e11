/// Settings that a [`Renderer`](crate::Renderer) is made with.
///
/// ```
/// use sinew_render::RenderSettings;
///
/// let settings = RenderSettings::default().with_sample_count(1).with_shadow_map_size(1024);
/// assert_eq!(settings.sample_count, 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RenderSettings {
    /// Samples per pixel of multisample anti-aliasing: 1 or 4. Devices without 4 samples use 1.
    pub sample_count: u32,
    /// Format of the views that [`Renderer::draw`](crate::Renderer::draw) writes to. Into an sRGB format
    /// colours are written linear, into any other encoded as sRGB; a surface shared with egui needs a format
    /// that is not sRGB.
    pub output_format: wgpu::TextureFormat,
    /// Width and height of the shadow map in texels; 0 draws no shadows.
    pub shadow_map_size: u32,
}

impl Default for RenderSettings {
    /// Four samples per pixel, `Rgba8Unorm` output, a shadow map of 2048 × 2048 texels.
    fn default() -> Self {
        Self { sample_count: 4, output_format: wgpu::TextureFormat::Rgba8Unorm, shadow_map_size: 2048 }
    }
}

impl RenderSettings {
    /// Replaces the number of samples per pixel, 1 or 4.
    #[must_use]
    pub fn with_sample_count(self, sample_count: u32) -> Self {
        Self { sample_count, ..self }
    }

    /// Replaces the format of the views that [`Renderer::draw`](crate::Renderer::draw) writes to.
    #[must_use]
    pub fn with_output_format(self, output_format: wgpu::TextureFormat) -> Self {
        Self { output_format, ..self }
    }

    /// Replaces the width and height of the shadow map in texels; 0 draws no shadows.
    #[must_use]
    pub fn with_shadow_map_size(self, shadow_map_size: u32) -> Self {
        Self { shadow_map_size, ..self }
    }
}
