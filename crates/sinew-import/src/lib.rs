//! Reads the character files people have into Sinew's characters and clips, with a [`Report`] of what is odd about
//! them.
//!
//! An importer takes bytes and a [`Resolver`] for the files those bytes name; it never touches paths, and never
//! decodes pixels: [`decode_image`] does that for whoever draws. A file that cannot be used is an [`ImportError`] with
//! a place; a file that is merely suspicious opens, and the report says what is wrong where.
//!
//! Findings and errors carry a code; [`CODES`] is the table of them all. [`limits`] says how much a file may cost.
//!
//! Every reader of outside data has a fuzz target in `fuzz/`, a workspace of its own:
//! `cargo +nightly fuzz run glb` (or `accessor`, `meshopt`, `vrm`, `fbx`, `x`, `bvh`, `dds`, `pack`, `graph`), after `cargo install cargo-fuzz`.
//!
//! [`export_glb`] is the way out: a character and its clips as GLB, whatever format they came in.
//!
//! Formats, a feature each: `gltf` (glTF 2.0 and GLB, VRM 0.x and 1.0, `.vrma`), `fbx` (by ufbx), `x` (DirectX .x), `bvh`
//! (motion). Sinew's own packs of compressed clips open without a feature.
//!
//! ```no_run
//! let bytes = std::fs::read("hero.glb")?;
//! let imported = sinew_import::import(&bytes, &sinew_import::NoFiles)?;
//! for finding in imported.report.findings() {
//!     eprintln!("{finding}");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(
    not(all(feature = "gltf", feature = "fbx", feature = "x", feature = "bvh")),
    allow(dead_code, reason = "importers make the findings")
)]

mod assemble;
#[cfg(feature = "bvh")]
mod bvh;
mod codes;
mod error;
#[cfg(feature = "gltf")]
mod export;
#[cfg(feature = "fbx")]
mod fbx;
mod format;
#[cfg(feature = "gltf")]
mod gltf;
#[cfg(feature = "textures")]
mod image;
pub mod limits;
mod pack;
#[cfg(feature = "polygons")]
mod polygon;
mod primitive;
mod report;
mod resolver;
#[cfg(any(feature = "gltf", feature = "x"))]
mod srgb;
#[cfg(any(feature = "fbx", feature = "x"))]
mod texture_file;
#[cfg(feature = "x")]
mod x;

pub use codes::CODES;
pub use error::ImportError;
#[cfg(feature = "gltf")]
pub use export::{ExportError, ExportOptions, Exported, export_glb, export_vrma};
pub use format::{Format, Imported, import};
#[cfg(feature = "textures")]
pub use image::{ImageError, decode_image};
pub use report::{Finding, Report, Severity};
pub use resolver::{NoFiles, Resolver};
