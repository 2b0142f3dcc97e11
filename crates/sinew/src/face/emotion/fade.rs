/// Cross-fade to an emotion, see [`FaceState::set_emotion`](crate::face::FaceState::set_emotion): its
/// intensity, and the time in which it takes the place of the last one.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct EmotionFade {
    /// Weight of the expression at the end, 0 to 1. Default: 1.
    pub intensity: f32,
    /// Time to nine tenths of the change, seconds; 0 changes at once. Default: 0.4.
    pub seconds: f32,
}

impl Default for EmotionFade {
    fn default() -> Self {
        Self { intensity: 1.0, seconds: 0.4 }
    }
}

impl EmotionFade {
    /// Fade of `seconds` to full intensity.
    #[must_use]
    pub fn new(seconds: f32) -> Self {
        Self { seconds, ..Self::default() }
    }

    /// Sets the intensity, 0 to 1.
    #[must_use]
    pub fn with_intensity(self, intensity: f32) -> Self {
        Self { intensity, ..self }
    }

    /// Fade with numbers in their ranges; those that are not finite are the defaults.
    pub(super) fn bounded(self) -> Self {
        let default = Self::default();
        let or = |value: f32, other: f32| if value.is_finite() { value } else { other };
        Self {
            intensity: or(self.intensity, default.intensity).clamp(0.0, 1.0),
            seconds: or(self.seconds, default.seconds).clamp(0.0, 60.0),
        }
    }
}
