use super::deform_data::{DeformLayout, pack};
use super::vertex::{UvSets, Vertex, interleave};
use crate::gpu::{Gpu, TexelArray, TexelFormat};
use crate::look::SurfaceLook;
use sinew::Bounds;
use sinew::character::{Material, NormalMapSpace, Primitive, Topology};
use sinew::glam::Vec3;

/// Primitive on the device.
#[derive(Debug)]
pub(crate) struct GpuPrimitive {
    pub(crate) vertices: wgpu::Buffer,
    pub(crate) vertex_count: u32,
    pub(crate) indices: IndexBuffer,
    pub(crate) topology: Topology,
    /// Index of the material in the model.
    pub(crate) material: usize,
    /// Influences and morph targets.
    pub(crate) deform_data: TexelArray,
    pub(crate) deform_layout: DeformLayout,
    /// Bit per texture slot, set where the texture reads the second UV set, or the fourth.
    pub(crate) second_uv_set_bits: u32,
    /// Flags of the draw uniform.
    pub(crate) flags: u32,
    /// Whether any vertex colour has alpha below 1.
    pub(crate) vertex_colors_have_alpha: bool,
    /// Centre of the bind pose, for sorting by distance.
    pub(crate) center: Vec3,
    /// Index in the skin of the joint with the largest total weight, which moves the centre.
    pub(crate) main_joint: Option<usize>,
}

/// Index buffer of a primitive, or of the part of it that is drawn in first person.
#[derive(Debug)]
pub(crate) struct IndexBuffer {
    pub(crate) buffer: wgpu::Buffer,
    pub(crate) count: u32,
}

/// Data of a primitive that exceeds a limit of the device.
pub(super) struct LimitExceeded {
    pub(super) data: &'static str,
    pub(super) bytes: usize,
    pub(super) limit: usize,
}

impl IndexBuffer {
    pub(super) fn new(gpu: &Gpu, indices: &[u32]) -> Self {
        let buffer = gpu.create_buffer("indices", bytemuck::cast_slice(indices), wgpu::BufferUsages::INDEX);
        Self { buffer, count: indices.len() as u32 }
    }
}

// Flags of `Draw` in shaders/skinning.wgsl.
const HAS_NORMALS: u32 = 1;
const HAS_TANGENTS: u32 = 2;
const OBJECT_SPACE_MAP: u32 = 4;
const FLAT: u32 = 8;
const UNLIT: u32 = 16;
const HEAD_AXES: u32 = 32;
const MORE_UV_SETS: u32 = 64;
/// Lowest of the bits per texture slot, set where the texture reads the third or the fourth UV set.
const MORE_UV_SET_SHIFT: u32 = 8;

impl GpuPrimitive {
    /// Uploads `primitive`, which is drawn with `material`, number `material_index` of the model.
    ///
    /// # Errors
    /// When its data is larger than a buffer of the device.
    pub(super) fn new(
        gpu: &Gpu,
        primitive: &Primitive,
        material_index: usize,
        (material, look): (&Material, Option<SurfaceLook>),
    ) -> Result<Self, LimitExceeded> {
        let uv_sets = UvSets::of(material);
        let vertices = interleave(primitive, uv_sets);
        let (texels, deform_layout) = pack(primitive, &uv_sets.more(primitive));
        let max_buffer = gpu.device.limits().max_buffer_size as usize;
        for (data, bytes, limit) in [
            ("vertices", vertices.len() * size_of::<Vertex>(), max_buffer),
            ("indices", primitive.indices.len() * 4, max_buffer),
            ("influences and morph targets", texels.len() * 16, gpu.max_texels() * 16),
        ] {
            if bytes > limit {
                return Err(LimitExceeded { data, bytes, limit });
            }
        }
        let deform_data = gpu.create_texel_array(TexelFormat::Uint, texels.len(), "deform data");
        deform_data.write(&gpu.queue, bytemuck::cast_slice(&texels));
        let is_flat = primitive.has_flat_normals();
        let is_unlit = primitive.topology != Topology::Triangles && primitive.normals.is_empty();
        let flags = if primitive.normals.is_empty() { 0 } else { HAS_NORMALS }
            | if primitive.tangents.is_empty() || is_flat { 0 } else { HAS_TANGENTS }
            | if is_flat { FLAT } else { 0 }
            | if is_unlit { UNLIT } else { 0 }
            | if matches!(look, Some(SurfaceLook::Eye | SurfaceLook::Teeth)) { HEAD_AXES } else { 0 }
            | if material.normal_space == NormalMapSpace::Object { OBJECT_SPACE_MAP } else { 0 }
            | if uv_sets.has_more { MORE_UV_SETS } else { 0 }
            | uv_sets.more_set_bits << MORE_UV_SET_SHIFT;
        let vertex_bytes = bytemuck::cast_slice(&vertices);
        Ok(Self {
            vertices: gpu.create_buffer("vertices", vertex_bytes, wgpu::BufferUsages::VERTEX),
            vertex_count: vertices.len() as u32,
            indices: IndexBuffer::new(gpu, &primitive.indices),
            topology: primitive.topology,
            material: material_index,
            deform_data,
            deform_layout,
            second_uv_set_bits: uv_sets.second_set_bits,
            flags,
            vertex_colors_have_alpha: have_alpha(primitive),
            center: Bounds::from_points(primitive.positions.iter().copied()).center(),
            main_joint: main_joint(primitive),
        })
    }

    /// Whether an outline can be drawn: triangles with normals.
    pub(crate) fn can_have_outline(&self) -> bool {
        self.topology == Topology::Triangles && self.flags & HAS_NORMALS != 0
    }
}

/// Whether any vertex colour has alpha below 1, as it is or by a morph target.
fn have_alpha(primitive: &Primitive) -> bool {
    let mut offsets = primitive.morph_targets.iter().flat_map(|target| target.colors());
    !primitive.colors.iter().all(|color| color.w >= 1.0) || offsets.any(|offset| offset.w != 0.0)
}

/// Index in the skin of the joint with the largest total weight over all vertices.
fn main_joint(primitive: &Primitive) -> Option<usize> {
    let influences = primitive.influences.as_ref()?;
    let mut totals = vec![0.0f32; usize::from(influences.max_joint()?) + 1];
    for (&joint, &weight) in influences.joints().iter().zip(influences.weights()) {
        totals[usize::from(joint)] += weight;
    }
    totals.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).map(|(joint, _)| joint)
}
