use super::TextureRef;
use glam::Vec3;

/// How a material is drawn like a cartoon (VRMC_materials_mtoon 1.0). Colours are linear.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Toon {
    /// Colour in the shade.
    pub shade_color: Vec3,
    /// Multiplies the colour in the shade.
    pub shade_texture: Option<TextureRef>,
    /// Where light ends, -1 all lit .. 1 all shade.
    pub shading_shift: f32,
    /// Red, added to the shift.
    pub shading_shift_texture: Option<TextureRef>,
    /// Factor on that texture.
    pub shading_shift_scale: f32,
    /// 0 a soft end of the light .. 1 a hard one.
    pub shading_toony: f32,
    /// 0 light from around by direction .. 1 the same from everywhere.
    pub gi_equalization: f32,
    /// Factor on the matcap.
    pub matcap_color: Vec3,
    /// A picture of a lit ball, added by the direction a surface faces.
    pub matcap_texture: Option<TextureRef>,
    /// Colour of the rim.
    pub rim_color: Vec3,
    /// Multiplies the rim and the matcap.
    pub rim_texture: Option<TextureRef>,
    /// 0 the rim glows by itself .. 1 takes the light's colour.
    pub rim_lighting_mix: f32,
    /// How narrow the rim is.
    pub rim_fresnel_power: f32,
    /// How far the rim reaches in.
    pub rim_lift: f32,
    /// The line around it.
    pub outline: Outline,
    /// Blue says how much texture coordinates move.
    pub uv_animation_mask: Option<TextureRef>,
    /// Texture coordinates moved per second.
    pub uv_scroll: [f32; 2],
    /// Turn of texture coordinates about their middle, radians per second.
    pub uv_rotation: f32,
    /// Whether a blended material still writes depth.
    pub transparent_with_z_write: bool,
    /// Order among materials of the same kind.
    pub render_queue_offset: i32,
}

/// A line around a toon material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outline {
    /// How its width is meant.
    pub mode: OutlineMode,
    /// Width: metres, or a share of the picture's height.
    pub width: f32,
    /// Green multiplies the width.
    pub width_texture: Option<TextureRef>,
    /// Its colour.
    pub color: Vec3,
    /// 0 its own colour .. 1 lit like the surface.
    pub lighting_mix: f32,
}

/// How an outline's width is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum OutlineMode {
    /// There is none.
    #[default]
    None,
    /// In metres.
    World,
    /// As a share of the picture's height.
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
    /// What the extension says of properties that are missing.
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
