use super::slot::{Shading, references};
use super::texture::ModelTextures;
use super::uniform::MaterialUniform;
use crate::renderer::Renderer;
use sinew::character::{AlphaMode, Material, OutlineMode};
use sinew::face::MaterialOverride;

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
    /// Blended as its author ordered it: drawn at its place among the blended, also where it is solid.
    Ordered {
        /// Whether it hides what is drawn later and lies behind.
        writes_depth: bool,
    },
}

/// A material on the device.
#[derive(Debug)]
pub(crate) struct GpuMaterial {
    pub(crate) bound: BoundMaterial,
    pub(crate) shading: Shading,
    pub(crate) translucency: Translucency,
    pub(crate) double_sided: bool,
    /// Whether a line is drawn around it.
    pub(crate) outlined: bool,
    /// Order among blended materials that are ordered alike: the higher, the later.
    pub(crate) queue_offset: i32,
    /// Whether expressions change it, so that every puppet has its own.
    pub(crate) expressive: bool,
    /// A bit per slot whose texture is there.
    pub(crate) present: u32,
    /// What it is without expressions.
    uniform: MaterialUniform,
    textures: Vec<(wgpu::TextureView, wgpu::Sampler)>,
}

/// A material's numbers, and the group that binds them with its textures.
#[derive(Debug)]
pub(crate) struct BoundMaterial {
    pub(crate) uniform: wgpu::Buffer,
    pub(crate) bind_group: wgpu::BindGroup,
}

/// What expressions can do to a material.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Expressiveness {
    /// Anything at all.
    pub(super) changes: bool,
    /// Make it see-through.
    pub(super) fades: bool,
}

impl GpuMaterial {
    pub(super) fn new(
        renderer: &Renderer,
        material: &Material,
        textures: &ModelTextures,
        expressiveness: Expressiveness,
    ) -> Self {
        let shading = Shading::of(material);
        let references = references(material);
        let slots = shading.slots().iter().zip(&references);
        let bound = slots.map(|(slot, reference)| textures.bound(reference.as_ref(), slot.color));
        let (mut present, mut kept) = (0, Vec::with_capacity(references.len()));
        for (slot, texture) in bound.enumerate() {
            present |= u32::from(texture.present) << slot;
            kept.push((texture.view.clone(), texture.sampler.clone()));
        }
        let see_through = textures.has_alpha(material.base_color_texture.as_ref()) || expressiveness.fades;
        let uniform = MaterialUniform::new(material, &MaterialOverride::of(material), present);
        let toon = material.toon.unwrap_or_default();
        Self {
            bound: BoundMaterial::new(renderer, shading, &kept, &uniform),
            shading,
            translucency: translucency(material, see_through),
            double_sided: material.double_sided,
            outlined: toon.outline.mode != OutlineMode::None && toon.outline.width > 0.0,
            queue_offset: toon.render_queue_offset,
            expressive: expressiveness.changes,
            present,
            uniform,
            textures: kept,
        }
    }

    /// The same material with numbers of its own.
    pub(crate) fn duplicate(&self, renderer: &Renderer) -> BoundMaterial {
        BoundMaterial::new(renderer, self.shading, &self.textures, &self.uniform)
    }
}

impl BoundMaterial {
    fn new(
        renderer: &Renderer,
        shading: Shading,
        textures: &[(wgpu::TextureView, wgpu::Sampler)],
        uniform: &MaterialUniform,
    ) -> Self {
        let buffer = renderer.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("material"),
            size: uniform.bytes().len() as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        renderer.queue.write_buffer(&buffer, 0, uniform.bytes());
        let mut entries = vec![wgpu::BindGroupEntry { binding: 0, resource: buffer.as_entire_binding() }];
        for (slot, (view, sampler)) in textures.iter().enumerate() {
            let binding = 1 + 2 * slot as u32;
            entries
                .push(wgpu::BindGroupEntry { binding, resource: wgpu::BindingResource::TextureView(view) });
            entries.push(wgpu::BindGroupEntry {
                binding: binding + 1,
                resource: wgpu::BindingResource::Sampler(sampler),
            });
        }
        let bind_group = renderer.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("material"),
            layout: &renderer.layouts.material[shading as usize],
            entries: &entries,
        });
        Self { uniform: buffer, bind_group }
    }
}

fn translucency(material: &Material, see_through: bool) -> Translucency {
    match (material.alpha, &material.toon) {
        (AlphaMode::Opaque, Some(_)) => Translucency::Opaque,
        (AlphaMode::Mask { .. }, Some(_)) => Translucency::Mask,
        (AlphaMode::Blend, Some(toon)) => {
            Translucency::Ordered { writes_depth: toon.transparent_with_z_write }
        }
        _ if material.transmission > 0.0 => Translucency::Glass,
        (AlphaMode::Opaque, None) => Translucency::Opaque,
        (AlphaMode::Mask { .. }, None) => Translucency::Mask,
        (AlphaMode::Blend, None) if material.base_color.w < 1.0 || see_through => Translucency::Blend,
        (AlphaMode::Blend, None) => Translucency::BlendOfSolid,
    }
}
