use super::draft::{Context, Draft};
use crate::model::{Shading, Vertex};
use crate::puppet::Mirror;
use sinew::character::Topology;

/// How alpha is drawn; the numbers of the first five are `ALPHA` in shaders/surface.wgsl.
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
    /// Blended, and hides what is drawn later and lies behind.
    BlendWithDepth = 5,
    /// Blended, also over what lies on the same spot.
    BlendOver = 6,
}

impl AlphaPass {
    fn is_blended(self) -> bool {
        matches!(self, Self::Blend | Self::BlendWithDepth | Self::BlendOver)
    }

    /// What the shader makes of it.
    fn in_shader(self) -> u32 {
        (if self.is_blended() { Self::Blend } else { self }) as u32
    }

    fn depth(self) -> (bool, wgpu::CompareFunction) {
        match self {
            // Its own solid parts already lie there.
            Self::Blend => (false, wgpu::CompareFunction::Greater),
            Self::BlendOver => (false, wgpu::CompareFunction::GreaterEqual),
            _ => (true, wgpu::CompareFunction::GreaterEqual),
        }
    }
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
    pub(super) shading: Shading,
    /// The line around a surface in place of the surface.
    pub(super) outline: bool,
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
    let constants = [
        ("CULL_HERE", f64::from(u8::from(in_shader))),
        ("ALPHA", f64::from(key.alpha.in_shader())),
        ("OUTLINE", f64::from(u8::from(key.outline))),
    ];
    let (entries, constants) = match (key.shading, key.outline) {
        (Shading::Physical, _) => (["mesh_vertex", "mesh_fragment"], &constants[..2]),
        (Shading::Toon, false) => (["mesh_vertex", "toon_fragment"], &constants[..]),
        (Shading::Toon, true) => (["outline_vertex", "toon_fragment"], &constants[..]),
    };
    Draft {
        topology: key.topology,
        cull: match key.cull {
            Cull::None | Cull::InShader => None,
            Cull::Back => Some(wgpu::Face::Back),
            Cull::Front => Some(wgpu::Face::Front),
        },
        depth: Some(key.alpha.depth()),
        blend: key.alpha.is_blended().then_some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING),
        coverage: key.alpha == AlphaPass::Coverage,
        constants,
        ..Draft::new(&context.shaders.mesh[key.shading as usize], entries)
    }
    .make(context, &context.layouts.mesh_pipeline[key.shading as usize], &[Some(Vertex::layout())])
}
