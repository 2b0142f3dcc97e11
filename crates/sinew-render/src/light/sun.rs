use sinew::glam::Vec3;

/// Directional light with soft shadows. It casts them while it is the brightest light of its scene.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Sun {
    /// Unit vector from the scene towards the sun, in world space.
    pub direction_to_sun: Vec3,
    /// Linear colour.
    pub color: Vec3,
    /// Irradiance on a surface that faces the sun; π lights a white matt surface to exactly white.
    pub intensity: f32,
    /// Angular radius of the sun's disc in radians; larger is a softer shadow. The real sun has 0.0046.
    pub angular_radius: f32,
}

impl Default for Sun {
    /// Warm light from above and in front of a character that faces +Z, a little from its left.
    fn default() -> Self {
        Self {
            direction_to_sun: Vec3::new(0.26, 0.8, 0.62).normalize(),
            color: Vec3::new(1.0, 0.97, 0.92),
            intensity: 2.3,
            angular_radius: 0.05,
        }
    }
}

impl Sun {
    /// Replaces the direction, a unit vector from the scene towards the sun.
    #[must_use]
    pub fn with_direction_to_sun(self, direction_to_sun: Vec3) -> Self {
        Self { direction_to_sun, ..self }
    }

    /// Replaces the linear colour.
    #[must_use]
    pub fn with_color(self, color: Vec3) -> Self {
        Self { color, ..self }
    }

    /// Replaces the irradiance on a surface that faces the sun; 0 turns the sun off.
    #[must_use]
    pub fn with_intensity(self, intensity: f32) -> Self {
        Self { intensity, ..self }
    }

    /// Replaces the angular radius, in radians.
    #[must_use]
    pub fn with_angular_radius(self, angular_radius: f32) -> Self {
        Self { angular_radius, ..self }
    }
}
