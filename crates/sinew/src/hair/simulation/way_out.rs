use super::contact::{Obstacles, TOLERANCE};
use glam::Vec3;

/// Number of directions that are tried from that of the hair to the one away from a collider.
const TURNS: usize = 4;
/// Halvings of the turn between the last direction that leads into a collider and the first that does not.
const HALVINGS: usize = 6;

/// Way of a point that pushes leave in the first obstacle, at a distance from the point before it.
pub(super) struct WayOut<'a> {
    pub(super) obstacles: Obstacles<'a>,
    /// The point before.
    pub(super) from: Vec3,
    /// Distance from there, metres.
    pub(super) length: f32,
}

impl WayOut<'_> {
    /// Place outside of the first of the obstacles that a place is in, and of those before it: the head comes before the body.
    #[inline(never)]
    pub(super) fn of(&self, place: Vec3) -> Vec3 {
        match self.around(self.obstacles.near, place) {
            Some(number) => self.beside((place - self.from) / self.length, number),
            None => place,
        }
    }

    /// Place of the first of these obstacles that a place is in by more than the tolerance.
    fn around(&self, near: &[u32], place: Vec3) -> Option<usize> {
        let distance = self.obstacles.distance - TOLERANCE;
        near.iter().position(|own| self.obstacles.all[*own as usize].collider.push(place, distance).is_some())
    }

    fn at(&self, way: Vec3) -> Vec3 {
        self.from + way.normalize_or(Vec3::NEG_Y) * self.length
    }

    /// Place that is outside of the obstacles up to this one, nearly in the direction `now`; away from the obstacle where there is none.
    fn beside(&self, now: Vec3, number: usize) -> Vec3 {
        let near = &self.obstacles.near[..=number];
        let is_free = |place: &Vec3| self.around(near, *place).is_none();
        // Away from a round shape, a place outside of it leads nowhere into it.
        let out = self.obstacles.all[near[number] as usize].collider.outward(self.from);
        let turned = |share: f32| self.at(now.lerp(out, share));
        let part = 1.0 / TURNS as f32;
        let free = (1..=TURNS).map(|n| n as f32 * part).find(|share| is_free(&turned(*share)));
        if let Some(mut free) = free {
            // The nearest place changes little with where the point was.
            let mut half = part * 0.5;
            for _ in 0..HALVINGS {
                if is_free(&turned(free - half)) {
                    free -= half;
                }
                half *= 0.5;
            }
            return turned(free);
        }
        // Between parts of a field, as ears, the way out may be any.
        let sides = (0..27).map(|n| Vec3::new((n % 3) as f32, (n / 3 % 3) as f32, (n / 9) as f32) - 1.0);
        let free = sides.filter(|side| *side != Vec3::ZERO).map(|side| self.at(side)).filter(is_free);
        let nearness = |place: &Vec3| (*place - self.from).dot(now);
        free.max_by(|a, b| nearness(a).total_cmp(&nearness(b))).unwrap_or(self.at(out))
    }
}
