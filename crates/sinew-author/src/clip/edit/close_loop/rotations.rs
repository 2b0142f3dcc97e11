//! Closing of tracks of rotations. Offsets are rotation vectors in the axes of the parent.

use super::offset::{Offset, speed};
use super::vectors::LoopShift;
use super::window::{End, Window, spline, track_of};
use sinew::clip::{Interpolation, Track};
use sinew::glam::{Quat, Vec3};
use sinew::internal::{from_scaled_axis, ops, to_scaled_axis};

/// Rounds by which the velocity of an offset is found: the effect of a rotation vector is nearly linear.
const ROUNDS: usize = 4;

/// The track with its ends brought together but for the turn of the loop; `None` where they already are.
pub(super) fn closed_rotations(
    track: &Track<Quat>,
    window: &Window,
    kept: &LoopShift,
) -> Option<Track<Quat>> {
    if track.interpolation() == Interpolation::Step || track.times().len() < 2 {
        return None;
    }
    let ends = Ends::new(track, window, kept);
    let half = 0.5 * turn_between(ends.at(End::First, 0.0), ends.at(End::Last, 0.0));
    let (forwards, backwards) = (ends.speed(End::First), ends.speed(End::Last));
    let mean = 0.5 * (forwards - backwards);
    let (start, end) = (ends.offset(End::First, half, mean), ends.offset(End::Last, -half, -mean));
    if start.is_none() && end.is_none() {
        return None;
    }
    let sample = |time: f32| vec![track.sample_rotation(time, &mut 0)];
    let mut rows = window.rows(track, sample, unit);
    for row in &mut rows {
        for (end, offset) in [(End::First, start), (End::Last, end)] {
            let away = window.away(end, row.time);
            if away >= window.seconds {
                continue;
            }
            let (by, sign) = if end == End::First { (Quat::IDENTITY, 1.0) } else { (kept.turn, -1.0) };
            let (vector, slope) = (by * offset.at(away), by * offset.slope(away) * sign);
            let turn = from_scaled_axis(vector);
            let rate = to_rate(vector, slope);
            row.values[0] = turn * row.values[0];
            let spin = Quat::from_vec4((0.5 * rate).extend(0.0)) * row.values[0];
            let tangents = row.tangent_in.iter_mut().chain(&mut row.tangent_out);
            tangents.for_each(|tangent| *tangent = turn * *tangent + spin);
        }
    }
    track_of(track, rows)
}

/// Both ends of a track, in the space of the start; time runs inwards.
struct Ends<'a> {
    track: &'a Track<Quat>,
    window: &'a Window,
    back: Quat,
}

impl<'a> Ends<'a> {
    fn new(track: &'a Track<Quat>, window: &'a Window, kept: &LoopShift) -> Self {
        Self { track, window, back: kept.turn.inverse() }
    }

    fn at(&self, end: End, away: f32) -> Quat {
        let rotation = self.track.sample_rotation(self.window.inwards(end, away), &mut 0).normalize();
        if end == End::First { rotation } else { self.back * rotation }
    }

    fn is_cubic(&self) -> bool {
        self.track.interpolation() == Interpolation::CubicSpline
    }

    /// Angular velocity at an end, rad/s, inwards.
    fn speed(&self, end: End) -> Vec3 {
        let here = self.at(end, 0.0);
        if !self.is_cubic() {
            return speed(self.window.step, |away| turn_between(here, self.at(end, away)));
        }
        let (value, slope) = spline(self.track, self.window.time(end), 0);
        let (value, slope) = unit(value, slope);
        let speed = 2.0 * (slope * value.conjugate()).xyz();
        if end == End::First { speed } else { self.back * -speed }
    }

    /// Offset at an end that begins with `distance`, so that the track then has the velocity `target`.
    fn offset(&self, end: End, distance: Vec3, target: Vec3) -> Offset {
        let (seconds, turn) = (self.window.seconds, from_scaled_axis(distance));
        if self.is_cubic() {
            let missing = target - turn * self.speed(end);
            return Offset::new(distance, from_rate(distance, missing), seconds);
        }
        let keys = self.window.end_keys(self.track.times(), end);
        let here = turn * self.at(end, 0.0);
        let mut offset = Offset::with_measured_speed(distance, target - self.speed(end), &keys, seconds);
        let per_speed = keys.speed_of_unit(seconds);
        for _ in 0..ROUNDS {
            let found = speed(keys.step, |away| {
                turn_between(here, from_scaled_axis(offset.between(&keys, away)) * self.at(end, away))
            });
            offset = Offset::new(distance, offset.speed + (target - found) / per_speed, seconds);
        }
        offset
    }
}

/// Rotation vector from one rotation to another, of at most half a turn, in the parent's axes.
pub(super) fn turn_between(from: Quat, to: Quat) -> Vec3 {
    let turn = to * from.conjugate();
    to_scaled_axis(if turn.w < 0.0 { -turn } else { turn })
}

/// A quaternion of a spline as one of unit length, and the change per second of that.
fn unit(value: Quat, slope: Quat) -> (Quat, Quat) {
    let length = value.length();
    if length < 1e-6 {
        return (Quat::IDENTITY, slope * 0.0);
    }
    let value = value * length.recip();
    (value, (slope - value * value.dot(slope)) * length.recip())
}

/// Angular velocity of a rotation vector that changes by `slope` per second: the left Jacobian of the rotation
/// group.
fn to_rate(vector: Vec3, slope: Vec3) -> Vec3 {
    let angle = vector.length();
    let across = vector.cross(slope);
    let (first, second) = match angle > 1e-2 {
        true => {
            let (sine, cosine) = ops::sin_cos(angle);
            ((1.0 - cosine) / (angle * angle), (angle - sine) / (angle * angle * angle))
        }
        false => (0.5, 1.0 / 6.0),
    };
    slope + across * first + vector.cross(across) * second
}

/// Inverse of [`to_rate`].
fn from_rate(vector: Vec3, rate: Vec3) -> Vec3 {
    let angle = vector.length();
    let across = vector.cross(rate);
    let factor = match angle > 1e-2 {
        true => (1.0 - 0.5 * angle / ops::tan(0.5 * angle)) / (angle * angle),
        false => 1.0 / 12.0,
    };
    rate - across * 0.5 + vector.cross(across) * factor
}

#[cfg(test)]
mod tests {
    use super::*;
    use test_needs::cases;

    #[test]
    fn rates_are_those_of_the_rotations() {
        for mut random in cases(500) {
            let mut vector = || Vec3::from_array(std::array::from_fn(|_| random.f32() * 2.0 - 1.0));
            let (at, slope) = (vector(), vector());
            let step = 1e-3;
            let [before, after] = [-step, step].map(|time| from_scaled_axis(at + slope * time));
            let found = turn_between(before, after) / (2.0 * step);
            let rate = to_rate(at, slope);
            assert!(found.distance(rate) < 2e-3, "case {}: {found} {rate}", random.seed());
            assert!(from_rate(at, rate).distance(slope) < 1e-4);
        }
    }
}
