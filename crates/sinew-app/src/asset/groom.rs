//! Haircuts of characters: those that come with Sinew, and files.

use crate::asset::face_shapes;
use crate::asset::input_file;
use crate::asset::read_files::ReadFiles;
use crate::options::hide::name_of;
use crate::report::choices::{shorten_list, suggest};
use crate::report::diagnostic;
use crate::report::failure::Failure;
use crate::report::message::message;
use crate::report::output::extension;
use crate::report::plural::count;
use crate::report::progress::Progress;
use sinew::character::MeshInstanceId;
use sinew::hair::read_groom;
use sinew::surface::CharacterSurface;
use sinew::{Actor, Character};
use sinew_author::hair::{
    GroomDescription, GroomMakingError, GroomMaps, HairMap, Haircut, HaircutError, HaircutNote, HaircutSource,
};
use sinew_import::{FolderFiles, HairFileOptions, import_hair};
use std::path::Path;
use std::sync::Arc;

/// Haircuts that come with Sinew.
pub(crate) const BUILT_IN: [(&str, &str); 14] = [
    ("bob", include_str!("../../../../data/grooms/bob.ron")),
    ("fringe", include_str!("../../../../data/grooms/fringe.ron")),
    ("short", include_str!("../../../../data/grooms/short.ron")),
    ("swept", include_str!("../../../../data/grooms/swept.ron")),
    ("long", include_str!("../../../../data/grooms/long.ron")),
    ("afro", include_str!("../../../../data/grooms/afro.ron")),
    ("ponytail", include_str!("../../../../data/grooms/ponytail.ron")),
    ("bun", include_str!("../../../../data/grooms/bun.ron")),
    ("braid", include_str!("../../../../data/grooms/braid.ron")),
    ("beard", include_str!("../../../../data/grooms/beard.ron")),
    ("moustache", include_str!("../../../../data/grooms/moustache.ron")),
    ("brows", include_str!("../../../../data/grooms/brows.ron")),
    ("lashes", include_str!("../../../../data/grooms/lashes.ron")),
    ("fur", include_str!("../../../../data/grooms/fur.ron")),
];

/// Extension of files of grown hair.
pub(crate) const SAVED: &str = "groom";

/// Haircut by its name, or from a file, with the maps that it names.
fn read(name: &str, character: &Character) -> Result<HaircutSource, Failure> {
    if let Some((_, text)) = BUILT_IN.iter().find(|(built_in, _)| *built_in == name) {
        let groom = GroomDescription::from_ron(text).map_err(|error| Failure::input(name, error))?;
        return Ok(HaircutSource::Description(groom, GroomMaps::new()));
    }
    let path = Path::new(name);
    if path.extension().is_none() && !path.exists() {
        let message = format!(
            "--groom {name}: no haircut has this name; {}; or give a file: .ron, .groom, .hair, .tfx, or a \
             glTF with lines",
            suggest(name, BUILT_IN.iter().map(|(built_in, _)| *built_in))
        );
        return Err(Failure::Call(message));
    }
    if extension(path) == SAVED {
        let bytes = input_file::read(path)?;
        let saved = read_groom(&bytes, character).map_err(|error| Failure::input(path.display(), error))?;
        return Ok(HaircutSource::Saved(saved));
    }
    if extension(path) != "ron" {
        let read = ReadFiles::current();
        let beside = FolderFiles::beside(path).with_observer(move |path, bytes| read.note(path, bytes));
        let imported = import_hair(&input_file::read(path)?, &beside, &HairFileOptions::default());
        let imported = imported.map_err(|error| Failure::input(path.display(), error))?;
        diagnostic::print_losses(name, &imported.report);
        return Ok(HaircutSource::Curves(imported.curves));
    }
    let text = input_file::read_text(path)?;
    let groom = GroomDescription::from_ron(&text).map_err(|error| Failure::input(path.display(), error))?;
    let maps = read_maps(&groom, path).map_err(|fault| {
        let MapFault { field: location, message } = fault;
        Failure::input(path.display(), GroomMakingError::Description { location, message }.in_text(&text))
    })?;
    Ok(HaircutSource::Description(groom, maps))
}

/// Map of a groom that cannot be read.
pub(crate) struct MapFault {
    /// Path of the field that names the map.
    pub(crate) field: String,
    /// Path of the map, and the fault.
    pub(crate) message: String,
}

/// Maps that the groom of the file `path` names, which are beside it.
pub(crate) fn read_maps(groom: &GroomDescription, path: &Path) -> Result<GroomMaps, MapFault> {
    let mut maps = GroomMaps::new();
    let folder = path.parent().unwrap_or(Path::new(""));
    for (number, layer) in groom.layers.iter().enumerate() {
        for (field, name) in layer.maps() {
            if maps.contains_key(name) {
                continue;
            }
            let map = read_map(&folder.join(name)).map_err(|failure| MapFault {
                field: format!("layers[{number}].{field}"),
                message: failure.message().to_owned(),
            })?;
            maps.insert(name.to_owned(), map);
        }
    }
    Ok(maps)
}

fn read_map(path: &Path) -> Result<HairMap, Failure> {
    let pixels = input_file::read_image(path)?;
    HairMap::of_image(&pixels).ok_or_else(|| Failure::input(path.display(), "the image is empty"))
}

/// Haircuts of [`BUILT_IN`] that go along with hair on the scalp.
pub(crate) const EXTRAS: [&str; 4] = ["beard", "moustache", "brows", "lashes"];

/// Grows these haircuts on a character, of which some mesh instances are visible. `file` names its file in
/// messages.
pub(crate) fn grow(
    character: &Character,
    is_visible: impl Fn(MeshInstanceId) -> bool + Copy + Sync,
    names: &[String],
    landmarks: Option<&Path>,
    file: &str,
) -> Result<Haircut, Failure> {
    let sources = names.iter().map(|name| Ok((name.clone(), read(name, character)?)));
    let sources = sources.collect::<Result<Vec<_>, Failure>>()?;
    let strands: usize = sources.iter().map(|(_, source)| source.strand_count()).sum();
    let progress = Progress::new(strands * 2, "steps of strands");
    let progress = match strands {
        0 => progress,
        strands => progress.announced(format!("growing {}", count(strands, "strand"))),
    };
    let surface = Arc::new(CharacterSurface::new(character));
    let landmarks = landmarks.map(face_shapes::read_landmarks).transpose()?;
    let advance = |steps| progress.advance(steps);
    let grown = Haircut::grow_on_face(character, &surface, is_visible, sources, landmarks, &advance);
    progress.finish();
    let haircut = grown.map_err(|error| match error {
        HaircutError::Groom { .. } | HaircutError::Curves { .. } => {
            Failure::Input(format!("--groom {error}"))
        }
        error => Failure::input(file, error),
    })?;
    haircut.notes.iter().for_each(|note| report(note, character, file));
    Ok(haircut)
}

/// Gives an actor these haircuts, and hides the hair that its file has in the same regions, which is
/// returned. `file` names the character's file in messages.
pub(crate) fn put_on(
    actor: &mut Actor,
    names: &[String],
    landmarks: Option<&Path>,
    file: &str,
) -> Result<Vec<MeshInstanceId>, Failure> {
    let character = Arc::clone(actor.character());
    let frame = actor.frame();
    let Haircut { hair, hidden, .. } = grow(&character, |id| frame.is_visible(id), names, landmarks, file)?;
    if !hidden.is_empty() {
        let names: Vec<String> = hidden.iter().map(|id| name_of(&character, *id).to_owned()).collect();
        message!("sinew: {file}: hidden under the new hair: {}", shorten_list(names));
        hidden.iter().for_each(|id| actor.meshes_mut().set_visible(*id, false));
        actor.update(0.0);
    }
    actor.set_hair(Some(hair)).map_err(|error| Failure::input(file, error))?;
    Ok(hidden)
}

fn report(note: &HaircutNote, character: &Character, file: &str) {
    match note {
        HaircutNote::Moved { source, scale } => {
            message!("sinew: {source}: moved onto the head, {scale:.3} times as large");
        }
        HaircutNote::UnusualSize { size } => {
            let being = if *size > 1.0 { "giant" } else { "dwarf" };
            let shown = if *size > 1.0 { format!("{size:.0}") } else { format!("{size:.2}") };
            message!(
                "sinew: {file}: its head is {shown} times as large as a person's: wind and gravity move the \
                 hair as a {being}'s"
            );
        }
        HaircutNote::PartOfMesh { mesh, name } => {
            let mesh = name_of(character, *mesh);
            message!(
                "sinew: {file}: {name:?} of {mesh:?} may be hair of the file; it is part of the mesh and stays \
                 under the new hair"
            );
        }
        HaircutNote::Map { source, layer, cover } => {
            let (field, map) = (cover.field, &cover.map);
            let share = cover.share * 100.0;
            let does = match (cover.has_uvs, field) {
                (false, _) => {
                    "the skin has no texture coordinates: the map has one value everywhere".to_owned()
                }
                (true, "add_map") => format!("it adds hair on an area of {share:.0} % of that of the region"),
                (true, _) => format!("it leaves {share:.0} % of the hair of the region"),
            };
            message!("sinew: {source}: layers[{layer}].{field} {map}: {does}");
        }
        HaircutNote::NoCollider { joint, error } => {
            let name = character.skeleton().name(*joint);
            message!("sinew: {file}: hair goes through the skin of {name:?}: {error}");
        }
        _ => {}
    }
}
