use super::draft::{Context, Draft};
use super::lines::LineInstance;
use super::shadow::ShadowPipelines;

/// Pipelines that are always there.
#[derive(Debug)]
pub(super) struct Scenery {
    pub(super) backdrop: wgpu::RenderPipeline,
    /// Blended over what is there.
    pub(super) ground: wgpu::RenderPipeline,
    /// Mixed with the sky, drawn before it.
    pub(super) ground_with_sky: wgpu::RenderPipeline,
    /// Lines before everything else.
    pub(super) lines: wgpu::RenderPipeline,
    /// Lines behind something.
    pub(super) hidden_lines: wgpu::RenderPipeline,
    pub(super) shadow: ShadowPipelines,
}

impl Scenery {
    pub(super) fn new(context: &Context<'_>) -> Self {
        let Context { shaders, layouts, .. } = context;
        let scenery = |module, entries, depth, blended: bool, buffers: &[_], constants: &[(&str, f64)]| {
            let blend = blended.then_some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING);
            Draft { depth: Some(depth), blend, constants, ..Draft::new(module, entries) }.make(
                context,
                &layouts.scenery_pipeline,
                buffers,
            )
        };
        let nearer = wgpu::CompareFunction::GreaterEqual;
        let lines = [Some(LineInstance::layout())];
        let line = |compare, strength: f64| {
            let entries = ["line_vertex", "line_fragment"];
            let constants = [("STRENGTH", strength)];
            scenery(&shaders.lines, entries, (false, compare), true, &lines, &constants)
        };
        let ground = |with_sky: bool| {
            let entries = ["ground_vertex", "ground_fragment"];
            let constants = [("WITH_SKY", f64::from(u8::from(with_sky)))];
            scenery(&shaders.ground, entries, (true, nearer), !with_sky, &[], &constants)
        };
        let backdrop = ["backdrop_vertex", "backdrop_fragment"];
        Self {
            backdrop: scenery(&shaders.backdrop, backdrop, (false, nearer), false, &[], &[]),
            ground: ground(false),
            ground_with_sky: ground(true),
            lines: line(nearer, 1.0),
            hidden_lines: line(wgpu::CompareFunction::Less, 0.6),
            shadow: ShadowPipelines::new(context),
        }
    }
}
