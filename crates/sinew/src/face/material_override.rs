use crate::character::ColorSlot;
use crate::character::{Material, UvTransform};
use glam::{Vec2, Vec3, Vec4};

/// Material values of one frame after expressions: colours and texture transforms that replace the material's
/// own. Colours that the material's kind does not have are black and unused.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MaterialOverride {
    /// Replaces [`Material::base_color`].
    pub base_color: Vec4,
    /// Replaces [`Material::emissive`].
    pub emissive: Vec3,
    /// Replaces [`Toon::shade_color`](crate::character::Toon).
    pub shade_color: Vec3,
    /// Replaces [`Toon::matcap_color`](crate::character::Toon).
    pub matcap_color: Vec3,
    /// Replaces [`Toon::rim_color`](crate::character::Toon).
    pub rim_color: Vec3,
    /// Replaces [`Outline::color`](crate::character::Outline).
    pub outline_color: Vec3,
    /// Remaining share of the textures' own offset and scale.
    uv_rest: f32,
    /// Offsets of expressions times their weights.
    uv_offset: Vec2,
    /// Scales of expressions times their weights.
    uv_scale: Vec2,
}

impl MaterialOverride {
    /// The material as it is.
    #[must_use]
    pub fn from_material(material: &Material) -> Self {
        let toon = material.toon.as_ref();
        Self {
            base_color: material.base_color,
            emissive: material.emissive,
            shade_color: toon.map_or(Vec3::ZERO, |t| t.shade_color),
            matcap_color: toon.map_or(Vec3::ZERO, |t| t.matcap_color),
            rim_color: toon.map_or(Vec3::ZERO, |t| t.rim_color),
            outline_color: toon.map_or(Vec3::ZERO, |t| t.outline.color),
            uv_rest: 1.0,
            uv_offset: Vec2::ZERO,
            uv_scale: Vec2::ZERO,
        }
    }

    /// The override at a share of the way to another one of the same material.
    pub(crate) fn lerp(&self, to: &Self, share: f32) -> Self {
        Self {
            base_color: self.base_color.lerp(to.base_color, share),
            emissive: self.emissive.lerp(to.emissive, share),
            shade_color: self.shade_color.lerp(to.shade_color, share),
            matcap_color: self.matcap_color.lerp(to.matcap_color, share),
            rim_color: self.rim_color.lerp(to.rim_color, share),
            outline_color: self.outline_color.lerp(to.outline_color, share),
            uv_rest: self.uv_rest + (to.uv_rest - self.uv_rest) * share,
            uv_offset: self.uv_offset.lerp(to.uv_offset, share),
            uv_scale: self.uv_scale.lerp(to.uv_scale, share),
        }
    }

    /// A texture's transform as expressions have moved it.
    #[must_use]
    pub fn uv_transform(&self, base: &UvTransform) -> UvTransform {
        UvTransform {
            offset: base.offset * self.uv_rest + self.uv_offset,
            rotation: base.rotation,
            scale: base.scale * self.uv_rest + self.uv_scale,
        }
    }

    /// Goes `weight` of the way from the material's own colour to `value`.
    pub(super) fn add_color(&mut self, material: &Material, slot: ColorSlot, value: Vec4, weight: f32) {
        let rest = Self::from_material(material);
        let (color, original) = match slot {
            ColorSlot::Base => {
                self.base_color += (value - rest.base_color) * weight;
                return;
            }
            ColorSlot::Emissive => (&mut self.emissive, rest.emissive),
            ColorSlot::Shade => (&mut self.shade_color, rest.shade_color),
            ColorSlot::Matcap => (&mut self.matcap_color, rest.matcap_color),
            ColorSlot::Rim => (&mut self.rim_color, rest.rim_color),
            ColorSlot::Outline => (&mut self.outline_color, rest.outline_color),
        };
        *color += (value.truncate() - original) * weight;
    }

    /// Goes `weight` of the way from the textures' own offset and scale to these.
    pub(super) fn add_uv(&mut self, offset: Vec2, scale: Vec2, weight: f32) {
        self.uv_rest -= weight;
        self.uv_offset += offset * weight;
        self.uv_scale += scale * weight;
    }
}
