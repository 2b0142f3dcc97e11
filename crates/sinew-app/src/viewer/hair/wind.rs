use sinew::glam::Vec3;
use sinew::stage::EvenWind;

/// Wind as the panel sets it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct WindChoice {
    /// Speed, m/s.
    pub(crate) speed: f32,
    /// Direction that it blows to, degrees: 0 for +Z, 90 for +X.
    pub(crate) azimuth: f32,
    /// Angle by which it blows upwards, degrees.
    pub(crate) elevation: f32,
    /// Share by which it rises and falls.
    pub(crate) gusts: f32,
}

impl Default for WindChoice {
    /// Still air; a wind from the front as soon as it has a speed.
    fn default() -> Self {
        Self { speed: 0.0, azimuth: 180.0, elevation: 0.0, gusts: 0.4 }
    }
}

impl WindChoice {
    /// Wind of a velocity, m/s.
    pub(crate) fn of(velocity: Vec3, gusts: f32) -> Self {
        let speed = velocity.length();
        if speed == 0.0 {
            return Self { gusts, ..Self::default() };
        }
        let azimuth = velocity.x.atan2(velocity.z).to_degrees();
        let elevation = (velocity.y / speed).clamp(-1.0, 1.0).asin().to_degrees();
        Self { speed, azimuth, elevation, gusts }
    }

    /// The wind in the world; `None` for still air.
    pub(crate) fn wind(&self) -> Option<EvenWind> {
        let (sine, cosine) = self.azimuth.to_radians().sin_cos();
        let (up, flat) = self.elevation.to_radians().sin_cos();
        let direction = Vec3::new(sine * flat, up, cosine * flat);
        (self.speed > 0.0).then(|| EvenWind::new(direction * self.speed).with_gusts(self.gusts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_velocity_comes_back() {
        for velocity in [Vec3::new(3.0, 0.0, 0.0), Vec3::new(-1.0, 2.0, -4.0), Vec3::NEG_Y, Vec3::NEG_Z * 2.0]
        {
            let wind = WindChoice::of(velocity, 0.3).wind().unwrap();
            assert!(wind.velocity.distance(velocity) < 1e-5 && wind.gusts == 0.3, "{velocity} {wind:?}");
        }
        assert!(WindChoice::of(Vec3::ZERO, 0.3).wind().is_none());
    }
}
