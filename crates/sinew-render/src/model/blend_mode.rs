use sinew::character::{AlphaMode, Material};

/// Blend mode: the way in which a surface covers or mixes with the surfaces behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BlendMode {
    /// Hides everything behind it.
    Opaque,
    /// Texels below the alpha cutoff are holes.
    Mask,
    /// Alpha blending; texels that are nearly opaque write depth first.
    Blend,
    /// Light passes through the surface (KHR_materials_transmission), which shows a picture of what lies behind
    /// it; it hides what is drawn later.
    Transmissive {
        /// Whether texels below the alpha cutoff are holes.
        is_masked: bool,
        /// Whether alpha mixes the surface with what lies behind it.
        is_mixed: bool,
    },
    /// The file asks for alpha blending, but neither the base colour nor its texture has alpha below 1.
    /// Vertex colours decide; see [`BlendMode::with_vertex_alpha`].
    BlendIfVertexAlpha,
    /// Alpha blending in the author's order (VRMC_materials_mtoon), and of decals: opaque texels are drawn in
    /// that order too.
    Ordered {
        /// Whether the surface hides surfaces behind it that are drawn later.
        writes_depth: bool,
    },
}

impl BlendMode {
    /// Blend mode of `material`. `texture_has_alpha` is true where its base colour texture, or an expression,
    /// can make it transparent.
    pub(super) fn of(material: &Material, texture_has_alpha: bool) -> Self {
        match (material.alpha_mode, &material.toon) {
            (AlphaMode::Opaque, Some(_)) => Self::Opaque,
            (AlphaMode::Mask { .. }, Some(_)) => Self::Mask,
            (AlphaMode::Blend, Some(toon)) => Self::Ordered { writes_depth: toon.transparent_with_z_write },
            (AlphaMode::Blend, None) if material.is_decal => Self::Ordered { writes_depth: false },
            (alpha, _) if material.transmission > 0.0 => Self::Transmissive {
                is_masked: matches!(alpha, AlphaMode::Mask { .. }),
                is_mixed: alpha == AlphaMode::Blend,
            },
            (AlphaMode::Opaque, None) => Self::Opaque,
            (AlphaMode::Mask { .. }, None) => Self::Mask,
            (AlphaMode::Blend, None) if material.base_color.w < 1.0 || texture_has_alpha => Self::Blend,
            (AlphaMode::Blend, None) => Self::BlendIfVertexAlpha,
        }
    }

    /// Blend mode of a primitive with a material of this blend mode. Many files mark opaque materials as
    /// blended; without alpha in the vertex colours they are drawn as opaque.
    pub(crate) fn with_vertex_alpha(self, vertex_colors_have_alpha: bool) -> Self {
        match self {
            Self::BlendIfVertexAlpha if vertex_colors_have_alpha => Self::Blend,
            Self::BlendIfVertexAlpha => Self::Opaque,
            other => other,
        }
    }

    /// True for a surface that is drawn after the opaque ones, mixed with what lies behind it.
    pub(crate) fn is_blended(self) -> bool {
        matches!(self, Self::Blend | Self::Transmissive { .. } | Self::Ordered { .. })
    }
}
