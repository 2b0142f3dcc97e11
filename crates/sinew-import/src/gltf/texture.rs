//! Images, samplers and textures (glTF 2.0 specification, section 3.8). Images stay encoded.

use super::json;
use super::source::Source;
use super::uri;
use crate::ImportError;
use crate::files::missing_image;
use sinew::character::{
    Image, ImageId, Texture, TextureFilter, TextureId, TextureRef, TextureWrap, UvTransform,
};
use sinew::glam::Vec2;
use std::collections::HashMap;
use std::sync::Arc;

/// Reads all images. An unreadable one is reported and has no data.
pub(super) fn read_images(source: &mut Source<'_>) -> Result<Vec<Image>, ImportError> {
    let mut views = HashMap::new();
    (0..source.json.images.len())
        .map(|n| {
            let name = source.json.images.get(n).map(image_name).unwrap_or_default();
            let declared = source.json.images.get_mut(n).and_then(|i| i.mime_type.take()).unwrap_or_default();
            let encoded = match read_image(source, n, &mut views) {
                Ok(encoded) => encoded,
                Err(error) => {
                    let error = error.unless_too_large()?;
                    let message = missing_image::message(&name, &error.message);
                    source.report.warn("image-missing", error.location, message);
                    None
                }
            };
            let mime = encoded.as_deref().and_then(sniff).map_or(declared, str::to_owned);
            Ok(Image { name, mime, encoded })
        })
        .collect()
}

fn image_name(image: &json::Image) -> String {
    match &image.uri {
        _ if !image.name.is_empty() => image.name.clone(),
        Some(uri) if !uri::is_data(uri) => uri.clone(),
        _ => String::new(),
    }
}

/// Encoded bytes of image `n`. Images of one buffer view share them; `views` are the views read so far.
fn read_image(
    source: &mut Source<'_>,
    n: usize,
    views: &mut HashMap<usize, Arc<[u8]>>,
) -> Result<Option<Arc<[u8]>>, ImportError> {
    let location = format!("/images/{n}");
    let Some(image) = source.json.images.get_mut(n) else { return Ok(None) };
    if let Some(view) = image.buffer_view {
        if let Some(bytes) = views.get(&view) {
            return Ok(Some(bytes.clone()));
        }
        let here = format!("{location}/bufferView");
        let length = source.view(view, &here)?.len();
        source.budget.take(length, 1, &here)?;
        let bytes: Arc<[u8]> = source.view(view, &here)?.into();
        views.insert(view, bytes.clone());
        return Ok(Some(bytes));
    }
    // The URI is moved out to free the memory of a data URI.
    let Some(text) = image.uri.take() else {
        return Err(ImportError::new(
            "image-missing",
            location,
            "the image has neither a URI nor a buffer view",
        ));
    };
    let here = format!("{location}/uri");
    source.load(&text, &here).map(Some)
}

/// Media type detected from the first bytes.
fn sniff(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => Some("image/png"),
        [0xFF, 0xD8, 0xFF, ..] => Some("image/jpeg"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("image/webp"),
        [0xAB, b'K', b'T', b'X', b' ', b'2', b'0', ..] => Some("image/ktx2"),
        _ => None,
    }
}

/// Reads all textures. `images` is the number of images.
pub(super) fn read_textures(source: &mut Source<'_>, images: usize) -> Vec<Texture> {
    let mut problems = Vec::new();
    let textures = (source.json.textures.iter().enumerate()).map(|(n, texture)| {
        let location = format!("/textures/{n}");
        let webp = texture.extensions.webp.as_ref().and_then(|w| w.source);
        let basisu = texture.extensions.basisu.as_ref().and_then(|b| b.source);
        let image = basisu.filter(|_| cfg!(feature = "basisu")).or(webp).or(texture.source);
        if image.is_none() && basisu.is_some() {
            problems.push((
                location.clone(),
                "KTX2 images need the feature `basisu`, which is disabled; \
                enable it, or convert the file first: npx @gltf-transform/cli ktxdecompress IN.glb OUT.glb"
                    .to_owned(),
            ));
        } else if image.is_none_or(|i| i >= images) {
            let message =
                image.map_or("the texture has no image".into(), |i| format!("image {i} does not exist"));
            problems.push((location.clone(), message));
        }
        let sampler = texture.sampler.and_then(|s| source.json.samplers.get(s));
        if texture.sampler.is_some() && sampler.is_none() {
            problems.push((location, "the sampler does not exist; the default is used".to_owned()));
        } else if sampler.is_some_and(|s| !is_known(s)) {
            problems.push((
                location,
                "the sampler has an unknown filter or wrap mode; the default is used".to_owned(),
            ));
        }
        let (minify, mip) = minification(sampler.and_then(|s| s.min_filter));
        let magnify = match sampler.and_then(|s| s.mag_filter) {
            Some(9728) => TextureFilter::Nearest,
            _ => TextureFilter::Linear,
        };
        let wrap = |code: Option<u32>| match code {
            Some(33071) => TextureWrap::Clamp,
            Some(33648) => TextureWrap::Mirror,
            _ => TextureWrap::Repeat,
        };
        Texture {
            image: image.filter(|&i| i < images).map(|i| ImageId(i as u32)),
            wrap_u: wrap(sampler.and_then(|s| s.wrap_s)),
            wrap_v: wrap(sampler.and_then(|s| s.wrap_t)),
            magnify,
            minify,
            mip,
        }
    });
    let textures = textures.collect();
    for (location, message) in problems {
        source.report.warn("texture", location, message);
    }
    textures
}

fn is_known(sampler: &json::Sampler) -> bool {
    sampler.mag_filter.is_none_or(|f| matches!(f, 9728 | 9729))
        && sampler.min_filter.is_none_or(|f| matches!(f, 9728 | 9729 | 9984..=9987))
        && [sampler.wrap_s, sampler.wrap_t].into_iter().flatten().all(|w| matches!(w, 10497 | 33071 | 33648))
}

/// Filters within and between mip levels; trilinear by default.
fn minification(code: Option<u32>) -> (TextureFilter, Option<TextureFilter>) {
    use TextureFilter::{Linear, Nearest};
    match code {
        Some(9728) => (Nearest, None),
        Some(9729) => (Linear, None),
        Some(9984) => (Nearest, Some(Nearest)),
        Some(9985) => (Linear, Some(Nearest)),
        Some(9986) => (Nearest, Some(Linear)),
        _ => (Linear, Some(Linear)),
    }
}

/// Numbers of what materials of a file may refer to.
#[derive(Clone, Copy)]
pub(super) struct Counts {
    pub(super) textures: usize,
    /// Largest number of sets of texture coordinates of a primitive.
    pub(super) uv_sets: usize,
}

/// Reads a material's texture reference. The second result is the problem with it, if any.
pub(super) fn reference(
    info: &json::TextureInfo,
    counts: Counts,
) -> (Option<TextureRef>, Option<&'static str>) {
    let Some(texture) = info.index.filter(|&i| i < counts.textures) else {
        return (None, Some("the texture does not exist; the material is drawn without it"));
    };
    let texture = TextureId(texture as u32);
    let transform = info.extensions.transform.as_ref();
    let uv_set = transform.and_then(|t| t.tex_coord).unwrap_or(info.tex_coord);
    let transform = transform.map_or(UvTransform::IDENTITY, |t| UvTransform {
        offset: t.offset.map_or(Vec2::ZERO, Vec2::from_array),
        rotation: t.rotation,
        scale: t.scale.map_or(Vec2::ONE, Vec2::from_array),
    });
    // The first set that no primitive has stands for all of them, since exporters write sets up to the
    // largest that is named.
    let is_missing = uv_set > counts.uv_sets;
    let uv_set = uv_set.min(counts.uv_sets);
    if is_missing {
        let fault = "no primitive has that many sets of texture coordinates; all vertices are at (0, 0) of \
            the texture";
        return (Some(TextureRef { texture, uv_set, transform: UvTransform::IDENTITY }), Some(fault));
    }
    if transform.offset.is_finite() && transform.scale.is_finite() && transform.rotation.is_finite() {
        return (Some(TextureRef { texture, uv_set, transform }), None);
    }
    let reference = TextureRef { texture, uv_set, transform: UvTransform::IDENTITY };
    (Some(reference), Some("the texture transform is not finite; it is ignored"))
}
