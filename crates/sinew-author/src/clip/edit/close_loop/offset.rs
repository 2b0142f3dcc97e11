//! Offsets that decay away from an end of a clip, by the quintics of inertialization (D. Bollo,
//! *Inertialization: High-Performance Animation Transitions in Gears of War*, GDC 2018).

use sinew::glam::Vec3;

/// Change per second at the end of something whose change since the end is `moved`: that of the parabola through
/// the samples `step` and twice as many seconds from the end.
pub(super) fn speed(step: f32, moved: impl Fn(f32) -> Vec3) -> Vec3 {
    (4.0 * moved(step) - moved(2.0 * step)) / (2.0 * step)
}

/// Keys of a track as seconds from an end of the clip, ascending, and the time between the samples by which
/// velocities are measured.
#[derive(Clone, Debug)]
pub(super) struct EndKeys {
    pub(super) times: Vec<f32>,
    pub(super) step: f32,
}

impl EndKeys {
    /// Measured velocity of an offset whose velocity is 1.
    pub(super) fn speed_of_unit(&self, seconds: f32) -> f32 {
        let unit = Offset { distance: Vec3::ZERO, speed: Vec3::X, seconds };
        speed(self.step, |time| unit.between(self, time)).x
    }
}

/// Offset at one end of a clip, over the seconds since the end: `distance` and `speed` at the end, at rest
/// after `seconds`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Offset {
    pub(super) distance: Vec3,
    pub(super) speed: Vec3,
    pub(super) seconds: f32,
}

impl Offset {
    pub(super) fn new(distance: Vec3, speed: Vec3, seconds: f32) -> Self {
        // A velocity that is not finite is none.
        Self { distance, speed: if speed.is_finite() { speed } else { Vec3::ZERO }, seconds }
    }

    /// Offset of a distance whose velocity makes up for `missing`, as [`speed`] measures it of the straight lines
    /// between `keys`.
    pub(super) fn with_measured_speed(distance: Vec3, missing: Vec3, keys: &EndKeys, seconds: f32) -> Self {
        let still = Self { distance, speed: Vec3::ZERO, seconds };
        let measured = speed(keys.step, |time| still.between(keys, time) - distance);
        Self::new(distance, (missing - measured) / keys.speed_of_unit(seconds), seconds)
    }

    /// The offset at a time, on the straight line between the keys around it.
    pub(super) fn between(&self, keys: &EndKeys, time: f32) -> Vec3 {
        let next = keys.times.partition_point(|key| *key <= time);
        match (next.checked_sub(1).map(|n| keys.times[n]), keys.times.get(next)) {
            (Some(before), Some(after)) => {
                self.at(before).lerp(self.at(*after), (time - before) / (after - before))
            }
            _ => self.at(time),
        }
    }

    pub(super) fn at(&self, time: f32) -> Vec3 {
        let Some(s) = self.share(time) else { return Vec3::ZERO };
        let (s2, s3) = (s * s, s * s * s);
        let distance = 1.0 - s3 * (10.0 - 15.0 * s + 6.0 * s2);
        let speed = time.max(0.0) * (1.0 - s2 * (6.0 - 8.0 * s + 3.0 * s2));
        self.distance * distance + self.speed * speed
    }

    /// Change per second.
    pub(super) fn slope(&self, time: f32) -> Vec3 {
        let Some(s) = self.share(time) else { return Vec3::ZERO };
        let s2 = s * s;
        let distance = -30.0 * s2 * (1.0 - 2.0 * s + s2) / self.seconds;
        let speed = 1.0 - s2 * (18.0 - 32.0 * s + 15.0 * s2);
        self.distance * distance + self.speed * speed
    }

    /// Share of the time that is over, within it.
    fn share(&self, time: f32) -> Option<f32> {
        (time < self.seconds).then(|| (time / self.seconds).max(0.0))
    }

    /// Whether it is rounding.
    pub(super) fn is_none(&self) -> bool {
        self.distance.length() < 1e-7 && self.speed.length() * self.seconds < 1e-6
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offset_begins_with_its_distance_and_speed_and_ends_at_rest() {
        let offset = Offset::new(Vec3::new(0.2, 0.0, 0.0), Vec3::new(3.0, -1.0, 0.0), 0.4);
        assert_eq!((offset.at(0.0), offset.slope(0.0)), (offset.distance, offset.speed));
        assert!(offset.at(0.4) == Vec3::ZERO && offset.slope(0.4) == Vec3::ZERO);
        assert!(offset.at(0.3999).length() < 1e-6 && offset.slope(0.3999).length() < 1e-3);
        for n in 1..40 {
            let (time, step) = (0.4 * n as f32 / 40.0, 1e-3);
            let slope = (offset.at(time + step) - offset.at(time - step)) / (2.0 * step);
            assert!(slope.distance(offset.slope(time)) < 2e-3, "{time}");
        }
        assert!(!offset.is_none() && Offset::default().is_none());
    }

    #[test]
    fn offsets_make_up_for_the_velocity_that_is_missing() {
        let moved = |time: f32| Vec3::new(2.0 * time, 5.0 * time * time, time - 3.0 * time * time);
        assert!(speed(0.03, moved).distance(Vec3::new(2.0, 0.0, 1.0)) < 1e-4);
        let (distance, missing) = (Vec3::new(0.1, 0.0, -0.2), Vec3::new(1.0, 2.0, 0.0));
        for (frame, step, seconds) in [(0.033, 0.033, 0.3), (0.025, 0.033, 0.3), (0.02, 0.04, 0.08)] {
            let keys = EndKeys { times: (0..20).map(|n| n as f32 * frame).collect(), step };
            let offset = Offset::with_measured_speed(distance, missing, &keys, seconds);
            let found = speed(step, |time| offset.between(&keys, time) - distance);
            assert!(found.distance(missing) < 1e-4, "{found}");
        }
    }
}
