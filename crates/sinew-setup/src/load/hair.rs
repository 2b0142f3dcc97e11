//! Hair of a set-up.

use super::meshes;
use crate::file::Located;
use crate::files::FileError;
use crate::images::decode_image;
use crate::setup::Finding;
use crate::{HairSetupDescription, Part, Setup, SetupError, SetupFile};
use sinew::Character;
use sinew::character::{Image, MeshInstanceId};
use sinew::hair::read_groom;
use sinew::surface::CharacterSurface;
use sinew_author::hair::{
    GroomDescription, GroomMakingError, GroomMaps, HairMap, Haircut, HaircutError, HaircutNote, HaircutSource,
};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Grows other hair on the character of a set-up, as it is dressed at first; none without haircuts.
pub(crate) fn grow_hair(setup: &Setup, hair: &HairSetupDescription) -> Result<Option<Haircut>, SetupError> {
    let character = setup.character();
    let surface = Arc::new(CharacterSurface::new(character));
    let hidden = setup.hidden_meshes().collect();
    load_hair(&setup.file, ("hair", hair), (character, &surface), &hidden, &mut Vec::new())
}

/// Grows the hair that a field describes on a character, of which the meshes `hidden` are not visible; none
/// without haircuts.
pub(crate) fn load_hair(
    setup: &SetupFile,
    (field, hair): (&str, &HairSetupDescription),
    (character, surface): (&Character, &Arc<CharacterSurface>),
    hidden: &BTreeSet<MeshInstanceId>,
    findings: &mut Vec<Finding>,
) -> Result<Option<Haircut>, SetupError> {
    if !cfg!(feature = "hair") {
        return Err(setup.error(field, "this build grows no hair"));
    }
    let mut hidden = hidden.clone();
    for (n, name) in hair.hide.iter().enumerate() {
        match meshes::find(character, name) {
            Ok(found) => hidden.extend(found),
            Err(message) => findings.push(Finding { field: format!("{field}.hide[{n}]"), message }),
        }
    }
    if hair.grooms.is_empty() {
        return Ok(None);
    }
    let mut sources = Vec::new();
    for (n, groom) in hair.grooms.iter().enumerate() {
        let groom_field = format!("{field}.grooms[{n}]");
        let source = read(setup, &groom_field, groom, character)?;
        sources.push((groom_field, source));
    }
    let grown = Haircut::grow(character, surface, |id| !hidden.contains(&id), sources, &|_| ());
    let mut haircut = grown.map_err(|error| match error {
        HaircutError::Groom { name, error } => setup.error(&name, error),
        HaircutError::Curves { name, error } => setup.error(&name, error),
        error => setup.error(field, error),
    })?;
    for note in &haircut.notes {
        let (field, message) = match note {
            HaircutNote::Moved { source, scale } => {
                (source.as_str(), format!("moved onto the head, {scale:.3} times as large"))
            }
            HaircutNote::UnusualSize { size } => {
                (field, format!("the head is {size:.2} times as large as a person's"))
            }
            HaircutNote::NoCollider { joint, error } => {
                let name = character.skeleton().name(*joint);
                (field, format!("hair goes through the skin of {name:?}: {error}"))
            }
            HaircutNote::PartOfMesh { name, .. } => {
                (field, format!("{name:?} may be hair of the file; it is part of a mesh and stays"))
            }
            HaircutNote::Map { source, cover, .. } if !cover.has_uvs => {
                (source.as_str(), format!("{}: the skin has no texture coordinates", cover.map))
            }
            _ => continue,
        };
        findings.push(Finding { field: field.to_owned(), message });
    }
    let named: Vec<_> =
        hair.hide.iter().filter_map(|name| meshes::find(character, name).ok()).flatten().collect();
    haircut.hidden.extend(named);
    Ok(Some(haircut))
}

fn read(
    setup: &SetupFile,
    field: &str,
    part: &Part<GroomDescription>,
    character: &Character,
) -> Result<HaircutSource, SetupError> {
    let located = |error: GroomMakingError| match error {
        GroomMakingError::Description { location, message } => Located { location, message },
        error => Located::nowhere(error),
    };
    let path = match part {
        Part::File(path) => path.as_str(),
        Part::Inline(_) => "",
    };
    if let Part::File(path) = part {
        let bytes =
            |path| setup.files.read(path).map_err(|m| setup.file_error(field, path, FileError::Read(m)));
        if path.ends_with(".groom") {
            let saved = read_groom(&bytes(path)?, character).map_err(|error| setup.error(field, error))?;
            return Ok(HaircutSource::Saved(saved));
        }
        if !path.ends_with(".ron") {
            return curves(setup, field, path, &bytes(path)?);
        }
    }
    let (groom, source) =
        setup.part(field, part, |text| GroomDescription::from_ron(text).map_err(located))?;
    let mut maps = GroomMaps::new();
    let beside = setup.files.beside_file(path);
    for (number, layer) in groom.layers.iter().enumerate() {
        for (name, map) in layer.maps() {
            if maps.contains_key(map) {
                continue;
            }
            let wrong = |message| Located { location: format!("layers[{number}].{name}"), message };
            let read = beside.read(map).and_then(|bytes| hair_map(map, bytes));
            maps.insert(map.to_owned(), read.map_err(|message| source.error(wrong(message)))?);
        }
    }
    Ok(HaircutSource::Description(groom, maps))
}

fn hair_map(name: &str, bytes: Vec<u8>) -> Result<HairMap, String> {
    let image = Image { name: name.to_owned(), mime: String::new(), encoded: Some(bytes.into()) };
    let pixels = decode_image(&image).map_err(|error| error.to_string())?;
    HairMap::of_image(&pixels).ok_or_else(|| format!("{name}: the image is empty"))
}

/// Strands of a file.
#[cfg(feature = "hair")]
fn curves(setup: &SetupFile, field: &str, path: &str, bytes: &[u8]) -> Result<HaircutSource, SetupError> {
    use sinew_import::{HairFileOptions, import_hair};
    let beside = setup.files.beside_file(path);
    let imported = import_hair(bytes, &|path: &str| beside.read(path), &HairFileOptions::default());
    let imported = imported.map_err(|error| setup.file_error(field, path, FileError::Import(error)))?;
    Ok(HaircutSource::Curves(imported.curves))
}

#[cfg(not(feature = "hair"))]
fn curves(setup: &SetupFile, field: &str, path: &str, _: &[u8]) -> Result<HaircutSource, SetupError> {
    Err(setup.error(field, format!("{path}: this build reads no files of strands")))
}
