//! Looks of stamps: those of the set-up of the character, then the built-in ones.

use crate::report::failure::Failure;
use sinew::Actor;
use sinew::surface::{DecalId, DecalMaterial, Decals};
use sinew_setup::BuiltInLook;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Most decals of a character: trails of drops have hundreds.
const MAX_DECALS: usize = 1024;

/// Names of the looks that an actor offers, in the order of their numbers.
pub(crate) fn stamp_looks(actor: &Actor) -> Vec<&str> {
    match actor.decals() {
        Some(decals) => decals.decals().materials.iter().map(|look| look.name.as_str()).collect(),
        // They are added with the first decal.
        None => BuiltInLook::ALL.iter().map(|look| look.name()).collect(),
    }
}

/// Numbers of the decals of an actor.
pub(super) fn decal_ids(actor: &Actor) -> BTreeSet<DecalId> {
    actor.decals().into_iter().flat_map(|decals| decals.set().iter().map(|live| live.id)).collect()
}

/// Gives an actor decals with other looks or limits: those that it has stay, and their wounds bleed on.
fn replace_decals(actor: &mut Actor, decals: Decals) -> Result<(), Failure> {
    let kept = actor.decals().map(|state| (state.set().clone(), state.wounds().to_vec()));
    let set = actor.set_decals(Some(Arc::new(decals)));
    set.map_err(|error| Failure::Machine(error.to_string()))?;
    if let Some((state, (set, wounds))) = actor.decals_mut().zip(kept) {
        *state.set_mut() = set;
        wounds.into_iter().for_each(|wound| state.add_wound(wound));
    }
    Ok(())
}

/// Switches decals on, with the built-in looks after those of the set-up of the actor, whose marks stay.
pub(super) fn add_stamp_looks(actor: &mut Actor) -> Result<(), Failure> {
    let mut decals = match actor.decals() {
        Some(of_setup) => Decals::clone(of_setup.decals()),
        None => Decals::new(actor.character()),
    };
    for look in BuiltInLook::ALL {
        let failed = |error: sinew_import::ImageError| Failure::Machine(error.to_string());
        decals.materials.push(look.material().map_err(failed)?);
    }
    decals.budget.max_decals = decals.budget.max_decals.max(MAX_DECALS);
    let budget = decals.budget;
    replace_decals(actor, decals)?;
    actor.decals_mut().into_iter().for_each(|state| state.set_mut().set_budget(budget));
    Ok(())
}

/// Adds a look to those of an actor, whose decals stay; returns its number. A look of the same name is replaced.
pub(super) fn add_look(actor: &mut Actor, material: DecalMaterial) -> Result<usize, Failure> {
    if actor.decals().is_none() {
        add_stamp_looks(actor)?;
    }
    let Some(state) = actor.decals() else { return Ok(0) };
    let mut decals = Decals::clone(state.decals());
    let number = match decals.find_look(&material.name) {
        Some(known) => {
            decals.materials[known as usize] = material;
            known as usize
        }
        None => {
            decals.materials.push(material);
            decals.materials.len() - 1
        }
    };
    replace_decals(actor, decals)?;
    Ok(number)
}
