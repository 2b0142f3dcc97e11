//! Materials: colours, textures and alpha mode.

use super::{Anisotropy, Clearcoat, Iridescence, MaterialId, Sheen, TextureRef, Toon, Volume};
use crate::id::id_indexes;
use glam::{Vec3, Vec4};

/// Alpha mode of a material (`alphaMode` of glTF).
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum AlphaMode {
    /// Alpha is ignored.
    #[default]
    Opaque,
    /// Alpha test.
    Mask {
        /// Smallest alpha that is drawn.
        cutoff: f32,
    },
    /// Alpha blending with the background.
    Blend,
}

/// Space of the normals that a normal map stores as colours, n = 2 · rgb − 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum NormalMapSpace {
    /// Tangent space: x along the vertex tangent, y along the bitangent, up in the image, z along the vertex
    /// normal. Fits any mesh with these texture coordinates, and repeated and mirrored ones too.
    #[default]
    Tangent,
    /// Object space: the axes of the mesh in its bind pose. Needs no tangents; each point of the map belongs
    /// to one point of the mesh.
    Object,
}

/// A metallic-roughness material as glTF 2.0 defines it, with the extensions named at the fields. Factors are
/// linear; colour textures are sRGB.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// Name in the file; may be empty.
    pub name: String,
    /// Base colour and alpha.
    pub base_color: Vec4,
    /// Multiplies the base colour and alpha.
    pub base_color_texture: Option<TextureRef>,
    /// Metalness: 0 dielectric, 1 metal.
    pub metallic: f32,
    /// Roughness: 0 smooth, 1 rough.
    pub roughness: f32,
    /// Blue multiplies `metallic`, green multiplies `roughness`.
    pub metallic_roughness_texture: Option<TextureRef>,
    /// Normal map.
    pub normal_texture: Option<TextureRef>,
    /// Factor on x and y of the normal map; without effect in object space.
    pub normal_scale: f32,
    /// Space of the normal map. glTF has tangent-space maps only; in its files `"extras": {"normalSpace":
    /// "object"}` of a material says that its map is in object space.
    pub normal_space: NormalMapSpace,
    /// Ambient occlusion: red is the share of ambient light that arrives.
    pub occlusion_texture: Option<TextureRef>,
    /// Strength of the occlusion texture, 0..1.
    pub occlusion_strength: f32,
    /// Emitted light, multiplied by KHR_materials_emissive_strength.
    pub emissive: Vec3,
    /// Multiplies the emitted light.
    pub emissive_texture: Option<TextureRef>,
    /// Alpha mode.
    pub alpha_mode: AlphaMode,
    /// Whether back faces are drawn.
    pub double_sided: bool,
    /// Whether the surface lies on another one of the same depth and is drawn over it, as decals are; with
    /// [`AlphaMode::Blend`]. In glTF files it is `"decal": true` in the material's extras.
    pub is_decal: bool,
    /// KHR_materials_unlit: base colour only, without lighting.
    pub unlit: bool,
    /// KHR_materials_specular: strength of the dielectric reflection.
    pub specular: f32,
    /// Alpha multiplies `specular`.
    pub specular_texture: Option<TextureRef>,
    /// KHR_materials_specular: colour of the dielectric reflection at normal incidence.
    pub specular_color: Vec3,
    /// Multiplies `specular_color`.
    pub specular_color_texture: Option<TextureRef>,
    /// KHR_materials_clearcoat.
    pub clearcoat: Option<Clearcoat>,
    /// KHR_materials_sheen.
    pub sheen: Option<Sheen>,
    /// KHR_materials_transmission: share of transmitted light.
    pub transmission: f32,
    /// Red multiplies `transmission`.
    pub transmission_texture: Option<TextureRef>,
    /// KHR_materials_ior: index of refraction of the dielectric part. 1.5 suits plastic and glass, 1.33 water;
    /// 0 reflects everything.
    pub ior: f32,
    /// KHR_materials_dispersion: 20 over the Abbe number of the medium; 0 bends all colours alike.
    pub dispersion: f32,
    /// KHR_materials_volume: the medium behind a transmissive surface; `None` for a thin wall.
    pub volume: Option<Volume>,
    /// KHR_materials_iridescence.
    pub iridescence: Option<Iridescence>,
    /// KHR_materials_anisotropy.
    pub anisotropy: Option<Anisotropy>,
    /// Toon shading (MToon) in place of the metallic-roughness model.
    pub toon: Option<Toon>,
}

id_indexes!(MaterialId, Material);

impl Material {
    /// All textures in use, each with the name of its field.
    pub fn textures(&self) -> impl Iterator<Item = (&'static str, TextureRef)> + use<> {
        let mut copy = self.clone();
        let fields = copy.texture_fields().into_iter();
        fields.filter_map(|(name, texture)| Some((name, (*texture)?))).collect::<Vec<_>>().into_iter()
    }

    /// All fields for textures with their names.
    pub(super) fn texture_fields(&mut self) -> Vec<(&'static str, &mut Option<TextureRef>)> {
        let mut fields = vec![
            ("base_color_texture", &mut self.base_color_texture),
            ("metallic_roughness_texture", &mut self.metallic_roughness_texture),
            ("normal_texture", &mut self.normal_texture),
            ("occlusion_texture", &mut self.occlusion_texture),
            ("emissive_texture", &mut self.emissive_texture),
            ("specular_texture", &mut self.specular_texture),
            ("specular_color_texture", &mut self.specular_color_texture),
            ("transmission_texture", &mut self.transmission_texture),
        ];
        if let Some(coat) = &mut self.clearcoat {
            fields.extend([
                ("clearcoat.texture", &mut coat.texture),
                ("clearcoat.roughness_texture", &mut coat.roughness_texture),
                ("clearcoat.normal_texture", &mut coat.normal_texture),
            ]);
        }
        if let Some(sheen) = &mut self.sheen {
            fields.extend([
                ("sheen.color_texture", &mut sheen.color_texture),
                ("sheen.roughness_texture", &mut sheen.roughness_texture),
            ]);
        }
        if let Some(volume) = &mut self.volume {
            fields.push(("volume.thickness_texture", &mut volume.thickness_texture));
        }
        if let Some(film) = &mut self.iridescence {
            fields.extend([
                ("iridescence.texture", &mut film.texture),
                ("iridescence.thickness_texture", &mut film.thickness_texture),
            ]);
        }
        if let Some(anisotropy) = &mut self.anisotropy {
            fields.push(("anisotropy.texture", &mut anisotropy.texture));
        }
        if let Some(toon) = &mut self.toon {
            fields.extend([
                ("toon.shade_texture", &mut toon.shade_texture),
                ("toon.shading_shift_texture", &mut toon.shading_shift_texture),
                ("toon.matcap_texture", &mut toon.matcap_texture),
                ("toon.rim_texture", &mut toon.rim_texture),
                ("toon.outline.width_texture", &mut toon.outline.width_texture),
                ("toon.uv_animation_mask", &mut toon.uv_animation_mask),
            ]);
        }
        fields
    }
}

impl Default for Material {
    /// Default material of glTF: white, metallic 1, roughness 1.
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
            normal_space: NormalMapSpace::Tangent,
            occlusion_texture: None,
            occlusion_strength: 1.0,
            emissive: Vec3::ZERO,
            emissive_texture: None,
            alpha_mode: AlphaMode::Opaque,
            double_sided: false,
            is_decal: false,
            unlit: false,
            specular: 1.0,
            specular_texture: None,
            specular_color: Vec3::ONE,
            specular_color_texture: None,
            clearcoat: None,
            sheen: None,
            transmission: 0.0,
            transmission_texture: None,
            ior: 1.5,
            dispersion: 0.0,
            volume: None,
            iridescence: None,
            anisotropy: None,
            toon: None,
        }
    }
}
