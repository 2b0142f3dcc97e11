/// Rate limits of a face: times of critically damped springs, seconds to nine tenths of a change; 0 for none.
/// See [`FaceRig::with_smoothing`](super::FaceRig::with_smoothing). Emotions have their own
/// ([`EmotionFade`](super::EmotionFade)), eyes move by the laws of
/// [`EyeMovementSettings`](super::EyeMovementSettings), and blinks by
/// [`BlinkSettings`](super::BlinkSettings).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct FaceSmoothing {
    /// Expressions and morph targets set by hand. Default: 0.
    pub by_hand: f32,
    /// Visemes; those of `sinew-speech` are smooth by themselves. Default: 0.
    pub speech: f32,
    /// Lids that follow the gaze. Default: 0.06.
    pub lids: f32,
}

impl Default for FaceSmoothing {
    fn default() -> Self {
        Self { by_hand: 0.0, speech: 0.0, lids: 0.06 }
    }
}

impl FaceSmoothing {
    /// Sets the time of expressions and morph targets set by hand, seconds.
    #[must_use]
    pub fn with_by_hand(self, by_hand: f32) -> Self {
        Self { by_hand, ..self }
    }

    /// Sets the time of visemes, seconds.
    #[must_use]
    pub fn with_speech(self, speech: f32) -> Self {
        Self { speech, ..self }
    }

    /// Sets the time of lids that follow the gaze, seconds.
    #[must_use]
    pub fn with_lids(self, lids: f32) -> Self {
        Self { lids, ..self }
    }

    /// Times in their range, 0 to a minute; those that are not finite are the defaults.
    pub(super) fn bounded(self) -> Self {
        let default = Self::default();
        let time =
            |value: f32, default: f32| if value.is_finite() { value.clamp(0.0, 60.0) } else { default };
        Self {
            by_hand: time(self.by_hand, default.by_hand),
            speech: time(self.speech, default.speech),
            lids: time(self.lids, default.lids),
        }
    }
}
