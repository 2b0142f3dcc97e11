//! Hair of actors on a graphics device.

use crate::report::failure::Failure;
use sinew::Actor;
use sinew_render::{HairInstance, HairModel, Renderer};

/// Layers of the hair of actors.
pub(crate) struct DrawnHair {
    layers: Vec<Layer>,
}

struct Layer {
    /// Place of the actor among all.
    actor: usize,
    /// Layer of its groom.
    layer: usize,
    instance: HairInstance,
}

impl DrawnHair {
    /// Hair of these actors, as it is now.
    pub(crate) fn new<'a>(
        renderer: &Renderer,
        actors: impl Iterator<Item = &'a Actor>,
    ) -> Result<Self, Failure> {
        let gpu = renderer.gpu();
        let mut layers = Vec::new();
        for (actor, character) in actors.enumerate() {
            let Some(hair) = character.hair() else { continue };
            for (layer, groom) in hair.groom().layers.iter().enumerate() {
                let model = HairModel::new(
                    gpu,
                    &groom.strands,
                    &groom.look,
                    groom.guides.len(),
                    groom.points_per_guide(),
                );
                let model = model.map_err(|error| Failure::Machine(format!("hair: {error}")))?;
                let mut instance = HairInstance::new(gpu, &model);
                instance.update(gpu, hair.pose(layer));
                layers.push(Layer { actor, layer, instance });
            }
        }
        Ok(Self { layers })
    }

    /// Takes over the present guides of the actors.
    pub(crate) fn update<'a>(&mut self, renderer: &Renderer, actors: impl Iterator<Item = &'a Actor>) {
        let mut layers = self.layers.iter_mut().peekable();
        for (actor, character) in actors.enumerate() {
            while let Some(layer) = layers.next_if(|layer| layer.actor == actor) {
                if let Some(hair) = character.hair() {
                    layer.instance.update(renderer.gpu(), hair.pose(layer.layer));
                }
            }
        }
    }

    /// Layers of the actor that comes first.
    pub(crate) fn lead_instances(&mut self) -> impl Iterator<Item = &mut HairInstance> {
        self.layers.iter_mut().filter(|layer| layer.actor == 0).map(|layer| &mut layer.instance)
    }

    /// All layers.
    pub(crate) fn instances(&self) -> impl Iterator<Item = &HairInstance> {
        self.layers.iter().map(|layer| &layer.instance)
    }
}
