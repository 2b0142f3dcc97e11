use crate::Report;

/// Exported file, the result of [`export_glb`](super::export_glb), [`export_vrma`](super::export_vrma) and
/// [`export_bvh`](super::export_bvh).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Exported {
    /// Bytes of the file.
    pub bytes: Vec<u8>,
    /// Diagnostics: what was changed or left out.
    pub report: Report,
}

/// Exported files, the result of [`export_gltf`](super::export_gltf).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ExportedFiles {
    /// Names and bytes of all files: the .gltf file first, then those that it refers to, in the same folder.
    pub files: Vec<(String, Vec<u8>)>,
    /// Diagnostics: what was changed or left out.
    pub report: Report,
}
