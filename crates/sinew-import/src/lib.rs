//! Importers and exporters of character files: glTF, VRM, FBX, DirectX .x, BVH, Acclaim and C3D.
//!
//! [`import`] takes the bytes of a file and a [`Resolver`] for the files that it references, and returns a
//! character, its clips and a [`Report`]. It accesses no paths and decodes no pixels; [`import_file`] does
//! the former, [`decode_image`] the latter. A file that cannot be used is an [`ImportError`]. A file with
//! suspicious parts is imported, and the report lists them: each [`Diagnostic`] has a code and a location.
//!
//! [`DIAGNOSTIC_CODES`] is the table of all codes. [`limits`] are the resource limits per file.
//!
//! [`export_glb`] writes a character and its clips as GLB, whatever format they came from, and
//! [`export_gltf`] as .gltf with its files; [`export_vrma`] writes a clip as a VRM animation and [`export_bvh`]
//! as BVH. Rigid bodies of
//! glTF files (KHR_physics_rigid_bodies) are read as [`Imported::ragdoll`] and written with
//! [`ExportOptions::ragdoll`].
//!
//! [`import_hair`] reads strands of hair: .hair, TressFX .tfx and lines of character files; [`export_hair`],
//! [`export_tfx`] and [`export_hair_glb`] write them.
//!
//! Each format has a cargo feature: `gltf` (glTF 2.0 and GLB, VRM 0.x and 1.0, `.vrma`, and the exporters),
//! `fbx` (with the C library ufbx), `x` (DirectX .x), `bvh`, `acclaim` (ASF and AMC), `c3d` and `hair`.
//! Sinew packs of compressed clips need no feature. `draco` reads KHR_draco_mesh_compression in glTF files
//! and `draco-export` writes it.
//! `decode-images` adds [`decode_image`], [`encode_image`] and [`ImageDecoder`], the decoders of textures,
//! and `basisu` makes them read KTX2 with Basis Universal (KHR_texture_basisu). Exported files have plain
//! attributes and PNG instead.
//!
//! Every parser has a fuzz target in `fuzz/`, a workspace of its own: `cargo +nightly fuzz run glb` (or
//! `accessor`, `meshopt`, `draco`, `vrm`, `fbx`, `x`, `bvh`, `acclaim`, `c3d`, `hair`, `dds`, `ktx2`, `pack`, `graph`), after
//! `cargo install cargo-fuzz`.
//!
//! ```no_run
//! let imported = sinew_import::import_file("hero.glb")?;
//! for diagnostic in imported.report.diagnostics() {
//!     eprintln!("{diagnostic}");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(
    not(all(
        feature = "gltf",
        feature = "fbx",
        feature = "x",
        feature = "bvh",
        feature = "acclaim",
        feature = "c3d"
    )),
    allow(dead_code, reason = "only the importers create diagnostics")
)]

#[cfg(feature = "acclaim")]
mod acclaim;
mod assemble;
mod budget;
#[cfg(feature = "bvh")]
mod bvh;
#[cfg(feature = "c3d")]
mod c3d;
mod diagnostic_codes;
mod error;
#[cfg(feature = "gltf")]
mod export;
#[cfg(feature = "fbx")]
mod fbx;
mod files;
mod format;
#[cfg(feature = "gltf")]
mod gltf;
#[cfg(feature = "hair")]
mod hair;
mod hidden_meshes;
mod human_units;
#[cfg(feature = "decode-images")]
mod image;
mod image_error;
mod import;
mod import_options;
mod imported;
pub mod limits;
mod named_bones;
mod origin;
mod pack;
#[cfg(feature = "_polygons")]
mod polygon;
mod posable;
mod primitive;
mod report;
mod scene_extras;
#[cfg(any(feature = "gltf", feature = "fbx"))]
mod skeleton_copies;
#[cfg(any(feature = "gltf", feature = "x"))]
mod srgb;
#[cfg(feature = "x")]
mod x;

pub use diagnostic_codes::DIAGNOSTIC_CODES;
pub use error::ImportError;
#[cfg(feature = "gltf")]
pub use export::{
    ExportError, ExportOptions, Exported, ExportedFiles, export_bvh, export_glb, export_gltf, export_vrma,
};
pub use files::{FolderFiles, NoFiles, Resolver, read_limited};
pub use format::Format;
#[cfg(feature = "hair")]
pub use hair::{
    HairAxes, HairExportError, HairFileDefaults, HairFileOptions, HairFormat, ImportedHair, export_hair,
    export_tfx, import_hair, import_hair_file, is_hair, is_tfx,
};
#[cfg(all(feature = "hair", feature = "gltf"))]
pub use hair::{export_hair_glb, export_ribbon_glb};
#[cfg(feature = "decode-images")]
pub use image::{ImageDecoder, decode_image, encode_image};
pub use image_error::ImageError;
pub use import::{import, import_file, import_with};
pub use import_options::ImportOptions;
pub use imported::Imported;
pub use report::{Diagnostic, Report, Severity};
pub use scene_extras::SceneExtras;
