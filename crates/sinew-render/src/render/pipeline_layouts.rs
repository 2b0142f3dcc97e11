use crate::gpu::{Gpu, ShadingModel, cube_binding, layout_entry, texture_binding, uniform_binding};

/// Bind group layouts of the renderer, and pipeline layouts. Draws use four bind groups: 0 for the frame, 1
/// for the material, 2 for the primitive, 3 for wrinkles.
#[derive(Debug)]
pub(super) struct PipelineLayouts {
    /// Group 0 of the shadow pass: the frame uniform alone, since the pass writes the shadow map.
    pub(super) frame: wgpu::BindGroupLayout,
    /// Group 0 of the main pass: frame uniform, shadow map, what lies behind transmissive surfaces, environment map.
    pub(super) frame_with_environment: wgpu::BindGroupLayout,
    /// Group 0 of the output pass: the resolved colour target.
    pub(super) output: wgpu::BindGroupLayout,
    /// Meshes in the main pass, indexed by [`ShadingModel`](crate::gpu::ShadingModel).
    pub(super) mesh_pipeline: [wgpu::PipelineLayout; 3],
    /// Meshes with alpha in the shadow pass, indexed by [`ShadingModel`](crate::gpu::ShadingModel).
    pub(super) shadow_pipeline: [wgpu::PipelineLayout; 3],
    /// Vertices without a material: opaque meshes in the shadow pass and the read-back of vertices.
    pub(super) vertex_pipeline: wgpu::PipelineLayout,
    /// Read-back of the area strain of vertices.
    pub(super) strain_pipeline: wgpu::PipelineLayout,
    /// Sky, ground and overlay lines.
    pub(super) scene_pipeline: wgpu::PipelineLayout,
    pub(super) output_pipeline: wgpu::PipelineLayout,
}

impl PipelineLayouts {
    pub(super) fn new(gpu: &Gpu) -> Self {
        let group = |label: &str, entries: &[wgpu::BindGroupLayoutEntry]| {
            let descriptor = wgpu::BindGroupLayoutDescriptor { label: Some(label), entries };
            gpu.device.create_bind_group_layout(&descriptor)
        };
        let pipeline = |label: &str, groups: &[Option<&wgpu::BindGroupLayout>]| {
            gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: Some(label),
                bind_group_layouts: groups,
                immediate_size: 0,
            })
        };
        let both = wgpu::ShaderStages::VERTEX_FRAGMENT;
        let fragment = wgpu::ShaderStages::FRAGMENT;
        let unfiltered = wgpu::TextureSampleType::Float { filterable: false };
        let filterable = wgpu::TextureSampleType::Float { filterable: true };
        let filtering = wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering);
        let comparison = wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Comparison);
        let frame = group("frame", &[layout_entry(0, both, uniform_binding())]);
        let frame_with_environment = group(
            "frame with environment",
            &[
                layout_entry(0, both, uniform_binding()),
                layout_entry(1, fragment, texture_binding(wgpu::TextureSampleType::Depth)),
                layout_entry(2, fragment, comparison),
                layout_entry(3, fragment, texture_binding(unfiltered)),
                layout_entry(4, fragment, texture_binding(filterable)),
                layout_entry(5, fragment, filtering),
                layout_entry(6, fragment, cube_binding()),
                layout_entry(7, fragment, wgpu::BindingType::Sampler(wgpu::SamplerBindingType::NonFiltering)),
            ],
        );
        let output = group("output", &[layout_entry(0, fragment, texture_binding(unfiltered))]);
        let materials = gpu.caches.layouts.material.each_ref();
        let primitive = &gpu.caches.layouts.primitive;
        let wrinkles = &gpu.caches.layouts.wrinkles;
        Self {
            mesh_pipeline: ShadingModel::ALL.map(|shading| {
                let has_wrinkles = shading != ShadingModel::Toon || gpu.caches.layouts.has_toon_wrinkles;
                let groups = [&frame_with_environment, materials[shading as usize], primitive, wrinkles];
                let groups = groups.map(Some);
                pipeline("mesh", &groups[..if has_wrinkles { 4 } else { 3 }])
            }),
            shadow_pipeline: materials
                .map(|material| pipeline("shadow", &[Some(&frame), Some(material), Some(primitive)])),
            vertex_pipeline: pipeline("vertices", &[Some(&frame), None, Some(primitive)]),
            strain_pipeline: pipeline("strain", &[Some(&frame), None, Some(primitive), Some(wrinkles)]),
            scene_pipeline: pipeline("scene", &[Some(&frame_with_environment)]),
            output_pipeline: pipeline("output", &[Some(&output)]),
            frame,
            frame_with_environment,
            output,
        }
    }
}
