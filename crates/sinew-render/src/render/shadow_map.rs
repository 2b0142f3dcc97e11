use super::pipeline::DEPTH_FORMAT;
use super::pipeline_layouts::PipelineLayouts;
use crate::gpu::PICTURE_FORMAT;

/// Depth of the scene as seen from the sun.
#[derive(Debug)]
pub(super) struct ShadowMap {
    pub(super) view: wgpu::TextureView,
    sampler: wgpu::Sampler,
    behind_sampler: wgpu::Sampler,
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
        // Nothing is behind but a transparent point.
        let nothing = device.create_texture(&wgpu::TextureDescriptor {
            label: Some("nothing behind"),
            size: wgpu::Extent3d { width: 1, height: 1, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: PICTURE_FORMAT,
            usage: wgpu::TextureUsages::TEXTURE_BINDING,
            view_formats: &[],
        });
        let nothing = nothing.create_view(&wgpu::TextureViewDescriptor::default());
        let behind_sampler = device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("behind"),
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            mipmap_filter: wgpu::MipmapFilterMode::Linear,
            ..Default::default()
        });
        let group =
            |frame| frame_group(device, layouts, frame, (&view, &sampler), (&nothing, &behind_sampler));
        let [frame_with_shadow, frame_around_region] = frames.map(group);
        Self { view, sampler, behind_sampler, size, frame_with_shadow, frame_around_region }
    }

    /// Group 0 of the main pass with a picture of what lies behind transmissive surfaces.
    pub(super) fn frame_with_behind(
        &self,
        device: &wgpu::Device,
        layouts: &PipelineLayouts,
        frame: &wgpu::Buffer,
        behind: &wgpu::TextureView,
    ) -> wgpu::BindGroup {
        frame_group(device, layouts, frame, (&self.view, &self.sampler), (behind, &self.behind_sampler))
    }
}

fn frame_group(
    device: &wgpu::Device,
    layouts: &PipelineLayouts,
    frame: &wgpu::Buffer,
    (shadow, shadow_sampler): (&wgpu::TextureView, &wgpu::Sampler),
    (behind, behind_sampler): (&wgpu::TextureView, &wgpu::Sampler),
) -> wgpu::BindGroup {
    let resources = [
        frame.as_entire_binding(),
        wgpu::BindingResource::TextureView(shadow),
        wgpu::BindingResource::Sampler(shadow_sampler),
        wgpu::BindingResource::TextureView(shadow),
        wgpu::BindingResource::TextureView(behind),
        wgpu::BindingResource::Sampler(behind_sampler),
    ];
    let entries = resources.into_iter().zip(0..);
    let entries: Vec<_> =
        entries.map(|(resource, binding)| wgpu::BindGroupEntry { binding, resource }).collect();
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("frame with shadow"),
        layout: &layouts.frame_with_shadow,
        entries: &entries,
    })
}
