//! Worlds in which stages count, with +Y upwards.

use glam::{Affine3A, Mat3A, Quat, Vec3};

/// World with +Y upwards in which a stage counts, where that of the engine has another direction upwards,
/// another unit of length or the other hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct UprightWorld {
    upright_from_world: Mat3A,
    world_from_upright: Mat3A,
}

/// Factor on the size of a character within which it is large or small in a world of metres; beyond, the
/// world has another unit of length.
const UNIT_RANGE: f32 = 5.0;

/// Lengths of a world to a metre, by the scale of a character in it: `last`, which was found before, unless
/// it is far off.
pub(crate) fn unit_of(scale: f32, last: f32) -> f32 {
    let is_near = |unit: f32| (1.0 / UNIT_RANGE..UNIT_RANGE).contains(&(scale / unit));
    match scale.is_finite() && scale > 0.0 && !is_near(last) {
        true if is_near(1.0) => 1.0,
        true => scale,
        false => last,
    }
}

/// Largest difference of a direction from +Y that is rounding.
const TOLERANCE: f32 = 1e-5;

impl UprightWorld {
    /// World of an engine whose direction upwards is `up`, with `unit` of its lengths to a metre; `None`
    /// where the engine's world is one of metres with +Y upwards. One that mirrors characters has the other
    /// hand.
    pub(crate) fn new(up: Vec3, unit: f32, is_mirrored: bool) -> Option<Self> {
        let up = up.try_normalize().unwrap_or(Vec3::Y);
        let is_upright = up.abs_diff_eq(Vec3::Y, TOLERANCE);
        if is_upright && unit == 1.0 && !is_mirrored {
            return None;
        }
        let turn = if is_upright { Quat::IDENTITY } else { Quat::from_rotation_arc(up, Vec3::Y) };
        let hand = Vec3::new(if is_mirrored { -1.0 } else { 1.0 }, 1.0, 1.0);
        let upright_from_world = Mat3A::from_diagonal(hand / unit) * Mat3A::from_quat(turn);
        Some(Self { upright_from_world, world_from_upright: upright_from_world.inverse() })
    }

    /// Vector of the engine's world in this one.
    pub(crate) fn upright_vector(&self, world: Vec3) -> Vec3 {
        self.upright_from_world * world
    }

    /// Vector of this world in the engine's.
    pub(crate) fn world_vector(&self, upright: Vec3) -> Vec3 {
        self.world_from_upright * upright
    }

    /// Matrix to this world of one that leads to the engine's.
    pub(crate) fn matrix_from_world(&self, world_from: &Affine3A) -> Affine3A {
        Affine3A { matrix3: self.upright_from_world, translation: glam::Vec3A::ZERO } * *world_from
    }

    /// Matrix from one such world to another, where `None` is the engine's world.
    pub(crate) fn change(from: Option<&Self>, to: Option<&Self>) -> Mat3A {
        let world_from_upright = from.map_or(Mat3A::IDENTITY, |from| from.world_from_upright);
        to.map_or(Mat3A::IDENTITY, |to| to.upright_from_world) * world_from_upright
    }

    /// Direction of length 1 in this world.
    pub(crate) fn direction(&self, world: Vec3) -> Vec3 {
        self.upright_vector(world).normalize_or_zero()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn up_is_y_and_positions_come_back() {
        assert_eq!(UprightWorld::new(Vec3::Y, 1.0, false), None);
        assert_eq!(UprightWorld::new(Vec3::ZERO, 1.0, false), None);
        for up in [Vec3::Y, Vec3::Z, Vec3::NEG_Y, Vec3::new(1.0, 2.0, -0.5)] {
            for (unit, is_mirrored) in [(1.0, true), (100.0, false), (0.01, true)] {
                let upright = UprightWorld::new(up, unit, is_mirrored).unwrap();
                assert!(
                    upright.upright_vector(up.normalize() * unit).abs_diff_eq(Vec3::Y, 1e-5),
                    "{up} {unit}"
                );
                let position = Vec3::new(3.0, -2.0, 7.0);
                assert!(upright.world_vector(upright.upright_vector(position)).abs_diff_eq(position, 1e-4));
                assert!(
                    UprightWorld::change(Some(&upright), None).abs_diff_eq(upright.world_from_upright, 0.0)
                );
                assert!(
                    UprightWorld::change(Some(&upright), Some(&upright)).abs_diff_eq(Mat3A::IDENTITY, 1e-5)
                );
                let turned = upright.matrix_from_world(&Affine3A::from_scale(Vec3::splat(unit)));
                assert_eq!(turned.matrix3.determinant() < 0.0, is_mirrored);
                assert!((turned.matrix3.determinant().abs() - 1.0).abs() < 1e-4);
            }
        }
    }
}
