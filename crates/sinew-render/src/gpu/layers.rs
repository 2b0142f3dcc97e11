use crate::look::SurfaceLook;
use sinew::character::Material;

/// Layers of a material: bits of `LAYERS` in shaders/layers.wgsl.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Layers(u32);

const SPECULAR_TEXTURES: u32 = 1;
const CLEARCOAT: u32 = 2;
const SHEEN: u32 = 4;
const TRANSMISSION: u32 = 8;
const IRIDESCENCE: u32 = 16;
const ANISOTROPY: u32 = 32;
const DISPERSION: u32 = 64;

impl Layers {
    pub(crate) const NONE: Self = Self(0);

    /// Layers of a material that have an effect.
    pub(crate) fn of(material: &Material) -> Self {
        let transmits = material.transmission > 0.0;
        let layers = [
            (
                SPECULAR_TEXTURES,
                material.specular_texture.is_some() || material.specular_color_texture.is_some(),
            ),
            (CLEARCOAT, material.clearcoat.is_some_and(|coat| coat.factor > 0.0)),
            (SHEEN, material.sheen.is_some_and(|sheen| sheen.color.max_element() > 0.0)),
            (TRANSMISSION, transmits),
            (IRIDESCENCE, material.iridescence.is_some_and(|film| film.factor > 0.0)),
            (ANISOTROPY, material.anisotropy.is_some_and(|stretch| stretch.strength > 0.0)),
            (DISPERSION, transmits && material.dispersion > 0.0 && material.volume.is_some()),
        ];
        Self(layers.into_iter().filter(|(_, has)| *has).fold(0, |bits, (bit, _)| bits | bit))
    }

    /// The layers of a material with a look: bits of shaders/body.wgsl.
    pub(crate) fn with(self, look: Option<SurfaceLook>) -> Self {
        let bit = match look {
            Some(SurfaceLook::Skin) => 128,
            Some(SurfaceLook::Eye) => 256,
            Some(SurfaceLook::Teeth) => 512,
            Some(SurfaceLook::Toon) | None => 0,
        };
        Self(self.0 | bit)
    }

    /// Value of the shader's `LAYERS` constant.
    pub(crate) fn bits(self) -> u32 {
        self.0
    }
}
