use super::texture_refs::texture_refs;
use bytemuck::{Pod, Zeroable};
use sinew::character::{Material, Primitive};
use sinew::glam::{Vec2, Vec3, Vec4};

/// Attributes of one vertex; the same layout as `Attributes` in shaders/mesh_vertex.wgsl.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Vertex {
    position: [f32; 3],
    normal: [f32; 3],
    tangent: [f32; 4],
    /// Two UV sets.
    uv: [f32; 4],
    color: [f32; 4],
}

impl Vertex {
    const ATTRIBUTES: [wgpu::VertexAttribute; 5] = wgpu::vertex_attr_array![
        0 => Float32x3, 1 => Float32x3, 2 => Float32x4, 3 => Float32x4, 4 => Float32x4
    ];

    pub(crate) fn layout() -> wgpu::VertexBufferLayout<'static> {
        wgpu::VertexBufferLayout {
            array_stride: size_of::<Self>() as u64,
            step_mode: wgpu::VertexStepMode::Vertex,
            attributes: &Self::ATTRIBUTES,
        }
    }
}

/// The two UV sets that a material's textures read.
#[derive(Clone, Copy, Debug)]
pub(super) struct UvSets {
    sets: [usize; 2],
    /// Bit per texture slot, set where the texture reads the second set.
    pub(super) second_set_bits: u32,
}

impl UvSets {
    /// The first two different UV sets that textures of `material` refer to. Textures of further sets read
    /// the first.
    pub(super) fn of(material: &Material) -> Self {
        let refs = texture_refs(material);
        let first = refs.iter().find_map(|r| r.map(|r| r.uv_set)).unwrap_or(0);
        let second =
            refs.iter().find_map(|r| r.map(|r| r.uv_set).filter(|set| *set != first)).unwrap_or(first);
        let second_set_bits = refs.iter().enumerate().fold(0, |bits, (slot, r)| match r {
            Some(r) if r.uv_set == second && second != first => bits | 1 << slot,
            _ => bits,
        });
        Self { sets: [first, second], second_set_bits }
    }
}

/// Vertices of `primitive` with the UV sets `uv_sets`. A set that the primitive lacks is replaced by its
/// first one.
pub(super) fn interleave(primitive: &Primitive, uv_sets: UvSets) -> Vec<Vertex> {
    let uvs = |set: usize| primitive.uvs.get(set).or(primitive.uvs.first()).filter(|uvs| !uvs.is_empty());
    let [first, second] = uv_sets.sets.map(uvs);
    (0..primitive.positions.len())
        .map(|v| {
            let a = first.map_or(Vec2::ZERO, |uvs| uvs[v]);
            let b = second.map_or(Vec2::ZERO, |uvs| uvs[v]);
            Vertex {
                position: primitive.positions[v].to_array(),
                normal: primitive.normals.get(v).copied().unwrap_or(Vec3::ZERO).to_array(),
                tangent: primitive.tangents.get(v).copied().unwrap_or(Vec4::ZERO).to_array(),
                uv: [a.x, a.y, b.x, b.y],
                color: primitive.colors.get(v).copied().unwrap_or(Vec4::ONE).to_array(),
            }
        })
        .collect()
}
