//! Options that make an output file smaller.

use crate::options::number::millimetres;
use clap::{Args, ValueEnum};
use sinew_import::ExportOptions;

/// Part of the error of `--small` that vertices may take; the rest is that of clips.
const VERTEX_PART: f32 = 0.2;

/// Options that make an output file smaller.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct FileSizeOptions {
    /// All that makes the file smaller and changes nothing that is seen, with clips and vertices that stay within MM
    /// millimetres (default: 0.5): --reduce MM --quantize --meshopt --drop-rest-tracks --reorder --prune, and
    /// vertices in as few bits as a fifth of MM allows
    #[arg(
        long, value_name = "MM", num_args = 0..=1, require_equals = true, default_missing_value = "0.5",
        value_parser = millimetres, help_heading = "Size",
    )]
    small: Option<f32>,
    /// Remove keys as long as nothing moves by more than MM millimetres
    #[arg(long, value_name = "MM", value_parser = millimetres, allow_negative_numbers = true, help_heading = "Size")]
    reduce: Option<f32>,
    /// Store vertices (KHR_mesh_quantization; an error of up to 1/65534 of the size), keys of clips (within
    /// --reduce, or 1/20000 of the size), or both, in fewer bits
    #[arg(
        long, value_enum, value_name = "WHAT", num_args = 0..=1, require_equals = true, default_missing_value = "all",
        help_heading = "Size",
    )]
    quantize: Option<Quantized>,
    /// Compress losslessly (EXT_meshopt_compression)
    #[arg(long, help_heading = "Size")]
    meshopt: bool,
    /// Leave out tracks of clips that hold the rest pose
    #[arg(long, help_heading = "Size")]
    drop_rest_tracks: bool,
    /// Put triangles and vertices in the order that compresses best and is drawn fastest
    #[arg(long, help_heading = "Size")]
    reorder: bool,
    /// Leave out what is not drawn: unused vertices, texture coordinates, materials and images; store equal ones once
    #[arg(long, help_heading = "Size")]
    prune: bool,
    /// Resize textures to at most PIXELS on each side
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Size")]
    max_texture: Option<u32>,
    /// Store textures but JPEG as WebP without loss where that is smaller (EXT_texture_webp)
    #[arg(long, help_heading = "Size")]
    webp: bool,
    /// Compress meshes with Draco (KHR_draco_mesh_compression), with vertices in fewer bits as --quantize has them
    #[arg(long, help_heading = "Size")]
    draco: bool,
    /// Write nodes and clips alone, without meshes and all that belongs to them
    #[arg(long, help_heading = "Size")]
    no_mesh: bool,
}

/// Value of `--quantize`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Quantized {
    All,
    Vertices,
    Keys,
}

impl FileSizeOptions {
    /// The options of an export with these.
    pub(crate) fn of_export(self, options: ExportOptions) -> ExportOptions {
        let is_small = self.small.is_some();
        let quantizes = |what| is_small || self.quantize.is_some_and(|q| q == what || q == Quantized::All);
        options
            .with_key_tolerance(self.reduce.or(self.small))
            .with_quantize(quantizes(Quantized::Vertices))
            .with_quantize_keys(quantizes(Quantized::Keys))
            .with_meshopt(is_small || self.meshopt)
            .with_vertex_tolerance(self.small.map(|metres| metres * VERTEX_PART))
            .with_reorder(is_small || self.reorder)
            .with_prune(is_small || self.prune)
            .with_max_texture(self.max_texture)
            .with_webp(self.webp)
            .with_draco(self.draco)
            .with_drop_rest_tracks(is_small || self.drop_rest_tracks)
            .with_skeleton_only(self.no_mesh)
    }

    /// True where keys are removed.
    pub(crate) fn reduces(self) -> bool {
        self.reduce.or(self.small).is_some()
    }

    /// True where meshes are left out.
    pub(crate) fn drops_meshes(self) -> bool {
        self.no_mesh
    }
}
