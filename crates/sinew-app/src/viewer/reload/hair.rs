//! Hair whose text has changed: it swings on where the new one grows in the same places.

use sinew::Actor;
use sinew::hair::HairState;

/// Lets the hair of an actor go on from the state of its hair before, where it has the same layers, roots and points;
/// else it begins in its groomed shape. Its settings are those of its groom.
pub(in crate::viewer) fn continue_hair(actor: &mut Actor, before: &HairState) {
    let Some(state) = actor.hair_mut() else { return };
    let groom = state.groom().clone();
    let mut moved = before.clone();
    let is_simulated = |state: &HairState| {
        (0..groom.layers.len()).map(|n| state.simulation(n).is_some()).collect::<Vec<_>>()
    };
    if moved.set_groom(groom.clone()).is_err() || is_simulated(&moved) != is_simulated(state) {
        return;
    }
    for (number, layer) in groom.layers.iter().enumerate() {
        let set = moved.simulation_mut(number).zip(layer.physics);
        // Settings of a groom have been checked.
        let _ = set.map(|(simulation, physics)| simulation.set_settings(physics));
    }
    *state = moved;
}
