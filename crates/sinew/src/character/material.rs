use super::{TextureRef, Toon};
use glam::{Vec3, Vec4};

/// How alpha is used.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum AlphaMode {
    /// Ignored.
    #[default]
    Opaque,
    /// Drawn where alpha reaches the cutoff.
    Mask {
        /// The smallest alpha that is drawn.
        cutoff: f32,
    },
    /// Mixed with what lies behind.
    Blend,
}

/// A metallic-roughness material as glTF 2.0 defines it, with the extensions named at the fields. Factors are
/// linear; colour textures are sRGB.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// The file's name for it; may be empty.
    pub name: String,
    /// Colour and alpha.
    pub base_color: Vec4,
    /// Multiplies the colour.
    pub base_color_texture: Option<TextureRef>,
    /// 0 dielectric .. 1 metal.
    pub metallic: f32,
    /// 0 mirror .. 1 matt.
    pub roughness: f32,
    /// Blue multiplies metallic, green roughness.
    pub metallic_roughness_texture: Option<TextureRef>,
    /// Tangent-space normals.
    pub normal_texture: Option<TextureRef>,
    /// Factor on the normal map's x and y.
    pub normal_scale: f32,
    /// Red is the share of ambient light that arrives.
    pub occlusion_texture: Option<TextureRef>,
    /// 0 ignores the occlusion texture, 1 takes it whole.
    pub occlusion_strength: f32,
    /// Light given off, with KHR_materials_emissive_strength multiplied in.
    pub emissive: Vec3,
    /// Multiplies the light given off.
    pub emissive_texture: Option<TextureRef>,
    /// How alpha is used.
    pub alpha: AlphaMode,
    /// Whether back faces are drawn.
    pub double_sided: bool,
    /// KHR_materials_unlit: base colour only, no light.
    pub unlit: bool,
    /// KHR_materials_specular: strength of the dielectric reflection.
    pub specular: f32,
    /// Alpha multiplies the strength.
    pub specular_texture: Option<TextureRef>,
    /// KHR_materials_specular: its colour at normal incidence.
    pub specular_color: Vec3,
    /// Multiplies that colour.
    pub specular_color_texture: Option<TextureRef>,
    /// KHR_materials_clearcoat; none without.
    pub clearcoat: Option<Clearcoat>,
    /// KHR_materials_sheen; none without.
    pub sheen: Option<Sheen>,
    /// KHR_materials_transmission: share of light let through.
    pub transmission: f32,
    /// Red multiplies that share.
    pub transmission_texture: Option<TextureRef>,
    /// Drawn like a cartoon instead; none without.
    pub toon: Option<Toon>,
}

impl Material {
    /// Every use of a texture, with the name of its field.
    pub fn textures(&self) -> impl Iterator<Item = (&'static str, TextureRef)> + use<> {
        let (coat, sheen) = (self.clearcoat.unwrap_or_default(), self.sheen.unwrap_or_default());
        let toon = self.toon.unwrap_or_default();
        [
            ("base_color_texture", self.base_color_texture),
            ("metallic_roughness_texture", self.metallic_roughness_texture),
            ("normal_texture", self.normal_texture),
            ("occlusion_texture", self.occlusion_texture),
            ("emissive_texture", self.emissive_texture),
            ("specular_texture", self.specular_texture),
            ("specular_color_texture", self.specular_color_texture),
            ("transmission_texture", self.transmission_texture),
            ("clearcoat.texture", coat.texture),
            ("clearcoat.roughness_texture", coat.roughness_texture),
            ("clearcoat.normal_texture", coat.normal_texture),
            ("sheen.color_texture", sheen.color_texture),
            ("sheen.roughness_texture", sheen.roughness_texture),
            ("toon.shade_texture", toon.shade_texture),
            ("toon.shading_shift_texture", toon.shading_shift_texture),
            ("toon.matcap_texture", toon.matcap_texture),
            ("toon.rim_texture", toon.rim_texture),
            ("toon.outline.width_texture", toon.outline.width_texture),
            ("toon.uv_animation_mask", toon.uv_animation_mask),
        ]
        .into_iter()
        .filter_map(|(name, texture)| Some((name, texture?)))
    }
}

/// A clear layer on top; by default there is none of it.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Clearcoat {
    /// 0 none .. 1 full.
    pub factor: f32,
    /// Red multiplies the factor.
    pub texture: Option<TextureRef>,
    /// 0 mirror .. 1 matt.
    pub roughness: f32,
    /// Green multiplies the roughness.
    pub roughness_texture: Option<TextureRef>,
    /// Normals of its own, in tangent space.
    pub normal_texture: Option<TextureRef>,
    /// Factor on their x and y.
    pub normal_scale: f32,
}

/// A fuzzy layer, as on velvet; by default there is none of it.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Sheen {
    /// Linear colour.
    pub color: Vec3,
    /// Multiplies the colour.
    pub color_texture: Option<TextureRef>,
    /// 0 sharp .. 1 soft.
    pub roughness: f32,
    /// Alpha multiplies the roughness.
    pub roughness_texture: Option<TextureRef>,
}

impl Default for Material {
    /// glTF's default: white, fully metallic and rough as the specification's factors say.
    fn default() -> Self {
        Self {
            name: String::new(),
            base_color: Vec4::ONE,
            base_color_texture: None,
            metallic: 1.0,
            roughness: 1.0,
            metallic_roughness_texture: None,
            normal_texture: None,
            normal_scale: 1.0,
            occlusion_texture: None,
            occlusion_strength: 1.0,
            emissive: Vec3::ZERO,
            emissive_texture: None,
            alpha: AlphaMode::Opaque,
            double_sided: false,
            unlit: false,
            specular: 1.0,
            specular_texture: None,
            specular_color: Vec3::ONE,
            specular_color_texture: None,
            clearcoat: None,
            sheen: None,
            transmission: 0.0,
            transmission_texture: None,
            toon: None,
        }
    }
}
