//! Export of textures, samplers and texture references (glTF 2.0 specification, section 3.8;
//! EXT_texture_webp; KHR_texture_transform).

use super::document::{Document, Extensions};
use super::image::ExportedImage;
use super::number::{number, numbers};
use serde_json::{Value, json};
use sinew::Character;
use sinew::character::{Material, Texture, TextureFilter, TextureRef, TextureWrap, UvTransform};

/// Largest number of a set of texture coordinates that is written. Sets that a mesh lacks are written for it,
/// and those that materials name beyond this one stand for missing ones too.
const MAX_UV_SET: usize = 63;
const REPEAT: u32 = 10497;
const LINEAR: u32 = 9729;
const LINEAR_MIPMAP_LINEAR: u32 = 9987;

/// Writes all textures; if `merge`, equal ones once. Returns the index of each; `None` for one without image.
pub(super) fn write(
    document: &mut Document,
    character: &Character,
    images: &[Option<ExportedImage>],
    merge: bool,
) -> Vec<Option<usize>> {
    let mut written = Vec::with_capacity(character.textures().len());
    for (n, texture) in character.textures().iter().enumerate() {
        let Some(image) = texture.image.and_then(|i| images.get(i.index()).copied().flatten()) else {
            if texture.image.is_none() {
                let message = "the texture has no image; its materials are exported without it";
                document.report.warn("texture", format!("/textures/{n}"), message);
            }
            written.push(None);
            continue;
        };
        let mut json = json!({});
        if image.is_webp {
            document.extensions.add(&mut json, "EXT_texture_webp", json!({ "source": image.number }));
            document.extensions.require("EXT_texture_webp");
        } else {
            json["source"] = json!(image.number);
        }
        if let Some(sampler) = sampler(texture) {
            let known = document.samplers.iter().position(|s| *s == sampler);
            json["sampler"] = json!(known.unwrap_or_else(|| {
                document.samplers.push(sampler);
                document.samplers.len() - 1
            }));
        }
        let known = document.textures.iter().position(|known| merge && *known == json);
        written.push(Some(known.unwrap_or(document.textures.len())));
        if known.is_none() {
            document.textures.push(json);
        }
    }
    written
}

/// Sampler of a texture; `None` for the default one.
fn sampler(texture: &Texture) -> Option<Value> {
    use TextureFilter::{Linear, Nearest};
    let wrap = |wrap| match wrap {
        TextureWrap::Repeat => REPEAT,
        TextureWrap::Mirror => 33648,
        TextureWrap::Clamp => 33071,
    };
    let magnify = if texture.magnify == Nearest { 9728 } else { LINEAR };
    let minify = match (texture.minify, texture.mip) {
        (Nearest, None) => 9728,
        (Linear, None) => LINEAR,
        (Nearest, Some(Nearest)) => 9984,
        (Linear, Some(Nearest)) => 9985,
        (Nearest, Some(Linear)) => 9986,
        (Linear, Some(Linear)) => LINEAR_MIPMAP_LINEAR,
    };
    let modes = [magnify, minify, wrap(texture.wrap_u), wrap(texture.wrap_v)];
    (modes != [LINEAR, LINEAR_MIPMAP_LINEAR, REPEAT, REPEAT]).then(
        || json!({ "magFilter": modes[0], "minFilter": modes[1], "wrapS": modes[2], "wrapT": modes[3] }),
    )
}

/// Texture reference of a material; `None` if the texture is not exported.
pub(super) fn reference(
    extensions: &mut Extensions,
    textures: &[Option<usize>],
    used: Option<TextureRef>,
) -> Option<Value> {
    let used = used?;
    let mut json = json!({ "index": textures.get(used.texture.index()).copied().flatten()? });
    if used.uv_set != 0 {
        json["texCoord"] = json!(used.uv_set.min(MAX_UV_SET));
    }
    let UvTransform { offset, rotation, scale } = used.transform;
    if used.transform != UvTransform::IDENTITY
        && offset.is_finite()
        && scale.is_finite()
        && rotation.is_finite()
    {
        let transform =
            json!({ "offset": numbers(offset), "rotation": number(rotation), "scale": numbers(scale) });
        extensions.add(&mut json, "KHR_texture_transform", transform);
    }
    Some(json)
}

/// Number of texture coordinate sets that the exported `material` needs.
pub(super) fn sets_needed(material: &Material, textures: &[Option<usize>]) -> usize {
    let is_written = |r: &TextureRef| textures.get(r.texture.index()).copied().flatten().is_some();
    let used = material.textures().filter(|(_, r)| is_written(r));
    used.map(|(_, r)| r.uv_set.min(MAX_UV_SET) + 1).max().unwrap_or(0)
}
