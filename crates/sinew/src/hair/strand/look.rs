//! Look of strands: colours, widths and shading.

use glam::Vec3;

/// Way in which strands scatter light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum HairShading {
    /// Two shifted highlights over a diffuse part (J. Kajiya, T. Kay, *Rendering Fur with Three Dimensional
    /// Textures*, 1989; T. Scheuermann, *Practical Real-Time Hair Rendering and Shading*, 2004).
    Kajiya,
    /// Reflection, transmission and inner reflection (S. Marschner and others, *Light Scattering from Human
    /// Hair Fibers*, 2003).
    #[default]
    Marschner,
}

/// Look of strands.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct HairLook {
    /// Linear colour at the root, each channel 0 to 1.
    pub root_color: Vec3,
    /// Linear colour at the tip, each channel 0 to 1.
    pub tip_color: Vec3,
    /// Shares of the length between which the colour goes over from that of the root to that of the tip.
    pub fade: (f32, f32),
    /// Share by which the brightness of strands differs, 0 to 1.
    pub variation: f32,
    /// Share of the strands that are grey, 0 to 1.
    pub grey: f32,
    /// Linear colour of grey strands, each channel 0 to 1.
    pub grey_color: Vec3,
    /// Thickness at the root, metres. A human hair has 0.00008; fewer strands are thicker.
    pub width: f32,
    /// Thickness at the tip as a share of that at the root, 0 to 1.
    pub tip_width: f32,
    /// Roughness along the strand, 0.05 to 1: width of the highlights.
    pub roughness: f32,
    /// Tilt of the cuticle's scales, radians. It shifts the first highlight towards the root by the angle
    /// itself, and the second, coloured one towards the tip by one and a half of it (Marschner and others,
    /// 2003, table 1). Degrees in text.
    #[cfg_attr(feature = "serde", serde(with = "crate::text::degrees"))]
    pub shift: f32,
    /// Way in which strands scatter light.
    pub shading: HairShading,
}

impl Default for HairLook {
    /// Dark brown hair, 0.12 mm thick.
    fn default() -> Self {
        Self {
            root_color: Vec3::new(0.055, 0.026, 0.013),
            tip_color: Vec3::new(0.11, 0.052, 0.026),
            fade: (0.0, 1.0),
            variation: 0.25,
            grey: 0.0,
            grey_color: Vec3::new(0.55, 0.54, 0.52),
            width: 0.000_12,
            tip_width: 0.4,
            roughness: 0.35,
            shift: 0.06,
            shading: HairShading::Marschner,
        }
    }
}

impl HairLook {
    /// Linear colour of a strand at `t` from root (0) to tip (1), before the variation of its brightness.
    #[must_use]
    pub fn color_at(&self, t: f32, is_grey: bool) -> Vec3 {
        if is_grey {
            return self.grey_color;
        }
        let (from, to) = self.fade;
        let share = ((t - from) / (to - from).max(1e-4)).clamp(0.0, 1.0);
        self.root_color.lerp(self.tip_color, share)
    }

    /// Factor on the colour of a strand with a random number, 0 to 1.
    #[must_use]
    pub fn brightness(&self, random: f32) -> f32 {
        1.0 + self.variation.clamp(0.0, 1.0) * (random * 2.0 - 1.0)
    }

    /// Sets the shares of the length between which the colour goes over from that of the root to that of the
    /// tip.
    #[must_use]
    pub fn with_fade(self, from: f32, to: f32) -> Self {
        Self { fade: (from, to), ..self }
    }

    /// Sets the share of the strands that are grey, 0 to 1.
    #[must_use]
    pub fn with_grey(self, grey: f32) -> Self {
        Self { grey, ..self }
    }

    /// Sets the linear colour of grey strands, each channel 0 to 1.
    #[must_use]
    pub fn with_grey_color(self, grey_color: Vec3) -> Self {
        Self { grey_color, ..self }
    }

    /// Sets the linear colour at the root, each channel 0 to 1.
    #[must_use]
    pub fn with_root_color(self, root_color: Vec3) -> Self {
        Self { root_color, ..self }
    }

    /// Sets the linear colour at the tip, each channel 0 to 1.
    #[must_use]
    pub fn with_tip_color(self, tip_color: Vec3) -> Self {
        Self { tip_color, ..self }
    }

    /// Sets the share by which the brightness of strands differs, 0 to 1.
    #[must_use]
    pub fn with_variation(self, variation: f32) -> Self {
        Self { variation, ..self }
    }

    /// Sets the thickness at the root, metres.
    #[must_use]
    pub fn with_width(self, width: f32) -> Self {
        Self { width, ..self }
    }

    /// Sets the thickness at the tip as a share of that at the root, 0 to 1.
    #[must_use]
    pub fn with_tip_width(self, tip_width: f32) -> Self {
        Self { tip_width, ..self }
    }

    /// Sets the roughness along the strand, 0.05 to 1.
    #[must_use]
    pub fn with_roughness(self, roughness: f32) -> Self {
        Self { roughness, ..self }
    }

    /// Sets the tilt of the scales, radians.
    #[must_use]
    pub fn with_shift(self, shift: f32) -> Self {
        Self { shift, ..self }
    }

    /// Sets the way in which strands scatter light.
    #[must_use]
    pub fn with_shading(self, shading: HairShading) -> Self {
        Self { shading, ..self }
    }
}
