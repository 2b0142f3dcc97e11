//! Haircuts of characters: those that come with Sinew, and files.

use crate::asset::groom_place::on_head;
use crate::asset::input_file;
use crate::options::hide::name_of;
use crate::report::choices::{shorten_list, suggest};
use crate::report::diagnostic;
use crate::report::failure::Failure;
use crate::report::message::message;
use crate::report::output::extension;
use crate::report::plural::count;
use crate::report::progress::Progress;
use sinew::character::MeshInstanceId;
use sinew::hair::{Groom, Hair, HairBody, HairError, HairFieldError, HairSettings, SavedHair, read_groom};
use sinew::surface::CharacterSurface;
use sinew::{Actor, Character};
use sinew_author::hair::{
    CurveStrands, GroomDescription, GroomMakingError, GroomMaps, HairCurves, HairMap, HairRegion, HairSkin,
    HeadShape, generate_groom_with, groom_layer_from_curves,
};
use sinew_import::{HairFileOptions, import_hair_file};
use std::path::Path;
use std::sync::Arc;

/// Haircuts that come with Sinew.
pub(crate) const BUILT_IN: [(&str, &str); 9] = [
    ("bob", include_str!("../../../../data/grooms/bob.ron")),
    ("short", include_str!("../../../../data/grooms/short.ron")),
    ("swept", include_str!("../../../../data/grooms/swept.ron")),
    ("long", include_str!("../../../../data/grooms/long.ron")),
    ("ponytail", include_str!("../../../../data/grooms/ponytail.ron")),
    ("braid", include_str!("../../../../data/grooms/braid.ron")),
    ("beard", include_str!("../../../../data/grooms/beard.ron")),
    ("brows", include_str!("../../../../data/grooms/brows.ron")),
    ("lashes", include_str!("../../../../data/grooms/lashes.ron")),
];

/// Words in names of meshes that are hair of a region.
const NAMES: [(HairRegion, &[&str]); 4] = [
    (HairRegion::Scalp, &["hair", "ponytail", "fringe", "bangs"]),
    (HairRegion::Brows, &["brow"]),
    (HairRegion::Lashes, &["lash"]),
    (HairRegion::Beard, &["beard", "mustache", "moustache"]),
];

/// Half width of an adult's skull, metres.
const HALF_WIDTH: f32 = 0.0775;
/// Size of a head in relation to an adult's from which it is reported.
const UNUSUAL_SIZE: f32 = 3.0;

/// Haircut to put on: a description, imported curves, or hair that has grown before.
enum Source {
    Description(GroomDescription, GroomMaps),
    Curves(HairCurves),
    Saved(SavedHair),
}

/// Extension of files of grown hair.
pub(crate) const SAVED: &str = "groom";

/// Haircut by its name, or from a file, with the maps that it names.
fn read(name: &str, character: &Character) -> Result<Source, Failure> {
    if let Some((_, text)) = BUILT_IN.iter().find(|(built_in, _)| *built_in == name) {
        let groom = GroomDescription::from_ron(text).map_err(|error| Failure::input(name, error))?;
        return Ok(Source::Description(groom, GroomMaps::new()));
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
        return Ok(Source::Saved(saved));
    }
    if extension(path) != "ron" {
        let imported = import_hair_file(path, &HairFileOptions::default());
        let imported = imported.map_err(|error| Failure::input(path.display(), error))?;
        diagnostic::print_losses(name, &imported.report);
        return Ok(Source::Curves(imported.curves));
    }
    let text = input_file::read_text(path)?;
    let groom = GroomDescription::from_ron(&text).map_err(|error| Failure::input(path.display(), error))?;
    let maps = read_maps(&groom, path).map_err(|fault| {
        let MapFault { field, message } = fault;
        Failure::input(path.display(), format!("{field}: {message}"))
    })?;
    Ok(Source::Description(groom, maps))
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
        for (field, name) in [("density_map", &layer.density_map), ("length_map", &layer.length_map)] {
            let Some(name) = name.as_ref().filter(|name| !maps.contains_key(*name)) else { continue };
            let map = read_map(&folder.join(name)).map_err(|failure| MapFault {
                field: format!("layers[{number}].{field}"),
                message: failure.message().to_owned(),
            })?;
            maps.insert(name.clone(), map);
        }
    }
    Ok(maps)
}

/// Brightness of an image.
fn read_map(path: &Path) -> Result<HairMap, Failure> {
    let pixels = input_file::read_image(path)?;
    let grey = |pixel: &[u8; 4]| {
        let [r, g, b, _] = pixel.map(f32::from);
        (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255.0
    };
    let values = pixels.rgba.as_chunks::<4>().0.iter().map(grey).collect();
    HairMap::new(pixels.width as usize, values)
        .ok_or_else(|| Failure::input(path.display(), "the image is empty"))
}

/// Haircuts of [`BUILT_IN`] that go along with hair on the scalp.
pub(crate) const EXTRAS: [&str; 3] = ["beard", "brows", "lashes"];

/// Head without the hair of its file.
pub(crate) struct BareHead {
    pub(crate) skin: HairSkin,
    pub(crate) head: HeadShape,
    /// Meshes that are hair.
    pub(crate) hidden: Vec<MeshInstanceId>,
}

impl BareHead {
    /// Measures the head of a character, of which some mesh instances are visible, without the hair of these
    /// regions.
    pub(crate) fn measure(
        character: &Character,
        is_visible: impl Fn(MeshInstanceId) -> bool,
        regions: &[HairRegion],
    ) -> Result<Self, HairError> {
        let mut hidden = own_hair(character, regions);
        hidden.retain(|id| is_visible(*id));
        let surface = Arc::new(CharacterSurface::new(character));
        let skin = HairSkin::new(character, &surface, |id| is_visible(id) && !hidden.contains(&id));
        let head = HeadShape::measure(character, &skin)?;
        Ok(Self { skin, head, hidden })
    }
}

/// Hair made for a character.
pub(crate) struct Haircut {
    pub(crate) groom: Arc<Groom>,
    pub(crate) body: Arc<HairBody>,
    /// Meshes of the character that it replaces.
    pub(crate) hidden: Vec<MeshInstanceId>,
}

impl Haircut {
    /// Makes these haircuts for a character, of which some mesh instances are visible. `file` names its file
    /// in messages.
    pub(crate) fn new(
        character: &Arc<Character>,
        is_visible: impl Fn(MeshInstanceId) -> bool,
        names: &[String],
        file: &str,
    ) -> Result<Self, Failure> {
        let sources = names
            .iter()
            .map(|name| Ok((name, read(name, character)?)))
            .collect::<Result<Vec<_>, Failure>>()?;
        // Hair that has grown before, alone, needs no measurement.
        if let [(_, Source::Saved(saved))] = &sources[..] {
            let SavedHair { groom, body, mut replaces, .. } = saved.clone();
            replaces.retain(|id| is_visible(*id));
            return Ok(Self { groom, body, hidden: replaces });
        }
        let replaced: Vec<MeshInstanceId> = sources
            .iter()
            .filter_map(
                |(_, source)| if let Source::Saved(saved) = source { Some(&saved.replaces) } else { None },
            )
            .flatten()
            .copied()
            .filter(|id| is_visible(*id))
            .collect();
        let is_visible = |id| is_visible(id) && !replaced.contains(&id);
        let regions: Vec<HairRegion> = sources
            .iter()
            .flat_map(|(_, source)| match source {
                Source::Description(groom, _) => groom.layers.iter().map(|layer| layer.region).collect(),
                Source::Curves(_) => vec![HairRegion::Scalp],
                Source::Saved(_) => Vec::new(),
            })
            .collect();
        let bare = BareHead::measure(character, is_visible, &regions);
        let BareHead { skin, head, mut hidden } = bare.map_err(|error| Failure::input(file, error))?;
        let mut groom = Groom::default();
        for (name, source) in sources {
            let failed = |error: GroomMakingError| Failure::Input(format!("--groom {name}: {error}"));
            match source {
                Source::Description(description, maps) => {
                    let strands: usize = description.layers.iter().map(|layer| layer.strands).sum();
                    let progress = Progress::new(strands * 2, "steps of strands");
                    let progress = progress.announced(format!("growing {}", count(strands, "strand")));
                    let grown = |steps| progress.advance(steps);
                    let made = generate_groom_with(character, &skin, &head, &description, &maps, &grown);
                    progress.finish();
                    groom.layers.extend(made.map_err(failed)?.layers);
                }
                Source::Curves(curves) => {
                    let curves = on_head(curves, &skin, &head, name)?;
                    let layer =
                        groom_layer_from_curves(name.as_str(), &curves, &skin, &CurveStrands::default());
                    groom.layers.push(layer.map_err(failed)?.with_physics(HairSettings::default()));
                }
                Source::Saved(saved) => groom.layers.extend(saved.groom.layers.iter().cloned()),
            }
        }
        report_unusual_size(&head, file);
        let body = HairBody::measure(character, |id| is_visible(id) && !hidden.contains(&id));
        report_missing(&body, character, file);
        hidden.extend(replaced);
        Ok(Self { groom: Arc::new(groom), body: Arc::new(body), hidden })
    }
}

/// Gives an actor these haircuts, and hides the hair that its file has in the same regions, which is
/// returned. `file` names the character's file in messages.
pub(crate) fn put_on(
    actor: &mut Actor,
    names: &[String],
    file: &str,
) -> Result<Vec<MeshInstanceId>, Failure> {
    let character = Arc::clone(actor.character());
    let frame = actor.frame();
    let Haircut { groom, body, hidden } = Haircut::new(&character, |id| frame.is_visible(id), names, file)?;
    if !hidden.is_empty() {
        let names: Vec<String> = hidden.iter().map(|id| name_of(&character, *id).to_owned()).collect();
        message!("sinew: {file}: hidden under the new hair: {}", shorten_list(names));
        hidden.iter().for_each(|id| actor.meshes_mut().set_visible(*id, false));
        actor.update(0.0);
    }
    actor
        .set_hair(Some(Arc::new(Hair::new(groom, Arc::clone(&body)))))
        .map_err(|error| Failure::input(file, error))?;
    Ok(hidden)
}

/// Reports a head that is much larger or smaller than a person's: forces of nature do not grow with it.
fn report_unusual_size(head: &HeadShape, file: &str) {
    let size = head.axes.x / HALF_WIDTH;
    let being = match size {
        large if large > UNUSUAL_SIZE => "giant",
        small if small < 1.0 / UNUSUAL_SIZE => "dwarf",
        _ => return,
    };
    let shown = if size > 1.0 { format!("{size:.0}") } else { format!("{size:.2}") };
    message!(
        "sinew: {file}: its head is {shown} times as large as a person's: wind and gravity move the hair as \
         a {being}'s"
    );
}

/// Says which parts of the skin hair goes through.
fn report_missing(body: &HairBody, character: &Character, file: &str) {
    for (joint, error) in body.missing() {
        // Bones without skin are nothing to go through.
        if !matches!(error, HairFieldError::NoInside { triangles: 0, .. }) {
            let name = character.skeleton().name(*joint);
            message!("sinew: {file}: hair goes through the skin of {name:?}: {error}");
        }
    }
}

/// Meshes whose names or materials say that they are hair of these regions.
fn own_hair(character: &Character, regions: &[HairRegion]) -> Vec<MeshInstanceId> {
    let words: Vec<&str> = NAMES
        .iter()
        .filter(|(region, _)| regions.contains(region))
        .flat_map(|(_, words)| words.iter().copied())
        .collect();
    let is_hair = |id: &MeshInstanceId| {
        let instance = &character.mesh_instances()[*id];
        let mesh = &character.meshes()[instance.mesh];
        let materials = mesh
            .primitives
            .iter()
            .filter_map(|primitive| primitive.material)
            .map(|material| &character.materials()[material].name);
        let has_word = |name: &str| words.iter().any(|word| name.to_lowercase().contains(word));
        let all_hair = mesh.primitives.iter().all(|primitive| primitive.material.is_some())
            && materials.clone().count() > 0
            && materials.clone().all(|name| has_word(name));
        has_word(name_of(character, *id)) || has_word(&mesh.name) || all_hair
    };
    character.mesh_instance_ids().filter(is_hair).collect()
}
