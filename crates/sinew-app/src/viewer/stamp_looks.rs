//! Looks of stamps: those of the set-up of the character, then the built-in ones.

use crate::asset::decal_looks::BuiltInLook;
use crate::encode::png_file;
use crate::report::failure::Failure;
use sinew::Actor;
use sinew::character::{Image, Pixels};
use sinew::surface::{DecalMaterial, Decals};
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

/// Switches decals on, with the built-in looks after those of the set-up of the actor. It has no decals yet.
pub(super) fn add_stamp_looks(actor: &mut Actor) -> Result<(), Failure> {
    let mut decals = match actor.decals() {
        Some(of_setup) => Decals::clone(of_setup.decals()),
        None => Decals::new(actor.character()),
    };
    for look in BuiltInLook::ALL {
        decals.materials.push(material(look)?);
    }
    decals.budget.max_decals = decals.budget.max_decals.max(MAX_DECALS);
    let set = actor.set_decals(Some(Arc::new(decals)));
    set.map_err(|error| Failure::Machine(error.to_string()))
}

fn material(look: BuiltInLook) -> Result<DecalMaterial, Failure> {
    let image = |pixels: Pixels| {
        let encoded = Some(png_file(&pixels)?.into());
        Ok::<_, Failure>(Image { name: look.name().into(), mime: "image/png".into(), encoded })
    };
    let material = DecalMaterial::new(look.name(), image(look.image())?)
        .with_normal(look.normal().map(image).transpose()?)
        .with_roughness(look.roughness())
        .with_metallic(look.metallic())
        .with_blend(look.blend());
    Ok(material)
}
