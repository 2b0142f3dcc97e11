//! Materials of a wrinkle map with their images, from a description.

use super::map::{WrinkleImages, WrinkleMaterial};
use super::{WrinkleDescription, WrinkleError, WrinkleImagesDescription};
use crate::character::{Character, Image, MaterialId};
use crate::text::{abbreviate, suggest};

pub(super) type Resolved<T> = Result<T, WrinkleError>;

/// Reader of the images that a description names: encoded bytes, or the reason why there are none.
pub type WrinkleImageReader<'a> = &'a mut dyn FnMut(&str) -> Result<Image, String>;

/// Materials of a description: the first one, then the further ones in the order of their names.
pub(super) fn resolve(
    description: &WrinkleDescription,
    character: &Character,
    read: WrinkleImageReader<'_>,
) -> Resolved<Vec<WrinkleMaterial>> {
    let mut materials = vec![first(description, character, read)?];
    for (name, own) in &description.materials {
        let place = format!("materials[\"{}\"]", abbreviate(name));
        let material = find(character, name).map_err(|message| WrinkleError::new(place.as_str(), message))?;
        if materials.iter().any(|own| own.material == material) {
            return Err(WrinkleError::new(place, "the material has wrinkles already"));
        }
        if own.masks.len() != description.masks.len() {
            let (found, expected) = (own.masks.len(), description.masks.len());
            let message = format!("{found} images; expected {expected}, one for each of `masks`");
            return Err(WrinkleError::new(format!("{place}.masks"), message));
        }
        if let Some(unknown) = own.layers.keys().find(|name| !description.layers.contains_key(*name)) {
            let known = suggest(unknown, description.layers.keys().map(String::as_str));
            let message = format!("no layer called {:?}; {known}", abbreviate(unknown));
            return Err(WrinkleError::new(format!("{place}.layers"), message));
        }
        let layers = description.layers.keys().map(|name| {
            let Some(images) = own.layers.get(name) else { return Ok(WrinkleImages::default()) };
            layer_images(&format!("{place}.layers[\"{}\"]", abbreviate(name)), images, read)
        });
        let images = layers.collect::<Resolved<_>>()?;
        let masks = own.masks.iter().enumerate();
        let masks = masks.map(|(n, name)| image(&format!("{place}.masks[{n}]"), name, read));
        materials.push(WrinkleMaterial { material, images, masks: masks.collect::<Resolved<_>>()? });
    }
    Ok(materials)
}

fn first(
    description: &WrinkleDescription,
    character: &Character,
    read: WrinkleImageReader<'_>,
) -> Resolved<WrinkleMaterial> {
    let known = character.materials();
    let material = match &description.material {
        Some(name) => find(character, name),
        None if known.len() == 1 => Ok(MaterialId(0)),
        None => {
            let names = suggest("", known.iter().map(|own| own.name.as_str()));
            Err(format!("the character has {} materials; name one: {names}", known.len()))
        }
    };
    let material = material.map_err(|message| WrinkleError::new("material", message))?;
    let masks = description.masks.iter().enumerate();
    let masks = masks.map(|(n, mask)| image(&format!("masks[{n}].image"), &mask.image, read));
    let masks = masks.collect::<Resolved<_>>()?;
    let layers = description.layers.iter().map(|(name, own)| {
        let place = format!("layers[\"{}\"]", abbreviate(name));
        let images = WrinkleImagesDescription {
            normal: own.normal.clone(),
            surface: own.surface.clone(),
            color: own.color.clone(),
        };
        layer_images(&place, &images, read)
    });
    Ok(WrinkleMaterial { material, images: layers.collect::<Resolved<_>>()?, masks })
}

fn find(character: &Character, name: &str) -> Result<MaterialId, String> {
    let names = || character.materials().iter().map(|material| material.name.as_str());
    let found = names().position(|own| own == name).map(|number| MaterialId(number as u32));
    found.ok_or_else(|| format!("no material called {:?}; {}", abbreviate(name), suggest(name, names())))
}

fn layer_images(
    place: &str,
    own: &WrinkleImagesDescription,
    read: WrinkleImageReader<'_>,
) -> Resolved<WrinkleImages> {
    let mut read = |field: &str, name: &Option<String>| {
        name.as_ref().map(|name| image(&format!("{place}.{field}"), name, read)).transpose()
    };
    Ok(WrinkleImages {
        normal: read("normal", &own.normal)?,
        surface: read("surface", &own.surface)?,
        color: read("color", &own.color)?,
    })
}

fn image(place: &str, name: &str, read: WrinkleImageReader<'_>) -> Resolved<Image> {
    read(name).map_err(|reason| WrinkleError::new(place, format!("image {:?}: {reason}", abbreviate(name))))
}

/// Error for more entries than `max`.
pub(super) fn limit(place: &str, found: usize, max: usize) -> Resolved<()> {
    match found <= max {
        true => Ok(()),
        false => Err(WrinkleError::new(place, format!("{found} entries; expected at most {max}"))),
    }
}
