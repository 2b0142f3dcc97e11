//! Hair of one actor on the device: of the groom that it wears, and of those that it has worn.

use super::groom_models::GroomModels;
use crate::{Gpu, HairInstance, HairModelError};
use sinew::hair::{Groom, HairState};
use std::sync::{Arc, Weak};

/// Instances of grooms.
#[derive(Debug, Default)]
pub(super) struct WornHair {
    grooms: Vec<(Weak<Groom>, Vec<HairInstance>)>,
    /// The one that is worn.
    worn: Option<usize>,
}

impl WornHair {
    /// Layers of the groom that is worn.
    pub(super) fn layers(&self) -> &[HairInstance] {
        self.worn.map_or(&[], |worn| &self.grooms[worn].1)
    }

    pub(super) fn layers_mut(&mut self) -> &mut [HairInstance] {
        self.worn.map_or(&mut [], |worn| &mut self.grooms[worn].1)
    }

    /// Makes the instances of a groom.
    pub(super) fn add(
        &mut self,
        gpu: &Gpu,
        models: &GroomModels,
        groom: &Arc<Groom>,
    ) -> Result<usize, HairModelError> {
        if let Some(known) = self.grooms.iter().position(|(known, _)| known.as_ptr() == Arc::as_ptr(groom)) {
            return Ok(known);
        }
        let layers = models.layers(gpu, groom)?;
        self.grooms.retain(|(groom, _)| groom.strong_count() > 0);
        let instances = layers.iter().map(|layer| HairInstance::new(gpu, layer)).collect();
        self.grooms.push((Arc::downgrade(groom), instances));
        Ok(self.grooms.len() - 1)
    }

    /// Sets the groom that is worn, if any. One that does not fit the device is not drawn.
    pub(super) fn wear(&mut self, gpu: &Gpu, models: &GroomModels, groom: Option<&Arc<Groom>>) {
        self.worn = groom.and_then(|groom| self.add(gpu, models, groom).ok());
    }

    /// Takes over the hair of a frame.
    pub(super) fn update(&mut self, gpu: &Gpu, models: &GroomModels, hair: Option<&HairState>) {
        self.wear(gpu, models, hair.map(HairState::groom));
        let Some(hair) = hair else { return };
        for (layer, drawn) in self.layers_mut().iter_mut().enumerate() {
            drawn.update(gpu, hair.pose(layer));
        }
    }
}
