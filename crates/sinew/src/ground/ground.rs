use glam::{Affine3A, Vec3};

/// Ground under a character, as the engine knows it, in the engine's world: below is against the direction
/// upwards ([`StageInput::up`](crate::stage::StageInput::up)), which is +Y as a rule. Answers that are not
/// finite count as no ground. Any closure from a world position to a [`GroundHit`] is a ground;
/// [`height_field`] makes one from a height function.
pub trait Ground {
    /// Ground on which a foot at `position` (world) lands: the highest that is at most a step above it. None
    /// over an abyss.
    fn under(&self, position: Vec3) -> Option<GroundHit>;

    /// Height of the same ground, where +Y is upwards. Override it where the height alone is cheaper than the
    /// whole hit. It may exist where the ground has no normal.
    fn height(&self, position: Vec3) -> Option<f32> {
        self.under(position).map(|hit| hit.position.y)
    }
}

/// Ground under a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundHit {
    /// Point of the ground straight below (or above) the position, in the world.
    pub position: Vec3,
    /// Unit normal, upwards, in the world.
    pub normal: Vec3,
    /// Moving platform: its number, and its current transform (world from platform).
    /// Planted feet move with it.
    pub platform: Option<(u64, Affine3A)>,
}

impl GroundHit {
    /// Level ground without a platform.
    #[must_use]
    pub fn level(position: Vec3) -> Self {
        Self { position, normal: Vec3::Y, platform: None }
    }
}

impl<F: Fn(Vec3) -> Option<GroundHit>> Ground for F {
    fn under(&self, position: Vec3) -> Option<GroundHit> {
        self(position)
    }
}

/// Ground from a height function of x and z. Its normal is found from heights a centimetre apart.
#[must_use]
pub fn height_field(height: impl Fn(f32, f32) -> f32) -> impl Ground {
    Heights(height)
}

struct Heights<F>(F);

impl<F: Fn(f32, f32) -> f32> Ground for Heights<F> {
    fn under(&self, position: Vec3) -> Option<GroundHit> {
        const HALF_STEP: f32 = 0.005;
        let Self(height) = self;
        let rise = |x: f32, z: f32| {
            height(position.x + x * HALF_STEP, position.z + z * HALF_STEP)
                - height(position.x - x * HALF_STEP, position.z - z * HALF_STEP)
        };
        let normal = Vec3::new(-rise(1.0, 0.0), 2.0 * HALF_STEP, -rise(0.0, 1.0)).normalize();
        let position = position.with_y(height(position.x, position.z));
        (position.is_finite() && normal.is_finite()).then_some(GroundHit { position, normal, platform: None })
    }

    fn height(&self, position: Vec3) -> Option<f32> {
        let height = (self.0)(position.x, position.z);
        height.is_finite().then_some(height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_height_alone_is_that_of_the_hit() {
        let ground = height_field(|x, z| if x > 0.9 { f32::NAN } else { x.sin() + 0.3 * z });
        for n in 0..100 {
            let position = Vec3::new(n as f32 * 0.01, 5.0, n as f32 * 0.07);
            if let Some(hit) = ground.under(position) {
                assert_eq!(ground.height(position), Some(hit.position.y));
            }
        }
        assert_eq!((ground.under(Vec3::X), ground.height(Vec3::X)), (None, None));
        let closure = |position: Vec3| Some(GroundHit::level(position.with_y(2.0)));
        assert_eq!(closure.height(Vec3::X), Some(2.0));
    }
}
