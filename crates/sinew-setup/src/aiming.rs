//! Items that are aimed: the hand leaves the place where it carries them, and their +Z points at a target.

use crate::aim::{elbow, towards};
use crate::equip::item_error;
use crate::setup::Item;
use crate::{Setup, SetupError};
use sinew::glam::{Affine3A, Vec3};
use sinew::rig::IkGoal;
use sinew::{Actor, Socket, Transform};

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
