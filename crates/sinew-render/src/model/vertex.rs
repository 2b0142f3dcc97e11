use super::texture_refs::texture_refs;
use bytemuck::{Pod, Zeroable};
use sinew::character::{Material, NormalMapSpace, Primitive};
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

/// The UV sets that a material's textures read: two in the vertices, and two more in the deformation data where
/// they are needed.
#[derive(Clone, Copy, Debug)]
pub(super) struct UvSets {
    sets: [usize; 4],
    /// Whether textures read the third or the fourth set.
    pub(super) has_more: bool,
    /// Bit per texture slot, set where the texture reads the second or the fourth set.
    pub(super) second_set_bits: u32,
    /// Bit per texture slot, set where the texture reads the third or the fourth set.
    pub(super) more_set_bits: u32,
}

impl UvSets {
    /// The first four different UV sets that textures of `material` refer to, the first two of toon materials and
    /// of those with normal maps in object space. Textures of further sets read the first.
    pub(super) fn of(material: &Material) -> Self {
        let refs = texture_refs(material);
        let is_plain = material.toon.is_none() && material.normal_space == NormalMapSpace::Tangent;
        let most = if is_plain { 4 } else { 2 };
        let mut found: Vec<usize> = Vec::new();
        for set in refs.iter().flatten().map(|r| r.uv_set) {
            if found.len() < most && !found.contains(&set) {
                found.push(set);
            }
        }
        let (mut second_set_bits, mut more_set_bits) = (0, 0);
        for (slot, r) in refs.iter().enumerate() {
            let number = r.and_then(|r| found.iter().position(|set| *set == r.uv_set)).unwrap_or(0) as u32;
            second_set_bits |= (number & 1) << slot;
            more_set_bits |= (number >> 1) << slot;
        }
        let first = found.first().copied().unwrap_or(0);
        let sets = std::array::from_fn(|number| found.get(number).copied().unwrap_or(first));
        Self { sets, has_more: found.len() > 2, second_set_bits, more_set_bits }
    }

    /// Coordinates of a vertex in two of the sets, from number `first` on. A set that the primitive lacks is replaced
    /// by its first one.
    fn pair(&self, primitive: &Primitive, first: usize, vertex: usize) -> [f32; 4] {
        let uvs = |set: usize| primitive.uvs.get(set).or(primitive.uvs.first()).filter(|uvs| !uvs.is_empty());
        let of = |number: usize| uvs(self.sets[number]).map_or(Vec2::ZERO, |uvs| uvs[vertex]);
        let (a, b) = (of(first), of(first + 1));
        [a.x, a.y, b.x, b.y]
    }

    /// Coordinates in the third and the fourth set, by vertex; empty where no texture reads them.
    pub(super) fn more(&self, primitive: &Primitive) -> Vec<[f32; 4]> {
        let count = if self.has_more { primitive.positions.len() } else { 0 };
        (0..count).map(|vertex| self.pair(primitive, 2, vertex)).collect()
    }
}

/// Vertices of `primitive` with the first two of `uv_sets`.
pub(super) fn interleave(primitive: &Primitive, uv_sets: UvSets) -> Vec<Vertex> {
    (0..primitive.positions.len())
        .map(|v| Vertex {
            position: primitive.positions[v].to_array(),
            normal: primitive.normals.get(v).copied().unwrap_or(Vec3::ZERO).to_array(),
            tangent: primitive.tangents.get(v).copied().unwrap_or(Vec4::ZERO).to_array(),
            uv: uv_sets.pair(primitive, 0, v),
            color: primitive.colors.get(v).copied().unwrap_or(Vec4::ONE).to_array(),
        })
        .collect()
}
