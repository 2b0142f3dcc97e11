//! Hair whose text has changed: it swings on where the new one grows in the same places, and keeps what was set by
//! hand where the text says the same as before.

use sinew::Actor;
use sinew::hair::{Groom, HairState};
use std::sync::Arc;

/// Hair before its files were read anew.
pub(in crate::viewer) struct KeptHair<'a> {
    pub(in crate::viewer) state: &'a HairState,
    /// Groom of its files, before strokes of brushes.
    pub(in crate::viewer) groom: &'a Groom,
}

/// Lets the hair of an actor go on from its hair before: it swings on where it has the same layers, roots and points,
/// else it begins in its groomed shape. Settings by hand stay where the text has the same ones as before; so do
/// strokes of brushes, then `undo` are the grooms before them, else it becomes empty.
pub(in crate::viewer) fn continue_hair(actor: &mut Actor, before: &KeptHair<'_>, undo: &mut Vec<Arc<Groom>>) {
    let KeptHair { state: old, groom: of_files } = *before;
    let Some(state) = actor.hair_mut() else { return undo.clear() };
    let groom = state.groom().clone();
    let is_same = |a: &Groom, b: &Groom| {
        a.layers.len() == b.layers.len()
            && a.layers.iter().zip(&b.layers).all(|(a, b)| {
                a.guides == b.guides && a.roots == b.roots && a.strands == b.strands && a.name == b.name
            })
    };
    if is_same(&groom, of_files) {
        // The strokes are on guides that grow as before.
        undo.iter_mut().for_each(|earlier| *earlier = brushed(&groom, earlier));
        if !is_same(&groom, old.groom()) {
            let _ = state.set_groom(brushed(&groom, old.groom()));
        }
    } else {
        undo.clear();
    }
    // Hair of other guides begins anew.
    let _ = state.continue_from(old);
    for (number, layer) in groom.layers.iter().enumerate() {
        let is_it = |n: &usize| of_files.layers.get(*n).is_some_and(|other| other.name == layer.name);
        let mut numbers = std::iter::once(number).chain(0..of_files.layers.len());
        let Some(before) = numbers.find(is_it) else { continue };
        let by_hand = old.simulation(before).filter(|_| of_files.layers[before].physics == layer.physics);
        if let Some((simulation, by_hand)) = state.simulation_mut(number).zip(by_hand) {
            // Settings of a simulation have been checked.
            let _ = simulation.set_settings(*by_hand.settings());
        }
    }
}

/// A groom with the shape of another one, whose layers grow from the same roots.
fn brushed(groom: &Groom, shape: &Groom) -> Arc<Groom> {
    let mut brushed = groom.clone();
    for (layer, shape) in brushed.layers.iter_mut().zip(&shape.layers) {
        layer.guides.clone_from(&shape.guides);
        layer.strands.clone_from(&shape.strands);
    }
    Arc::new(brushed)
}
