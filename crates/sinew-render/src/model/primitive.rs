use super::material::Translucency;
use super::shape::{self, ShapeLayout};
use super::slot::references;
use crate::renderer::Renderer;
use crate::vertex_data::{DataArray, TexelKind};
use bytemuck::{Pod, Zeroable};
use sinew::Bounds;
use sinew::character::{Material, Primitive, Topology};
use sinew::glam::{Vec2, Vec3, Vec4};

/// The attributes of one vertex, as `Attributes` in shaders/mesh_vertex.wgsl reads them.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Vertex {
    position: [f32; 3],
    normal: [f32; 3],
    tangent: [f32; 4],
    /// Two sets.
    uv: [f32; 4],
    color: [f32; 4],
}

impl Vertex {
    pub(crate) const ATTRIBUTES: [wgpu::VertexAttribute; 5] = wgpu::vertex_attr_array![
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

/// A primitive on the device.
#[derive(Debug)]
pub(crate) struct GpuPrimitive {
    pub(crate) vertices: wgpu::Buffer,
    pub(crate) indices: IndexBuffer,
    pub(crate) vertex_count: u32,
    pub(crate) topology: Topology,
    pub(crate) material: usize,
    pub(crate) shape: DataArray,
    pub(crate) layout: ShapeLayout,
    /// A bit per texture of the material: the set of coordinates it reads.
    pub(crate) uv_slots: u32,
    pub(crate) flags: u32,
    /// All vertex colours have full alpha.
    pub(crate) solid_colors: bool,
    /// Middle of the bind pose and the joint that moves most of it, to sort by.
    pub(crate) center: Vec3,
    pub(crate) main_joint: Option<usize>,
}

/// Which vertices are drawn.
#[derive(Debug)]
pub(crate) struct IndexBuffer {
    pub(crate) buffer: wgpu::Buffer,
    pub(crate) count: u32,
}

impl IndexBuffer {
    pub(super) fn new(renderer: &Renderer, indices: &[u32]) -> Self {
        let bytes = bytemuck::cast_slice(indices);
        let buffer = buffer(renderer, "indices", bytes, wgpu::BufferUsages::INDEX);
        Self { buffer, count: indices.len() as u32 }
    }
}

const HAS_NORMALS: u32 = 1;
const HAS_TANGENTS: u32 = 2;

impl GpuPrimitive {
    /// Uploads `source`; in case of failure what was too large, its bytes and the most it may have.
    pub(super) fn new(
        renderer: &Renderer,
        source: &Primitive,
        number: usize,
        material: &Material,
    ) -> Result<Self, (&'static str, usize, usize)> {
        let device = &renderer.device;
        let (sets, uv_slots) = uv_sets(material);
        let vertices = interleave(source, sets);
        let (texels, layout) = shape::pack(source);
        let most = device.limits().max_buffer_size as usize;
        let capacity = DataArray::capacity(device, renderer.path);
        for (what, bytes, limit) in [
            ("vertices", vertices.len() * size_of::<Vertex>(), most),
            ("indices", source.indices.len() * 4, most),
            ("influences and morph targets", texels.len() * 16, capacity * 16),
        ] {
            if bytes > limit {
                return Err((what, bytes, limit));
            }
        }
        let shape = DataArray::new(device, renderer.path, TexelKind::Uint, texels.len(), "shape");
        shape.write(&renderer.queue, bytemuck::cast_slice(&texels));
        let flags = if source.normals.is_empty() { 0 } else { HAS_NORMALS }
            | if source.tangents.is_empty() { 0 } else { HAS_TANGENTS };
        Ok(Self {
            vertices: buffer(
                renderer,
                "vertices",
                bytemuck::cast_slice(&vertices),
                wgpu::BufferUsages::VERTEX,
            ),
            indices: IndexBuffer::new(renderer, &source.indices),
            vertex_count: vertices.len() as u32,
            topology: source.topology,
            material: number,
            shape,
            layout,
            uv_slots,
            flags,
            solid_colors: source.colors.iter().all(|c| c.w >= 1.0),
            center: Bounds::of_points(source.positions.iter().copied()).center(),
            main_joint: main_joint(source),
        })
    }

    /// Whether a line can be drawn around it.
    pub(crate) fn has_faces(&self) -> bool {
        self.topology == Topology::Triangles && self.flags & HAS_NORMALS != 0
    }

    /// How this primitive mixes with what lies behind it.
    pub(crate) fn translucency(&self, material: Translucency) -> Translucency {
        // Many files call opaque materials blended.
        match material {
            Translucency::BlendOfSolid if self.solid_colors => Translucency::Opaque,
            Translucency::BlendOfSolid => Translucency::Blend,
            other => other,
        }
    }
}

/// The joint with the most weight.
fn main_joint(source: &Primitive) -> Option<usize> {
    let influences = source.influences.as_ref()?;
    let mut totals = vec![0.0f32; usize::from(influences.max_joint()?) + 1];
    for (&joint, &weight) in influences.joints().iter().zip(influences.weights()) {
        totals[usize::from(joint)] += weight;
    }
    totals.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).map(|(joint, _)| joint)
}

/// The two sets of coordinates that the textures of `material` read, and a bit per texture for which. Textures
/// beyond two sets read the first.
fn uv_sets(material: &Material) -> ([usize; 2], u32) {
    let refs = references(material);
    let first = refs.iter().find_map(|r| r.map(|r| r.uv_set)).unwrap_or(0);
    let second = refs.iter().find_map(|r| r.map(|r| r.uv_set).filter(|s| *s != first)).unwrap_or(first);
    let bits = refs.iter().enumerate().fold(0, |bits, (slot, r)| match r {
        Some(r) if r.uv_set == second && second != first => bits | 1 << slot,
        _ => bits,
    });
    ([first, second], bits)
}

fn interleave(source: &Primitive, sets: [usize; 2]) -> Vec<Vertex> {
    // A set the primitive lacks falls back to its first one.
    let set = |n: usize| source.uvs.get(n).or(source.uvs.first()).filter(|s| !s.is_empty());
    let [uv0, uv1] = sets.map(set);
    (0..source.positions.len())
        .map(|v| {
            let a = uv0.map_or(Vec2::ZERO, |s| s[v]);
            let b = uv1.map_or(Vec2::ZERO, |s| s[v]);
            Vertex {
                position: source.positions[v].to_array(),
                normal: source.normals.get(v).copied().unwrap_or(Vec3::ZERO).to_array(),
                tangent: source.tangents.get(v).copied().unwrap_or(Vec4::ZERO).to_array(),
                uv: [a.x, a.y, b.x, b.y],
                color: source.colors.get(v).copied().unwrap_or(Vec4::ONE).to_array(),
            }
        })
        .collect()
}

fn buffer(renderer: &Renderer, label: &str, bytes: &[u8], usage: wgpu::BufferUsages) -> wgpu::Buffer {
    let buffer = renderer.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        size: bytes.len().max(4) as u64,
        usage: usage | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    renderer.queue.write_buffer(&buffer, 0, bytes);
    buffer
}
