use sinew::glam::Vec3;

/// Ambient light from all sides: a soft vertical gradient of linear radiance, computed without an environment
/// map.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Sky {
    /// Colour straight above.
    pub zenith: Vec3,
    /// Colour at the horizon.
    pub horizon: Vec3,
    /// Colour straight below: light that the ground reflects upwards.
    pub ground: Vec3,
    /// Factor on all three colours.
    pub intensity: f32,
}

impl Default for Sky {
    /// A bright overcast sky above grey ground.
    fn default() -> Self {
        Self {
            zenith: Vec3::new(0.33, 0.38, 0.46),
            horizon: Vec3::new(0.50, 0.53, 0.57),
            ground: Vec3::new(0.22, 0.21, 0.20),
            intensity: 1.0,
        }
    }
}

impl Sky {
    /// Replaces the colours straight above, at the horizon and straight below.
    #[must_use]
    pub fn with_colors(self, zenith: Vec3, horizon: Vec3, ground: Vec3) -> Self {
        Self { zenith, horizon, ground, ..self }
    }

    /// Replaces the factor on all colours; 0 turns the sky off.
    #[must_use]
    pub fn with_intensity(self, intensity: f32) -> Self {
        Self { intensity, ..self }
    }
}
