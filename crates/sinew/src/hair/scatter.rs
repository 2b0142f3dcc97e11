//! Positions of strips in a patch: random with a least distance (R. Bridson, *Fast Poisson Disk Sampling in
//! Arbitrary Dimensions*, 2007).

use crate::math::ops;
use crate::math::random::Random;
use glam::Vec2;
use std::f32::consts::{SQRT_2, TAU};

/// Smallest distance of positions: a patch holds at most some 35,000.
const MIN_DISTANCE: f32 = 0.005;
/// Tries around a position before it is left.
const TRIES: usize = 30;

/// Random positions in the unit square that are at least `distance` apart, and nowhere much farther; the same
/// for the same seed. The distance is at least 0.005; one that is no number gives one position.
#[must_use]
pub fn scatter(distance: f32, seed: u64) -> Vec<Vec2> {
    let distance = if distance.is_nan() { f32::MAX } else { distance.max(MIN_DISTANCE) };
    // A cell holds at most one position.
    let side = ((SQRT_2 / distance).ceil() as usize).max(1);
    let mut cells = vec![u32::MAX; side * side];
    let cell = |position: Vec2| position.to_array().map(|n| ((n * side as f32) as usize).min(side - 1));
    let mut random = Random::new(seed);
    let mut positions = vec![Vec2::new(random.unit(), random.unit())];
    let [x, y] = cell(positions[0]);
    cells[y * side + x] = 0;
    let mut open = vec![0_usize];
    while !open.is_empty() {
        let number = ((random.unit() * open.len() as f32) as usize).min(open.len() - 1);
        let around = positions[open[number]];
        let found = (0..TRIES).find_map(|_| {
            let (angle, reach) = (random.unit() * TAU, distance * (1.0 + random.unit()));
            let position = around + Vec2::new(ops::cos(angle), ops::sin(angle)) * reach;
            let is_inside = position.cmpge(Vec2::ZERO).all() && position.cmple(Vec2::ONE).all();
            let [x, y] = cell(position);
            let mut near = (y.saturating_sub(2)..=(y + 2).min(side - 1))
                .flat_map(|y| (x.saturating_sub(2)..=(x + 2).min(side - 1)).map(move |x| (x, y)));
            let mut is_free = || {
                near.all(|(x, y)| {
                    let other = cells[y * side + x];
                    other == u32::MAX || positions[other as usize].distance(position) >= distance
                })
            };
            (is_inside && is_free()).then_some((position, y * side + x))
        });
        match found {
            Some((position, cell)) => {
                cells[cell] = positions.len() as u32;
                open.push(positions.len());
                positions.push(position);
            }
            None => {
                open.swap_remove(number);
            }
        }
    }
    positions
}
