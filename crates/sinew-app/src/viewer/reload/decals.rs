//! Decals that the user stamped, which stay while files are read anew.

use crate::viewer::stamp_looks::{add_look, add_stamp_looks};
use sinew::Actor;
use sinew::surface::DecalId;
use std::collections::{BTreeMap, BTreeSet};

/// Decals that were carried over: their numbers and those of their looks before and now.
#[derive(Debug, Default)]
pub(in crate::viewer) struct CarriedDecals {
    pub(in crate::viewer) decals: BTreeMap<DecalId, DecalId>,
    pub(in crate::viewer) looks: BTreeMap<u32, u32>,
}

/// Adds the decals of an actor, but for those in `without`, to one of the same meshes whose files were read anew.
/// Looks of the names in `kept` are kept without a decal, too. Returns `None` for other meshes.
pub(super) fn carry_decals(
    before: &Actor,
    now: &mut Actor,
    without: &BTreeSet<DecalId>,
    kept: &[String],
) -> Option<CarriedDecals> {
    let state = before.decals()?;
    if !state.decals().fits(now.character()) || now.decals().is_none() && add_stamp_looks(now).is_err() {
        return None;
    }
    let mut carried = CarriedDecals::default();
    let lives = state.set().iter().filter(|live| !without.contains(&live.id) && !live.is_leaving());
    let used: BTreeSet<u32> = lives.clone().map(|live| live.look).collect();
    for (number, material) in (0..).zip(&state.decals().materials) {
        let known = now.decals().and_then(|decals| decals.decals().find_look(&material.name));
        let look = match known {
            Some(look) => Some(look),
            // An image that was opened for it.
            None if used.contains(&number) || kept.contains(&material.name) => {
                add_look(now, material.clone()).ok().map(|look| look as u32)
            }
            None => None,
        };
        carried.looks.extend(look.map(|look| (number, look)));
    }
    for live in lives {
        let Some(look) = carried.looks.get(&live.look) else { continue };
        let posed = now.frame().surface(&live.decal.center);
        let decals = now.decals_mut()?;
        // It has been there: it does not appear again, nor live longer.
        let life = live.life.with_lifetime(live.life.lifetime - live.age);
        let life = if live.age > 0.0 { life.with_fade_in(0.0) } else { life };
        let id = decals.set_mut().add(live.decal.clone(), *look, life, |_| posed);
        carried.decals.insert(live.id, id);
    }
    // A budget that was set by hand.
    if let (true, Some(decals)) = (*state.set().budget() != state.decals().budget, now.decals_mut()) {
        decals.set_mut().set_budget(*state.set().budget());
    }
    Some(carried)
}
