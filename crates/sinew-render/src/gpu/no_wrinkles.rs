//! Bind group of wrinkles, with zeros for surfaces without a wrinkle map.

use super::bind_group_layouts::BindGroupLayouts;
use super::texel_array::{TexelArray, TexelFormat};
use super::vertex_data_binding::TexelStorage;

/// Size of the uniform of a wrinkle map, bytes.
pub(crate) const WRINKLE_UNIFORM_BYTES: usize = 1712;

/// Bind group 3 of surfaces without a wrinkle map: zeros, so that the shaders leave everything out.
pub(super) fn no_wrinkles(
    device: &wgpu::Device,
    storage: TexelStorage,
    layouts: &BindGroupLayouts,
) -> wgpu::BindGroup {
    let uniform = device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("no wrinkles"),
        size: WRINKLE_UNIFORM_BYTES as u64,
        usage: wgpu::BufferUsages::UNIFORM,
        mapped_at_creation: false,
    });
    let rings = TexelArray::new(device, storage, TexelFormat::Uint, 1, "no rings");
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: Some("no wrinkles"),
        // OpenGL makes a plain texture of an array of one.
        size: wgpu::Extent3d { width: 1, height: 1, depth_or_array_layers: 2 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba8Unorm,
        usage: wgpu::TextureUsages::TEXTURE_BINDING,
        view_formats: &[],
    });
    let view = texture.create_view(&wgpu::TextureViewDescriptor {
        dimension: Some(wgpu::TextureViewDimension::D2Array),
        ..Default::default()
    });
    let sampler = device.create_sampler(&wgpu::SamplerDescriptor::default());
    wrinkle_bind_group(device, layouts, &uniform, &rings, [&view; 4], &sampler)
}

/// Bind group 3: uniform, rings, images of normals, surfaces, colours and masks.
pub(crate) fn wrinkle_bind_group(
    device: &wgpu::Device,
    layouts: &BindGroupLayouts,
    uniform: &wgpu::Buffer,
    rings: &TexelArray,
    images: [&wgpu::TextureView; 4],
    sampler: &wgpu::Sampler,
) -> wgpu::BindGroup {
    let mut entries = vec![
        wgpu::BindGroupEntry { binding: 0, resource: uniform.as_entire_binding() },
        wgpu::BindGroupEntry { binding: 1, resource: rings.binding() },
        wgpu::BindGroupEntry { binding: 6, resource: wgpu::BindingResource::Sampler(sampler) },
    ];
    entries.extend((2..).zip(images).map(|(binding, view)| wgpu::BindGroupEntry {
        binding,
        resource: wgpu::BindingResource::TextureView(view),
    }));
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("wrinkles"),
        layout: &layouts.wrinkles,
        entries: &entries,
    })
}
