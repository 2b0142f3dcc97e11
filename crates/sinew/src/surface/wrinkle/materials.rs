//! Materials of a wrinkle map with their images, from a description.

use super::map::{WrinkleImages, WrinkleMaterial};
use super::{WrinkleError, WrinkleImagesDescription, WrinkleMapDescription};
use crate::character::{Character, Image, MaterialId};
use crate::text::{abbreviate, suggest};

pub(super) type Resolved<T> = Result<T, WrinkleError>;

/// Reader of the images that a description names: encoded bytes, or the reason why there are none.
pub type WrinkleImageReader<'a> = &'a mut dyn FnMut(&str) -> Result<Image, String>;

/// Materials of a description: the first one, then the further ones in the order of their names.
pub(super) fn resolve(
    description: &WrinkleMapDescription,
    character: &Character,
    read: WrinkleImageReader<'_>,
) -> Resolved<Vec<WrinkleMaterial>> {
    let mut materials = vec![first(description, character, read)?];
    for (name, described) in &description.materials {
        let location = format!("materials[\"{}\"]", abbreviate(name));
        let material =
            find(character, name).map_err(|message| WrinkleError::new(location.as_str(), message))?;
        if materials.iter().any(|other| other.material == material) {
            return Err(WrinkleError::new(location, "the material has wrinkles already"));
        }
        if described.masks.len() != description.masks.len() {
            let (found, expected) = (described.masks.len(), description.masks.len());
            let message = format!("{found} images; expected {expected}, one for each of `masks`");
            return Err(WrinkleError::new(format!("{location}.masks"), message));
        }
        if let Some(unknown) = described.layers.keys().find(|name| !description.layers.contains_key(*name)) {
            let known = suggest(unknown, description.layers.keys().map(String::as_str));
            let message = format!("no layer called {:?}; {known}", abbreviate(unknown));
            return Err(WrinkleError::new(format!("{location}.layers"), message));
        }
        let layers = description.layers.keys().map(|name| {
            let Some(images) = described.layers.get(name) else { return Ok(WrinkleImages::default()) };
            layer_images(&format!("{location}.layers[\"{}\"]", abbreviate(name)), images, read)
        });
        let images = layers.collect::<Resolved<_>>()?;
        let masks = described.masks.iter().enumerate();
        let masks = masks.map(|(n, name)| image(&format!("{location}.masks[{n}]"), name, read));
        materials.push(WrinkleMaterial { material, images, masks: masks.collect::<Resolved<_>>()? });
    }
    Ok(materials)
}

fn first(
    description: &WrinkleMapDescription,
    character: &Character,
    read: WrinkleImageReader<'_>,
) -> Resolved<WrinkleMaterial> {
    let known = character.materials();
    let material = match &description.material {
        Some(name) => find(character, name),
        None if known.len() == 1 => Ok(MaterialId(0)),
        None => {
            let names = suggest("", known.iter().map(|material| material.name.as_str()));
            Err(format!("the character has {} materials; name one: {names}", known.len()))
        }
    };
    let material = material.map_err(|message| WrinkleError::new("material", message))?;
    let masks = description.masks.iter().enumerate();
    let masks = masks.map(|(n, mask)| image(&format!("masks[{n}].image"), &mask.image, read));
    let masks = masks.collect::<Resolved<_>>()?;
    let layers = description.layers.iter().map(|(name, layer)| {
        let location = format!("layers[\"{}\"]", abbreviate(name));
        let images = WrinkleImagesDescription {
            normal: layer.normal.clone(),
            surface: layer.surface.clone(),
            color: layer.color.clone(),
        };
        layer_images(&location, &images, read)
    });
    Ok(WrinkleMaterial { material, images: layers.collect::<Resolved<_>>()?, masks })
}

fn find(character: &Character, name: &str) -> Result<MaterialId, String> {
    let names = || character.materials().iter().map(|material| material.name.as_str());
    let found = names().position(|known| known == name).map(|number| MaterialId(number as u32));
    found.ok_or_else(|| format!("no material called {:?}; {}", abbreviate(name), suggest(name, names())))
}

fn layer_images(
    location: &str,
    images: &WrinkleImagesDescription,
    read: WrinkleImageReader<'_>,
) -> Resolved<WrinkleImages> {
    let mut read = |field: &str, name: &Option<String>| {
        name.as_ref().map(|name| image(&format!("{location}.{field}"), name, read)).transpose()
    };
    Ok(WrinkleImages {
        normal: read("normal", &images.normal)?,
        surface: read("surface", &images.surface)?,
        color: read("color", &images.color)?,
    })
}

fn image(location: &str, name: &str, read: WrinkleImageReader<'_>) -> Resolved<Image> {
    read(name)
        .map_err(|reason| WrinkleError::new(location, format!("image {:?}: {reason}", abbreviate(name))))
}

/// Error for more entries than `max`.
pub(super) fn limit(location: &str, found: usize, max: usize) -> Resolved<()> {
    match found <= max {
        true => Ok(()),
        false => Err(WrinkleError::new(location, format!("{found} entries; expected at most {max}"))),
    }
}
