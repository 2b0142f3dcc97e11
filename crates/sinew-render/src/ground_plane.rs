use sinew::glam::Vec4;

/// Horizontal ground with grid lines, which receives shadows and fades out at a distance.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct GroundPlane {
    /// Height (y) in world space, in metres.
    pub height: f32,
    /// Distance between grid lines in metres; every tenth line is stronger. `None` selects the power of ten
    /// that suits the size of the scene, which is 1 m for people.
    pub grid_spacing: Option<f32>,
    /// Linear colour and opacity.
    pub color: Vec4,
    /// Strength of the grid lines, 0 to 1; 0 draws none.
    pub grid_strength: f32,
}

impl Default for GroundPlane {
    /// Opaque grey ground at height 0, with a grid whose spacing suits the scene.
    fn default() -> Self {
        Self {
            height: 0.0,
            grid_spacing: None,
            color: Vec4::new(0.47, 0.475, 0.485, 1.0),
            grid_strength: 1.0,
        }
    }
}

impl GroundPlane {
    /// Replaces the height in world space, in metres.
    #[must_use]
    pub fn with_height(self, height: f32) -> Self {
        Self { height, ..self }
    }

    /// Replaces the distance between grid lines, in metres; `None` selects it by the size of the scene.
    #[must_use]
    pub fn with_grid_spacing(self, grid_spacing: impl Into<Option<f32>>) -> Self {
        Self { grid_spacing: grid_spacing.into(), ..self }
    }

    /// Replaces the linear colour and opacity.
    #[must_use]
    pub fn with_color(self, color: Vec4) -> Self {
        Self { color, ..self }
    }

    /// Replaces the strength of the grid lines, 0 to 1.
    #[must_use]
    pub fn with_grid_strength(self, grid_strength: f32) -> Self {
        Self { grid_strength, ..self }
    }
}
