//! When feet stand: told by how slow and how low a point of the foot is, against the size of the leg.
//!
//! A clip made in place stands on a ground that moves backwards; its feet stand when they move with it.

use super::spread::spread;
use crate::clip::stance_speed;
use glam::Vec3;

/// A stretch of frames during which a foot stands, both ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plant {
    pub(super) first: usize,
    pub(super) last: usize,
}

/// Slower than this a foot may stand: leg lengths a second.
const SLOW: f32 = 0.35;
/// And slower than this share of the speed at which it swings, for those who run.
const SLOW_SHARE: f32 = 0.12;
/// Lower than this above the lowest place: leg lengths.
const LOW: f32 = 0.09;
/// Straying farther than this is no standing: leg lengths.
const STAYS: f32 = 0.07;
/// Higher than this above its lowest place a foot stands no more: leg lengths.
const RISES: f32 = 0.03;
/// Shorter than this is no standing: seconds.
const SHORTEST: f32 = 0.06;

/// How fast the ground runs under a clip: none where the body travels, or stays on its feet.
pub(super) fn ground_speed(feet: [&[Vec3]; 2], hips: &[Vec3], times: &[f32], leg: f32) -> Vec3 {
    let (Some(first), Some(last)) = (hips.first(), hips.last()) else { return Vec3::ZERO };
    let seconds = times[times.len() - 1] - times[0];
    let travelled = (*last - *first).with_y(0.0).length();
    if seconds <= 0.0 || travelled > 0.35 * leg {
        return Vec3::ZERO;
    }
    let places: Vec<Vec<Vec3>> = feet[0].iter().zip(feet[1]).map(|(a, b)| vec![*a, *b]).collect();
    let speed = -stance_speed(&places, seconds / (times.len() - 1).max(1) as f32);
    if speed.length() < SLOW * leg { Vec3::ZERO } else { speed }
}

/// When a foot stands whose point is at `places`, on a ground that runs at `ground`.
pub(super) fn plants(places: &[Vec3], times: &[f32], ground: Vec3, leg: f32) -> Vec<Plant> {
    let lowest = places.iter().map(|p| p.y).fold(f32::INFINITY, f32::min);
    let last = places.len().saturating_sub(1);
    let speed = |k: usize| {
        let (from, to) = (k.saturating_sub(1), (k + 1).min(last));
        let seconds = times[to] - times[from];
        let way = places[to] - places[from] - ground * seconds;
        if seconds > 0.0 { way.length() / seconds } else { f32::INFINITY }
    };
    let mut speeds: Vec<f32> = (0..places.len()).map(speed).filter(|speed| speed.is_finite()).collect();
    speeds.sort_by(f32::total_cmp);
    let swing = speeds.get(speeds.len() * 19 / 20).copied().unwrap_or(0.0);
    let slow = (SLOW * leg).max(SLOW_SHARE * swing);
    // A pose has no speed: what is low stands.
    let pose = times.last().zip(times.first()).is_none_or(|(last, first)| last - first < SHORTEST);
    let stands = |k: &usize| (pose || speed(*k) < slow) && places[*k].y - lowest < LOW * leg;
    let mut found: Vec<Plant> = Vec::new();
    for k in (0..places.len()).filter(stands) {
        match found.last_mut().filter(|plant| plant.last + 1 == k) {
            Some(plant) => plant.last = k,
            None => found.push(Plant { first: k, last: k }),
        }
    }
    let from_ground = |k: usize| places[k] - ground * (times[k] - times[0]);
    found.iter_mut().for_each(|plant| stay(plant, leg, from_ground));
    found.retain(|plant| pose || times[plant.last] - times[plant.first] >= SHORTEST);
    found
}

/// Shortens a stand to where the foot stays: what slides on or lifts is no stand.
fn stay(plant: &mut Plant, leg: f32, place: impl Fn(usize) -> Vec3) {
    while plant.last > plant.first {
        let all: Vec<Vec3> = (plant.first..=plant.last).map(&place).collect();
        let low = all.iter().map(|p| p.y).fold(f32::INFINITY, f32::min);
        let middle = all.iter().sum::<Vec3>() / all.len() as f32;
        let (first, last) = (all[0], all[all.len() - 1]);
        let away = |p: Vec3| (p - middle).with_y(0.0).length();
        // From the end that is higher, then from the one that is farther from where it stays.
        let late = match first.y.max(last.y) - low > RISES * leg {
            true => last.y > first.y,
            false if spread(&all) <= STAYS * leg => return,
            false => away(last) > away(first),
        };
        if late { plant.last -= 1 } else { plant.first += 1 }
    }
}
