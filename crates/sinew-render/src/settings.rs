/// Choices a [`Renderer`](crate::Renderer) is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RenderSettings {
    /// Samples per pixel: 1 or 4. Devices that can't do 4 get 1.
    pub samples: u32,
    /// What [`Renderer::draw`](crate::Renderer::draw) writes to. Into an sRGB format colours go linear, into any
    /// other encoded; choose a non-sRGB one to share a surface with egui.
    pub output: wgpu::TextureFormat,
    /// How joints, influences and morph targets reach the shader.
    pub vertex_data: VertexData,
    /// Width of the shadow map in texels; 0 draws no shadows.
    pub shadow_size: u32,
}

impl Default for RenderSettings {
    /// Four samples, encoded 8-bit RGBA, the best path, a shadow map of 2048².
    fn default() -> Self {
        Self {
            samples: 4,
            output: wgpu::TextureFormat::Rgba8Unorm,
            vertex_data: VertexData::Auto,
            shadow_size: 2048,
        }
    }
}

/// How joints, influences and morph targets reach the shader. Both ways are without limits on their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum VertexData {
    /// Storage buffers where the device has them, textures elsewhere.
    #[default]
    Auto,
    /// Storage buffers.
    Storage,
    /// Textures, as on WebGL2.
    Texture,
}

/// [`VertexData`], decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VertexDataPath {
    Storage,
    Texture,
}

impl VertexData {
    pub(crate) fn decide(self, adapter: &wgpu::Adapter, limits: &wgpu::Limits) -> VertexDataPath {
        let flags = adapter.get_downlevel_capabilities().flags;
        let able = limits.max_storage_buffers_per_shader_stage >= 2
            && flags.contains(wgpu::DownlevelFlags::VERTEX_STORAGE);
        match self {
            Self::Texture => VertexDataPath::Texture,
            Self::Auto | Self::Storage if able => VertexDataPath::Storage,
            Self::Auto | Self::Storage => VertexDataPath::Texture,
        }
    }
}
