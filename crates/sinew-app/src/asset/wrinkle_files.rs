//! Synthetic wrinkle maps of heads, in memory and as files.

use crate::encode::png_file;
use crate::report::failure::Failure;
use sinew::Character;
use sinew::character::{Image, Pixels};
use sinew::face::FaceLandmarks;
use sinew::surface::wrinkle::{GeneratedWrinkles, WrinkleGenerator, WrinkleMap};

/// Synthetic wrinkles for the face of a character, whose landmarks are found in its shape.
pub(crate) fn synthetic_map(character: &Character, name: &str) -> Result<WrinkleMap, Failure> {
    let landmarks = FaceLandmarks::detect(character);
    let landmarks = landmarks.map_err(|error| Failure::input(name, format!("--wrinkles auto: {error}")))?;
    let made = WrinkleGenerator::new(landmarks).generate(character);
    let made = made.map_err(|error| Failure::input(name, error))?;
    let files = png_files(&made)?;
    let mut image = |name: &str| {
        let found = files.iter().find(|(own, _)| own == name);
        let (_, encoded) = found.ok_or_else(|| "it was not made".to_owned())?;
        let encoded = Some(encoded.as_slice().into());
        Ok(Image { name: name.to_owned(), mime: "image/png".to_owned(), encoded })
    };
    made.description.wrinkle_map(character, &mut image).map_err(|error| Failure::input(name, error))
}

/// Images of a map as PNG files by name.
pub(crate) fn png_files(made: &GeneratedWrinkles) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let encoded = |(name, pixels): &(String, Pixels)| Ok((name.clone(), png_file(pixels)?));
    made.images.iter().map(encoded).collect()
}
