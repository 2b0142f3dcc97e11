use super::Renderer;

/// The pipeline that writes to an output of `format`, and whether alpha is divided out for a file.
pub(super) fn pipeline(
    renderer: &Renderer,
    format: wgpu::TextureFormat,
    straight: bool,
) -> wgpu::RenderPipeline {
    let module = &renderer.shaders.encode;
    let constants =
        [("ENCODE", f64::from(u8::from(!format.is_srgb()))), ("STRAIGHT", f64::from(u8::from(straight)))];
    renderer.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("encode"),
        layout: Some(&renderer.layouts.encode_pipeline),
        vertex: wgpu::VertexState {
            module,
            entry_point: Some("encode_vertex"),
            compilation_options: Default::default(),
            buffers: &[],
        },
        primitive: Default::default(),
        depth_stencil: None,
        multisample: Default::default(),
        fragment: Some(wgpu::FragmentState {
            module,
            entry_point: Some("encode_fragment"),
            compilation_options: wgpu::PipelineCompilationOptions {
                constants: &constants,
                ..Default::default()
            },
            targets: &[Some(format.into())],
        }),
        multiview_mask: None,
        cache: None,
    })
}
