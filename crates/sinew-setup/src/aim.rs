//! Carrying an item by a hand, and aiming it.

use sinew::Socket;
use sinew::glam::{Affine3A, Mat3, Quat, Vec3};
use sinew::humanoid::BodySide;
use sinew::rig::{IkGoal, IkTarget};

/// Goals and transforms by which an item is carried and aimed.
#[derive(Clone, Debug)]
pub(crate) struct Aim {
    /// Effector of the hand.
    pub(crate) effector: String,
    /// Grip of the hand beside the joint at which the item is carried.
    pub(crate) carried: Socket,
    /// Item from its grip.
    pub(crate) item_from_grip: Affine3A,
    /// Position of the aimed item beside the joint, along the axes of the model.
    pub(crate) position: Vec3,
    /// Hand that carries it.
    pub(crate) side: BodySide,
}

/// Poles of the elbow of a right hand beside an item, along the axes of the item: carried, down and aside, and
/// aimed, raised so that the wrist stays straight.
const ELBOW: [Vec3; 2] = [Vec3::new(0.08, 0.04, -0.57), Vec3::new(-0.3, 0.0, -0.4)];

impl Aim {
    /// Creates the aim of an item with these goals; `None` for one that is not carried beside a joint.
    pub(crate) fn new(
        goals: &[(String, IkGoal)],
        is_carried: bool,
        item_from_grip: Affine3A,
        position: Vec3,
        side: BodySide,
    ) -> Option<Self> {
        let (effector, goal) = goals.first().filter(|_| is_carried)?;
        let IkTarget::Socket(carried) = goal.target else { return None };
        Some(Self { effector: effector.clone(), carried, item_from_grip, position, side })
    }
}

/// Pole of the elbow in the space of the grip, for a share of the way from carried to aimed.
pub(crate) fn elbow(side: BodySide, share: f32, item_from_grip: &Affine3A) -> Vec3 {
    let pole = ELBOW[0].lerp(ELBOW[1], share);
    let pole = if side == BodySide::Left { pole.with_x(-pole.x) } else { pole };
    item_from_grip.inverse().transform_vector3(pole)
}

/// Rotation that turns +Z to a direction and keeps +X level.
pub(crate) fn towards(direction: Vec3) -> Quat {
    let ahead = direction.normalize_or(Vec3::Z);
    let left = Vec3::Y.cross(ahead).normalize_or(Vec3::X);
    Quat::from_mat3(&Mat3::from_cols(left, ahead.cross(left), ahead))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn barrels_point_at_targets() {
        for direction in [Vec3::Z, Vec3::new(1.0, 0.2, 0.5), Vec3::new(-0.3, -0.8, 1.0), Vec3::Y] {
            let turn = towards(direction);
            assert!((turn * Vec3::Z).abs_diff_eq(direction.normalize(), 1e-5), "{direction}");
            assert!((turn * Vec3::X).y.abs() < 1e-5, "{direction}");
        }
    }
}
