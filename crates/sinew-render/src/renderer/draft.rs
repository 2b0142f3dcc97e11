use super::layouts::Layouts;
use crate::shader::Shaders;
use sinew::character::Topology;

/// What light is gathered in, before encoding.
pub(super) const LIGHT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba16Float;
pub(super) const DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// What every pipeline is made with.
pub(super) struct Context<'a> {
    pub(super) device: &'a wgpu::Device,
    pub(super) layouts: &'a Layouts,
    pub(super) shaders: &'a Shaders,
    pub(super) samples: u32,
}

/// What the pipelines that draw into the light share.
pub(super) struct Draft<'a> {
    pub(super) module: &'a wgpu::ShaderModule,
    pub(super) entries: [&'a str; 2],
    pub(super) topology: Topology,
    pub(super) cull: Option<wgpu::Face>,
    pub(super) depth: Option<(bool, wgpu::CompareFunction)>,
    pub(super) blend: Option<wgpu::BlendState>,
    pub(super) coverage: bool,
    pub(super) constants: &'a [(&'a str, f64)],
}

impl<'a> Draft<'a> {
    pub(super) fn new(module: &'a wgpu::ShaderModule, entries: [&'a str; 2]) -> Self {
        Self {
            module,
            entries,
            topology: Topology::Triangles,
            cull: None,
            depth: None,
            blend: None,
            coverage: false,
            constants: &[],
        }
    }

    pub(super) fn make(
        &self,
        context: &Context<'_>,
        layout: &wgpu::PipelineLayout,
        buffers: &[Option<wgpu::VertexBufferLayout<'_>>],
    ) -> wgpu::RenderPipeline {
        let options = wgpu::PipelineCompilationOptions { constants: self.constants, ..Default::default() };
        context.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(self.entries[0]),
            layout: Some(layout),
            vertex: wgpu::VertexState {
                module: self.module,
                entry_point: Some(self.entries[0]),
                compilation_options: options.clone(),
                buffers,
            },
            primitive: wgpu::PrimitiveState {
                topology: primitive_topology(self.topology),
                cull_mode: self.cull,
                ..Default::default()
            },
            depth_stencil: self.depth.map(|(write, compare)| wgpu::DepthStencilState {
                format: DEPTH,
                depth_write_enabled: Some(write),
                depth_compare: Some(compare),
                stencil: Default::default(),
                bias: Default::default(),
            }),
            multisample: wgpu::MultisampleState {
                count: context.samples,
                alpha_to_coverage_enabled: self.coverage,
                ..Default::default()
            },
            fragment: Some(wgpu::FragmentState {
                module: self.module,
                entry_point: Some(self.entries[1]),
                compilation_options: options,
                targets: &[Some(wgpu::ColorTargetState {
                    format: LIGHT,
                    blend: self.blend,
                    write_mask: wgpu::ColorWrites::ALL,
                })],
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}

pub(super) fn primitive_topology(topology: Topology) -> wgpu::PrimitiveTopology {
    match topology {
        Topology::Points => wgpu::PrimitiveTopology::PointList,
        Topology::Lines => wgpu::PrimitiveTopology::LineList,
        Topology::Triangles => wgpu::PrimitiveTopology::TriangleList,
    }
}
