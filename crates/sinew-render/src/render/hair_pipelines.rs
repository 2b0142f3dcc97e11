//! Pipelines that light, shade, sort and draw hair.

use super::light_features::{LightFeatures, PerLight};
use super::pipeline::{DEPTH_FORMAT, DepthTest, MainPassPipeline, PipelineContext};
use crate::gpu::HairKernels;

const HAIR_DATA: &str = include_str!("../shaders/hair_data.wgsl");
const FRAME: &str = include_str!("../shaders/frame.wgsl");
const LIGHTS: &str = include_str!("../shaders/lights.wgsl");
const RIBBON: &str = include_str!("../shaders/hair_ribbon.wgsl");

/// Pipelines of hair that need a frame.
#[derive(Debug)]
pub(super) struct HairPipelines {
    lit: PerLight<LitHairPipelines>,
    pub(super) sort: wgpu::ComputePipeline,
    pub(super) ribbons: wgpu::RenderPipeline,
    /// Sorted strips: their opaque texels, then the others.
    pub(super) strips: [wgpu::RenderPipeline; 2],
}

/// Pipelines of hair in one kind of light.
#[derive(Debug)]
pub(super) struct LitHairPipelines {
    pub(super) light: wgpu::ComputePipeline,
    pub(super) shade: wgpu::ComputePipeline,
    pub(super) shadow: wgpu::RenderPipeline,
}

impl HairPipelines {
    /// `light` is the layout of group 0 of the light pass.
    pub(super) fn new(
        context: &PipelineContext,
        kernels: &HairKernels,
        light: &wgpu::BindGroupLayout,
    ) -> Self {
        Self {
            lit: PerLight::default(),
            sort: sort_pipeline(context, kernels, light),
            ribbons: ribbon_pipeline(context, kernels, 0),
            strips: [1, 2].map(|phase| ribbon_pipeline(context, kernels, phase)),
        }
    }

    /// Creates the pipelines of a kind of light. `frames` are the layouts of group 0 of the light pass and of the
    /// shading.
    pub(super) fn prepare(
        &mut self,
        (context, kernels): (&PipelineContext, &HairKernels),
        frames: [&wgpu::BindGroupLayout; 2],
        light: LightFeatures,
    ) {
        self.lit.prepare(light, || LitHairPipelines {
            light: light_pipeline(context, kernels, frames[0], light),
            shade: shade_pipeline(context, kernels, frames[1], light),
            shadow: shadow_pipeline(context, kernels, light),
        });
    }

    /// Pipelines of a kind of light; `None` before they are prepared.
    pub(super) fn lit(&self, light: LightFeatures) -> Option<&LitHairPipelines> {
        self.lit.get(light)
    }
}

fn module(context: &PipelineContext, label: &str, files: &[&str]) -> wgpu::ShaderModule {
    context.gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some(label),
        source: wgpu::ShaderSource::Wgsl(files.concat().into()),
    })
}

fn pipeline_layout(context: &PipelineContext, groups: [&wgpu::BindGroupLayout; 2]) -> wgpu::PipelineLayout {
    context.gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some("hair"),
        bind_group_layouts: &groups.map(Some),
        immediate_size: 0,
    })
}

fn light_pipeline(
    context: &PipelineContext,
    kernels: &HairKernels,
    frame: &wgpu::BindGroupLayout,
    light: LightFeatures,
) -> wgpu::ComputePipeline {
    let files = [
        FRAME,
        include_str!("../shaders/sky.wgsl"),
        LIGHTS,
        HAIR_DATA,
        include_str!("../shaders/hair_light.wgsl"),
    ];
    compute_pipeline(context, "light_cells", (&files, &light.constants()), [frame, &kernels.light])
}

fn shade_pipeline(
    context: &PipelineContext,
    kernels: &HairKernels,
    frame: &wgpu::BindGroupLayout,
    light: LightFeatures,
) -> wgpu::ComputePipeline {
    let files = [
        FRAME,
        LIGHTS,
        HAIR_DATA,
        include_str!("../shaders/tone_mapping.wgsl"),
        include_str!("../shaders/hair_scattering.wgsl"),
        include_str!("../shaders/hair_shade.wgsl"),
    ];
    compute_pipeline(context, "shade_points", (&files, &light.constants()), [frame, &kernels.shade])
}

fn sort_pipeline(
    context: &PipelineContext,
    kernels: &HairKernels,
    frame: &wgpu::BindGroupLayout,
) -> wgpu::ComputePipeline {
    let files = [FRAME, HAIR_DATA, include_str!("../shaders/hair_sort.wgsl")];
    compute_pipeline(context, "sort_strips", (&files, &[]), [frame, &kernels.sort])
}

fn compute_pipeline(
    context: &PipelineContext,
    entry_point: &str,
    (files, constants): (&[&str], &[(&str, f64)]),
    groups: [&wgpu::BindGroupLayout; 2],
) -> wgpu::ComputePipeline {
    context.gpu.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some(entry_point),
        layout: Some(&pipeline_layout(context, groups)),
        module: &module(context, entry_point, files),
        entry_point: Some(entry_point),
        compilation_options: wgpu::PipelineCompilationOptions { constants, ..Default::default() },
        cache: None,
    })
}

/// Pipeline of a phase of the main pass, as `PHASE` in shaders/hair_main.wgsl.
fn ribbon_pipeline(context: &PipelineContext, kernels: &HairKernels, phase: u32) -> wgpu::RenderPipeline {
    let files = [FRAME, HAIR_DATA, RIBBON, include_str!("../shaders/hair_main.wgsl")];
    // Depth is reversed, so that greater is nearer.
    let depth = DepthTest { writes_depth: phase < 2, compare: wgpu::CompareFunction::GreaterEqual };
    let layout = pipeline_layout(context, [&context.layouts.frame_with_environment, &kernels.draw]);
    let module = module(context, "hair", &files);
    let fragment = match phase {
        0 if context.sample_count > 1 => "hair_fragment",
        0 => "single_sample_fragment",
        _ => "strip_fragment",
    };
    MainPassPipeline {
        is_strip: true,
        blend: (phase == 2).then_some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING),
        constants: &[("PHASE", f64::from(phase))],
        ..MainPassPipeline::new(&layout, &module, ["hair_vertex", fragment], depth)
    }
    .create(context)
}

fn shadow_pipeline(
    context: &PipelineContext,
    kernels: &HairKernels,
    light: LightFeatures,
) -> wgpu::RenderPipeline {
    let constants = light.constants();
    let options = wgpu::PipelineCompilationOptions { constants: &constants, ..Default::default() };
    let files = [FRAME, LIGHTS, HAIR_DATA, RIBBON, include_str!("../shaders/hair_shadow.wgsl")];
    let module = module(context, "hair shadow", &files);
    context.gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("hair shadow"),
        layout: Some(&pipeline_layout(context, [&context.layouts.frame, &kernels.draw])),
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: Some("hair_shadow_vertex"),
            compilation_options: options.clone(),
            buffers: &[],
        },
        primitive: wgpu::PrimitiveState {
            topology: wgpu::PrimitiveTopology::TriangleStrip,
            ..Default::default()
        },
        depth_stencil: Some(wgpu::DepthStencilState {
            format: DEPTH_FORMAT,
            depth_write_enabled: Some(true),
            depth_compare: Some(wgpu::CompareFunction::LessEqual),
            stencil: Default::default(),
            bias: Default::default(),
        }),
        multisample: Default::default(),
        fragment: Some(wgpu::FragmentState {
            module: &module,
            entry_point: Some("hair_shadow_fragment"),
            compilation_options: options,
            targets: &[],
        }),
        multiview_mask: None,
        cache: None,
    })
}
