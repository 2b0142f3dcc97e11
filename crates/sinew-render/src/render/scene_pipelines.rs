use super::light_features::{LightFeatures, PerLight};
use super::line_buffer::LineInstance;
use super::pipeline::{DepthTest, MainPassPipeline, PipelineContext};

/// Pipelines of the background and the overlay lines.
#[derive(Debug)]
pub(super) struct ScenePipelines {
    backgrounds: PerLight<Backgrounds>,
    /// Overlay lines in front of everything.
    pub(super) lines: wgpu::RenderPipeline,
    /// Overlay lines behind something, drawn weaker.
    pub(super) hidden_lines: wgpu::RenderPipeline,
}

/// Pipelines of the background in one kind of light.
#[derive(Debug)]
pub(super) struct Backgrounds {
    pub(super) main: BackgroundPipelines,
    /// The same pipelines with one sample per pixel; `None` without multisampling.
    pub(super) single_sample: Option<BackgroundPipelines>,
}

/// Pipelines of the sky and the ground.
#[derive(Debug)]
pub(super) struct BackgroundPipelines {
    /// Sky as the background.
    pub(super) sky: wgpu::RenderPipeline,
    /// Ground, blended over what is drawn already.
    pub(super) ground: GroundPipelines,
    /// Opaque ground that mixes with the sky in its shader, for drawing before the sky.
    pub(super) ground_with_sky: GroundPipelines,
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
    fn new(context: &PipelineContext, sample_count: u32, light: LightFeatures, with_sky: bool) -> Self {
        let part = |shadowed| ground(context, sample_count, light, (with_sky, shadowed));
        Self { shadowed: part(true), around: part(false) }
    }

    pub(super) fn draw(&self, pass: &mut wgpu::RenderPass<'_>) {
        pass.set_pipeline(&self.shadowed);
        pass.draw(0..6, 0..1);
        pass.set_pipeline(&self.around);
        pass.draw(0..6, 0..8);
    }
}

impl BackgroundPipelines {
    fn new(context: &PipelineContext, sample_count: u32, light: LightFeatures) -> Self {
        Self {
            sky: sky(context, sample_count, light),
            ground: GroundPipelines::new(context, sample_count, light, false),
            ground_with_sky: GroundPipelines::new(context, sample_count, light, true),
        }
    }
}

impl ScenePipelines {
    pub(super) fn new(context: &PipelineContext) -> Self {
        Self {
            backgrounds: PerLight::default(),
            lines: lines(context, wgpu::CompareFunction::GreaterEqual, 1.0),
            hidden_lines: lines(context, wgpu::CompareFunction::Less, 0.6),
        }
    }

    pub(super) fn prepare(&mut self, context: &PipelineContext, light: LightFeatures) {
        self.backgrounds.prepare(light, || Backgrounds {
            main: BackgroundPipelines::new(context, context.sample_count, light),
            single_sample: (context.sample_count > 1).then(|| BackgroundPipelines::new(context, 1, light)),
        });
    }

    /// Pipelines of the background; `None` before they are prepared.
    pub(super) fn background(&self, light: LightFeatures) -> Option<&Backgrounds> {
        self.backgrounds.get(light)
    }
}

fn sky(context: &PipelineContext, sample_count: u32, light: LightFeatures) -> wgpu::RenderPipeline {
    let layout = &context.layouts.scene_pipeline;
    let depth = DepthTest { writes_depth: false, compare: wgpu::CompareFunction::GreaterEqual };
    let entry_points = ["background_vertex", "background_fragment"];
    MainPassPipeline {
        constants: &light.constants(),
        ..MainPassPipeline::new(layout, &context.shaders.background, entry_points, depth)
    }
    .create_for(context, sample_count)
}

fn ground(
    context: &PipelineContext,
    sample_count: u32,
    light: LightFeatures,
    (with_sky, shadowed): (bool, bool),
) -> wgpu::RenderPipeline {
    let layout = &context.layouts.scene_pipeline;
    let depth = DepthTest { writes_depth: true, compare: wgpu::CompareFunction::GreaterEqual };
    let entry_points = ["ground_vertex", "ground_fragment"];
    let [environment, lights, tone_mapping] = light.constants();
    MainPassPipeline {
        blend: (!with_sky).then_some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING),
        constants: &[
            ("WITH_SKY", f64::from(u8::from(with_sky))),
            ("SHADOWED", f64::from(u8::from(shadowed))),
            environment,
            lights,
            tone_mapping,
        ],
        ..MainPassPipeline::new(layout, &context.shaders.ground, entry_points, depth)
    }
    .create_for(context, sample_count)
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
