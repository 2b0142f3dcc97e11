use super::light_features::LightFeatures;
use super::pipeline::{DepthTest, MainPassPipeline, PipelineContext};
use crate::gpu::{Layers, ShadingModel};
use crate::instance::Winding;
use crate::model::Vertex;
use sinew::character::Topology;

/// Use of alpha in one draw of the main pass. The discriminants of the first five are `ALPHA` in
/// shaders/surface.wgsl.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AlphaPass {
    Opaque = 0,
    /// Discards texels below the alpha cutoff.
    Mask = 1,
    /// Covers a share of a pixel's samples at the edges of a mask. Where the device lets shaders choose the
    /// samples, surfaces behind each other take different ones; else it is alpha to coverage.
    MaskCoverage = 2,
    /// Blends, except where the opaque texels of the same surface are, which are drawn before.
    Blend = 3,
    /// Draws only the opaque texels of a blended surface, with depth, so that they hide what is behind them.
    OpaqueTexels = 4,
    /// Blends and writes depth.
    BlendWithDepth = 5,
    /// Blends without writing depth, also over surfaces of equal depth.
    BlendEqualDepth = 6,
}

impl AlphaPass {
    fn is_blended(self) -> bool {
        matches!(self, Self::Blend | Self::BlendWithDepth | Self::BlendEqualDepth)
    }

    /// Value of the shader's `ALPHA` constant.
    fn shader_constant(self) -> u32 {
        (if self.is_blended() { Self::Blend } else { self }) as u32
    }

    /// Depth test; depth is reversed, so that greater is nearer.
    fn depth_test(self) -> DepthTest {
        let (writes_depth, compare) = match self {
            // The surface's own opaque texels have written this depth already.
            Self::Blend => (false, wgpu::CompareFunction::Greater),
            Self::BlendEqualDepth => (false, wgpu::CompareFunction::GreaterEqual),
            _ => (true, wgpu::CompareFunction::GreaterEqual),
        };
        DepthTest { writes_depth, compare }
    }
}

/// Triangles that a draw leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cull {
    None,
    /// Clockwise triangles: back faces.
    Clockwise,
    /// Counter-clockwise triangles: back faces of mirrored meshes.
    CounterClockwise,
    /// Back faces, discarded by the shader, since some joints mirror and others do not.
    InShader,
}

impl Cull {
    /// Culling of the back faces of a surface that is not `double_sided`.
    pub(super) fn back_faces(double_sided: bool, winding: Winding) -> Self {
        match (double_sided, winding) {
            (true, _) => Self::None,
            (false, Winding::CounterClockwise) => Self::Clockwise,
            (false, Winding::Clockwise) => Self::CounterClockwise,
            (false, Winding::Mixed) => Self::InShader,
        }
    }

    /// The opposite triangles; unchanged where none are culled or the shader decides.
    pub(super) fn flipped(self) -> Self {
        match self {
            Self::Clockwise => Self::CounterClockwise,
            Self::CounterClockwise => Self::Clockwise,
            other => other,
        }
    }
}

/// Properties in which mesh pipelines differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MeshPipelineKey {
    pub(super) shading: ShadingModel,
    pub(super) layers: Layers,
    /// Whether the pipeline draws the toon outline instead of the surface.
    pub(super) is_outline: bool,
    pub(super) topology: Topology,
    pub(super) cull: Cull,
    pub(super) alpha: AlphaPass,
    pub(super) light: LightFeatures,
}

/// Cache of mesh pipelines, each created at its first use.
#[derive(Debug, Default)]
pub(super) struct MeshPipelines {
    created: Vec<(MeshPipelineKey, wgpu::RenderPipeline)>,
}

impl MeshPipelines {
    /// Index of the pipeline for `key`, which is created if missing.
    pub(super) fn prepare(&mut self, context: &PipelineContext, key: MeshPipelineKey) -> usize {
        if let Some(found) = self.created.iter().position(|(k, _)| *k == key) {
            return found;
        }
        self.created.push((key, create(context, key)));
        self.created.len() - 1
    }

    pub(super) fn get(&self, index: usize) -> &wgpu::RenderPipeline {
        &self.created[index].1
    }
}

fn create(context: &PipelineContext, key: MeshPipelineKey) -> wgpu::RenderPipeline {
    let constants = [
        ("CULL_IN_SHADER", f64::from(u8::from(key.cull == Cull::InShader))),
        ("ALPHA", f64::from(key.alpha.shader_constant())),
        ("OUTLINE", f64::from(u8::from(key.is_outline))),
    ];
    let [cull, alpha, outline] = constants;
    let [environment, lights, tone_mapping] = key.light.constants();
    let plain = [cull, alpha, environment, lights, tone_mapping];
    let with = |last| [cull, alpha, environment, lights, tone_mapping, last];
    let (layered, toon) = (with(("LAYERS", f64::from(key.layers.bits()))), with(outline));
    let is_masked = key.alpha == AlphaPass::MaskCoverage;
    let chooses = is_masked && !context.gpu.caches.is_gl;
    let (mut entry_points, constants) = match (key.shading, key.is_outline) {
        (ShadingModel::Pbr, _) => (["mesh_vertex", "pbr_fragment"], &plain[..]),
        (ShadingModel::Layered, _) => (["mesh_vertex", "pbr_fragment"], &layered[..]),
        (ShadingModel::Toon, false) => (["mesh_vertex", "toon_fragment"], &toon[..]),
        (ShadingModel::Toon, true) => (["outline_vertex", "toon_fragment"], &toon[..]),
    };
    if chooses {
        entry_points[1] = match key.shading {
            ShadingModel::Toon => "toon_covered_fragment",
            ShadingModel::Pbr | ShadingModel::Layered => "pbr_covered_fragment",
        };
    }
    let layout = &context.layouts.mesh_pipeline[key.shading as usize];
    let module = &context.shaders.mesh[key.shading as usize];
    MainPassPipeline {
        vertex_buffers: &[Some(Vertex::layout())],
        topology: key.topology,
        cull_mode: match key.cull {
            Cull::None | Cull::InShader => None,
            // wgpu's default front face is counter-clockwise.
            Cull::Clockwise => Some(wgpu::Face::Back),
            Cull::CounterClockwise => Some(wgpu::Face::Front),
        },
        blend: key.alpha.is_blended().then_some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING),
        alpha_to_coverage: is_masked && !chooses,
        constants,
        ..MainPassPipeline::new(layout, module, entry_points, key.alpha.depth_test())
    }
    .create(context)
}
