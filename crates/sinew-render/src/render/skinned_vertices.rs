//! Reading of skinned vertices back from the device.

use super::error::RenderError;
use super::pipeline::PipelineContext;
use super::read_back::{create_target, read_texture};
use crate::instance::ModelInstance;
use crate::model::Vertex;
use sinew::character::MeshInstanceId;
use sinew::glam::{Vec3, Vec4};
use sinew::skinning::SkinnedVertices;

/// Width of the texture that vertices are written into, in texels.
pub(super) const MAX_WIDTH: u32 = 1024;

/// Draws every vertex of a primitive into a texel of its own, with the skinning functions of the other
/// passes, and reads the texels back.
///
/// # Errors
/// When there is no such mesh instance or primitive, or the device is lost.
pub(super) fn read_skinned_vertices(
    context: &PipelineContext,
    instance: &ModelInstance,
    mesh_instance: MeshInstanceId,
    primitive: usize,
) -> Result<SkinnedVertices, RenderError> {
    let gpu = &context.gpu;
    let drawn = instance
        .primitives
        .iter()
        .find(|p| p.mesh_instance == mesh_instance && p.primitive == primitive)
        .ok_or(RenderError::NoSuchPrimitive { mesh_instance, primitive })?;
    let source = instance.primitive(drawn);
    let count = source.vertex_count;
    let mut out = SkinnedVertices::default();
    if count == 0 {
        return Ok(out);
    }
    let size = [count.min(MAX_WIDTH), count.div_ceil(MAX_WIDTH)];
    let format = wgpu::TextureFormat::Rgba32Uint;
    // Positions, normals and tangents.
    let textures = [(); 3].map(|()| create_target(&gpu.device, format, size));
    let pipeline = create_vertex_pipeline(
        context,
        &context.layouts.vertex_pipeline,
        &context.shaders.skinned_vertices,
        ["skinned_vertex", "skinned_fragment"],
        &[(); 3].map(|()| Some(format.into())),
    );
    let size_group = create_size_group(context, size);
    let views = textures.each_ref().map(|t| t.create_view(&wgpu::TextureViewDescriptor::default()));
    let mut commands = gpu.device.create_command_encoder(&Default::default());
    let mut pass = commands.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some("skinned vertices"),
        color_attachments: &views.each_ref().map(|view| {
            Some(wgpu::RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                    store: wgpu::StoreOp::Store,
                },
            })
        }),
        ..Default::default()
    });
    pass.set_pipeline(&pipeline);
    pass.set_bind_group(0, &size_group, &[]);
    pass.set_bind_group(2, &drawn.bind_group, &[]);
    pass.set_vertex_buffer(0, source.vertices.slice(..));
    pass.draw(0..count, 0..1);
    drop(pass);
    gpu.queue.submit([commands.finish()]);

    let read = |texture: &wgpu::Texture| -> Result<Vec<Vec4>, RenderError> {
        let bytes = read_texture(gpu, texture)?;
        let vector = |texel: &[u8; 16]| Vec4::from_array(bytemuck::pod_read_unaligned(texel));
        Ok(bytes.as_chunks::<16>().0.iter().take(count as usize).map(vector).collect())
    };
    let [positions, normals, tangents] = textures;
    out.positions = read(&positions)?.iter().map(|v| v.truncate()).collect::<Vec<Vec3>>();
    out.normals = read(&normals)?.iter().map(|v| v.truncate()).collect();
    out.tangents = read(&tangents)?;
    Ok(out)
}

/// Group 0: the size of the texture.
pub(super) fn create_size_group(context: &PipelineContext, size: [u32; 2]) -> wgpu::BindGroup {
    let uniform = [size[0] as f32, size[1] as f32, 0.0, 0.0];
    let buffer = context.gpu.create_buffer("size", bytemuck::bytes_of(&uniform), wgpu::BufferUsages::UNIFORM);
    context.gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("size"),
        layout: &context.layouts.frame,
        entries: &[wgpu::BindGroupEntry { binding: 0, resource: buffer.as_entire_binding() }],
    })
}

/// Pipeline that draws each vertex of a primitive into a texel of its own.
pub(super) fn create_vertex_pipeline(
    context: &PipelineContext,
    layout: &wgpu::PipelineLayout,
    module: &wgpu::ShaderModule,
    entry_points: [&str; 2],
    targets: &[Option<wgpu::ColorTargetState>],
) -> wgpu::RenderPipeline {
    context.gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(entry_points[0]),
        layout: Some(layout),
        vertex: wgpu::VertexState {
            module,
            entry_point: Some(entry_points[0]),
            compilation_options: Default::default(),
            buffers: &[Some(Vertex::layout())],
        },
        primitive: wgpu::PrimitiveState {
            topology: wgpu::PrimitiveTopology::PointList,
            ..Default::default()
        },
        depth_stencil: None,
        multisample: Default::default(),
        fragment: Some(wgpu::FragmentState {
            module,
            entry_point: Some(entry_points[1]),
            compilation_options: Default::default(),
            targets,
        }),
        multiview_mask: None,
        cache: None,
    })
}
