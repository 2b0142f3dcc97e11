use crate::Report;

/// Exported file, the result of [`export_glb`](super::export_glb) and [`export_vrma`](super::export_vrma).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Exported {
    /// Bytes of the GLB file.
    pub bytes: Vec<u8>,
    /// Diagnostics: what was changed or left out.
    pub report: Report,
}
