use super::detail::MAX_SORTED;
use super::hair_model::HairModelData;
use super::uniform::{GRID_CELLS, HairUniform};
use crate::gpu::{Gpu, HairKernels, LIGHT_FORMAT};
use sinew::hair::GuidePoint;

/// Buffers of a hair instance, and its bind groups.
#[derive(Debug)]
pub(super) struct HairBuffers {
    pub(super) uniform: wgpu::Buffer,
    pub(super) guides: wgpu::Buffer,
    pub(super) points: wgpu::Buffer,
    pub(super) density: wgpu::Buffer,
    /// Ranks of sorted strips from the farthest to the nearest.
    #[cfg(test)]
    pub(super) order: wgpu::Buffer,
    /// Group 0 of the compute passes of an update.
    pub(super) update: wgpu::BindGroup,
    /// Group 1 of the light pass.
    pub(super) light: wgpu::BindGroup,
    /// Group 1 of the shading of points.
    pub(super) shade: wgpu::BindGroup,
    /// Group 1 of the sorting of strips.
    pub(super) sort: wgpu::BindGroup,
    /// Group 1 of draws.
    pub(super) draw: wgpu::BindGroup,
}

impl HairBuffers {
    pub(super) fn new(gpu: &Gpu, data: &HairModelData) -> Self {
        let kernels = kernels(gpu);
        let create = |label: &str, size: usize, usage: wgpu::BufferUsages| {
            gpu.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size: size.max(64) as u64,
                usage,
                mapped_at_creation: false,
            })
        };
        let (storage, copy) = (wgpu::BufferUsages::STORAGE, wgpu::BufferUsages::COPY_DST);
        let guide_bytes = data.guides * data.points_per_guide * size_of::<GuidePoint>();
        let guides = create("hair guides", guide_bytes, storage | copy);
        let point_bytes = data.strands * data.points_per_strand * 16;
        let points = create("strand points", point_bytes, storage | wgpu::BufferUsages::COPY_SRC);
        let density = create("hair density", GRID_CELLS.pow(3) as usize * 4, storage | copy);
        let uniform = create("hair", size_of::<HairUniform>(), wgpu::BufferUsages::UNIFORM | copy);
        let order = create("hair order", MAX_SORTED * 4, storage | wgpu::BufferUsages::COPY_SRC);
        let grid = light_grid(gpu);
        let [uniform_binding, strands, strand_points, ranks] =
            [&uniform, &data.strands_buffer, &points, &order].map(wgpu::Buffer::as_entire_binding);
        let grid = wgpu::BindingResource::TextureView(&grid);
        let light = [uniform_binding.clone(), density.as_entire_binding(), grid.clone()];
        let shade = [uniform_binding.clone(), strands.clone(), strand_points.clone(), grid];
        let sort = [uniform_binding.clone(), strand_points.clone(), ranks.clone()];
        Self {
            update: update_group(gpu, data, [&uniform, &guides, &points, &density]),
            light: bind_group(gpu, "hair light", &kernels.light, &light),
            shade: bind_group(gpu, "hair shading", &kernels.shade, &shade),
            sort: bind_group(gpu, "hair order", &kernels.sort, &sort),
            draw: bind_group(gpu, "hair", &kernels.draw, &[uniform_binding, strands, strand_points, ranks]),
            uniform,
            guides,
            points,
            density,
            #[cfg(test)]
            order,
        }
    }
}

/// Kernels of hair on a device on which a hair model exists.
pub(super) fn kernels(gpu: &Gpu) -> &HairKernels {
    gpu.hair_kernels().expect("hair models are made on devices that draw hair")
}

/// Group 0 of the update: the buffers are uniform, guides, points and density.
pub(super) fn update_group(gpu: &Gpu, data: &HairModelData, buffers: [&wgpu::Buffer; 4]) -> wgpu::BindGroup {
    let [uniform, guides, points, density] = buffers;
    let all = [uniform, &data.strands_buffer, &data.offsets_buffer, guides, points, density];
    bind_group(gpu, "hair update", &kernels(gpu).update, &all.map(wgpu::Buffer::as_entire_binding))
}

/// Bind group of these resources in the order of their bindings.
fn bind_group(
    gpu: &Gpu,
    label: &str,
    layout: &wgpu::BindGroupLayout,
    resources: &[wgpu::BindingResource<'_>],
) -> wgpu::BindGroup {
    let entries = (0..).zip(resources);
    let entries: Vec<_> = entries
        .map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource: resource.clone() })
        .collect();
    gpu.device.create_bind_group(&wgpu::BindGroupDescriptor { label: Some(label), layout, entries: &entries })
}

/// Light grid: radiance and optical depth of each cell.
fn light_grid(gpu: &Gpu) -> wgpu::TextureView {
    let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("hair light"),
        size: wgpu::Extent3d { width: GRID_CELLS, height: GRID_CELLS, depth_or_array_layers: GRID_CELLS },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D3,
        format: LIGHT_FORMAT,
        usage: wgpu::TextureUsages::STORAGE_BINDING | wgpu::TextureUsages::TEXTURE_BINDING,
        view_formats: &[],
    });
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}
