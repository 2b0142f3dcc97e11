/// How [`export_glb`](super::export_glb) writes. By default nothing is lost: every number is stored as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExportOptions {
    /// Stores vertices in fewer bits (KHR_mesh_quantization, which every reader of the file must know). Positions and
    /// morph offsets have 16 bits: they are off by at most 1/65534 of the largest side of the box around all meshes
    /// that share a skin, on each axis; weights of joints have 16 bits, texture coordinates within 0..1 and colours
    /// 16, normals and tangents 8 (within 0.6 degrees). Meshes without a skin hang on nodes of their own below the node
    /// they were on, which scale them back; those nodes stand after all others. Clips are not touched.
    pub quantize: bool,
    /// Compresses what is stored (EXT_meshopt_compression, which every reader of the file must know). By itself it
    /// loses nothing; triangles may begin with another of their three corners.
    pub meshopt: bool,
    /// Leaves out keys of clips, as long as nothing moves further than so many metres from where it was: no vertex of
    /// any mesh, no joint, and no point at a twentieth of the character's size from a joint along its axes. Measured
    /// at the times of all keys and between them. None keeps every key.
    pub reduce: Option<f32>,
    /// Writes a VRM 1.0 avatar even where the file was none: a name and an author that are not known are written as such,
    /// and nobody is allowed more than the strictest answers of VRM allow. What came as an avatar stays one either way.
    pub vrm: bool,
}
