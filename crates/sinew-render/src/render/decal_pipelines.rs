//! Pipelines of decals.

use super::light_features::{LightFeatures, PerLight};
use super::pipeline::{DepthTest, MainPassPipeline, PipelineContext};
use crate::decal::{BLENDS, DecalBlend, DecalVertex};
use crate::gpu::ShadingModel;

/// Offset of decals towards the eye, in units of the depth's precision and of its slope: they have the depth
/// of the skin but for rounding.
const BIAS: wgpu::DepthBiasState = wgpu::DepthBiasState { constant: 8, slope_scale: 0.5, clamp: 0.0 };

/// Pipelines of decals, one per blending mode.
#[derive(Debug, Default)]
pub(super) struct DecalPipelines(PerLight<[wgpu::RenderPipeline; BLENDS.len()]>);

impl DecalPipelines {
    pub(super) fn prepare(&mut self, context: &PipelineContext, light: LightFeatures) {
        self.0.prepare(light, || BLENDS.map(|blend| create(context, blend, light)));
    }

    /// Pipeline of the blending mode of this number; `None` before it is prepared.
    pub(super) fn get(&self, blend: usize, light: LightFeatures) -> Option<&wgpu::RenderPipeline> {
        self.0.get(light).map(|created| &created[blend])
    }
}

fn create(context: &PipelineContext, blend: DecalBlend, light: LightFeatures) -> wgpu::RenderPipeline {
    let layout = &context.layouts.mesh_pipeline[ShadingModel::Pbr as usize];
    // Depth is reversed, so that greater is nearer.
    let depth = DepthTest { writes_depth: false, compare: wgpu::CompareFunction::GreaterEqual };
    let (fragment, state) = match blend {
        DecalBlend::Multiply => {
            let multiply = wgpu::BlendComponent {
                src_factor: wgpu::BlendFactor::Dst,
                dst_factor: wgpu::BlendFactor::Zero,
                operation: wgpu::BlendOperation::Add,
            };
            let keep = wgpu::BlendComponent {
                src_factor: wgpu::BlendFactor::Zero,
                dst_factor: wgpu::BlendFactor::One,
                operation: wgpu::BlendOperation::Add,
            };
            ("decal_multiply_fragment", wgpu::BlendState { color: multiply, alpha: keep })
        }
        // `BLENDS` lists no others.
        _ => ("decal_alpha_fragment", wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING),
    };
    let [environment, lights, tone_mapping] = light.constants();
    MainPassPipeline {
        vertex_buffers: &[Some(DecalVertex::layout())],
        blend: Some(state),
        depth_bias: BIAS,
        constants: &[("ALPHA", 3.0), environment, lights, tone_mapping],
        ..MainPassPipeline::new(layout, &context.shaders.decal, ["decal_vertex", fragment], depth)
    }
    .create(context)
}
