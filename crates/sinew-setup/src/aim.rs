//! Items that are aimed: the hand leaves the place where it carries them, and their +Z points at a target.

use crate::equip::item_error;
use crate::setup::Item;
use crate::{Setup, SetupError};
use sinew::glam::{Affine3A, Mat3, Quat, Vec3};
use sinew::humanoid::BodySide;
use sinew::rig::{IkGoal, IkTarget};
use sinew::{Actor, Socket, Transform};

/// How an item is carried and aimed.
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

impl Setup {
    /// Whether an item can be [aimed](Self::aim): a hand carries it.
    #[must_use]
    pub fn can_aim(&self, item: &str) -> bool {
        self.items.iter().any(|known| known.name == item && known.aim.is_some())
    }

    /// Aims an item at a point of the world: `share` is the part of the way from where it is carried, 0, to
    /// where it is aimed, 1. Call it between the halves of every frame in which the share is not 0, with the
    /// world transform of that frame.
    ///
    /// # Errors
    /// When there is no item of this name, or no hand carries it.
    pub fn aim(
        &self,
        actor: &mut Actor,
        item: &str,
        target: Vec3,
        share: f32,
        world_from_model: &Affine3A,
    ) -> Result<(), SetupError> {
        let Item { aim, .. } =
            self.items.iter().find(|known| known.name == item).ok_or_else(|| item_error(self, item))?;
        let message = || self.file.error("attachments", format!("no hand carries {item:?}"));
        let aim = aim.as_ref().ok_or_else(message)?;
        // The joint is where the frame before has left it, on a body that goes on.
        let model_from_joint = actor.frame().model()[aim.carried.joint.index()];
        let position = Vec3::from(model_from_joint.translation) + aim.position;
        let to_target = world_from_model.inverse().transform_point3(target) - position;
        let model_from_item = Affine3A::from_rotation_translation(towards(to_target), position);
        let aimed =
            Transform::from_affine(&(model_from_joint.inverse() * model_from_item * aim.item_from_grip));
        let (from, share) = (aim.carried.offset, share.clamp(0.0, 1.0));
        let offset = Transform {
            translation: from.translation.lerp(aimed.translation, share),
            rotation: from.rotation.slerp(aimed.rotation, share),
            scale: from.scale,
        };
        if let Some(ik) = actor.ik_mut() {
            let pole = elbow(aim.side, share, &aim.item_from_grip);
            let goal = IkGoal::at_socket(Socket { offset, ..aim.carried }).with_pole(pole);
            // The effector was found in the rig.
            let _ = ik.set_goal(aim.effector.as_str(), goal);
        }
        Ok(())
    }
}

impl Aim {
    /// How an item with these goals is aimed; `None` for one that is not carried beside a joint.
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
fn towards(direction: Vec3) -> Quat {
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
