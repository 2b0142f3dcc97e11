/// Shading of the surfaces of an image. The debug views show world-space directions d as the colour d / 2 + 1
/// / 2, as normal maps do; grey is no direction.
///
/// All kinds use the same pipelines: the choice costs nothing and may change from image to image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Shading {
    /// Each material with its own model, lit per pixel: metallic-roughness, toon or unlit.
    #[default]
    Material = 0,
    /// Light computed per vertex and interpolated, with a highlight, for comparison: normal maps and shadows
    /// on surfaces have no effect. Unlit materials stay as they are.
    Vertex = 1,
    /// Debug view: interpolated vertex normals, after morph targets and skinning.
    GeometryNormals = 2,
    /// Debug view: normals with the normal map, as they are lit.
    Normals = 3,
    /// Debug view: vertex tangents; grey without tangents.
    Tangents = 4,
    /// Debug view: bitangents, in which mirrored texture coordinates stand out; grey without tangents.
    Bitangents = 5,
    /// Debug view: texture coordinates of the base colour, u as red and v as green, from 0 to 1 in each
    /// repetition.
    Uvs = 6,
}

impl Shading {
    /// All kinds.
    pub const ALL: [Self; 7] = [
        Self::Material,
        Self::Vertex,
        Self::GeometryNormals,
        Self::Normals,
        Self::Tangents,
        Self::Bitangents,
        Self::Uvs,
    ];
}
