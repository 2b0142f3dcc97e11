use crate::math::smooth_damp_pair;

/// Weight set by hand over that of the layers below it, with optional smoothing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HandWeight {
    wanted: Option<f32>,
    /// Value and share of the layer, with their changes per second.
    value: (f32, f32),
    share: (f32, f32),
}

impl HandWeight {
    pub(super) fn set(&mut self, wanted: Option<f32>) {
        self.wanted = wanted;
    }

    pub(super) fn wanted(&self) -> Option<f32> {
        self.wanted
    }

    /// Whether the layer changes anything.
    pub(super) fn is_on(&self) -> bool {
        self.share.0 != 0.0
    }

    /// Share of the layer, 0 to 1.
    pub(super) fn share(&self) -> f32 {
        self.share.0.clamp(0.0, 1.0)
    }

    /// Moves on by `dt` seconds, with springs of a time.
    pub(super) fn advance(&mut self, seconds: f32, dt: f32) {
        if self.wanted.is_none() && !self.is_on() {
            return;
        }
        if let Some(wanted) = self.wanted {
            let is_new = !self.is_on();
            self.value =
                if is_new { (wanted, 0.0) } else { smooth_damp_pair(self.value, wanted, seconds, dt) };
        }
        let share = f32::from(u8::from(self.wanted.is_some()));
        self.share = smooth_damp_pair(self.share, share, seconds, dt);
        // The rest of a fade that nobody sees.
        const NOTHING: f32 = 1e-4;
        if self.wanted.is_none() && self.share.0 < NOTHING {
            self.share = (0.0, 0.0);
        }
    }

    /// Weight over that of the layers below.
    pub(super) fn over(&self, below: f32) -> f32 {
        match self.share() {
            0.0 => below,
            1.0 => self.value.0,
            share => below + (self.value.0 - below) * share,
        }
    }
}
