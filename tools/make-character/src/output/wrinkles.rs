//! Wrinkle map of the character: images and table, made for the character that was written.

use super::png_file;
use sinew_author::face::FaceLandmarks;
use sinew_author::surface::wrinkle::WrinkleGenerator;
use sinew_import::{NoFiles, import};
use std::error::Error;
use std::path::Path;

/// Writes the wrinkles of the character in a VRM file to a folder, as `sinew wrinkles` does.
pub(crate) fn write_wrinkles(vrm: &[u8], folder: &Path) -> Result<(), Box<dyn Error>> {
    let character = import(vrm, &NoFiles)?.character;
    let landmarks = FaceLandmarks::detect(&character)?;
    let made = WrinkleGenerator::new(landmarks).generate(&character)?;
    std::fs::create_dir_all(folder)?;
    for (name, pixels) in &made.images {
        std::fs::write(folder.join(name), png_file(pixels)?)?;
    }
    std::fs::write(folder.join("wrinkles.ron"), made.description.to_ron()? + "\n")?;
    eprintln!("{}: {} images", folder.display(), made.images.len());
    Ok(())
}
