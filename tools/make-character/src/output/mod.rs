//! Export of the character as a VRM 1.0 avatar with Sinew's exporter.

mod avatar;
mod clip;
mod expressions;
mod hair;
mod model;
mod wrinkles;

#[cfg(test)]
pub(crate) use expressions::FACES;
pub(crate) use model::{Part, PartMaterial};
pub(crate) use wrinkles::write_wrinkles;

use crate::motion::Take;
use crate::skeleton::Skeleton;
use png::{ColorType, Compression, Encoder};
use sinew::Character;
use sinew::character::Pixels;
use sinew_import::{ExportOptions, export_glb};
use std::error::Error;

/// Builds the whole file.
pub(crate) fn write(
    skeleton: &Skeleton,
    parts: &[Part],
    materials: &[PartMaterial],
    textures: &[(&str, Vec<u8>)],
    takes: &[Take],
) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut made = model::model(skeleton, parts, materials, textures)?;
    avatar::add(&mut made, skeleton)?;
    hair::add(&mut made)?;
    let character = Character::new(made)?;
    let clips: Vec<_> =
        takes.iter().map(|take| clip::clip(take, parts, &character)).collect::<Result<_, _>>()?;
    let exported = export_glb(&character, &clips, &ExportOptions::default())?;
    match exported.report.diagnostics() {
        [] => Ok(exported.bytes),
        [diagnostic, ..] => Err(diagnostic.to_string().into()),
    }
}

fn png_file(pixels: &Pixels) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, pixels.width, pixels.height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_compression(Compression::High);
    encoder.write_header()?.write_image_data(&pixels.rgba)?;
    Ok(bytes)
}
