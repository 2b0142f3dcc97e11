use super::pipeline::DEPTH_FORMAT;

/// Depth of the scene as seen from the light that casts shadows.
#[derive(Debug)]
pub(super) struct ShadowMap {
    pub(super) view: wgpu::TextureView,
    /// Width and height in texels.
    pub(super) size: u32,
}

impl ShadowMap {
    /// Creates a map of `size` texels a side, within the limits of the device.
    pub(super) fn new(device: &wgpu::Device, size: u32) -> Self {
        let size = size.clamp(1, device.limits().max_texture_dimension_2d);
        let texture = device.create_texture(&wgpu::TextureDescriptor {
            label: Some("shadow map"),
            size: wgpu::Extent3d { width: size, height: size, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: DEPTH_FORMAT,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT
                | wgpu::TextureUsages::TEXTURE_BINDING
                | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        });
        Self { view: texture.create_view(&wgpu::TextureViewDescriptor::default()), size }
    }
}
