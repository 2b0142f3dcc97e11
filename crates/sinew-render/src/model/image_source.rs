use super::UploadedImage;
use sinew::character::{Image, Pixels};

/// Source of the pixels of images, for what is uploaded to the device.
///
/// A closure that decodes images is one. Sources that upload images before, such as a page whose browser decodes them, are
/// given to [`ActorModel::from_images`](crate::ActorModel::from_images).
pub trait ImageSource {
    /// Pixels of an image; `None` where it cannot be decoded.
    fn pixels(&mut self, image: &Image) -> Option<Pixels>;

    /// The image where it is on the device already, such as one that a browser has decoded. Materials take it in place of
    /// its pixels; wrinkles and decals, whose images are put together first, do not.
    fn uploaded(&mut self, image: &Image) -> Option<UploadedImage> {
        let _ = image;
        None
    }
}

impl<F: FnMut(&Image) -> Option<Pixels> + ?Sized> ImageSource for F {
    fn pixels(&mut self, image: &Image) -> Option<Pixels> {
        self(image)
    }
}
