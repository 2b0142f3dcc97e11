use super::pipeline::DEPTH_FORMAT;
use super::pipeline_layouts::PipelineLayouts;

/// Depth of the scene as seen from the sun.
#[derive(Debug)]
pub(super) struct ShadowMap {
    pub(super) view: wgpu::TextureView,
    /// Width and height in texels.
    pub(super) size: u32,
    /// Group 0 of the main pass: frame uniform and shadow map.
    pub(super) frame_with_shadow: wgpu::BindGroup,
    /// The same for the background around the region with edges.
    pub(super) frame_around_region: wgpu::BindGroup,
}

impl ShadowMap {
    /// Creates a map of `size` texels a side, within the limits of the device. `frames` are the frame
    /// uniforms of the main pass and of the background around its region.
    pub(super) fn new(
        device: &wgpu::Device,
        layouts: &PipelineLayouts,
        size: u32,
        frames: [&wgpu::Buffer; 2],
    ) -> Self {
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
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("shadow"),
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            compare: Some(wgpu::CompareFunction::LessEqual),
            ..Default::default()
        });
        let [frame_with_shadow, frame_around_region] = frames.map(|frame| {
            device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some("frame with shadow"),
                layout: &layouts.frame_with_shadow,
                entries: &[
                    wgpu::BindGroupEntry { binding: 0, resource: frame.as_entire_binding() },
                    wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::TextureView(&view) },
                    wgpu::BindGroupEntry { binding: 2, resource: wgpu::BindingResource::Sampler(&sampler) },
                    wgpu::BindGroupEntry { binding: 3, resource: wgpu::BindingResource::TextureView(&view) },
                ],
            })
        });
        Self { view, size, frame_with_shadow, frame_around_region }
    }
}
