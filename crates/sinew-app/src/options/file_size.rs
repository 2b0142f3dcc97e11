//! Options that make an output file smaller.

use crate::options::number::millimetres;
use clap::{Args, ValueEnum};
use sinew_import::ExportOptions;

/// Options that make an output file smaller.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct FileSizeOptions {
    /// All that makes the file smaller, with clips that stay within MM millimetres (default: 0.5): --reduce MM
    /// --quantize --meshopt --drop-rest-tracks
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
