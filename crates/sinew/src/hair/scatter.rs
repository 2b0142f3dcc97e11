//! Places of strips in a patch: random with a least distance (R. Bridson, *Fast Poisson Disk Sampling in Arbitrary Dimensions*, 2007).

use crate::math::ops;
use crate::math::random::Random;
use glam::Vec2;
use std::f32::consts::{SQRT_2, TAU};

/// Smallest distance of places: a patch holds at most some 35,000.
const MIN_DISTANCE: f32 = 0.005;
/// Tries around a place before it is left.
const TRIES: usize = 30;

/// Random places in the unit square that are at least `distance` apart, and nowhere much farther; the same for the same seed. The distance is
/// at least 0.005; one that is no number gives one place.
#[must_use]
pub fn scatter(distance: f32, seed: u64) -> Vec<Vec2> {
    let distance = if distance.is_nan() { f32::MAX } else { distance.max(MIN_DISTANCE) };
    // A cell holds at most one place.
    let side = ((SQRT_2 / distance).ceil() as usize).max(1);
    let mut cells = vec![u32::MAX; side * side];
    let cell = |place: Vec2| place.to_array().map(|n| ((n * side as f32) as usize).min(side - 1));
    let mut random = Random::new(seed);
    let mut places = vec![Vec2::new(random.unit(), random.unit())];
    let [x, y] = cell(places[0]);
    cells[y * side + x] = 0;
    let mut open = vec![0_usize];
    while !open.is_empty() {
        let number = ((random.unit() * open.len() as f32) as usize).min(open.len() - 1);
        let around = places[open[number]];
        let found = (0..TRIES).find_map(|_| {
            let (angle, reach) = (random.unit() * TAU, distance * (1.0 + random.unit()));
            let place = around + Vec2::new(ops::cos(angle), ops::sin(angle)) * reach;
            let is_inside = place.cmpge(Vec2::ZERO).all() && place.cmple(Vec2::ONE).all();
            let [x, y] = cell(place);
            let mut near = (y.saturating_sub(2)..=(y + 2).min(side - 1))
                .flat_map(|y| (x.saturating_sub(2)..=(x + 2).min(side - 1)).map(move |x| (x, y)));
            let mut is_free = || {
                near.all(|(x, y)| {
                    let other = cells[y * side + x];
                    other == u32::MAX || places[other as usize].distance(place) >= distance
                })
            };
            (is_inside && is_free()).then_some((place, y * side + x))
        });
        match found {
            Some((place, cell)) => {
                cells[cell] = places.len() as u32;
                open.push(places.len());
                places.push(place);
            }
            None => {
                open.swap_remove(number);
            }
        }
    }
    places
}
