//! Height images of wrinkle maps, made into normal maps.

use crate::surface::HeightImage;
use glam::Vec2;
use sinew::Character;
use sinew::character::{MaterialId, Pixels};
use sinew::surface::wrinkle::{WrinkleError, WrinkleMapDescription};

/// Replaces the height images of a description by normal maps; returns these by the names that the description has
/// for them now. `strength` counts on the character as it is: the maps are made for the mean size of its texture on
/// the skin. `read` decodes an image of the description.
///
/// # Errors
/// When an image cannot be read, a layer has both a normal map and heights, or the material is not there.
pub fn wrinkle_normals(
    description: &mut WrinkleMapDescription,
    character: &Character,
    read: &mut dyn FnMut(&str) -> Result<Pixels, String>,
) -> Result<Vec<(String, Pixels)>, WrinkleError> {
    let mut made = Vec::new();
    let material = description.material.as_deref();
    let material =
        character.materials().iter().position(|known| material.is_none_or(|name| known.name == name));
    for (name, layer) in &mut description.layers {
        let Some(heights) = layer.height.take() else { continue };
        let failed = |field: &str, message: String| WrinkleError::Description {
            location: format!("layers[\"{name}\"].{field}"),
            message,
        };
        if layer.normal.is_some() {
            return Err(failed("height", "expected a normal map or heights, not both".to_owned()));
        }
        if !(layer.strength.is_finite() && layer.strength.abs() <= 100.0) {
            return Err(failed("strength", format!("{}; expected millimetres, -100 to 100", layer.strength)));
        }
        let pixels =
            read(&heights).map_err(|message| failed("height", format!("image {heights:?}: {message}")))?;
        let size = material
            .and_then(|number| texture_size(character, MaterialId(number as u32)))
            .ok_or_else(|| failed("height", "the material has no texture coordinates".to_owned()))?;
        let size = Vec2::splat(size / layer.repeat.max(1.0));
        let image = HeightImage::new(&pixels, layer.strength * 1e-3, size).with_repeats(layer.repeat > 1.0);
        let normals = image.normal_pixels().map_err(|error| failed("height", error.to_string()))?;
        let made_name = format!("{heights}, normals");
        layer.normal = Some(made_name.clone());
        made.push((made_name, normals));
    }
    Ok(made)
}

/// Mean width on the skin, metres at rest, of a square from (0, 0) to (1, 1) in texture coordinates of a material.
#[must_use]
pub fn texture_size(character: &Character, material: MaterialId) -> Option<f32> {
    let model = character.reference_model();
    let (mut on_skin, mut in_texture) = (0.0_f64, 0.0_f64);
    for instance in character.mesh_instances() {
        for primitive in &character.meshes()[instance.mesh].primitives {
            let uvs = primitive.uvs.first().filter(|_| primitive.material == Some(material));
            let Some(uvs) = uvs else { continue };
            // Scales of the joints are those of the whole mesh nearly always; the first influence tells them.
            let scale = primitive.influences_of(0).next().zip(instance.skin).map_or_else(
                || model[instance.node.index()].matrix3,
                |((joint, _), skin)| {
                    let skin = &character.skins()[skin];
                    model[skin.joints[joint].index()].matrix3 * skin.inverse_binds[joint].matrix3
                },
            );
            for [a, b, c] in primitive.indices.as_chunks::<3>().0.iter().map(|t| t.map(|v| v as usize)) {
                let [p, q, r] = [a, b, c].map(|vertex| primitive.positions[vertex]);
                on_skin += f64::from((scale * (q - p)).cross(scale * (r - p)).length());
                in_texture += f64::from((uvs[b] - uvs[a]).perp_dot(uvs[c] - uvs[a]).abs());
            }
        }
    }
    let size = (on_skin / in_texture).sqrt() as f32;
    (size.is_finite() && size > 0.0).then_some(size)
}
