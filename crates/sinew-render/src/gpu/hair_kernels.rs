use super::layout_entry::{layout_entry, storage_binding, uniform_binding};

/// Layouts of the bind groups of hair, and the compute pipelines that run when guides move.
#[derive(Debug)]
pub(crate) struct HairKernels {
    /// Compute passes of an update: uniform, strands, offsets, guides, points, density.
    pub(crate) update: wgpu::BindGroupLayout,
    /// Compute pass of the light: uniform, density, light grid.
    pub(crate) light: wgpu::BindGroupLayout,
    /// Shading of points, group 1: uniform, strands, points, light grid.
    pub(crate) shade: wgpu::BindGroupLayout,
    /// Sorting of strips, group 1: uniform, points, order.
    pub(crate) sort: wgpu::BindGroupLayout,
    /// Drawing, group 1: uniform, strands, points, order.
    pub(crate) draw: wgpu::BindGroupLayout,
    /// Points of strands from the guides.
    pub(crate) points: wgpu::ComputePipeline,
    /// Density of the strands.
    pub(crate) density: wgpu::ComputePipeline,
}

/// Storage buffers of the compute passes of an update.
const STORAGE_BUFFERS: u32 = 5;

/// Invocations of a workgroup and bytes that it shares, as in shaders/hair_sort.wgsl.
const SORT_THREADS: u32 = 256;
const SORT_BYTES: u32 = 16_384;

/// Format of the light grid.
pub(crate) const LIGHT_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba16Float;

impl HairKernels {
    /// Whether a device draws hair: it needs compute shaders that read textures, storage buffers in the
    /// vertex stage and shaders that choose samples. On OpenGL, wgpu 30 reads zeros from textures in compute
    /// shaders and cannot translate sample masks.
    pub(super) fn are_supported(adapter: &wgpu::Adapter, limits: &wgpu::Limits) -> bool {
        let needed = wgpu::DownlevelFlags::COMPUTE_SHADERS | wgpu::DownlevelFlags::VERTEX_STORAGE;
        adapter.get_info().backend != wgpu::Backend::Gl
            && adapter.get_downlevel_capabilities().flags.contains(needed)
            && limits.max_storage_buffers_per_shader_stage >= STORAGE_BUFFERS
            && limits.max_storage_textures_per_shader_stage >= 1
            && limits.max_compute_invocations_per_workgroup >= SORT_THREADS
            && limits.max_compute_workgroup_storage_size >= SORT_BYTES
    }

    pub(super) fn new(device: &wgpu::Device) -> Self {
        let group = |label: &str, entries: &[wgpu::BindGroupLayoutEntry]| {
            device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some(label), entries })
        };
        let compute = wgpu::ShaderStages::COMPUTE;
        let vertex = wgpu::ShaderStages::VERTEX;
        let update = group(
            "hair update",
            &[
                layout_entry(0, compute, uniform_binding()),
                layout_entry(1, compute, storage_binding(true)),
                layout_entry(2, compute, storage_binding(true)),
                layout_entry(3, compute, storage_binding(true)),
                layout_entry(4, compute, storage_binding(false)),
                layout_entry(5, compute, storage_binding(false)),
            ],
        );
        let grid = wgpu::BindingType::StorageTexture {
            access: wgpu::StorageTextureAccess::WriteOnly,
            format: LIGHT_FORMAT,
            view_dimension: wgpu::TextureViewDimension::D3,
        };
        let light = group(
            "hair light",
            &[
                layout_entry(0, compute, uniform_binding()),
                layout_entry(1, compute, storage_binding(true)),
                layout_entry(2, compute, grid),
            ],
        );
        let volume = wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: false },
            view_dimension: wgpu::TextureViewDimension::D3,
            multisampled: false,
        };
        let shade = group(
            "hair shading",
            &[
                layout_entry(0, compute, uniform_binding()),
                layout_entry(1, compute, storage_binding(true)),
                layout_entry(2, compute, storage_binding(false)),
                layout_entry(3, compute, volume),
            ],
        );
        let sort = group(
            "hair order",
            &[
                layout_entry(0, compute, uniform_binding()),
                layout_entry(1, compute, storage_binding(true)),
                layout_entry(2, compute, storage_binding(false)),
            ],
        );
        let draw = group(
            "hair",
            &[
                layout_entry(0, wgpu::ShaderStages::VERTEX_FRAGMENT, uniform_binding()),
                layout_entry(1, vertex, storage_binding(true)),
                layout_entry(2, vertex, storage_binding(true)),
                layout_entry(3, vertex, storage_binding(true)),
            ],
        );
        let source =
            concat!(include_str!("../shaders/hair_data.wgsl"), include_str!("../shaders/hair_points.wgsl"));
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("hair points"),
            source: wgpu::ShaderSource::Wgsl(source.into()),
        });
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("hair update"),
            bind_group_layouts: &[Some(&update)],
            immediate_size: 0,
        });
        let pipeline = |entry_point| {
            device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some(entry_point),
                layout: Some(&layout),
                module: &module,
                entry_point: Some(entry_point),
                compilation_options: Default::default(),
                cache: None,
            })
        };
        Self {
            points: pipeline("evaluate_points"),
            density: pipeline("add_segments"),
            update,
            light,
            shade,
            sort,
            draw,
        }
    }
}
