//! Hair that goes on from other hair, such as that before its file was read anew.

use super::HairState;
use super::state::check_guides;
use crate::hair::{ControlHair, GroomError, HairSimulation};

impl HairState {
    /// Goes on from where other hair is and how it moves, such as that before its file was read anew. Only the
    /// movement is taken: groom, body, settings and level of detail stay. Where the groomed shape is another one,
    /// the hair moves by the difference.
    ///
    /// # Errors
    /// When the hair before has other layers, guides, points or roots, or simulates other layers. Nothing changes
    /// then.
    pub fn continue_from(&mut self, before: &Self) -> Result<(), GroomError> {
        check_guides(&self.hair.groom, &before.hair.groom)?;
        let mut moved = Vec::with_capacity(self.layers.len());
        for ((layer, groomed), old) in self.layers.iter().zip(&self.hair.groom.layers).zip(&before.layers) {
            moved.push(match (&layer.simulation, &old.simulation) {
                (Some(now), Some(old)) => Some(continued(now, old, &groomed.guides)?),
                (None, None) => None,
                _ => {
                    let message = "it is simulated in one of the two alone".to_owned();
                    return Err(GroomError::Layer { layer: groomed.name.clone(), message });
                }
            });
        }
        (self.origin, self.world_from_model) = (before.origin, before.world_from_model);
        (self.is_new, self.simulation_world) = (before.is_new, before.simulation_world);
        let layers = self.layers.iter_mut().zip(&self.hair.groom.layers);
        for ((layer, groomed), (old, moved)) in layers.zip(before.layers.iter().zip(moved)) {
            layer.roots.clone_from(&old.roots);
            layer.simulation = moved;
            layer.pose.set_simulation_world(self.simulation_world);
            layer.show(groomed, self.origin);
        }
        Ok(())
    }
}

/// A simulation with the settings, the detail and the groomed shape of `now`, that goes on from `before`.
fn continued(
    now: &HairSimulation,
    before: &HairSimulation,
    guides: &[ControlHair],
) -> Result<HairSimulation, GroomError> {
    let mut moved = before.clone();
    moved.set_groom(guides)?;
    moved.set_settings(*now.settings())?;
    moved.set_lod(now.lod());
    Ok(moved)
}
