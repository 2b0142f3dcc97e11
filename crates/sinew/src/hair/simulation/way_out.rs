//! Search for a direction out of an obstacle that pushes leave a point in.

use super::HairCollider;
use glam::Vec3;

/// Depth within the distance from colliders that counts as outside, metres, so that contacts are steady.
pub(super) const TOLERANCE: f32 = 1e-4;

/// Number of directions that are tried from that of the hair to the one away from a collider.
const TURNS: usize = 4;
/// Halvings of the turn between the last direction that leads into a collider and the first that does not.
const HALVINGS: usize = 6;

/// Way of a point out of an obstacle that pushes leave it in, at a distance from the point before it.
pub(super) struct WayOut<'a> {
    pub(super) obstacle: &'a HairCollider,
    /// Distance that hair keeps from it, metres.
    pub(super) distance: f32,
    /// The point before.
    pub(super) from: Vec3,
    /// Distance from there, metres.
    pub(super) length: f32,
}

impl WayOut<'_> {
    /// Position outside of the obstacle, nearly in the direction `now`; away from the obstacle where there is
    /// none.
    #[inline(never)]
    pub(super) fn beside(&self, now: Vec3) -> Vec3 {
        let now = now / self.length;
        // Away from a round shape, a position outside of it leads nowhere into it.
        let out = self.obstacle.outward(self.from);
        let turned = |share: f32| self.at(now.lerp(out, share));
        let part = 1.0 / TURNS as f32;
        let free = (1..=TURNS).map(|n| n as f32 * part).find(|share| self.is_free(&turned(*share)));
        if let Some(mut free) = free {
            // The nearest position changes little with where the point was.
            let mut half = part * 0.5;
            for _ in 0..HALVINGS {
                if self.is_free(&turned(free - half)) {
                    free -= half;
                }
                half *= 0.5;
            }
            return turned(free);
        }
        // Between parts of a field, as ears, the way out may be any.
        let sides = (0..27).map(|n| Vec3::new((n % 3) as f32, (n / 3 % 3) as f32, (n / 9) as f32) - 1.0);
        let positions = sides.filter(|side| *side != Vec3::ZERO).map(|side| self.at(side));
        let nearness = |position: &Vec3| (*position - self.from).dot(now);
        let free = positions.filter(|position| self.is_free(position));
        free.max_by(|a, b| nearness(a).total_cmp(&nearness(b))).unwrap_or(self.at(out))
    }

    fn at(&self, way: Vec3) -> Vec3 {
        self.from + way.normalize_or(Vec3::NEG_Y) * self.length
    }

    /// True for a position that is no deeper in the obstacle than the tolerance.
    fn is_free(&self, position: &Vec3) -> bool {
        self.obstacle.push(*position, self.distance - TOLERANCE).is_none()
    }
}
