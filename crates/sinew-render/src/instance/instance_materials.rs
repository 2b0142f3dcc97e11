use crate::gpu::Gpu;
use crate::look::with_shade;
use crate::model::{MaterialBinding, MaterialUniform, ModelData};
use sinew::Frame;
use sinew::character::MaterialId;
use sinew::face::MaterialOverride;

/// Materials of one model instance: bindings of its own for materials that expressions change, the model's
/// for all others.
#[derive(Debug)]
pub(super) struct InstanceMaterials {
    /// Per material of the model; `None` where the model's binding is used.
    overridden: Vec<Option<OverriddenMaterial>>,
}

#[derive(Debug)]
struct OverriddenMaterial {
    binding: MaterialBinding,
    /// Values that the uniform buffer holds; `None` before the first update.
    uploaded: Option<MaterialOverride>,
}

impl InstanceMaterials {
    pub(super) fn new(gpu: &Gpu, model: &ModelData) -> Self {
        let overridden = model.materials.iter().map(|material| {
            material
                .has_expressions
                .then(|| OverriddenMaterial { binding: material.create_binding(gpu), uploaded: None })
        });
        Self { overridden: overridden.collect() }
    }

    /// Uploads the material overrides of `frame` that differ from the last ones. Allocates nothing itself.
    pub(super) fn update(&mut self, gpu: &Gpu, model: &ModelData, frame: &Frame<'_>) {
        for (id, entry) in (0..).map(MaterialId).zip(&mut self.overridden) {
            let Some(material_override) = entry else { continue };
            let Some(overrides) = frame.material_override(id) else { continue };
            if material_override.uploaded.as_ref() == Some(overrides) {
                continue;
            }
            material_override.uploaded = Some(*overrides);
            let drawn = &model.materials[id.index()];
            let shown =
                with_shade(&drawn.source, overrides, frame.character().materials()[id].toon.is_none());
            let uniform = MaterialUniform::new(&drawn.source, drawn.shading, &shown, drawn.texture_bits);
            gpu.queue.write_buffer(&material_override.binding.uniform, 0, uniform.bytes());
        }
    }

    /// Bind group of material number `index`.
    pub(super) fn bind_group<'a>(&'a self, model: &'a ModelData, index: usize) -> &'a wgpu::BindGroup {
        let binding = self.overridden[index].as_ref().map(|overridden| &overridden.binding);
        &binding.unwrap_or(&model.materials[index].binding).bind_group
    }
}
