use super::TextureRef;
use glam::Vec3;

/// Toon shading of a material (MToon, VRMC_materials_mtoon 1.0). Colours are linear.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Toon {
    /// Colour of shaded areas.
    pub shade_color: Vec3,
    /// Multiplies `shade_color`.
    pub shade_texture: Option<TextureRef>,
    /// Shift of the boundary between lit and shaded areas: -1 all lit, 1 all shaded.
    pub shading_shift: f32,
    /// Red is added to `shading_shift`.
    pub shading_shift_texture: Option<TextureRef>,
    /// Factor on `shading_shift_texture`.
    pub shading_shift_scale: f32,
    /// Sharpness of the boundary: 0 smooth, 1 hard.
    pub shading_toony: f32,
    /// Equalization of indirect light: 0 by direction, 1 uniform.
    pub gi_equalization: f32,
    /// Factor on the matcap.
    pub matcap_color: Vec3,
    /// Matcap: image of a lit sphere, looked up by the view-space normal and added.
    pub matcap_texture: Option<TextureRef>,
    /// Colour of the rim light.
    pub rim_color: Vec3,
    /// Multiplies rim light and matcap.
    pub rim_texture: Option<TextureRef>,
    /// Influence of the scene's light on the rim: 0 none, 1 full.
    pub rim_lighting_mix: f32,
    /// Exponent of the rim's Fresnel term; larger is narrower.
    pub rim_fresnel_power: f32,
    /// Offset of the rim's Fresnel term; larger is wider.
    pub rim_lift: f32,
    /// Outline.
    pub outline: Outline,
    /// Blue is the strength of the texture coordinate animation.
    pub uv_animation_mask: Option<TextureRef>,
    /// Scroll of texture coordinates per second.
    pub uv_scroll: [f32; 2],
    /// Rotation of texture coordinates about their centre, radians per second.
    pub uv_rotation: f32,
    /// Whether a blended material writes depth.
    pub transparent_with_z_write: bool,
    /// Drawing order among materials of the same alpha mode.
    pub render_queue_offset: i32,
}

/// Outline of a toon material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outline {
    /// Unit of the width.
    pub mode: OutlineMode,
    /// Width in metres, or as a share of the image height.
    pub width: f32,
    /// Green multiplies the width.
    pub width_texture: Option<TextureRef>,
    /// Linear colour.
    pub color: Vec3,
    /// Influence of the surface's shading on the colour: 0 none, 1 full.
    pub lighting_mix: f32,
}

/// Unit of an outline's width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum OutlineMode {
    /// No outline.
    #[default]
    None,
    /// World space: metres.
    World,
    /// Screen space: share of the image height.
    Screen,
}

impl Default for Outline {
    fn default() -> Self {
        Self {
            mode: OutlineMode::None,
            width: 0.0,
            width_texture: None,
            color: Vec3::ZERO,
            lighting_mix: 1.0,
        }
    }
}

impl Default for Toon {
    /// Defaults of the VRMC_materials_mtoon extension.
    fn default() -> Self {
        Self {
            shade_color: Vec3::ZERO,
            shade_texture: None,
            shading_shift: 0.0,
            shading_shift_texture: None,
            shading_shift_scale: 1.0,
            shading_toony: 0.9,
            gi_equalization: 0.9,
            matcap_color: Vec3::ONE,
            matcap_texture: None,
            rim_color: Vec3::ZERO,
            rim_texture: None,
            rim_lighting_mix: 1.0,
            rim_fresnel_power: 5.0,
            rim_lift: 0.0,
            outline: Outline::default(),
            uv_animation_mask: None,
            uv_scroll: [0.0; 2],
            uv_rotation: 0.0,
            transparent_with_z_write: false,
            render_queue_offset: 0,
        }
    }
}
