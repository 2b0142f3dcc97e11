use glam::{Affine3A, Vec3};

/// What a character stands on, as the engine knows it. Any closure from a place in the world to a [`GroundHit`] is one, and
/// [`height_field`] makes one of a height for each place.
pub trait Ground {
    /// The ground that a foot at `place`, in the world, would come down on: the highest that is no more than a step above
    /// it. None over an abyss.
    fn under(&self, place: Vec3) -> Option<GroundHit>;

    /// The height of the same ground, for those who need no more: what is quicker to tell than all of it may be told here. Where
    /// there is a height but no normal it need not be none.
    fn height(&self, place: Vec3) -> Option<f32> {
        self.under(place).map(|hit| hit.position.y)
    }
}

/// The ground under a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundHit {
    /// Straight under (or above) what was asked for, in the world.
    pub position: Vec3,
    /// Square to the ground, upwards: unit, in the world.
    pub normal: Vec3,
    /// What moves: whose number it is, and where it is now (world from platform). Feet that stand on it go along.
    pub platform: Option<(u64, Affine3A)>,
}

impl GroundHit {
    /// Level ground that does not move.
    pub fn level(place: Vec3) -> Self {
        Self { position: place, normal: Vec3::Y, platform: None }
    }
}

impl<F: Fn(Vec3) -> Option<GroundHit>> Ground for F {
    fn under(&self, place: Vec3) -> Option<GroundHit> {
        self(place)
    }
}

/// The ground of a height for each x and z. Its slope is told from heights a centimetre apart.
pub fn height_field(height: impl Fn(f32, f32) -> f32) -> impl Ground {
    Heights(height)
}

struct Heights<F>(F);

impl<F: Fn(f32, f32) -> f32> Ground for Heights<F> {
    fn under(&self, place: Vec3) -> Option<GroundHit> {
        const APART: f32 = 0.005;
        let Self(height) = self;
        let rise = |x: f32, z: f32| {
            height(place.x + x * APART, place.z + z * APART)
                - height(place.x - x * APART, place.z - z * APART)
        };
        let normal = Vec3::new(-rise(1.0, 0.0), 2.0 * APART, -rise(0.0, 1.0)).normalize();
        let place = place.with_y(height(place.x, place.z));
        (place.is_finite() && normal.is_finite()).then_some(GroundHit {
            position: place,
            normal,
            platform: None,
        })
    }

    fn height(&self, place: Vec3) -> Option<f32> {
        let height = (self.0)(place.x, place.z);
        height.is_finite().then_some(height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_alone_are_those_of_hits() {
        let ground = height_field(|x, z| if x > 0.9 { f32::NAN } else { x.sin() + 0.3 * z });
        for n in 0..100 {
            let place = Vec3::new(n as f32 * 0.01, 5.0, n as f32 * 0.07);
            if let Some(hit) = ground.under(place) {
                assert_eq!(ground.height(place), Some(hit.position.y));
            }
        }
        assert_eq!((ground.under(Vec3::X), ground.height(Vec3::X)), (None, None));
        let closure = |place: Vec3| Some(GroundHit::level(place.with_y(2.0)));
        assert_eq!(closure.height(Vec3::X), Some(2.0));
    }
}
