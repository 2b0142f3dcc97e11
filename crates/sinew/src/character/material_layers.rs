//! Layers and media of a material: those of glTF's KHR_materials extensions that have several fields.

use super::TextureRef;
use glam::Vec3;

/// Clear coat layer (KHR_materials_clearcoat); the default has no effect.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Clearcoat {
    /// Strength, 0..1.
    pub factor: f32,
    /// Red multiplies `factor`.
    pub texture: Option<TextureRef>,
    /// Roughness: 0 smooth, 1 rough.
    pub roughness: f32,
    /// Green multiplies `roughness`.
    pub roughness_texture: Option<TextureRef>,
    /// Tangent-space normal map of the layer.
    pub normal_texture: Option<TextureRef>,
    /// Factor on x and y of that normal map.
    pub normal_scale: f32,
}

/// Sheen layer, as on velvet (KHR_materials_sheen); the default has no effect.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Sheen {
    /// Linear colour.
    pub color: Vec3,
    /// Multiplies `color`.
    pub color_texture: Option<TextureRef>,
    /// Roughness: 0 sharp, 1 soft.
    pub roughness: f32,
    /// Alpha multiplies `roughness`.
    pub roughness_texture: Option<TextureRef>,
}

/// Medium behind a transmissive surface (KHR_materials_volume); the default has no thickness, as a thin wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Volume {
    /// Thickness beneath the surface, in lengths of the mesh.
    pub thickness: f32,
    /// Green multiplies `thickness`.
    pub thickness_texture: Option<TextureRef>,
    /// Mean distance that light travels before it meets a particle, in lengths of the world; infinite for a
    /// clear medium.
    pub attenuation_distance: f32,
    /// Linear colour that white light has after that distance.
    pub attenuation_color: Vec3,
}

impl Default for Volume {
    fn default() -> Self {
        Self {
            thickness: 0.0,
            thickness_texture: None,
            attenuation_distance: f32::INFINITY,
            attenuation_color: Vec3::ONE,
        }
    }
}

/// Thin film whose colour changes with the angle, as on soap bubbles (KHR_materials_iridescence); the default
/// has no effect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Iridescence {
    /// Strength, 0..1.
    pub factor: f32,
    /// Red multiplies `factor`.
    pub texture: Option<TextureRef>,
    /// Index of refraction of the film.
    pub ior: f32,
    /// Thickness of the film where green of the thickness texture is 0, nanometres.
    pub thickness_min: f32,
    /// Thickness of the film where it is 1, and without a texture, nanometres.
    pub thickness_max: f32,
    /// Green chooses between the two thicknesses.
    pub thickness_texture: Option<TextureRef>,
}

impl Default for Iridescence {
    fn default() -> Self {
        Self {
            factor: 0.0,
            texture: None,
            ior: 1.3,
            thickness_min: 100.0,
            thickness_max: 400.0,
            thickness_texture: None,
        }
    }
}

/// Reflections that are stretched in one direction, as on brushed metal (KHR_materials_anisotropy); the default
/// has no effect.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Anisotropy {
    /// Strength, 0..1.
    pub strength: f32,
    /// Rotation of the direction in tangent space, counter-clockwise from the tangent, radians.
    pub rotation: f32,
    /// Red and green are a direction in tangent space, blue multiplies `strength`.
    pub texture: Option<TextureRef>,
}
