//! Meaning of the channels of images, by the textures of materials that show them.

use sinew::Character;
use sinew::character::AlphaMode;

/// Meaning of the channels of an image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::export) enum Channels {
    /// Numbers that are no colours, such as roughness and metalness.
    #[default]
    Data,
    /// A colour in sRGB; alpha says how much of it is seen if `covers`.
    Color { covers: bool },
    /// A unit vector.
    Normal,
}

/// Meaning of the channels of each image. What is shown as a colour and as something else is a colour.
pub(in crate::export) fn channels_of_images(character: &Character) -> Vec<Channels> {
    let mut channels = vec![Channels::default(); character.images().len()];
    for material in character.materials() {
        for (slot, texture) in material.textures() {
            let image = character.textures().get(texture.texture.index()).and_then(|texture| texture.image);
            let Some(known) = image.and_then(|image| channels.get_mut(image.index())) else { continue };
            let covers = slot == "base_color_texture" && material.alpha_mode != AlphaMode::Opaque;
            *known = match (slot, *known) {
                ("normal_texture" | "clearcoat.normal_texture", Channels::Data) => Channels::Normal,
                (slot, known) if is_color(slot) => {
                    Channels::Color { covers: covers || known == Channels::Color { covers: true } }
                }
                (_, known) => known,
            };
        }
    }
    // The pictures of an avatar that no texture shows are pictures.
    let thumbnail = character.meta().and_then(|meta| meta.thumbnail);
    if let Some(known) = thumbnail.and_then(|image| channels.get_mut(image.index())) {
        *known = Channels::Color { covers: matches!(known, Channels::Color { covers: true }) };
    }
    channels
}

/// Whether a texture of this slot is in sRGB.
fn is_color(slot: &str) -> bool {
    const COLORS: [&str; 7] = [
        "base_color_texture",
        "emissive_texture",
        "specular_color_texture",
        "sheen.color_texture",
        "toon.shade_texture",
        "toon.matcap_texture",
        "toon.rim_texture",
    ];
    COLORS.contains(&slot)
}
