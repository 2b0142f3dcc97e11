//! Formats, states and creation of the pipelines of the renderer.

use super::pipeline_layouts::PipelineLayouts;
use super::shaders::Shaders;
use crate::gpu::{Gpu, PICTURE_FORMAT};
use sinew::character::Topology;

/// Format of the main pass's colour target. Shaders write tone-mapped linear colours, which are blended and
/// resolved as such; stored as sRGB they need half the memory traffic of 16-bit floats, which decides the
/// speed of software rendering.
pub(super) const COLOR_FORMAT: wgpu::TextureFormat = PICTURE_FORMAT;
pub(super) const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// Device, layouts and shaders that all pipelines are created with.
#[derive(Debug)]
pub(super) struct PipelineContext {
    pub(super) gpu: Gpu,
    pub(super) layouts: PipelineLayouts,
    pub(super) shaders: Shaders,
    /// Samples per pixel of the main pass.
    pub(super) sample_count: u32,
}

impl PipelineContext {
    /// Context for `max_samples` samples per pixel, or fewer where the device does not support them.
    pub(super) fn new(gpu: &Gpu, max_samples: u32) -> Self {
        let features = gpu.adapter.get_texture_format_features(COLOR_FORMAT).flags;
        Self {
            gpu: gpu.clone(),
            layouts: PipelineLayouts::new(gpu),
            shaders: Shaders::new(gpu),
            sample_count: if max_samples >= 4 && features.sample_count_supported(4) { 4 } else { 1 },
        }
    }
}

/// Depth test of a pipeline.
#[derive(Clone, Copy)]
pub(super) struct DepthTest {
    pub(super) writes_depth: bool,
    pub(super) compare: wgpu::CompareFunction,
}

/// Description of a pipeline of the main pass.
pub(super) struct MainPassPipeline<'a> {
    pub(super) layout: &'a wgpu::PipelineLayout,
    pub(super) module: &'a wgpu::ShaderModule,
    /// Entry points of the vertex and the fragment shader.
    pub(super) entry_points: [&'a str; 2],
    pub(super) vertex_buffers: &'a [Option<wgpu::VertexBufferLayout<'a>>],
    pub(super) topology: Topology,
    /// Whether triangles are a strip.
    pub(super) is_strip: bool,
    /// Faces that are not drawn.
    pub(super) cull_mode: Option<wgpu::Face>,
    pub(super) depth: DepthTest,
    pub(super) depth_bias: wgpu::DepthBiasState,
    pub(super) blend: Option<wgpu::BlendState>,
    pub(super) alpha_to_coverage: bool,
    /// Values of the shader's `override` constants.
    pub(super) constants: &'a [(&'a str, f64)],
}

impl<'a> MainPassPipeline<'a> {
    /// Opaque triangles of both sides, without vertex buffers and constants.
    pub(super) fn new(
        layout: &'a wgpu::PipelineLayout,
        module: &'a wgpu::ShaderModule,
        entry_points: [&'a str; 2],
        depth: DepthTest,
    ) -> Self {
        Self {
            layout,
            module,
            entry_points,
            vertex_buffers: &[],
            topology: Topology::Triangles,
            is_strip: false,
            cull_mode: None,
            depth,
            depth_bias: wgpu::DepthBiasState::default(),
            blend: None,
            alpha_to_coverage: false,
            constants: &[],
        }
    }

    /// Pipeline for targets with the context's samples per pixel.
    pub(super) fn create(&self, context: &PipelineContext) -> wgpu::RenderPipeline {
        self.create_for(context, context.sample_count)
    }

    /// Pipeline for targets with `sample_count` samples per pixel.
    pub(super) fn create_for(&self, context: &PipelineContext, sample_count: u32) -> wgpu::RenderPipeline {
        let options = wgpu::PipelineCompilationOptions { constants: self.constants, ..Default::default() };
        context.gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(self.entry_points[0]),
            layout: Some(self.layout),
            vertex: wgpu::VertexState {
                module: self.module,
                entry_point: Some(self.entry_points[0]),
                compilation_options: options.clone(),
                buffers: self.vertex_buffers,
            },
            primitive: wgpu::PrimitiveState {
                topology: if self.is_strip {
                    wgpu::PrimitiveTopology::TriangleStrip
                } else {
                    primitive_topology(self.topology)
                },
                cull_mode: self.cull_mode,
                ..Default::default()
            },
            depth_stencil: Some(wgpu::DepthStencilState {
                format: DEPTH_FORMAT,
                depth_write_enabled: Some(self.depth.writes_depth),
                depth_compare: Some(self.depth.compare),
                stencil: Default::default(),
                bias: self.depth_bias,
            }),
            multisample: wgpu::MultisampleState {
                count: sample_count,
                alpha_to_coverage_enabled: self.alpha_to_coverage,
                ..Default::default()
            },
            fragment: Some(wgpu::FragmentState {
                module: self.module,
                entry_point: Some(self.entry_points[1]),
                compilation_options: options,
                targets: &[Some(wgpu::ColorTargetState {
                    format: COLOR_FORMAT,
                    blend: self.blend,
                    // Coverage is no transparency: samples that are drawn stay opaque, as the background is.
                    write_mask: if self.alpha_to_coverage {
                        wgpu::ColorWrites::COLOR
                    } else {
                        wgpu::ColorWrites::ALL
                    },
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
