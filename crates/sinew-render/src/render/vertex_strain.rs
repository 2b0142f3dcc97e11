//! Reading of the area strain of vertices back from the device.

use super::error::RenderError;
use super::pipeline::PipelineContext;
use super::read_back::{create_target, read_texture};
use super::skinned_vertices::{MAX_WIDTH, create_size_group, create_vertex_pipeline};
use crate::instance::ModelInstance;
use sinew::character::MeshInstanceId;

/// Draws the area strain of every vertex of a primitive into a texel of its own, with the functions of the
/// main pass, and reads the texels back.
///
/// # Errors
/// When there is no such mesh instance or primitive, or the device is lost.
pub(super) fn read_vertex_strain(
    context: &PipelineContext,
    instance: &ModelInstance,
    mesh_instance: MeshInstanceId,
    primitive: usize,
) -> Result<Vec<f32>, RenderError> {
    let gpu = &context.gpu;
    let drawn = instance
        .primitives
        .iter()
        .find(|p| p.mesh_instance == mesh_instance && p.primitive == primitive)
        .ok_or(RenderError::NoSuchPrimitive { mesh_instance, primitive })?;
    let source = instance.primitive(drawn);
    let count = source.vertex_count;
    let Some(wrinkles) = drawn.wrinkles.as_ref().filter(|_| count > 0) else {
        return Ok(vec![0.0; count as usize]);
    };
    let size = [count.min(MAX_WIDTH), count.div_ceil(MAX_WIDTH)];
    let format = wgpu::TextureFormat::Rgba32Uint;
    let texture = create_target(&gpu.device, format, size);
    let pipeline = create_vertex_pipeline(
        context,
        &context.layouts.strain_pipeline,
        &context.shaders.vertex_strain,
        ["strain_vertex", "strain_fragment"],
        &[Some(format.into())],
    );
    let size_group = create_size_group(context, size);
    let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
    let mut commands = gpu.device.create_command_encoder(&Default::default());
    let mut pass = commands.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some("vertex strain"),
        color_attachments: &[Some(wgpu::RenderPassColorAttachment {
            view: &view,
            depth_slice: None,
            resolve_target: None,
            ops: wgpu::Operations {
                load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                store: wgpu::StoreOp::Store,
            },
        })],
        ..Default::default()
    });
    pass.set_pipeline(&pipeline);
    pass.set_bind_group(0, &size_group, &[]);
    pass.set_bind_group(2, &drawn.bind_group, &[]);
    pass.set_bind_group(3, &wrinkles.bind_group, &[]);
    pass.set_vertex_buffer(0, source.vertices.slice(..));
    pass.draw(0..count, 0..1);
    drop(pass);
    gpu.queue.submit([commands.finish()]);
    let bytes = read_texture(gpu, &texture)?;
    let first = |texel: &[u8; 16]| bytemuck::pod_read_unaligned::<[f32; 4]>(texel)[0];
    Ok(bytes.as_chunks::<16>().0.iter().take(count as usize).map(first).collect())
}
