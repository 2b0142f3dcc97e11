use super::line_buffer::LineInstance;
use super::pipeline::{DepthTest, MainPassPipeline, PipelineContext};

/// Pipelines of the sky, the ground and the overlay lines.
#[derive(Debug)]
pub(super) struct ScenePipelines {
    /// Sky as the background.
    pub(super) sky: wgpu::RenderPipeline,
    /// Ground, blended over what is drawn already.
    pub(super) ground: GroundPipelines,
    /// Opaque ground that mixes with the sky in its shader, for drawing before the sky.
    pub(super) ground_with_sky: GroundPipelines,
    /// Overlay lines in front of everything.
    pub(super) lines: wgpu::RenderPipeline,
    /// Overlay lines behind something, drawn weaker.
    pub(super) hidden_lines: wgpu::RenderPipeline,
}

/// Pipelines of the parts of the ground.
#[derive(Debug)]
pub(super) struct GroundPipelines {
    /// The part on which shadows may fall.
    shadowed: wgpu::RenderPipeline,
    /// The eight parts around it.
    around: wgpu::RenderPipeline,
}

impl GroundPipelines {
    fn new(context: &PipelineContext, with_sky: bool) -> Self {
        let part = |shadowed| ground(context, with_sky, shadowed);
        Self { shadowed: part(true), around: part(false) }
    }

    pub(super) fn draw(&self, pass: &mut wgpu::RenderPass<'_>) {
        pass.set_pipeline(&self.shadowed);
        pass.draw(0..6, 0..1);
        pass.set_pipeline(&self.around);
        pass.draw(0..6, 0..8);
    }
}

impl ScenePipelines {
    pub(super) fn new(context: &PipelineContext) -> Self {
        Self {
            sky: sky(context),
            ground: GroundPipelines::new(context, false),
            ground_with_sky: GroundPipelines::new(context, true),
            lines: lines(context, wgpu::CompareFunction::GreaterEqual, 1.0),
            hidden_lines: lines(context, wgpu::CompareFunction::Less, 0.6),
        }
    }
}

fn sky(context: &PipelineContext) -> wgpu::RenderPipeline {
    let layout = &context.layouts.scene_pipeline;
    let depth = DepthTest { writes_depth: false, compare: wgpu::CompareFunction::GreaterEqual };
    let entry_points = ["background_vertex", "background_fragment"];
    MainPassPipeline::new(layout, &context.shaders.background, entry_points, depth).create(context)
}

fn ground(context: &PipelineContext, with_sky: bool, shadowed: bool) -> wgpu::RenderPipeline {
    let layout = &context.layouts.scene_pipeline;
    let depth = DepthTest { writes_depth: true, compare: wgpu::CompareFunction::GreaterEqual };
    let entry_points = ["ground_vertex", "ground_fragment"];
    MainPassPipeline {
        blend: (!with_sky).then_some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING),
        constants: &[
            ("WITH_SKY", f64::from(u8::from(with_sky))),
            ("SHADOWED", f64::from(u8::from(shadowed))),
        ],
        ..MainPassPipeline::new(layout, &context.shaders.ground, entry_points, depth)
    }
    .create(context)
}

/// Overlay lines that pass `compare`, with their opacity multiplied by `opacity`.
fn lines(context: &PipelineContext, compare: wgpu::CompareFunction, opacity: f64) -> wgpu::RenderPipeline {
    let layout = &context.layouts.scene_pipeline;
    let depth = DepthTest { writes_depth: false, compare };
    let entry_points = ["line_vertex", "line_fragment"];
    MainPassPipeline {
        vertex_buffers: &[Some(LineInstance::layout())],
        blend: Some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING),
        constants: &[("OPACITY", opacity)],
        ..MainPassPipeline::new(layout, &context.shaders.lines, entry_points, depth)
    }
    .create(context)
}
