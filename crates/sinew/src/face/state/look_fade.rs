/// Whether an IK look fades out, found by its weight.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LookFade {
    /// Whether it fades out.
    pub(super) is_fading: bool,
    /// Its least weight since then, or its largest before.
    extreme: f32,
}

impl LookFade {
    /// Moves on to the weight of a frame.
    pub(super) fn watch(&mut self, weight: f32) {
        // Changes that count: smaller ones are rounding.
        const CHANGE: f32 = 0.01;
        let last = self.extreme;
        let turns = match self.is_fading {
            true => weight > last + CHANGE,
            false => weight < last - CHANGE,
        };
        if weight <= 0.0 {
            *self = Self::default();
        } else if turns {
            *self = Self { is_fading: !self.is_fading, extreme: weight };
        } else {
            self.extreme = if self.is_fading { last.min(weight) } else { last.max(weight) };
        }
    }
}
