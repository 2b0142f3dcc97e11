use super::layout_entry::{layout_entry, texture_binding};

/// Format of the pictures that are drawn before they are shown.
pub(crate) const PICTURE_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8UnormSrgb;

/// Generator of mipmaps: draws each level of a texture from the level before.
#[derive(Debug)]
pub(crate) struct MipmapGenerator {
    layout: wgpu::BindGroupLayout,
    /// For sRGB colours: texels are weighted by their alpha.
    color: wgpu::RenderPipeline,
    /// For linear data: the plain average.
    data: wgpu::RenderPipeline,
    /// For pictures of linear colours that are multiplied by alpha: the plain average.
    picture: wgpu::RenderPipeline,
}

impl MipmapGenerator {
    pub(super) fn new(device: &wgpu::Device) -> Self {
        let shader = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("mipmap"),
            source: wgpu::ShaderSource::Wgsl(include_str!("../shaders/mipmap.wgsl").into()),
        });
        let filterable = wgpu::TextureSampleType::Float { filterable: true };
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("mipmap"),
            entries: &[layout_entry(0, wgpu::ShaderStages::FRAGMENT, texture_binding(filterable))],
        });
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("mipmap"),
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let pipeline = |format: wgpu::TextureFormat, alpha_weighted: f64| {
            device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                label: Some("mipmap"),
                layout: Some(&pipeline_layout),
                vertex: wgpu::VertexState {
                    module: &shader,
                    entry_point: Some("mipmap_vertex"),
                    compilation_options: Default::default(),
                    buffers: &[],
                },
                primitive: Default::default(),
                depth_stencil: None,
                multisample: Default::default(),
                fragment: Some(wgpu::FragmentState {
                    module: &shader,
                    entry_point: Some("mipmap_fragment"),
                    compilation_options: wgpu::PipelineCompilationOptions {
                        constants: &[("ALPHA_WEIGHTED", alpha_weighted)],
                        ..Default::default()
                    },
                    targets: &[Some(format.into())],
                }),
                multiview_mask: None,
                cache: None,
            })
        };
        let color = pipeline(wgpu::TextureFormat::Rgba8UnormSrgb, 1.0);
        let data = pipeline(wgpu::TextureFormat::Rgba8Unorm, 0.0);
        let picture = pipeline(PICTURE_FORMAT, 0.0);
        Self { layout, color, data, picture }
    }

    /// Draws every level of `texture` but the first.
    pub(crate) fn generate(&self, device: &wgpu::Device, queue: &wgpu::Queue, texture: &wgpu::Texture) {
        let pipeline = if texture.format().is_srgb() { &self.color } else { &self.data };
        let mut encoder = device.create_command_encoder(&Default::default());
        record(&mut encoder, &self.levels(device, texture), pipeline);
        queue.submit([encoder.finish()]);
    }

    /// Levels of a texture to draw, each from the one before.
    pub(crate) fn levels(&self, device: &wgpu::Device, texture: &wgpu::Texture) -> Vec<MipLevel> {
        let level_view = |level: u32| {
            texture.create_view(&wgpu::TextureViewDescriptor {
                base_mip_level: level,
                mip_level_count: Some(1),
                ..Default::default()
            })
        };
        let level = |level: u32| MipLevel {
            view: level_view(level),
            source: device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some("mipmap"),
                layout: &self.layout,
                entries: &[wgpu::BindGroupEntry {
                    binding: 0,
                    resource: wgpu::BindingResource::TextureView(&level_view(level - 1)),
                }],
            }),
        };
        (1..texture.mip_level_count()).map(level).collect()
    }

    /// Records the drawing of the levels of a picture in [`PICTURE_FORMAT`].
    pub(crate) fn record_picture(&self, encoder: &mut wgpu::CommandEncoder, levels: &[MipLevel]) {
        record(encoder, levels, &self.picture);
    }
}

/// Level of a texture, and the level that it is drawn from.
#[derive(Debug)]
pub(crate) struct MipLevel {
    view: wgpu::TextureView,
    source: wgpu::BindGroup,
}

fn record(encoder: &mut wgpu::CommandEncoder, levels: &[MipLevel], pipeline: &wgpu::RenderPipeline) {
    for level in levels {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("mipmap"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &level.view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                    store: wgpu::StoreOp::Store,
                },
            })],
            ..Default::default()
        });
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, &level.source, &[]);
        pass.draw(0..3, 0..1);
    }
}
