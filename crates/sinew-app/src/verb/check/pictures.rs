//! Diagnostics of what pictures show otherwise than the file says, on some devices or on all.

use crate::report::diagnostic::DiagnosticEntry;
use sinew::Character;
use sinew::character::Material;
use sinew_render::MAX_PUNCTUAL_LIGHTS;

/// Diagnostics of materials and lights.
pub(super) fn diagnostics(character: &Character) -> Vec<DiagnosticEntry> {
    let info = |code: &str, location: String, message: String| DiagnosticEntry {
        code: code.into(),
        severity: "info",
        location,
        message,
        count: 1,
    };
    let mut found: Vec<DiagnosticEntry> = (character.materials().iter().enumerate())
        .filter_map(|(number, material)| {
            let layers = textured_layers(material).join(", ");
            let message = format!(
                "on devices that bind fewer than 25 textures, as in WebGL2, material {:?} is drawn without its \
                 textures of: {layers}",
                material.name
            );
            (!layers.is_empty()).then(|| info("layer-textures", format!("/materials/{number}"), message))
        })
        .collect();
    let count = found.len();
    found.iter_mut().for_each(|entry| entry.count = count);
    let lights = character.lights().len();
    if lights > MAX_PUNCTUAL_LIGHTS {
        let message = format!("of {lights} lights, the {MAX_PUNCTUAL_LIGHTS} brightest are drawn at once");
        found.push(info("lights", "/extensions/KHR_lights_punctual".into(), message));
    }
    found
}

/// Layers of a material that have textures of their own.
fn textured_layers(material: &Material) -> Vec<&'static str> {
    if material.toon.is_some() || material.unlit {
        return Vec::new();
    }
    let coat = material.clearcoat.unwrap_or_default();
    let sheen = material.sheen.unwrap_or_default();
    let film = material.iridescence.unwrap_or_default();
    let volume = material.volume.unwrap_or_default();
    let stretch = material.anisotropy.unwrap_or_default();
    let layers = [
        ("reflections", material.specular_texture.is_some() || material.specular_color_texture.is_some()),
        (
            "clear coat",
            coat.factor > 0.0
                && (coat.texture.is_some()
                    || coat.roughness_texture.is_some()
                    || coat.normal_texture.is_some()),
        ),
        (
            "sheen",
            sheen.color.max_element() > 0.0
                && (sheen.color_texture.is_some() || sheen.roughness_texture.is_some()),
        ),
        (
            "transmission",
            material.transmission > 0.0
                && (material.transmission_texture.is_some() || volume.thickness_texture.is_some()),
        ),
        ("iridescence", film.factor > 0.0 && (film.texture.is_some() || film.thickness_texture.is_some())),
        ("anisotropy", stretch.strength > 0.0 && stretch.texture.is_some()),
    ];
    layers.into_iter().filter(|(_, has)| *has).map(|(name, _)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew::character::{
        Clearcoat, Image, ImageId, Light, LightKind, Sheen, Texture, TextureId, TextureRef, TextureWrap,
        UvTransform,
    };
    use sinew::glam::Vec3;
    use sinew::{CharacterParts, JointId};

    #[test]
    fn textures_of_layers_and_too_many_lights_are_named() {
        let texture = Some(TextureRef { texture: TextureId(0), uv_set: 0, transform: UvTransform::IDENTITY });
        let coat = Clearcoat { factor: 1.0, roughness_texture: texture, ..Clearcoat::default() };
        let sheen = Sheen { color: Vec3::ONE, color_texture: texture, ..Sheen::default() };
        let coated =
            Material { name: "car".into(), clearcoat: Some(coat), sheen: Some(sheen), ..Material::default() };
        let plain = Material {
            base_color_texture: texture,
            clearcoat: Some(Clearcoat::default()),
            ..Material::default()
        };
        let skeleton = crate::test_files::built_in().character().skeleton().clone();
        let lamp = Light::new("lamp", JointId(0), LightKind::Point);
        let parts = CharacterParts {
            skeleton,
            materials: vec![plain, coated],
            textures: vec![Texture::smooth(ImageId(0), TextureWrap::Clamp)],
            images: vec![Image { name: String::new(), mime: String::new(), encoded: None }],
            lights: vec![lamp; 17],
            ..CharacterParts::default()
        };
        let found = diagnostics(&Character::new(parts).unwrap());
        let codes: Vec<_> =
            found.iter().map(|entry| (entry.code.as_str(), entry.location.as_str())).collect();
        assert_eq!(
            codes,
            [("layer-textures", "/materials/1"), ("lights", "/extensions/KHR_lights_punctual")]
        );
        assert!(
            found[0]
                .message
                .ends_with("material \"car\" is drawn without its textures of: clear coat, sheen"),
            "{}",
            found[0].message
        );
    }
}
