use sinew::character::ImageId;

/// Image that is larger than the device's textures, and was halved until it fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReducedImage {
    /// The image.
    pub image: ImageId,
    /// Width and height of the image in pixels.
    pub size: [u32; 2],
    /// Width and height of the texture on the device in pixels.
    pub uploaded_size: [u32; 2],
}
