use super::layout_entry::{layout_entry, storage_binding, uniform_binding};

/// Bind group layout and compute pipeline of simulated hair.
#[derive(Debug)]
pub(crate) struct HairSolverKernel {
    /// Uniform, rest data, roots, steps, obstacles, nodes of fields, state, guides.
    pub(crate) layout: wgpu::BindGroupLayout,
    pub(crate) update: wgpu::ComputePipeline,
}

/// Storage buffers that are read, after the uniform.
const INPUTS: u32 = 5;
/// Storage buffers that are written, after those.
const OUTPUTS: u32 = 2;

impl HairSolverKernel {
    /// Whether a device has what the solver needs.
    pub(super) fn is_supported(limits: &wgpu::Limits) -> bool {
        limits.max_storage_buffers_per_shader_stage >= INPUTS + OUTPUTS
    }

    pub(super) fn new(device: &wgpu::Device) -> Self {
        let compute = wgpu::ShaderStages::COMPUTE;
        let storage = |n: u32| layout_entry(n, compute, storage_binding(n <= INPUTS));
        let mut entries = vec![layout_entry(0, compute, uniform_binding())];
        entries.extend((1..=INPUTS + OUTPUTS).map(storage));
        let label = Some("hair solver");
        let layout =
            device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label, entries: &entries });
        let source = concat!(
            include_str!("../shaders/hair_solver_data.wgsl"),
            include_str!("../shaders/hair_solver_wind.wgsl"),
            include_str!("../shaders/hair_solver_lengths.wgsl"),
            include_str!("../shaders/hair_solver_obstacles.wgsl"),
            include_str!("../shaders/hair_solver_collide.wgsl"),
            include_str!("../shaders/hair_solver_step.wgsl"),
            include_str!("../shaders/hair_solver_main.wgsl"),
        );
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label,
            source: wgpu::ShaderSource::Wgsl(source.into()),
        });
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label,
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let update = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label,
            layout: Some(&pipeline_layout),
            module: &module,
            entry_point: Some("update_hair"),
            compilation_options: Default::default(),
            cache: None,
        });
        Self { layout, update }
    }
}
