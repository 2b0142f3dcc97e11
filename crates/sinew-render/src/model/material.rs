use super::texture::ModelTextures;
use crate::renderer::Renderer;
use bytemuck::{Pod, Zeroable};
use sinew::character::{AlphaMode, Material, TextureRef};
use sinew::glam::Vec3;

/// The twin of `Material` in shaders/material.wgsl.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct MaterialUniform {
    base_color: [f32; 4],
    emissive: [f32; 4],
    surface: [f32; 4],
    specular: [f32; 4],
    sheen: [f32; 4],
    coat: [f32; 4],
    flags: [u32; 4],
    uv: [[f32; 4]; 10],
}

const UNLIT: u32 = 32;
const DOUBLE_SIDED: u32 = 64;
const HAS_SHEEN: u32 = 128;
const IGNORE_ALPHA: u32 = 256;

/// How a material mixes with what lies behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Translucency {
    Opaque,
    Mask,
    Blend,
    /// Lets light through everywhere: no solid parts, no shadow.
    Glass,
    /// Blended by name, but neither its factor nor its texture lets anything through; vertex colours might.
    BlendOfSolid,
}

/// A material on the device.
#[derive(Debug)]
pub(crate) struct GpuMaterial {
    pub(crate) bind_group: wgpu::BindGroup,
    pub(crate) translucency: Translucency,
    pub(crate) double_sided: bool,
}

impl GpuMaterial {
    pub(super) fn new(renderer: &Renderer, material: &Material, textures: &ModelTextures) -> Self {
        let refs = [
            &material.base_color_texture,
            &material.metallic_roughness_texture,
            &material.normal_texture,
            &material.occlusion_texture,
            &material.emissive_texture,
        ];
        let colors = [true, false, false, false, true];
        let bound = std::array::from_fn::<_, 5, _>(|slot| textures.bound(refs[slot].as_ref(), colors[slot]));
        let see_through = textures.has_alpha(material.base_color_texture.as_ref());
        let translucency = translucency(material, see_through);
        let uniform = uniform(material, &refs, bound.map(|b| b.present));

        let buffer = renderer.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("material"),
            size: size_of::<MaterialUniform>() as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        renderer.queue.write_buffer(&buffer, 0, bytemuck::bytes_of(&uniform));
        let mut entries = vec![wgpu::BindGroupEntry { binding: 0, resource: buffer.as_entire_binding() }];
        for (slot, texture) in bound.iter().enumerate() {
            let binding = 1 + 2 * slot as u32;
            entries.push(wgpu::BindGroupEntry {
                binding,
                resource: wgpu::BindingResource::TextureView(texture.view),
            });
            entries.push(wgpu::BindGroupEntry {
                binding: binding + 1,
                resource: wgpu::BindingResource::Sampler(texture.sampler),
            });
        }
        let bind_group = renderer.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("material"),
            layout: &renderer.layouts.material,
            entries: &entries,
        });
        Self { bind_group, translucency, double_sided: material.double_sided }
    }
}

fn translucency(material: &Material, see_through_texture: bool) -> Translucency {
    match material.alpha {
        _ if material.transmission > 0.0 => Translucency::Glass,
        AlphaMode::Opaque => Translucency::Opaque,
        AlphaMode::Mask { .. } => Translucency::Mask,
        AlphaMode::Blend if material.base_color.w < 1.0 || see_through_texture => Translucency::Blend,
        AlphaMode::Blend => Translucency::BlendOfSolid,
    }
}

fn uniform(material: &Material, refs: &[&Option<TextureRef>; 5], present: [bool; 5]) -> MaterialUniform {
    let mut flags = present.iter().enumerate().fold(0, |f, (slot, here)| f | u32::from(*here) << slot);
    for (flag, on) in [
        (UNLIT, material.unlit),
        (DOUBLE_SIDED, material.double_sided),
        (HAS_SHEEN, material.sheen.is_some()),
        (IGNORE_ALPHA, material.alpha == AlphaMode::Opaque),
    ] {
        flags |= if on { flag } else { 0 };
    }
    // Blended materials throw the shadow of their solid parts.
    let cutoff = if let AlphaMode::Mask { cutoff } = material.alpha { cutoff } else { 0.5 };
    let coat = material.clearcoat.unwrap_or_default();
    let (sheen, sheen_roughness) = material.sheen.map_or((Vec3::ZERO, 0.0), |s| (s.color, s.roughness));
    let mut uv = [[0.0; 4]; 10];
    for (slot, reference) in refs.iter().enumerate() {
        let matrix = reference.map(|r| r.transform).unwrap_or_default().to_matrix();
        uv[slot * 2] = matrix.row(0).extend(0.0).to_array();
        uv[slot * 2 + 1] = matrix.row(1).extend(0.0).to_array();
    }
    MaterialUniform {
        base_color: material.base_color.to_array(),
        emissive: material.emissive.extend(cutoff).to_array(),
        surface: [material.metallic, material.roughness, material.normal_scale, material.occlusion_strength],
        specular: (material.specular_color * 0.04).extend(material.specular).to_array(),
        sheen: sheen.extend(sheen_roughness).to_array(),
        coat: [coat.factor, coat.roughness, material.transmission, 0.0],
        flags: [flags, 0, 0, 0],
        uv,
    }
}
