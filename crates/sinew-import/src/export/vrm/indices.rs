use crate::export::image::ExportedImage;
use sinew::character::MeshInstanceId;

/// Indices of exported objects.
pub(in crate::export) struct Indices<'a> {
    /// Node of each mesh instance; `None` for one that is not exported.
    pub(in crate::export) nodes: &'a [Option<usize>],
    pub(in crate::export) images: &'a [Option<ExportedImage>],
}

impl Indices<'_> {
    pub(super) fn instance(&self, instance: MeshInstanceId) -> Option<usize> {
        self.nodes.get(instance.index()).copied().flatten()
    }
}
