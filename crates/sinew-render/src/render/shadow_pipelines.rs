use super::pipeline::{DEPTH_FORMAT, PipelineContext, primitive_topology};
use crate::gpu::ShadingModel;
use crate::model::Vertex;
use sinew::character::Topology;

/// Pipelines of the shadow pass, indexed by [`Topology`].
#[derive(Debug)]
pub(super) struct ShadowPipelines {
    opaque: [wgpu::RenderPipeline; 3],
    /// Meshes whose alpha leaves holes in the shadow, indexed by [`ShadingModel`] first.
    masked: [[wgpu::RenderPipeline; 3]; 3],
}

impl ShadowPipelines {
    pub(super) fn new(context: &PipelineContext) -> Self {
        let all = |masked| {
            [Topology::Points, Topology::Lines, Topology::Triangles].map(|t| create(context, t, masked))
        };
        Self { opaque: all(None), masked: ShadingModel::ALL.map(|shading| all(Some(shading))) }
    }

    /// Pipeline for meshes whose alpha is masked by a material of the shading model `masked`; `None` for
    /// opaque meshes.
    pub(super) fn get(&self, topology: Topology, masked: Option<ShadingModel>) -> &wgpu::RenderPipeline {
        &masked.map_or(&self.opaque, |shading| &self.masked[shading as usize])[topology as usize]
    }
}

fn create(
    context: &PipelineContext,
    topology: Topology,
    masked: Option<ShadingModel>,
) -> wgpu::RenderPipeline {
    let module = &context.shaders.shadow[masked.unwrap_or(ShadingModel::Pbr) as usize];
    let is_triangles = topology == Topology::Triangles;
    context.gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("shadow"),
        layout: Some(match masked {
            Some(shading) => &context.layouts.shadow_pipeline[shading as usize],
            None => &context.layouts.vertex_pipeline,
        }),
        vertex: wgpu::VertexState {
            module,
            entry_point: Some("shadow_vertex"),
            compilation_options: Default::default(),
            buffers: &[Some(Vertex::layout())],
        },
        // Both sides cast shadows: cloth and hair are open surfaces.
        primitive: wgpu::PrimitiveState {
            topology: primitive_topology(topology),
            cull_mode: None,
            ..Default::default()
        },
        depth_stencil: Some(wgpu::DepthStencilState {
            format: DEPTH_FORMAT,
            depth_write_enabled: Some(true),
            depth_compare: Some(wgpu::CompareFunction::LessEqual),
            stencil: Default::default(),
            bias: wgpu::DepthBiasState {
                constant: 0,
                slope_scale: if is_triangles { 1.5 } else { 0.0 },
                clamp: 0.0,
            },
        }),
        multisample: Default::default(),
        fragment: masked.map(|_| wgpu::FragmentState {
            module,
            entry_point: Some("shadow_fragment"),
            compilation_options: Default::default(),
            targets: &[],
        }),
        multiview_mask: None,
        cache: None,
    })
}
