use super::draw_uniform::DrawUniform;
use super::winding::Winding;
use crate::gpu::{Gpu, TexelArray};
use crate::model::{BlendMode, GpuPrimitive};
use crate::wrinkle::WrinkleBinding;
use sinew::character::MeshInstanceId;
use sinew::glam::Vec3;

/// Primitive of a mesh instance: the unit of drawing.
#[derive(Debug)]
pub(crate) struct PrimitiveInstance {
    /// Mesh instance of the character.
    pub(crate) mesh_instance: MeshInstanceId,
    /// Index of the primitive in its mesh.
    pub(crate) primitive: usize,
    pub(crate) bind_group: wgpu::BindGroup,
    /// Wrinkle map, where the material has one.
    pub(crate) wrinkles: Option<WrinkleBinding>,
    pub(crate) blend_mode: BlendMode,
    pub(crate) is_visible: bool,
    pub(crate) winding: Winding,
    /// Centre in world space, for sorting by distance.
    pub(crate) center: Vec3,
}

/// Creates bind group 2 of a draw: deformation data, pose and draw uniform.
pub(super) fn create_bind_group(
    gpu: &Gpu,
    primitive: &GpuPrimitive,
    pose: &TexelArray,
    uniform: &DrawUniform,
) -> wgpu::BindGroup {
    let buffer = gpu.create_buffer("draw", bytemuck::bytes_of(uniform), wgpu::BufferUsages::UNIFORM);
    gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("primitive"),
        layout: &gpu.caches.layouts.primitive,
        entries: &[
            wgpu::BindGroupEntry { binding: 0, resource: primitive.deform_data.binding() },
            wgpu::BindGroupEntry { binding: 1, resource: pose.binding() },
            wgpu::BindGroupEntry { binding: 2, resource: buffer.as_entire_binding() },
        ],
    })
}
