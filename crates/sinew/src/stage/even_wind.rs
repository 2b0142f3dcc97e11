use super::Wind;
use crate::math::ops;
use glam::Vec3;

/// Even wind with gusts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EvenWind {
    /// Velocity of the air in world space, m/s.
    pub velocity: Vec3,
    /// Strength of gusts, as a share of the velocity by which it rises and falls.
    pub gusts: f32,
}

/// Gusts travel with the wind: metres from one to the next.
const GUST_LENGTH: f32 = 1.7;
/// Phase after which all waves of the gusts repeat: their frequencies are thousandths.
const GUST_PERIOD: f64 = 1000.0 * std::f64::consts::TAU;

impl EvenWind {
    /// Wind without gusts, m/s in world space.
    #[must_use]
    pub const fn new(velocity: Vec3) -> Self {
        Self { velocity, gusts: 0.0 }
    }

    /// The wind with gusts of this strength, 0 for none.
    #[must_use]
    pub const fn with_gusts(mut self, gusts: f32) -> Self {
        self.gusts = gusts;
        self
    }

    /// The time within the period of the gusts, for devices that count in 32-bit floats.
    #[must_use]
    pub fn wrapped(&self, time: f64) -> f32 {
        let period = GUST_PERIOD * f64::from(GUST_LENGTH) / f64::from(self.velocity.length());
        if period.is_finite() && period > 0.0 { time.rem_euclid(period) as f32 } else { 0.0 }
    }

    /// Velocity of the air at a position after `time` seconds; zero for a wind that is not finite.
    #[must_use]
    pub fn at(&self, position: Vec3, time: f64) -> Vec3 {
        let speed = self.velocity.length();
        if speed == 0.0 || !speed.is_finite() || !self.gusts.is_finite() {
            return if self.velocity.is_finite() { self.velocity } else { Vec3::ZERO };
        }
        // Three waves, which repeat after a thousand gusts.
        let time = self.wrapped(time);
        let phase = (speed * time - self.velocity.dot(position) / speed) / GUST_LENGTH;
        let wave = ops::sin(phase)
            + ops::sin(phase * 2.213 + 1.7) * 0.5
            + ops::sin(phase * 4.731 + position.y * 9.0) * 0.25;
        self.velocity * (1.0 + self.gusts * wave / 1.75)
    }
}

impl Wind for EvenWind {
    fn velocity(&self, world_position: Vec3, time: f64) -> Vec3 {
        self.at(world_position, time)
    }
}
