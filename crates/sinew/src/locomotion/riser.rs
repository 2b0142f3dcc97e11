//! Risers of steps in the way of a swinging foot: a foot that does not clear one yet is held back in front of it.

use crate::locomotion::frame_context::FrameContext;
use crate::locomotion::sole::posed_sole::PosedSole;
use glam::Vec3;

/// Height from which on a step is a riser, in leg lengths; a foot that swings rises over lower ones.
const MIN_RISER: f32 = 0.04;

/// Distance of a sole above a tread at which it clears the riser, and before the riser, in leg lengths.
const MARGIN: f32 = 7e-3;

/// Halvings of the foot's length that find the riser: to a fraction of a millimetre.
const HALVINGS: usize = 10;

/// Half the length over which ground has to rise for a riser, in leg lengths: edges may be rounded.
const ROUNDING: f32 = 0.015;

/// Largest distance by which a foot is held back, in leg lengths.
pub(super) const MAX_BACK: f32 = 0.5;

/// Distance by which a foot with its ball at `ball` is inside a riser, along the direction of movement, metres.
pub(super) fn inside_riser(frame: &FrameContext<'_>, sole: &PosedSole, ball: Vec3) -> f32 {
    let (direction, leg) = (frame.movement.pace.direction, frame.space.leg);
    let length = sole.length(direction);
    let height = |along: f32| frame.ground.height(frame.over(ball + direction * along));
    let Some(tread) = height(length.before) else { return 0.0 };
    let clears = tread - MARGIN * leg;
    if direction == Vec3::ZERO || ball.y + sole.lowest() >= clears {
        return 0.0;
    }
    let Some(below) = height(-length.behind) else { return 0.0 };
    if tread - below < MIN_RISER * leg {
        return 0.0;
    }
    let (mut low, mut high) = (-length.behind, length.before);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        match height(middle) {
            Some(own) if own - below < 0.5 * (tread - below) => low = middle,
            Some(_) => high = middle,
            None => return 0.0,
        }
    }
    let [before, behind] = [low - ROUNDING * leg, high + ROUNDING * leg].map(height);
    let is_riser = before.zip(behind).is_some_and(|(before, behind)| behind - before > MIN_RISER * leg);
    let front = sole.farthest_below(direction, clears - ball.y);
    if is_riser { (front - low + MARGIN * leg).max(0.0) } else { 0.0 }
}
