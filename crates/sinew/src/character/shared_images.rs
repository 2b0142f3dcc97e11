//! Images of the same bytes: files often name one picture several times, and it is to be decoded and uploaded
//! once.

use super::{Image, ImageId};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

/// Makes images of equal bytes share them.
pub(super) fn share_equal_bytes(images: &mut [Image]) {
    let firsts = first_of_each(images);
    let is_first = |n: usize| firsts.get(n).is_some_and(|first| first.index() == n);
    let mut lengths: HashMap<usize, usize> = HashMap::new();
    for (_, image) in images.iter().enumerate().filter(|(n, _)| is_first(*n)) {
        *lengths.entry(image.encoded.as_ref().map_or(0, |bytes| bytes.len())).or_default() += 1;
    }
    // Bytes are hashed only where another image has as many, which is rare.
    let is_alone = |bytes: &Arc<[u8]>| lengths.get(&bytes.len()) == Some(&1);
    let mut known: HashMap<Arc<[u8]>, ()> = HashMap::new();
    for n in 0..images.len() {
        if !is_first(n) {
            images[n].encoded = images[firsts[n].index()].encoded.clone();
            continue;
        }
        let Some(bytes) = images[n].encoded.clone().filter(|bytes| !is_alone(bytes)) else { continue };
        match known.entry(bytes) {
            Entry::Occupied(same) => images[n].encoded = Some(same.key().clone()),
            Entry::Vacant(new) => drop(new.insert(())),
        }
    }
}

/// For each image the first one with the same bytes in memory, which may be itself; an image without bytes
/// stands alone.
pub(super) fn first_of_each(images: &[Image]) -> Vec<ImageId> {
    let mut first: HashMap<(*const u8, usize), ImageId> = HashMap::new();
    let ids = images.iter().zip(0..).map(|(image, n)| match &image.encoded {
        Some(bytes) => *first.entry((bytes.as_ptr(), bytes.len())).or_insert(ImageId(n)),
        None => ImageId(n),
    });
    ids.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(bytes: Option<&Arc<[u8]>>) -> Image {
        Image { name: String::new(), mime: String::new(), encoded: bytes.cloned() }
    }

    #[test]
    fn images_of_equal_bytes_share_them() {
        let bytes = |text: &str| -> Arc<[u8]> { text.as_bytes().into() };
        let (a, same, other, longer) = (bytes("one"), bytes("one"), bytes("two"), bytes("three"));
        let all = [Some(&a), Some(&other), Some(&a), None, Some(&same), Some(&longer), None, Some(&same)];
        let mut images: Vec<Image> = all.into_iter().map(image).collect();
        let numbers = |images: &[Image]| first_of_each(images).iter().map(|id| id.0).collect::<Vec<_>>();
        assert_eq!(numbers(&images), [0, 1, 0, 3, 4, 5, 6, 4], "by address");
        share_equal_bytes(&mut images);
        assert_eq!(numbers(&images), [0, 1, 0, 3, 0, 5, 6, 0], "by content");
        for (image, bytes) in images.iter().zip(all) {
            assert_eq!(image.encoded.as_ref(), bytes);
        }
        assert_eq!(Arc::strong_count(&same), 1, "the copy is free");
    }

    #[test]
    fn empty_bytes_are_bytes() {
        let (a, b): (Arc<[u8]>, Arc<[u8]>) = (Arc::new([]), Arc::new([]));
        let mut images = [image(Some(&a)), image(Some(&b)), image(None)];
        share_equal_bytes(&mut images);
        assert_eq!(first_of_each(&images), [ImageId(0), ImageId(0), ImageId(2)]);
    }
}
