//! Search for a foothold on broken ground: a spot for the whole foot, off the edges of steps.

use crate::ground::Ground;
use glam::Vec3;

/// Extent of a foot from its ball along the direction of movement, metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Length {
    pub(crate) behind: f32,
    pub(crate) before: f32,
    /// Part of each that is a margin, metres.
    pub(crate) margin: f32,
}

/// Ground heights along a line through the landing point.
struct Profile {
    heights: [f32; SAMPLES],
    count: usize,
    /// Distance between samples, metres.
    apart: f32,
}

/// Number of parts of the foot, each as long as the distance between samples.
const PARTS: usize = 8;

/// Largest number of samples.
const SAMPLES: usize = 32;

/// Slope (rise over run) from which on ground is a wall or a step.
pub(crate) const STEEP: f32 = 0.7;

/// Change of slope under a foot from which on an edge is suspected.
const SLOPE_CHANGE: f32 = 0.3;

/// Cost of a part of the foot inside a step and of one over an edge, where a shift by one part costs 1.
const INSIDE_COST: f32 = 4.0;
const OVER_COST: f32 = 1.5;

/// Shift of the landing point `at` along the unit vector `direction` that brings the whole foot onto one
/// level: `max` at most; 0 where the foot stands well or the ground is unknown. The ground is sampled at the
/// height of `at`.
pub(crate) fn foothold(ground: &dyn Ground, at: Vec3, direction: Vec3, length: Length, max: f32) -> f32 {
    let size = length.behind + length.before;
    let sound = size > 0.0 && max > 0.0 && (size + max).is_finite();
    if !sound || stands_well(ground, at, direction, length) {
        return 0.0;
    }
    let apart = size / PARTS as f32;
    let shifts = ((max / apart) as usize).min((SAMPLES - 1 - PARTS) / 2);
    let mut profile = Profile { heights: [0.0; SAMPLES], count: PARTS + 1 + 2 * shifts, apart };
    for n in 0..profile.count {
        let along = (n as f32 - shifts as f32) * apart - length.behind;
        match ground.height(at + direction * along) {
            Some(height) => profile.heights[n] = height,
            None => return 0.0,
        }
    }
    // The nearest of equally good shifts.
    let heel = |shift: isize| (shifts as isize + shift) as usize;
    let ball = ((length.behind / apart).round() as usize).min(PARTS);
    let cost = |shift: isize| profile.cost(heel(shift), ball) + shift.unsigned_abs() as f32;
    let shifts = shifts as isize;
    let best = (-shifts..=shifts).min_by(|a, b| cost(*a).total_cmp(&cost(*b))).unwrap_or(0);
    let height = |along: f32| ground.height(at + direction * along);
    // Along the direction of movement, from the landing point.
    let along = |sample: isize| (sample - shifts) as f32 * apart - length.behind;
    let edge = |side: isize, parts: usize| {
        let pairs = (0..=parts as isize).map(|part| (heel(best) + ball) as isize + side * part);
        let mut pairs = pairs.map(|near| (near, near + side));
        let (near, far) = pairs.find(|(near, far)| profile.rise(*near, *far).abs() > STEEP * apart)?;
        let (level, rise) = (profile.heights[near as usize], profile.rise(near, far));
        let (mut near, mut far) = (along(near), along(far));
        for _ in 0..HALVINGS {
            let middle = 0.5 * (near + far);
            match (height(middle)? - level).abs() < 0.5 * rise.abs() {
                true => near = middle,
                false => far = middle,
            }
        }
        Some(Edge { at: near, rises: rise > 0.0 })
    };
    let edges = [edge(-1, ball), edge(1, PARTS - ball)];
    between_edges(best as f32 * apart, edges, length).clamp(-max, max)
}

/// Edge of a step, as seen from a foot.
struct Edge {
    /// Position along the direction of movement, on the side of the foot.
    at: f32,
    /// Whether the ground beyond it is higher.
    rises: bool,
}

/// Halvings of the distance between samples that find an edge.
const HALVINGS: usize = 4;

/// Shift near `shift` at which the foot is between the edges behind and before it.
fn between_edges(shift: f32, edges: [Option<Edge>; 2], length: Length) -> f32 {
    let [behind, before] = edges;
    // Shifts at which the heel reaches the edge behind it, and the toes that before them.
    let behind = behind.map(|edge| (edge.at + length.behind, edge.rises));
    let before = before.map(|edge| (edge.at - length.before, edge.rises));
    match (behind, before) {
        (Some((least, _)), Some((most, _))) if least <= most => shift.clamp(least, most),
        // Both margins shrink as far as they can; else rather over an edge than inside a step.
        (Some((least, _)), Some((most, _))) if least <= most + 2.0 * length.margin => 0.5 * (least + most),
        (Some(_), Some((most, true))) => shift.min(most),
        (Some((least, true)), Some((_, false))) => shift.max(least),
        (Some((least, false)), Some((most, false))) => 0.5 * (least + most),
        (None, Some((most, _))) => shift.min(most),
        (Some((least, _)), None) => shift.max(least),
        (None, None) => shift,
    }
}

/// Whether heel, ball and toes are on one plane.
fn stands_well(ground: &dyn Ground, ball: Vec3, direction: Vec3, length: Length) -> bool {
    let height = |along: f32| ground.height(ball + direction * along);
    let all = [height(-length.behind), height(0.0), height(length.before)];
    let [Some(heel), Some(ball), Some(toes)] = all else { return true };
    let (front, back) = ((toes - ball) / length.before, (ball - heel) / length.behind);
    let steep = (toes - heel).abs() > STEEP * (length.before + length.behind);
    !steep && (front - back).abs() < SLOPE_CHANGE
}

impl Profile {
    /// Rise of the ground from one sample to another; 0 beyond the last.
    fn rise(&self, from: isize, to: isize) -> f32 {
        let height = |n: isize| usize::try_from(n).ok().and_then(|n| self.heights[..self.count].get(n));
        height(from).zip(height(to)).map_or(0.0, |(from, to)| to - from)
    }

    /// Cost of a foot with its heel at a sample and its ball so many parts farther.
    fn cost(&self, heel: usize, ball: usize) -> f32 {
        let at = heel + ball;
        let mut cost = 0.0;
        // Behind an edge the rest of the foot is over it too.
        for side in [-1, 1] {
            let (mut level, parts) = (0.0, if side < 0 { ball } else { PARTS - ball });
            for part in 1..=parts as isize {
                let here = (at as isize + side * part) as usize;
                let before = (at as isize + side * (part - 1)) as usize;
                let rise = self.heights[here] - self.heights[before];
                if rise.abs() > STEEP * self.apart {
                    level += rise;
                }
                cost += match level {
                    level if level > STEEP * self.apart => INSIDE_COST,
                    level if level < -STEEP * self.apart => OVER_COST,
                    _ => 0.0,
                };
            }
        }
        cost
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::height_field;

    const FOOT: Length = Length { behind: 0.15, before: 0.1, margin: 0.0 };

    fn shift(height: impl Fn(f32) -> f32, z: f32, max: f32) -> f32 {
        let ground = height_field(move |_, z| height(z));
        foothold(&ground, Vec3::new(0.2, 5.0, z), Vec3::Z, FOOT, max)
    }

    /// Treads of 0.3 m, upwards.
    fn stairs(z: f32) -> f32 {
        0.17 * (z / 0.3).floor()
    }

    #[test]
    fn the_whole_foot_lands_on_one_tread() {
        for n in 0..300 {
            let z = 0.01 * n as f32;
            for (height, name) in [(stairs as fn(f32) -> f32, "up"), (|z| stairs(-z), "down")] {
                let ball = z + shift(height, z, 0.3);
                assert!((ball - z).abs() <= 0.15 + 0.04, "{name} {z}: {ball}");
                let level = height(ball);
                for along in [-0.15, -0.1, -0.05, 0.05, 0.1] {
                    assert_eq!(height(ball + along), level, "{name} {z}: {ball} {along}");
                }
            }
        }
    }

    #[test]
    fn a_foot_that_stands_well_is_not_shifted() {
        assert_eq!(shift(|_| 1.0, 0.0, 0.3), 0.0);
        assert_eq!(shift(|z| 0.5 * z, 0.0, 0.3), 0.0);
        assert_eq!(shift(|z| 0.05 * (9.0 * z).sin(), 0.0, 0.3), 0.0);
        // In the middle of a tread.
        assert_eq!(shift(stairs, 0.17, 0.3), 0.0);
        // Unknown ground, or no shift allowed.
        assert_eq!(shift(|z| if z > 0.05 { f32::NAN } else { 0.0 }, 0.0, 0.3), 0.0);
        for max in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            assert_eq!(shift(stairs, 0.25, max), 0.0);
        }
        let nothing = Length::default();
        assert_eq!(foothold(&height_field(|_, z| stairs(z)), Vec3::Z * 0.25, Vec3::Z, nothing, 0.3), 0.0);
    }

    #[test]
    fn without_room_the_toes_stay_out_of_the_step() {
        // Treads shorter than the foot: the heel hangs over rather than the toes inside the step.
        let narrow = |z: f32| 0.17 * (z / 0.2).floor();
        for n in 0..40 {
            let z = 0.01 * n as f32;
            let ball = z + shift(narrow, z, 0.3);
            assert!(narrow(ball + FOOT.before - 0.01) <= narrow(ball), "{z}: {ball}");
        }
    }
}
