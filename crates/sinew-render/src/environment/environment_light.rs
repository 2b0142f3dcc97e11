use super::map::EnvironmentMap;

/// Light of a scene from all sides, from an environment map: it takes the place of the sky.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct EnvironmentLight<'a> {
    /// Radiance from all directions.
    pub map: &'a EnvironmentMap,
    /// Rotation of the map about +Y in radians, counter-clockwise from above.
    pub rotation: f32,
    /// Factor on its radiance.
    pub intensity: f32,
    /// Blur of the map where it is seen as the background, 0 to 1.
    pub background_blur: f32,
}

impl<'a> EnvironmentLight<'a> {
    /// A map as it is, with a background that is a little blurred.
    #[must_use]
    pub fn new(map: &'a EnvironmentMap) -> Self {
        Self { map, rotation: 0.0, intensity: 1.0, background_blur: 0.35 }
    }

    /// Replaces the rotation about +Y, in radians.
    #[must_use]
    pub fn with_rotation(self, rotation: f32) -> Self {
        Self { rotation, ..self }
    }

    /// Replaces the factor on the radiance.
    #[must_use]
    pub fn with_intensity(self, intensity: f32) -> Self {
        Self { intensity, ..self }
    }

    /// Replaces the blur of the background, 0 to 1.
    #[must_use]
    pub fn with_background_blur(self, background_blur: f32) -> Self {
        Self { background_blur, ..self }
    }
}
