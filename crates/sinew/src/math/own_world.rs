use glam::{Affine3A, Mat3A, Quat, Vec3};

/// World with +Y upwards, metres and the right hand, in which a stage computes where the world of the engine
/// has another direction upwards, another unit of length or the other hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct OwnWorld {
    own_from_world: Mat3A,
    world_from_own: Mat3A,
}

/// Largest difference of a direction from +Y that is rounding.
const TOLERANCE: f32 = 1e-5;

impl OwnWorld {
    /// World of an engine whose direction upwards is `up`, with `unit` of its lengths to a metre; `None`
    /// where the engine's world is one of metres with +Y upwards.
    /// One that mirrors characters has the other hand.
    pub(crate) fn new(up: Vec3, unit: f32, is_mirrored: bool) -> Option<Self> {
        let up = up.try_normalize().unwrap_or(Vec3::Y);
        let is_upright = up.abs_diff_eq(Vec3::Y, TOLERANCE);
        if is_upright && unit == 1.0 && !is_mirrored {
            return None;
        }
        let turn = if is_upright { Quat::IDENTITY } else { Quat::from_rotation_arc(up, Vec3::Y) };
        let hand = Vec3::new(if is_mirrored { -1.0 } else { 1.0 }, 1.0, 1.0);
        let own_from_world = Mat3A::from_diagonal(hand / unit) * Mat3A::from_quat(turn);
        Some(Self { own_from_world, world_from_own: own_from_world.inverse() })
    }

    /// Position in this world.
    pub(crate) fn own(&self, world: Vec3) -> Vec3 {
        self.own_from_world * world
    }

    /// Position in the engine's world.
    pub(crate) fn world(&self, position: Vec3) -> Vec3 {
        self.world_from_own * position
    }

    /// Transform to this world, for a transform to the engine's.
    pub(crate) fn placed(&self, world_from: &Affine3A) -> Affine3A {
        Affine3A { matrix3: self.own_from_world, translation: glam::Vec3A::ZERO } * *world_from
    }

    /// Matrix from one such world to another, where `None` is the engine's world.
    pub(crate) fn change(from: Option<&Self>, to: Option<&Self>) -> Mat3A {
        let world_from_own = from.map_or(Mat3A::IDENTITY, |own_world| own_world.world_from_own);
        to.map_or(Mat3A::IDENTITY, |own_world| own_world.own_from_world) * world_from_own
    }

    /// Direction of length 1 in this world.
    pub(crate) fn direction(&self, world: Vec3) -> Vec3 {
        self.own(world).normalize_or_zero()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn up_is_y_and_positions_come_back() {
        assert_eq!(OwnWorld::new(Vec3::Y, 1.0, false), None);
        assert_eq!(OwnWorld::new(Vec3::ZERO, 1.0, false), None);
        for up in [Vec3::Y, Vec3::Z, Vec3::NEG_Y, Vec3::new(1.0, 2.0, -0.5)] {
            for (unit, is_mirrored) in [(1.0, true), (100.0, false), (0.01, true)] {
                let own_world = OwnWorld::new(up, unit, is_mirrored).unwrap();
                assert!(own_world.own(up.normalize() * unit).abs_diff_eq(Vec3::Y, 1e-5), "{up} {unit}");
                let position = Vec3::new(3.0, -2.0, 7.0);
                assert!(own_world.world(own_world.own(position)).abs_diff_eq(position, 1e-4));
                assert!(OwnWorld::change(Some(&own_world), None).abs_diff_eq(own_world.world_from_own, 0.0));
                assert!(
                    OwnWorld::change(Some(&own_world), Some(&own_world)).abs_diff_eq(Mat3A::IDENTITY, 1e-5)
                );
                let turned = own_world.placed(&Affine3A::from_scale(Vec3::splat(unit)));
                assert_eq!(turned.matrix3.determinant() < 0.0, is_mirrored);
                assert!((turned.matrix3.determinant().abs() - 1.0).abs() < 1e-4);
            }
        }
    }
}
