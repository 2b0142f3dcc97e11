/// Error of painting decals into a texture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BakeError {
    /// The number of bytes does not fit the size of an image.
    #[error("{found} bytes for {width} × {height} texels; expected {expected}")]
    Size {
        /// Width in texels.
        width: u32,
        /// Height in texels.
        height: u32,
        /// Number of bytes.
        found: usize,
        /// Number that the size asks for.
        expected: usize,
    },
    /// The texture coordinates cover the image many times over.
    #[error(
        "the texture coordinates cover the texture more than {0} times; \
        its texels belong to no single place of the skin"
    )]
    TooManyOverlaps(u64),
}
