//! Decals that the user stamped, which stay while files are read anew.

use crate::viewer::stamp_looks::{add_look, add_stamp_looks};
use sinew::Actor;
use sinew::surface::DecalId;
use std::collections::BTreeSet;

/// Adds the decals of an actor, but for those of its set-up and those in `without`, to one of the same meshes whose
/// set-up was read anew.
pub(super) fn carry_decals(before: &Actor, now: &mut Actor, without: &BTreeSet<DecalId>) {
    let Some(state) = before.decals() else { return };
    if !state.decals().fits(now.character()) {
        return;
    }
    if now.decals().is_none() && add_stamp_looks(now).is_err() {
        return;
    }
    for live in state.set().iter().filter(|live| !without.contains(&live.id) && !live.is_leaving()) {
        let Some(material) = state.decals().materials.get(live.look as usize) else { continue };
        let known = now.decals().and_then(|decals| decals.decals().find_look(&material.name));
        let look = match known {
            Some(look) => look,
            // An image that was opened for it.
            None => match add_look(now, material.clone()) {
                Ok(look) => look as u32,
                Err(_) => continue,
            },
        };
        let posed = now.frame().surface(&live.decal.center);
        let Some(decals) = now.decals_mut() else { return };
        decals.set_mut().add(live.decal.clone(), look, live.life, |_| posed);
    }
}
