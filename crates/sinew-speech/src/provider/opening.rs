//! Mouth shapes of an opening alone.

use crate::timeline::VisemeFrame;
use sinew_viseme::Viseme;

/// Shapes by opening, each with its own: closed, nearly closed, half open, open.
const STEPS: [(f32, Viseme); 4] =
    [(0.0, Viseme::Sil), (0.28, Viseme::DD), (0.6, Viseme::E), (0.9, Viseme::Aa)];

/// Frame of an opening of 0 to 1: the two shapes between which it lies, so that the opening of the shown
/// mouth is in proportion.
pub(super) fn opening_frame(opening: f32) -> VisemeFrame {
    let widest = STEPS[STEPS.len() - 1].0;
    let at = if opening.is_finite() { opening.clamp(0.0, 1.0) * widest } else { 0.0 };
    let mut weights = [0.0; Viseme::COUNT];
    for pair in STEPS.windows(2) {
        let ((low, below), (high, above)) = (pair[0], pair[1]);
        if at <= high {
            let part = (at - low) / (high - low);
            weights[below.index()] = 1.0 - part;
            weights[above.index()] = part;
            break;
        }
    }
    VisemeFrame::new(weights)
}

/// Frame of one of four shapes, 0 to 3.
pub(super) fn step_frame(step: usize) -> VisemeFrame {
    let mut weights = [0.0; Viseme::COUNT];
    weights[STEPS[step.min(STEPS.len() - 1)].1.index()] = 1.0;
    VisemeFrame::new(weights)
}

/// Number of shapes.
pub(super) const STEP_COUNT: usize = STEPS.len();
