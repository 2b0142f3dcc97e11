//! The materials of one puppet that expressions change; all others it shares with its model.

use crate::model::{BoundMaterial, MaterialUniform, Model};
use crate::renderer::Renderer;
use sinew::face::MaterialOverride;
use sinew::{Character, Frame};

/// Per material of the model the puppet's own, if it has one.
#[derive(Debug)]
pub(crate) struct Looks {
    own: Vec<Option<OwnMaterial>>,
}

#[derive(Debug)]
struct OwnMaterial {
    bound: BoundMaterial,
    /// What it shows; none before the first update.
    look: Option<MaterialOverride>,
}

impl Looks {
    pub(crate) fn new(renderer: &Renderer, model: &Model) -> Self {
        let own = model.data.materials.iter().map(|material| {
            material.expressive.then(|| OwnMaterial { bound: material.duplicate(renderer), look: None })
        });
        Self { own: own.collect() }
    }

    /// Takes over what expressions make of materials. Uploads what has changed; allocates nothing itself.
    pub(crate) fn update(&mut self, renderer: &Renderer, model: &Model, frame: &Frame<'_>) {
        let character: &Character = frame.character();
        for (number, own) in self.own.iter_mut().enumerate() {
            let Some(own) = own else { continue };
            let Some(look) = frame.material_override(number) else { continue };
            if own.look.as_ref() == Some(look) {
                continue;
            }
            own.look = Some(*look);
            let (material, present) = (&character.materials()[number], model.data.materials[number].present);
            let uniform = MaterialUniform::new(material, look, present);
            renderer.queue.write_buffer(&own.bound.uniform, 0, uniform.bytes());
        }
    }

    /// The group that binds material number `number`.
    pub(crate) fn bind_group<'a>(&'a self, model: &'a Model, number: usize) -> &'a wgpu::BindGroup {
        let own = self.own[number].as_ref().map(|own| &own.bound);
        &own.unwrap_or(&model.data.materials[number].bound).bind_group
    }
}
