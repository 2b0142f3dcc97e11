use super::draft::{Context, Draft};
use crate::model::Vertex;
use crate::puppet::Mirror;
use sinew::character::Topology;

/// How alpha is drawn; the numbers are `ALPHA` in shaders/mesh_fragment.wgsl.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AlphaPass {
    Opaque = 0,
    /// Discards.
    Mask = 1,
    /// Covers a share of the samples.
    Coverage = 2,
    Blend = 3,
    /// The solid parts of something blended, drawn first so that they hide what is behind them.
    Solid = 4,
}

/// Which triangles are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cull {
    None,
    /// Those that wind clockwise.
    Back,
    /// Those that wind counter-clockwise, the back faces of what is mirrored.
    Front,
    /// The shader decides.
    InShader,
}

impl Cull {
    pub(super) fn of(double_sided: bool, mirror: Mirror) -> Self {
        match (double_sided, mirror) {
            (true, _) => Self::None,
            (false, Mirror::Never) => Self::Back,
            (false, Mirror::Always) => Self::Front,
            (false, Mirror::Mixed) => Self::InShader,
        }
    }
}

/// What tells one mesh pipeline from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MeshKey {
    pub(super) topology: Topology,
    pub(super) cull: Cull,
    pub(super) alpha: AlphaPass,
}

/// Mesh pipelines, made when first needed.
#[derive(Debug, Default)]
pub(super) struct MeshPipelines {
    made: Vec<(MeshKey, wgpu::RenderPipeline)>,
}

impl MeshPipelines {
    /// The number of the pipeline for `key`.
    pub(super) fn prepare(&mut self, context: &Context<'_>, key: MeshKey) -> usize {
        if let Some(found) = self.made.iter().position(|(k, _)| *k == key) {
            return found;
        }
        self.made.push((key, mesh(context, key)));
        self.made.len() - 1
    }

    pub(super) fn get(&self, number: usize) -> &wgpu::RenderPipeline {
        &self.made[number].1
    }
}

fn mesh(context: &Context<'_>, key: MeshKey) -> wgpu::RenderPipeline {
    let in_shader = key.cull == Cull::InShader;
    let constants = [("CULL_HERE", f64::from(u8::from(in_shader))), ("ALPHA", f64::from(key.alpha as u32))];
    let blended = key.alpha == AlphaPass::Blend;
    // Blended parts pass where their own solid parts already lie.
    let compare = wgpu::CompareFunction::GreaterEqual;
    Draft {
        topology: key.topology,
        cull: match key.cull {
            Cull::None | Cull::InShader => None,
            Cull::Back => Some(wgpu::Face::Back),
            Cull::Front => Some(wgpu::Face::Front),
        },
        depth: Some((!blended, if blended { wgpu::CompareFunction::Greater } else { compare })),
        blend: blended.then_some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING),
        coverage: key.alpha == AlphaPass::Coverage,
        constants: &constants,
        ..Draft::new(&context.shaders.mesh, ["mesh_vertex", "mesh_fragment"])
    }
    .make(context, &context.layouts.mesh_pipeline, &[Some(Vertex::layout())])
}
