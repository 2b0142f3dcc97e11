//! Grooms on the device, of one character.

use crate::{Gpu, HairModel, HairModelError};
use sinew::hair::Groom;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// Grooms that are uploaded; those that nobody uses any more are dropped with the next one.
#[derive(Debug, Default)]
pub(super) struct GroomModels(Mutex<Vec<GroomModel>>);

#[derive(Debug)]
struct GroomModel {
    groom: Weak<Groom>,
    /// A model per layer.
    layers: Arc<[HairModel]>,
}

impl GroomModels {
    /// The models of a groom, which is uploaded where it is a new one. On a device that draws no strands there
    /// are none.
    pub(super) fn layers(&self, gpu: &Gpu, groom: &Arc<Groom>) -> Result<Arc<[HairModel]>, HairModelError> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known.iter().find(|known| known.groom.as_ptr() == Arc::as_ptr(groom)) {
            return Ok(found.layers.clone());
        }
        let models = groom.layers.iter().map(|layer| {
            HairModel::new(gpu, &layer.strands, &layer.look, layer.guides.len(), layer.points_per_guide())
        });
        let layers: Arc<[HairModel]> = match models.collect::<Result<Vec<_>, _>>() {
            Err(HairModelError::Unsupported) => Arc::default(),
            models => models?.into(),
        };
        known.retain(|known| known.groom.strong_count() > 0);
        known.push(GroomModel { groom: Arc::downgrade(groom), layers: layers.clone() });
        Ok(layers)
    }
}
