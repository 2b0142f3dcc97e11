//! Wrinkle maps of characters: synthetic ones in memory and as files, those of RON files, those that lie with
//! a character.

use crate::asset::{input_file, read_files};
use crate::encode::png_file;
use crate::report::failure::Failure;
use sinew::Character;
use sinew::character::{Image, Pixels};
use sinew::surface::wrinkle::{WrinkleError, WrinkleMap};
use sinew_author::face::FaceLandmarks;
use sinew_author::surface::wrinkle::{GeneratedWrinkles, WrinkleGenerator};
use std::path::{Path, PathBuf};

/// Name of the table in a folder of wrinkles.
pub(crate) const TABLE: &str = "wrinkles.ron";

/// Wrinkles that lie with a character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OwnWrinkles {
    /// Wrinkles of the built-in character.
    BuiltIn,
    /// A table beside the character's file.
    File(PathBuf),
}

/// Files of the wrinkles of the built-in character.
const BUILT_IN: &[(&str, &[u8])] = &[
    ("normal.png", include_bytes!("../../../../data/wrinkles/normal.png")),
    ("surface.png", include_bytes!("../../../../data/wrinkles/surface.png")),
    ("color.png", include_bytes!("../../../../data/wrinkles/color.png")),
    ("stretch_normal.png", include_bytes!("../../../../data/wrinkles/stretch_normal.png")),
    ("stretch_surface.png", include_bytes!("../../../../data/wrinkles/stretch_surface.png")),
    ("stretch_color.png", include_bytes!("../../../../data/wrinkles/stretch_color.png")),
    ("mask1.png", include_bytes!("../../../../data/wrinkles/mask1.png")),
    ("mask2.png", include_bytes!("../../../../data/wrinkles/mask2.png")),
    ("mask3.png", include_bytes!("../../../../data/wrinkles/mask3.png")),
    ("mask4.png", include_bytes!("../../../../data/wrinkles/mask4.png")),
];
const BUILT_IN_TABLE: &str = include_str!("../../../../data/wrinkles/wrinkles.ron");

/// A file of the folder of the built-in character's wrinkles.
pub(crate) fn built_in_file(name: &str) -> Option<&'static [u8]> {
    let images = BUILT_IN.iter().find(|(image, _)| *image == name).map(|(_, bytes)| *bytes);
    images.or((name == TABLE).then_some(BUILT_IN_TABLE.as_bytes()))
}

/// Wrinkles that lie with the character of a file: `NAME.wrinkles/wrinkles.ron` or `wrinkles/wrinkles.ron`
/// beside it; those of the built-in character without a file.
pub(crate) fn of_character(file: Option<&Path>) -> Option<OwnWrinkles> {
    let Some(file) = file else { return Some(OwnWrinkles::BuiltIn) };
    let folders = [file.with_extension("wrinkles"), file.with_file_name("wrinkles")];
    let table = folders.into_iter().map(|folder| folder.join(TABLE)).find(|table| table.is_file());
    table.map(OwnWrinkles::File)
}

impl OwnWrinkles {
    /// The map for a character.
    pub(crate) fn map(&self, character: &Character) -> Result<WrinkleMap, Failure> {
        let Self::File(path) = self else { return built_in(character) };
        read(path, character)
    }
}

fn built_in(character: &Character) -> Result<WrinkleMap, Failure> {
    let mut image = |name: &str| {
        let found = BUILT_IN.iter().find(|(built_in, _)| *built_in == name);
        let (_, bytes) = found.ok_or_else(|| "it is not built in".to_owned())?;
        Ok(png_image(name, bytes))
    };
    WrinkleMap::from_ron(BUILT_IN_TABLE, character, &mut image)
        .map_err(|error| Failure::input("built-in wrinkles", error))
}

/// Map of a RON file, whose images lie beside it.
pub(crate) fn read(path: &Path, character: &Character) -> Result<WrinkleMap, Failure> {
    // The folder that `sinew wrinkles` writes stands for the table in it.
    let table = path.join("wrinkles.ron");
    let path = if path.is_dir() { &table } else { path };
    let text = input_file::read_text(path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut image = |name: &str| {
        let path = folder.join(name);
        let bytes = std::fs::read(&path);
        read_files::note(&path, bytes.as_deref().ok());
        let bytes = bytes.map_err(|error| error.to_string())?;
        Ok(Image { name: name.to_owned(), mime: String::new(), encoded: Some(bytes.into()) })
    };
    let failed = |error: WrinkleError| Failure::input(path.display(), error.in_text(&text));
    sinew_setup::wrinkle_map(&text, character, &mut image).map_err(failed)
}

/// Synthetic wrinkles for the face of a character, whose landmarks are found in its shape.
pub(crate) fn synthetic_map(character: &Character, name: &str) -> Result<WrinkleMap, Failure> {
    let landmarks = FaceLandmarks::detect(character);
    let landmarks =
        landmarks.map_err(|error| Failure::input(name, format!("synthetic wrinkles: {error}")))?;
    let made = WrinkleGenerator::new(landmarks).generate(character);
    let made = made.map_err(|error| Failure::input(name, error))?;
    let files = png_files(&made)?;
    let mut image = |name: &str| {
        let found = files.iter().find(|(file_name, _)| file_name == name);
        let (_, encoded) = found.ok_or_else(|| "it was not made".to_owned())?;
        Ok(png_image(name, encoded))
    };
    WrinkleMap::from_description(&made.description, character, &mut image)
        .map_err(|error| Failure::input(name, error))
}

fn png_image(name: &str, bytes: &[u8]) -> Image {
    Image { name: name.to_owned(), mime: "image/png".to_owned(), encoded: Some(bytes.into()) }
}

/// Images of a map as PNG files by name.
pub(crate) fn png_files(made: &GeneratedWrinkles) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let encoded = |(name, pixels): &(String, Pixels)| Ok((name.clone(), png_file(pixels)?));
    made.images.iter().map(encoded).collect()
}
