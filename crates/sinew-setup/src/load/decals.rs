//! Decals of a set-up.

use super::built_in_looks::BuiltInLook;
use super::marks::{MarkedDecals, place_marks};
use crate::description::{BlendDescription, DecalLookDescription};
use crate::file::READS_SETUPS;
use crate::files::FileError;
use crate::images::{decode_image, encode_image};
use crate::{SetupError, SetupFile, SetupFiles};
use sinew::Character;
use sinew::character::Image;
use sinew::glam::Vec2;
use sinew::internal::suggest;
use sinew::surface::{CharacterSurface, DecalBlend, DecalBudget, DecalMaterial, Decals};
use sinew_author::surface::HeightImage;
use std::sync::Arc;

/// Radius of a mark for which the strength of heights counts where no mark with the look has a radius, metres.
const HEIGHT_RADIUS: f32 = 0.05;

/// The decals: looks with their images, limits, marks. `field` is the path of their description in the text of the
/// set-up, with a dot behind it; empty for a text of decals alone.
pub(crate) fn load_decals(
    setup: &SetupFile,
    field: &str,
    character: &Arc<Character>,
    surface: &Arc<CharacterSurface>,
) -> Result<Option<MarkedDecals>, SetupError> {
    let described = setup.description().decals.as_ref();
    let Some(description) = described.filter(|_| READS_SETUPS) else { return Ok(None) };
    let mut materials = Vec::new();
    for (name, look) in &description.looks {
        let sized = description.marks.iter().find(|mark| mark.look == *name && mark.radius.is_some());
        let radius = sized.and_then(|mark| mark.radius).unwrap_or(HEIGHT_RADIUS);
        materials.push(material(setup, field, (name, look), radius)?);
    }
    for name in description.marks.iter().map(|mark| &mark.look).chain(&description.trails) {
        if materials.iter().any(|known| known.name == *name) {
            continue;
        }
        if let Some(built_in) = BuiltInLook::find(name) {
            let failed = |error| setup.error("", error);
            materials.push(built_in.material().map_err(failed)?);
        }
    }
    let budget = DecalBudget::default().with_max_decals(description.max as usize);
    let decals =
        Decals::with_surface(character, surface.clone()).with_materials(materials).with_budget(budget);
    let look = |name: &str, at: &str| {
        decals.find_look(name).ok_or_else(|| {
            let built_in = BuiltInLook::ALL.into_iter().map(|look| -> &str { look.name() });
            let known = suggest(name, description.looks.keys().map(String::as_str).chain(built_in));
            setup.error(&format!("{field}{at}"), format!("no look called {name:?}; {known}"))
        })
    };
    let dripping = description.marks.iter().find(|mark| mark.drips.is_some()).map(|mark| &mark.look);
    // Without a look of its own a trail looks as the first mark that drips.
    let trail = match (&description.trails, dripping) {
        (Some(name), _) => Some(look(name, "trails")?),
        (None, Some(name)) => decals.find_look(name),
        (None, None) => None,
    };
    let mut looks = Vec::new();
    for (n, mark) in description.marks.iter().enumerate() {
        looks.push(look(&mark.look, &format!("marks[{n}].look"))?);
    }
    let marks = place_marks(&description.marks, &looks, character, surface)
        .map_err(|(at, message)| setup.error(&format!("{field}marks{at}"), message))?;
    Ok(Some(MarkedDecals::new(Arc::new(decals.with_trail_look(trail)), marks)))
}

fn material(
    setup: &SetupFile,
    path: &str,
    (name, look): (&str, &DecalLookDescription),
    radius: f32,
) -> Result<DecalMaterial, SetupError> {
    let field = |field: &str| format!("{path}looks[\"{name}\"].{field}");
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
    let normal = match (&look.height, normal) {
        (Some(_), Some(_)) => {
            return Err(setup.error(&field("height"), "expected `normal` or `height`, not both"));
        }
        (Some(path), None) => {
            let failed = |error: &dyn std::fmt::Display| setup.error(&field("height"), error.to_string());
            let heights = decode_image(&image("height", path)?).map_err(|error| failed(&error))?;
            let size = Vec2::new(1.0, heights.height as f32 / heights.width.max(1) as f32) * (radius * 2.0);
            let normals = HeightImage::new(&heights, look.strength * 1e-3, size).normal_pixels();
            let normals = normals.map_err(|error| failed(&error))?;
            Some(encode_image(path.as_str(), &normals).map_err(|error| failed(&error))?)
        }
        (None, normal) => normal,
    };
    let material = DecalMaterial::new(name, image("color", &look.color)?).with_normal(normal);
    let blend = match look.blend {
        BlendDescription::Alpha => DecalBlend::Alpha,
        BlendDescription::Multiply => DecalBlend::Multiply,
    };
    Ok(material.with_roughness(look.roughness).with_metallic(look.metallic).with_blend(blend))
}

impl MarkedDecals {
    /// Reads a text of decals ([`DecalsDescription`](crate::DecalsDescription)) and the images that it names, and
    /// puts its marks on a character at rest. `name` stands for the text in messages.
    ///
    /// # Errors
    /// When the text is none of decals, an image cannot be read, or a mark does not fit the character.
    pub fn from_ron(
        name: &str,
        text: impl Into<String>,
        files: SetupFiles,
        character: &Arc<Character>,
    ) -> Result<Self, SetupError> {
        let file = SetupFile::of_decals(name, text.into(), files)?;
        let surface = Arc::new(CharacterSurface::new(character));
        let failed = || file.error("", "the text has no decals");
        load_decals(&file, "", character, &surface)?.ok_or_else(failed)
    }
}
