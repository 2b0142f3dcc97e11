use super::pipeline::PipelineContext;

/// Output of an image: format of the target and form of its alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OutputFormat {
    pub(super) format: wgpu::TextureFormat,
    /// Whether colours are divided by alpha, as image files store them; otherwise they stay premultiplied.
    pub(super) straight_alpha: bool,
}

/// Cache of the pipelines of the output pass, one per format, each created at its first use.
#[derive(Debug, Default)]
pub(super) struct OutputPipelines {
    created: Vec<(OutputFormat, wgpu::RenderPipeline)>,
}

impl OutputPipelines {
    /// Index of the pipeline for `format`, which is created if missing.
    pub(super) fn prepare(&mut self, context: &PipelineContext, format: OutputFormat) -> usize {
        if let Some(found) = self.created.iter().position(|(f, _)| *f == format) {
            return found;
        }
        self.created.push((format, create(context, format)));
        self.created.len() - 1
    }

    pub(super) fn get(&self, index: usize) -> &wgpu::RenderPipeline {
        &self.created[index].1
    }
}

fn create(context: &PipelineContext, output: OutputFormat) -> wgpu::RenderPipeline {
    let module = &context.shaders.output;
    let constants = [
        ("ENCODE_SRGB", f64::from(u8::from(!output.format.is_srgb()))),
        ("STRAIGHT_ALPHA", f64::from(u8::from(output.straight_alpha))),
    ];
    context.gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("output"),
        layout: Some(&context.layouts.output_pipeline),
        vertex: wgpu::VertexState {
            module,
            entry_point: Some("output_vertex"),
            compilation_options: Default::default(),
            buffers: &[],
        },
        primitive: Default::default(),
        depth_stencil: None,
        multisample: Default::default(),
        fragment: Some(wgpu::FragmentState {
            module,
            entry_point: Some("output_fragment"),
            compilation_options: wgpu::PipelineCompilationOptions {
                constants: &constants,
                ..Default::default()
            },
            targets: &[Some(output.format.into())],
        }),
        multiview_mask: None,
        cache: None,
    })
}
