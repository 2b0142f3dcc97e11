//! Hair of actors on a graphics device.

use crate::report::failure::Failure;
use sinew::Actor;
use sinew::hair::{Groom, HairState};
use sinew_render::{HairInstance, HairModel, Renderer};
use std::sync::Arc;

/// Layers of the hair of actors.
pub(crate) struct DrawnHair {
    layers: Vec<Layer>,
}

struct Layer {
    /// Place of the actor among all.
    actor: usize,
    /// Layer of its groom.
    layer: usize,
    groom: Arc<Groom>,
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
        for (actor, own) in actors.enumerate() {
            let Some(hair) = own.hair() else { continue };
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
                layers.push(Layer { actor, layer, groom: Arc::clone(hair.groom()), instance });
            }
        }
        Ok(Self { layers })
    }

    /// Takes over the present guides of the actors.
    pub(crate) fn update<'a>(&mut self, renderer: &Renderer, actors: impl Iterator<Item = &'a Actor>) {
        let mut layers = self.layers.iter_mut().peekable();
        for (actor, own) in actors.enumerate() {
            while let Some(layer) = layers.next_if(|layer| layer.actor == actor) {
                if let Some(hair) = own.hair() {
                    layer.instance.update(renderer.gpu(), hair.pose(layer.layer));
                }
            }
        }
    }

    /// True where these actors have the grooms that were uploaded.
    pub(crate) fn is_of<'a>(&self, actors: impl Iterator<Item = &'a Actor>) -> bool {
        let now = actors.enumerate().flat_map(|(actor, own)| {
            let groom = own.hair().map(HairState::groom);
            let layers = groom.map_or(0, |groom| groom.layers.len());
            (0..layers).filter_map(move |layer| Some((actor, layer, groom?)))
        });
        let mut drawn = self.layers.iter();
        now.into_iter().all(|(actor, layer, groom)| {
            drawn.next().is_some_and(|own| {
                own.actor == actor && own.layer == layer && Arc::ptr_eq(&own.groom, groom)
            })
        }) && drawn.next().is_none()
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
