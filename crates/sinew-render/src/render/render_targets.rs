use super::pipeline::{COLOR_FORMAT, DEPTH_FORMAT, PipelineContext};

/// Targets of the main pass for images of one size.
#[derive(Debug)]
pub(super) struct RenderTargets {
    /// Width and height in pixels.
    pub(super) size: [u32; 2],
    /// Colours with several samples per pixel; `None` without multisampling.
    pub(super) multisampled: Option<wgpu::TextureView>,
    /// Colours with one sample per pixel.
    pub(super) resolved: wgpu::TextureView,
    pub(super) depth: wgpu::TextureView,
    /// Group 0 of the output pass: the resolved colours.
    pub(super) output: wgpu::BindGroup,
}

impl RenderTargets {
    pub(super) fn new(context: &PipelineContext, size: [u32; 2]) -> Self {
        let device = &context.gpu.device;

        let texture = |label, format, sample_count, usage| {
            let texture = device.create_texture(&wgpu::TextureDescriptor {
                label: Some(label),
                size: wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage: wgpu::TextureUsages::RENDER_ATTACHMENT | usage,
                view_formats: &[],
            });
            texture.create_view(&wgpu::TextureViewDescriptor::default())
        };
        let none = wgpu::TextureUsages::empty();
        let resolved = texture("color", COLOR_FORMAT, 1, wgpu::TextureUsages::TEXTURE_BINDING);
        let output = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("output"),
            layout: &context.layouts.output,
            entries: &[wgpu::BindGroupEntry {
                binding: 0,
                resource: wgpu::BindingResource::TextureView(&resolved),
            }],
        });
        Self {
            size,
            multisampled: (context.sample_count > 1)
                .then(|| texture("multisampled color", COLOR_FORMAT, context.sample_count, none)),
            depth: texture("depth", DEPTH_FORMAT, context.sample_count, none),
            resolved,
            output,
        }
    }
}
