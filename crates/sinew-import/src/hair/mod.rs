//! Files of hair strands: Cem Yuksel's .hair, AMD's TressFX .tfx, and lines of character files; and their
//! export.
//!
//! Sources of the formats: C. Yuksel, *HAIR File Format Specification* (cemyuksel.com/research/hairmodels);
//! AMD, *TressFX* 4.1 (`TressFXFileFormat.h`).

mod array;
mod axes;
mod export_error;
mod fault;
mod gather;
#[cfg(feature = "gltf")]
mod glb;
mod hair_header;
mod hair_read;
mod hair_write;
mod import;
mod imported;
mod options;
mod property;
mod space;
#[cfg(test)]
mod tests;
mod tfx_header;
mod tfx_read;
mod tfx_write;

pub use axes::HairAxes;
pub use export_error::HairExportError;
#[cfg(feature = "gltf")]
pub use glb::{export_hair_glb, export_ribbon_glb};
pub use hair_read::is_hair;
pub use hair_write::export_hair;
pub use import::{import_hair, import_hair_file};
pub use imported::{HairFileDefaults, HairFormat, ImportedHair};
pub use options::HairFileOptions;
pub use tfx_read::is_tfx;
pub use tfx_write::export_tfx;
