//! The character as a VRM 1.0 avatar, written by Sinew's own exporter.

mod avatar;
mod clip;
mod model;

pub(crate) use model::{Look, Part};

use crate::motion::Take;
use crate::skeleton::Skeleton;
use sinew::Character;
use sinew_import::{ExportOptions, export_glb};
use std::error::Error;

/// The whole file.
pub(crate) fn write(
    skeleton: &Skeleton,
    parts: &[Part],
    looks: &[Look],
    textures: &[(&str, Vec<u8>)],
    takes: &[Take],
) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut made = model::model(skeleton, parts, looks, textures)?;
    avatar::add(&mut made, skeleton)?;
    let character = Character::new(made)?;
    let clips: Vec<_> =
        takes.iter().map(|take| clip::clip(take, parts, &character)).collect::<Result<_, _>>()?;
    let exported = export_glb(&character, &clips, &ExportOptions::default())?;
    match exported.report.findings() {
        [] => Ok(exported.bytes),
        [finding, ..] => Err(finding.to_string().into()),
    }
}
