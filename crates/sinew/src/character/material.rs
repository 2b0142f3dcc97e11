use super::TextureRef;
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
    /// KHR_materials_specular: its colour at normal incidence.
    pub specular_color: Vec3,
    /// KHR_materials_clearcoat; none without.
    pub clearcoat: Option<Clearcoat>,
    /// KHR_materials_sheen; none without.
    pub sheen: Option<Sheen>,
    /// KHR_materials_transmission: share of light let through.
    pub transmission: f32,
}

/// A clear layer on top.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clearcoat {
    /// 0 none .. 1 full.
    pub factor: f32,
    /// 0 mirror .. 1 matt.
    pub roughness: f32,
}

/// A fuzzy layer, as on velvet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sheen {
    /// Linear colour.
    pub color: Vec3,
    /// 0 sharp .. 1 soft.
    pub roughness: f32,
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
            specular_color: Vec3::ONE,
            clearcoat: None,
            sheen: None,
            transmission: 0.0,
        }
    }
}
