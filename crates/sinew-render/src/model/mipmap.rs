/// Fills the smaller levels of textures by drawing each from the one before.
#[derive(Debug)]
pub(crate) struct Mipmapper {
    layout: wgpu::BindGroupLayout,
    color: wgpu::RenderPipeline,
    data: wgpu::RenderPipeline,
}

impl Mipmapper {
    pub(crate) fn new(device: &wgpu::Device, shader: &wgpu::ShaderModule) -> Self {
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("mipmap"),
            entries: &[wgpu::BindGroupLayoutEntry {
                binding: 0,
                visibility: wgpu::ShaderStages::FRAGMENT,
                ty: wgpu::BindingType::Texture {
                    sample_type: wgpu::TextureSampleType::Float { filterable: true },
                    view_dimension: wgpu::TextureViewDimension::D2,
                    multisampled: false,
                },
                count: None,
            }],
        });
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("mipmap"),
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let pipeline = |format: wgpu::TextureFormat, weighted: f64| {
            device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                label: Some("mipmap"),
                layout: Some(&pipeline_layout),
                vertex: wgpu::VertexState {
                    module: shader,
                    entry_point: Some("mipmap_vertex"),
                    compilation_options: Default::default(),
                    buffers: &[],
                },
                primitive: Default::default(),
                depth_stencil: None,
                multisample: Default::default(),
                fragment: Some(wgpu::FragmentState {
                    module: shader,
                    entry_point: Some("mipmap_fragment"),
                    compilation_options: wgpu::PipelineCompilationOptions {
                        constants: &[("WEIGHTED", weighted)],
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
        Self { layout, color, data }
    }

    /// Fills every level of `texture` but the first.
    pub(super) fn fill(&self, device: &wgpu::Device, queue: &wgpu::Queue, texture: &wgpu::Texture) {
        let pipeline = if texture.format().is_srgb() { &self.color } else { &self.data };
        let mut encoder = device.create_command_encoder(&Default::default());
        let level = |n: u32| {
            texture.create_view(&wgpu::TextureViewDescriptor {
                base_mip_level: n,
                mip_level_count: Some(1),
                ..Default::default()
            })
        };
        for n in 1..texture.mip_level_count() {
            let bind_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some("mipmap"),
                layout: &self.layout,
                entries: &[wgpu::BindGroupEntry {
                    binding: 0,
                    resource: wgpu::BindingResource::TextureView(&level(n - 1)),
                }],
            });
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("mipmap"),
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: &level(n),
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
            pass.set_bind_group(0, &bind_group, &[]);
            pass.draw(0..3, 0..1);
        }
        queue.submit([encoder.finish()]);
    }
}
