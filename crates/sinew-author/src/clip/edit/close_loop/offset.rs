//! Offsets that decay away from an end of a clip, by the quintics of inertialization (D. Bollo,
//! *Inertialization: High-Performance Animation Transitions in Gears of War*, GDC 2018).

use sinew::glam::Vec3;

/// Seconds behind an end of a clip at which the velocity there is measured: the first key at least `near`
/// away, and the next as far from that, where there are such within the blend.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stencil {
    near: f32,
    far: Option<f32>,
}

impl Stencil {
    /// Stencil with two samples, or one where `far` is `None`. Both are later than 0, `far` than `near`.
    pub(super) fn new(near: f32, far: Option<f32>) -> Self {
        Self { near, far }
    }

    /// Change per second at the end of something whose change since the end is `moved`: that of the parabola
    /// through the samples.
    pub(super) fn speed(&self, moved: impl Fn(f32) -> Vec3) -> Vec3 {
        let near = moved(self.near) / self.near;
        let Some(far) = self.far else { return near };
        let share = self.near / (far - self.near);
        near * (1.0 + share) - moved(far) / far * share
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

    /// Offset of a distance whose velocity makes up for `missing`, as the stencil measures it.
    pub(super) fn with_measured_speed(
        distance: Vec3,
        missing: Vec3,
        stencil: &Stencil,
        seconds: f32,
    ) -> Self {
        let still = Self { distance, speed: Vec3::ZERO, seconds };
        let unit = Self { distance: Vec3::ZERO, speed: Vec3::X, seconds };
        let measured = stencil.speed(|time| still.at(time) - distance);
        let per_speed = stencil.speed(|time| unit.at(time)).x;
        Self::new(distance, (missing - measured) / per_speed, seconds)
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
    fn a_stencil_measures_parabolas_and_offsets_make_up_for_what_is_missing() {
        let moved = |time: f32| Vec3::new(2.0 * time, 5.0 * time * time, time - 3.0 * time * time);
        for stencil in [Stencil::new(0.03, Some(0.06)), Stencil::new(0.02, Some(0.09))] {
            assert!(stencil.speed(moved).distance(Vec3::new(2.0, 0.0, 1.0)) < 1e-4);
        }
        assert!((Stencil::new(0.1, None).speed(moved).y - 0.5).abs() < 1e-5);
        let (distance, missing) = (Vec3::new(0.1, 0.0, -0.2), Vec3::new(1.0, 2.0, 0.0));
        for (stencil, seconds) in [
            (Stencil::new(0.033, Some(0.067)), 0.3),
            (Stencil::new(0.033, Some(0.067)), 0.067),
            (Stencil::new(0.02, None), 0.1),
        ] {
            let offset = Offset::with_measured_speed(distance, missing, &stencil, seconds);
            let found = stencil.speed(|time| offset.at(time) - distance);
            assert!(found.distance(missing) < 1e-4, "{found}");
        }
    }
}
