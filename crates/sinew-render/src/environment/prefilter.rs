//! Averages of an environment over the reflections of rough surfaces, drawn into the levels of a cube texture:
//! GGX with equal directions of view, normal and reflection (Karis, *Real Shading in Unreal Engine 4*, 2013),
//! each sample read from the level of the picture that is as fine as the samples are dense (Křivánek and
//! Colbert, *Real-time Shading with Filtered Importance Sampling*, 2008).

use super::image::EnvironmentImage;
use crate::gpu::{Gpu, layout_entry, texture_binding};
use bytemuck::{Pod, Zeroable};
use half::f16;
use std::borrow::Cow;
use std::num::NonZeroU64;

/// Format of environment maps.
pub(super) const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba16Float;
/// Width of a face of the sharpest level.
const SIZE: u32 = 256;
/// Levels, from mirrors to fully rough surfaces: one more than `LAST_ROUGH_LEVEL` in shaders/environment.wgsl.
const LEVELS: u32 = 6;
/// Distance of the uniforms of two draws, in bytes.
const STRIDE: usize = 256;

/// Uniform of one face of one level; the same layout as `Face` in shaders/prefilter.wgsl.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct FaceUniform {
    face: u32,
    size: f32,
    roughness: f32,
    sample_count: u32,
}

/// Draws the levels of a picture; returns a view of the cube.
pub(super) fn prefilter(gpu: &Gpu, image: &EnvironmentImage) -> wgpu::TextureView {
    let device = &gpu.device;
    let source = upload(gpu, image);
    let cube = device.create_texture(&wgpu::TextureDescriptor {
        label: Some("environment"),
        size: wgpu::Extent3d { width: SIZE, height: SIZE, depth_or_array_layers: 6 },
        mip_level_count: LEVELS,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: FORMAT,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
        view_formats: &[],
    });
    let mut uniforms = vec![0; STRIDE * (LEVELS * 6) as usize];
    for (n, bytes) in uniforms.as_chunks_mut::<STRIDE>().0.iter_mut().enumerate() {
        let level = n as u32 / 6;
        let uniform = FaceUniform {
            face: n as u32 % 6,
            size: (SIZE >> level) as f32,
            roughness: level as f32 / (LEVELS - 1) as f32,
            sample_count: [1, 48, 64, 96, 128, 192][level as usize],
        };
        bytes[..size_of::<FaceUniform>()].copy_from_slice(bytemuck::bytes_of(&uniform));
    }
    let uniforms = gpu.create_buffer("environment", &uniforms, wgpu::BufferUsages::UNIFORM);
    let (pipeline, layout) = pipeline(device);
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("environment"),
        layout: &layout,
        entries: &[
            wgpu::BindGroupEntry {
                binding: 0,
                resource: wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                    buffer: &uniforms,
                    offset: 0,
                    size: NonZeroU64::new(size_of::<FaceUniform>() as u64),
                }),
            },
            wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::TextureView(&source) },
            wgpu::BindGroupEntry { binding: 2, resource: wgpu::BindingResource::Sampler(&sampler(device)) },
        ],
    });
    let mut commands = device.create_command_encoder(&Default::default());
    for n in 0..LEVELS * 6 {
        let view = cube.create_view(&wgpu::TextureViewDescriptor {
            dimension: Some(wgpu::TextureViewDimension::D2),
            base_mip_level: n / 6,
            mip_level_count: Some(1),
            base_array_layer: n % 6,
            array_layer_count: Some(1),
            ..Default::default()
        });
        let mut pass = commands.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("environment"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                    store: wgpu::StoreOp::Store,
                },
            })],
            ..Default::default()
        });
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[n * STRIDE as u32]);
        pass.draw(0..3, 0..1);
    }
    gpu.queue.submit([commands.finish()]);
    cube_view(&cube)
}

/// View of a cube texture as a cube.
fn cube_view(cube: &wgpu::Texture) -> wgpu::TextureView {
    cube.create_view(&wgpu::TextureViewDescriptor {
        dimension: Some(wgpu::TextureViewDimension::Cube),
        ..Default::default()
    })
}

/// Uploads the picture with all its smaller images.
fn upload(gpu: &Gpu, image: &EnvironmentImage) -> wgpu::TextureView {
    let mut level = Cow::Borrowed(image);
    let [width, height] = level.size();
    let levels = width.max(height).ilog2() + 1;
    let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("environment picture"),
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: levels,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: FORMAT,
        usage: wgpu::TextureUsages::COPY_DST | wgpu::TextureUsages::TEXTURE_BINDING,
        view_formats: &[],
    });
    for number in 0..levels {
        if number > 0 {
            level = Cow::Owned(level.halved());
        }
        let [width, height] = level.size();
        let texel =
            |color: &sinew::glam::Vec3| [color.x, color.y, color.z, 1.0].map(f16::from_f32).map(f16::to_bits);
        let texels: Vec<[u16; 4]> = level.pixels().iter().map(texel).collect();
        gpu.queue.write_texture(
            wgpu::TexelCopyTextureInfo {
                texture: &texture,
                mip_level: number,
                origin: wgpu::Origin3d::ZERO,
                aspect: wgpu::TextureAspect::All,
            },
            bytemuck::cast_slice(&texels),
            wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(width * 8), rows_per_image: None },
            wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        );
    }
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

fn sampler(device: &wgpu::Device) -> wgpu::Sampler {
    device.create_sampler(&wgpu::SamplerDescriptor {
        label: Some("environment picture"),
        address_mode_u: wgpu::AddressMode::Repeat,
        mag_filter: wgpu::FilterMode::Linear,
        min_filter: wgpu::FilterMode::Linear,
        mipmap_filter: wgpu::MipmapFilterMode::Linear,
        ..Default::default()
    })
}

fn pipeline(device: &wgpu::Device) -> (wgpu::RenderPipeline, wgpu::BindGroupLayout) {
    let fragment = wgpu::ShaderStages::FRAGMENT;
    let filterable = wgpu::TextureSampleType::Float { filterable: true };
    let uniform = wgpu::BindingType::Buffer {
        ty: wgpu::BufferBindingType::Uniform,
        has_dynamic_offset: true,
        min_binding_size: NonZeroU64::new(size_of::<FaceUniform>() as u64),
    };
    let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("environment"),
        entries: &[
            layout_entry(0, fragment, uniform),
            layout_entry(1, fragment, texture_binding(filterable)),
            layout_entry(2, fragment, wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering)),
        ],
    });
    let shader = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some("environment"),
        source: wgpu::ShaderSource::Wgsl(include_str!("../shaders/prefilter.wgsl").into()),
    });
    let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some("environment"),
        bind_group_layouts: &[Some(&layout)],
        immediate_size: 0,
    });
    let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("environment"),
        layout: Some(&pipeline_layout),
        vertex: wgpu::VertexState {
            module: &shader,
            entry_point: Some("prefilter_vertex"),
            compilation_options: Default::default(),
            buffers: &[],
        },
        primitive: Default::default(),
        depth_stencil: None,
        multisample: Default::default(),
        fragment: Some(wgpu::FragmentState {
            module: &shader,
            entry_point: Some("prefilter_fragment"),
            compilation_options: Default::default(),
            targets: &[Some(FORMAT.into())],
        }),
        multiview_mask: None,
        cache: None,
    });
    (pipeline, layout)
}
