use crate::hair::HairError;
use crate::math::ops;
use glam::Vec3;

/// Settings of simulated hair.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct HairSettings {
    /// Frequency in hertz at which a hair sways about its shape without gravity, 0 to 60. A pendulum of 0.3 m has 0.9 Hz; 1 is limp hair, which
    /// falls over where it stands up, 3 combed hair, 10 bristles.
    pub stiffness: f32,
    /// Stiffness at the tip as a share of that at the root, 0 to 1.
    pub tip_stiffness: f32,
    /// Damping of the swaying, as a share of the damping that ends it without a swing, 0 to 10.
    pub damping: f32,
    /// Rate at which air slows hair down, per second, 0 to 1,000.
    pub drag: f32,
    /// Gravity in world space, m/s².
    pub gravity: Vec3,
    /// Friction on the body: share of the way along a collider that is taken back per push into it, 0 to 1.
    pub friction: f32,
    /// Distance that hair keeps from colliders, metres, 0 to 0.1.
    pub thickness: f32,
    /// Steps per second, 30 to 1,000.
    pub rate: f32,
    /// Distance in metres of a root within one step beyond which the hair is taken along instead of dragged; positive.
    pub teleport: f32,
}

impl Default for HairSettings {
    fn default() -> Self {
        Self {
            stiffness: 3.0,
            tip_stiffness: 0.3,
            damping: 0.3,
            drag: 1.5,
            gravity: Vec3::new(0.0, -9.81, 0.0),
            friction: 0.3,
            thickness: 0.002,
            rate: 120.0,
            teleport: 0.5,
        }
    }
}

impl HairSettings {
    /// The settings with this stiffness, in hertz.
    #[must_use]
    pub const fn with_stiffness(mut self, stiffness: f32) -> Self {
        self.stiffness = stiffness;
        self
    }

    /// The settings with this stiffness at the tip, as a share of that at the root.
    #[must_use]
    pub const fn with_tip_stiffness(mut self, share: f32) -> Self {
        self.tip_stiffness = share;
        self
    }

    /// The settings with this damping.
    #[must_use]
    pub const fn with_damping(mut self, damping: f32) -> Self {
        self.damping = damping;
        self
    }

    /// The settings with this drag, per second.
    #[must_use]
    pub const fn with_drag(mut self, drag: f32) -> Self {
        self.drag = drag;
        self
    }

    /// The settings with this gravity, m/s².
    #[must_use]
    pub const fn with_gravity(mut self, gravity: Vec3) -> Self {
        self.gravity = gravity;
        self
    }

    /// The settings with this friction.
    #[must_use]
    pub const fn with_friction(mut self, friction: f32) -> Self {
        self.friction = friction;
        self
    }

    /// The settings with this number of steps per second.
    #[must_use]
    pub const fn with_rate(mut self, rate: f32) -> Self {
        self.rate = rate;
        self
    }

    /// Checks that every setting is in its range.
    ///
    /// # Errors
    /// [`HairError::Setting`] for the first that is not.
    pub fn check(&self) -> Result<(), HairError> {
        let within = |setting, value: f32, least, most, range| {
            if value >= least && value <= most {
                Ok(())
            } else {
                Err(HairError::Setting { setting, value, range })
            }
        };
        within("stiffness", self.stiffness, 0.0, 60.0, "0 to 60")?;
        within("tip stiffness", self.tip_stiffness, 0.0, 1.0, "0 to 1")?;
        within("damping", self.damping, 0.0, 10.0, "0 to 10")?;
        within("drag", self.drag, 0.0, 1000.0, "0 to 1,000")?;
        within("friction", self.friction, 0.0, 1.0, "0 to 1")?;
        within("thickness", self.thickness, 0.0, 0.1, "0 to 0.1")?;
        within("rate", self.rate, 30.0, 1000.0, "30 to 1,000")?;
        within("teleport distance", self.teleport, 1e-3, f32::MAX, "at least 0.001")?;
        within("gravity", self.gravity.length(), 0.0, 1000.0, "0 to 1,000")
    }
}

/// Wind.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HairWind {
    /// Velocity of the air in world space, m/s.
    pub velocity: Vec3,
    /// Strength of gusts, as a share of the velocity by which it rises and falls.
    pub gusts: f32,
}

/// Gusts travel with the wind: metres from one to the next.
const GUST_LENGTH: f32 = 1.7;

impl HairWind {
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

    /// Velocity of the air at a place after `time` seconds; zero for a wind that is not finite.
    #[must_use]
    pub fn at(&self, place: Vec3, time: f32) -> Vec3 {
        let speed = self.velocity.length();
        if speed == 0.0 || !speed.is_finite() || !self.gusts.is_finite() {
            return if self.velocity.is_finite() { self.velocity } else { Vec3::ZERO };
        }
        // Three waves whose periods have no common multiple.
        let phase = (speed * time - self.velocity.dot(place) / speed) / GUST_LENGTH;
        let wave = ops::sin(phase)
            + ops::sin(phase * 2.213 + 1.7) * 0.5
            + ops::sin(phase * 4.731 + place.y * 9.0) * 0.25;
        self.velocity * (1.0 + self.gusts * wave / 1.75)
    }
}
