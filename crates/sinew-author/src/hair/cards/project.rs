//! Strands seen from above their card: across, along and above it.

use super::shape::CardRow;
use glam::Vec3;

/// Point of a strand over a card.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OnCard {
    /// Position across, -1 to 1 within the card.
    pub(super) across: f32,
    /// Share of the card's length, 0 to 1 within the card.
    pub(super) along: f32,
    /// Height over the card, metres.
    pub(super) above: f32,
    /// Half width of the card here, metres.
    pub(super) half_width: f32,
}

/// A point over the card, seen from the nearest point of the card's middle.
pub(super) fn on_card(card: &[CardRow], point: Vec3) -> OnCard {
    let length = card.last().map_or(0.0, |row| row.along).max(f32::MIN_POSITIVE);
    let last = card.len().saturating_sub(2);
    let mut best = (f32::INFINITY, 0, 0.0);
    for (n, pair) in card.windows(2).enumerate() {
        let way = pair[1].position - pair[0].position;
        let share = (point - pair[0].position).dot(way) / way.length_squared().max(f32::MIN_POSITIVE);
        // Beyond the ends a card goes on straight.
        let least = if n == 0 { -1.0 } else { 0.0 };
        let most = if n == last { 2.0 } else { 1.0 };
        let share = share.clamp(least, most);
        let distance = point.distance_squared(pair[0].position + way * share);
        if distance < best.0 {
            best = (distance, n, share);
        }
    }
    let (_, n, share) = best;
    let (Some(from), Some(to)) = (card.get(n), card.get(n + 1)) else { return OnCard::default() };
    let inside = share.clamp(0.0, 1.0);
    let half_width = from.half_width + (to.half_width - from.half_width) * inside;
    let normal = from.normal.lerp(to.normal, inside).normalize_or(Vec3::Y);
    let side = from.side().lerp(to.side(), inside).normalize_or(Vec3::X);
    let arm = point - from.position.lerp(to.position, share);
    let across = arm.dot(side) / half_width.max(f32::MIN_POSITIVE);
    let x = across.clamp(-1.0, 1.0);
    let height = from.height(x) + (to.height(x) - from.height(x)) * inside;
    let along = (from.along + (to.along - from.along) * share) / length;
    OnCard { across, along, above: arm.dot(normal) - height, half_width }
}
