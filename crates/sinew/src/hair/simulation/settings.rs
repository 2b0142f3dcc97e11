//! Settings of simulated hair and their ranges.

use crate::hair::HairError;
use glam::Vec3;

/// Smallest number of steps per second.
pub(super) const MIN_RATE: f32 = 30.0;

/// Settings of simulated hair.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct HairSettings {
    /// Frequency in hertz at which a hair sways about its shape without gravity, 0 to 60. A pendulum of 0.3 m
    /// has 0.9 Hz; 1 is limp hair, which falls over where it stands up, 3 combed hair, 10 bristles.
    pub stiffness: f32,
    /// Stiffness at the tip as a share of that at the root, 0 to 1.
    pub tip_stiffness: f32,
    /// Damping of the swaying, as a share of the damping that ends it without a swing, 0 to 10.
    pub damping: f32,
    /// Rate at which air slows hair down, per second, 0 to 1,000.
    pub drag: f32,
    /// Share of gravity that acts on the hair, 0 to 100. Its groomed shape is the one under this share of
    /// Earth's.
    pub gravity_scale: f32,
    /// Friction on the body: share of the way along a collider that is taken back per push into it, 0 to 1.
    pub friction: f32,
    /// Distance that hair keeps from colliders, metres, 0 to 0.1.
    pub thickness: f32,
    /// Volume of the groom: strength with which hair presses apart where it is denser than combed, 0 to 1. 0,
    /// the default, costs nothing.
    pub volume: f32,
    /// Friction between hairs: share of the difference to the velocity of the hair around that vanishes in a
    /// sixtieth of a second, 0 to 1. 0, the default, costs nothing.
    pub hair_friction: f32,
    /// Cohesion of neighbours: share of the way that hairs go back in a step when they part farther than they
    /// lie in the groom and some slack, 0 (they part) to 1.
    pub cohesion: f32,
    /// Shelter from wind in the lee of the first collider and beneath other hairs, 0 for none to 1.
    pub shelter: f32,
    /// Way of a point within half a second below which hair falls asleep, metres, 0 to 0.01; 0 for hair that
    /// never sleeps.
    pub rest: f32,
    /// Steps per second, 30 to 1,000.
    pub rate: f32,
    /// Distance in metres of a root within one step beyond which the hair is taken along instead of dragged;
    /// positive.
    pub teleport: f32,
}

impl Default for HairSettings {
    fn default() -> Self {
        Self {
            stiffness: 3.0,
            tip_stiffness: 0.3,
            damping: 0.3,
            drag: 1.5,
            gravity_scale: 1.0,
            friction: 0.3,
            thickness: 0.002,
            volume: 0.0,
            hair_friction: 0.0,
            cohesion: 1.0,
            shelter: 0.7,
            rest: 0.0003,
            rate: 120.0,
            teleport: 0.5,
        }
    }
}

/// Gravity of Earth, m/s².
const EARTH: f32 = 9.81;

/// Largest gravity, as a multiple of Earth's.
const MAX_GRAVITY: f32 = 100.0;

impl HairSettings {
    /// Gravity in which the hair has its groomed shape, m/s², with +Y upwards: the share of Earth's.
    #[must_use]
    pub fn groomed_gravity(&self) -> Vec3 {
        self.gravity(1.0)
    }

    /// Gravity that acts on the hair, m/s², with +Y upwards, where gravity is a multiple of Earth's: 0 to 100; one
    /// that is not finite counts as 1.
    #[must_use]
    pub fn gravity(&self, over_earth: f32) -> Vec3 {
        let over_earth = if over_earth.is_finite() { over_earth.clamp(0.0, MAX_GRAVITY) } else { 1.0 };
        Vec3::new(0.0, -EARTH, 0.0) * self.gravity_scale * over_earth
    }

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

    /// The settings with this share of gravity.
    #[must_use]
    pub const fn with_gravity_scale(mut self, scale: f32) -> Self {
        self.gravity_scale = scale;
        self
    }

    /// The settings with this friction.
    #[must_use]
    pub const fn with_friction(mut self, friction: f32) -> Self {
        self.friction = friction;
        self
    }

    /// The settings with this distance from colliders, metres.
    #[must_use]
    pub const fn with_thickness(mut self, thickness: f32) -> Self {
        self.thickness = thickness;
        self
    }

    /// The settings with this strength of pressure between hairs.
    #[must_use]
    pub const fn with_volume(mut self, volume: f32) -> Self {
        self.volume = volume;
        self
    }

    /// The settings with this friction between hairs.
    #[must_use]
    pub const fn with_hair_friction(mut self, friction: f32) -> Self {
        self.hair_friction = friction;
        self
    }

    /// The settings with this cohesion of neighbours.
    #[must_use]
    pub const fn with_cohesion(mut self, cohesion: f32) -> Self {
        self.cohesion = cohesion;
        self
    }

    /// The settings with this shelter from wind.
    #[must_use]
    pub const fn with_shelter(mut self, shelter: f32) -> Self {
        self.shelter = shelter;
        self
    }

    /// The settings with this distance of a root within a step beyond which hair is taken along, metres.
    #[must_use]
    pub const fn with_teleport(mut self, teleport: f32) -> Self {
        self.teleport = teleport;
        self
    }

    /// The settings with this way within half a second below which hair falls asleep, metres.
    #[must_use]
    pub const fn with_rest(mut self, rest: f32) -> Self {
        self.rest = rest;
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
        within("volume", self.volume, 0.0, 1.0, "0 to 1")?;
        within("hair friction", self.hair_friction, 0.0, 1.0, "0 to 1")?;
        within("cohesion", self.cohesion, 0.0, 1.0, "0 to 1")?;
        within("shelter", self.shelter, 0.0, 1.0, "0 to 1")?;
        within("way at rest", self.rest, 0.0, 0.01, "0 to 0.01")?;
        within("rate", self.rate, MIN_RATE, 1000.0, "30 to 1,000")?;
        within("teleport distance", self.teleport, 1e-3, f32::MAX, "at least 0.001")?;
        within("gravity scale", self.gravity_scale, 0.0, 100.0, "0 to 100")
    }
}
