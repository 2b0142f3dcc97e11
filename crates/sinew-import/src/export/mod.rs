//! The way out: a character and its clips as GLB (Khronos, glTF 2.0 specification). `export_glb` writes the parts in the
//! order in which they build on each other; each part is a file here. An extension is written by adding to the objects
//! of the [`Document`](document::Document), before it is finished.
//!
//! Places in the report are those in the character: `/meshes/2/primitives/0`, `/clips/1`.

mod animation;
mod buffer;
mod document;
mod error;
mod image;
mod influence;
mod marks;
mod material;
mod mesh;
mod meshopt;
mod morph;
mod node;
mod number;
mod options;
mod packed;
mod plan;
mod reduce;
mod source_order;
mod tangent_space;
mod texture;
mod times;
mod vertex;
mod view;
mod volume;
mod vrm;
mod vrma;

pub use error::ExportError;
pub use options::ExportOptions;
pub use vrma::export_vrma;

use crate::Report;
use document::Document;
use sinew::{Character, RawClip};

/// A written file.
#[derive(Clone, Debug)]
pub struct Exported {
    /// The whole GLB.
    pub bytes: Vec<u8>,
    /// What could not be written as it is.
    pub report: Report,
}

/// Writes a character and its clips as a GLB that follows the glTF 2.0 specification.
///
/// Nodes keep their numbers, materials too, and meshes and clips as long as none before them is empty. Vertices stand
/// in the order of the file they came from where that file was glTF; otherwise as they are drawn. An avatar is written as
/// VRM 1.0, whatever version it came in.
///
/// # Errors
/// When a clip does not fit the character, an avatar is asked for and there is no human body, or the file would be larger than a GLB can be (4 GiB).
///
/// ```no_run
/// use sinew_import::{ExportOptions, NoFiles, export_glb, import};
/// let walk = import(&std::fs::read("walk.bvh")?, &NoFiles)?;
/// let written = export_glb(&walk.character, &walk.clips, &ExportOptions::default())?;
/// std::fs::write("walk.glb", written.bytes)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn export_glb(
    character: &Character,
    clips: &[RawClip],
    options: &ExportOptions,
) -> Result<Exported, ExportError> {
    let mut document = Document::new(options.meshopt);
    let images = image::write(&mut document, character);
    let textures = texture::write(&mut document, character, &images);
    let materials = tangent_space::writable(character, &mut document.report);
    material::write(&mut document, &materials, &textures);
    let looks = mesh::Looks::new(&materials, &textures);
    let plan = plan::Plan::new(character, options.quantize, &mut document.report);
    mesh::write(&mut document, character, &plan, &looks, options);
    let nodes = node::write(&mut document, character, &plan);
    animation::check(character, clips)?;
    match options.reduce {
        Some(error) => {
            let clips = reduce::reduce(character, clips, error, &mut document.report);
            animation::write(&mut document, character, &clips, &nodes);
        }
        None => animation::write(&mut document, character, clips, &nodes),
    }
    let numbers = vrm::Numbers { nodes: &nodes, images: &images };
    vrm::write(&mut document, character, &numbers, options)?;
    if options.quantize && !document.meshes.is_empty() {
        document.extensions.require("KHR_mesh_quantization");
    }
    let (bytes, report) = document.finish()?;
    Ok(Exported { bytes, report })
}
