use bytemuck::{Pod, Zeroable};

/// Vertex of a decal; the same layout as `DecalAttributes` in shaders/decal_vertex.wgsl.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct DecalVertex {
    pub(super) position: [f32; 3],
    pub(super) normal: [f32; 3],
    /// Vertex in the layer's deformation data, part, decal in the layer, 1 for a disc.
    pub(super) indices: [u32; 4],
    /// Texture coordinates in the atlas and on the decal.
    pub(super) uv: [f32; 4],
}

impl DecalVertex {
    const ATTRIBUTES: [wgpu::VertexAttribute; 4] = wgpu::vertex_attr_array![
        0 => Float32x3, 1 => Float32x3, 2 => Uint32x4, 3 => Float32x4
    ];

    pub(crate) fn layout() -> wgpu::VertexBufferLayout<'static> {
        wgpu::VertexBufferLayout {
            array_stride: size_of::<Self>() as u64,
            step_mode: wgpu::VertexStepMode::Vertex,
            attributes: &Self::ATTRIBUTES,
        }
    }
}
