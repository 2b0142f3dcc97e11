//! Risers of steps in the way of a swinging foot: a foot that does not clear one yet is held back in front of
//! it.

use crate::locomotion::frame_context::FrameContext;
use crate::locomotion::sole::posed_sole::PosedSole;
use crate::locomotion::sole::sole_points::MAX_FOOT;
use glam::Vec3;

/// Height from which on a step is a riser, in leg lengths; a foot that swings rises over lower ones.
const MIN_RISER: f32 = 0.04;

/// Distance of a sole below a tread up to which it clears the riser,
/// and of the toes before the riser, in leg lengths.
const MARGIN: f32 = 7e-3;

/// Halvings of the foot's length that find the riser: to a millimetre.
const HALVINGS: usize = 8;

/// Half the length over which ground has to rise for a riser, in leg lengths: edges may be rounded.
const ROUNDING: f32 = 0.015;

/// Largest distance by which a foot is held back, in leg lengths.
pub(super) const MAX_BACK: f32 = 0.4;

/// Share of a rise by which ground under the ball has to be off a slope from heel to toes.
const UNEVEN: f32 = 0.15;

/// Distance by which a foot with its ball at `ball`, over ground of the height `under`, is inside a riser,
/// along the direction of movement, metres.
pub(super) fn inside_riser(
    frame: &FrameContext<'_>,
    sole: &PosedSole,
    ball: Vec3,
    under: f32,
) -> Option<f32> {
    let (direction, leg) = (frame.movement.pace.direction, frame.space.leg);
    let length = sole.foot_length(direction);
    if length.before + length.behind > MAX_FOOT * leg {
        return None;
    }
    let height = |along: f32| frame.ground.height(frame.over(ball + direction * along));
    let tread = height(length.before)?;
    let clears = tread - MARGIN * leg;
    if direction == Vec3::ZERO || ball.y + sole.lowest() >= clears {
        return None;
    }
    let below = height(-length.behind)?;
    let rise = tread - below;
    let slope = rise * length.behind / (length.behind + length.before);
    if rise < MIN_RISER * leg || (under - below - slope).abs() < UNEVEN * rise {
        return None;
    }
    let (mut before, mut behind) = (-length.behind, length.before);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (before + behind);
        match height(middle)? - below < 0.5 * rise {
            true => before = middle,
            false => behind = middle,
        }
    }
    let [foot, top] = [before - ROUNDING * leg, behind + ROUNDING * leg].map(height);
    let inside = sole.farthest_below(direction, clears - ball.y) - before + MARGIN * leg;
    (top? - foot? > MIN_RISER * leg && inside > 0.0).then_some(inside)
}
