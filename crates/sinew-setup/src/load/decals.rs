//! Decals of a set-up.

use crate::description::{BlendDescription, DecalLookDescription};
use crate::files::FileError;
use crate::{SetupError, SetupFile};
use sinew::Character;
use sinew::character::Image;
use sinew::internal::suggest;
use sinew::surface::{CharacterSurface, DecalBlend, DecalBudget, DecalMaterial, Decals};
use std::sync::Arc;

/// The decals: looks with their images, limits.
pub(crate) fn load_decals(
    setup: &SetupFile,
    character: &Character,
    surface: &Arc<CharacterSurface>,
) -> Result<Option<Arc<Decals>>, SetupError> {
    let Some(description) = &setup.description().decals else { return Ok(None) };
    let mut materials = Vec::new();
    for (name, look) in &description.looks {
        materials.push(material(setup, name, look)?);
    }
    let budget = DecalBudget::default().with_max_decals(description.max as usize);
    let decals =
        Decals::with_surface(character, surface.clone()).with_materials(materials).with_budget(budget);
    let trail = description.trails.as_ref().map(|name| {
        decals.find_look(name).ok_or_else(|| {
            let known = suggest(name, description.looks.keys().map(String::as_str));
            setup.error("decals.trails", format!("no look called {name:?}; {known}"))
        })
    });
    let trail = trail.transpose()?;
    Ok(Some(Arc::new(decals.with_trail_look(trail))))
}

fn material(setup: &SetupFile, name: &str, look: &DecalLookDescription) -> Result<DecalMaterial, SetupError> {
    let field = |field: &str| format!("decals.looks[\"{name}\"].{field}");
    for (at, value) in [("roughness", look.roughness), ("metallic", look.metallic)] {
        if !(0.0..=1.0).contains(&value) {
            let message = format!("{value} is out of its range; expected a number from 0 to 1");
            return Err(setup.error(&field(at), message));
        }
    }
    let image = |at: &str, path: &str| {
        let bytes = setup.files.read(path);
        let bytes = bytes.map_err(|message| setup.file_error(&field(at), path, FileError::Read(message)))?;
        Ok(Image { name: path.to_owned(), mime: String::new(), encoded: Some(bytes.into()) })
    };
    let normal = look.normal.as_ref().map(|path| image("normal", path)).transpose()?;
    let material = DecalMaterial::new(name, image("color", &look.color)?).with_normal(normal);
    let blend = match look.blend {
        BlendDescription::Alpha => DecalBlend::Alpha,
        BlendDescription::Multiply => DecalBlend::Multiply,
    };
    Ok(material.with_roughness(look.roughness).with_metallic(look.metallic).with_blend(blend))
}
