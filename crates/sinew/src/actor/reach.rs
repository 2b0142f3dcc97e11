use super::{Actor, ActorError};
use crate::locomotion::Ground;
use crate::rig::{IkGoal, IkRig, IkState};
use std::sync::Arc;

impl Actor {
    /// From now on can be told to reach and to look as `rig` lets it; `None` takes a rig away, and what it held is let go at
    /// once.
    ///
    /// # Errors
    /// When the rig was made for another skeleton.
    pub fn set_rig(&mut self, rig: Option<Arc<IkRig>>) -> Result<(), ActorError> {
        if let Some(message) = rig.as_ref().and_then(|rig| rig.misfit(self.character.skeleton().len())) {
            return Err(ActorError::ForeignRig { message });
        }
        let joints = self.character.skeleton().len();
        // What the old rig held is no part of what is animated.
        if let Some(ik) = self.ik.as_mut().filter(|_| !self.is_advanced) {
            ik.begin(self.pose.local.as_mut_slice(), false);
        }
        self.ik = rig.map(|rig| Box::new(IkState::for_joints(rig, joints)));
        Ok(())
    }

    /// Goals of the rig, and how they fare; none without a rig.
    pub fn ik(&self) -> Option<&IkState> {
        self.ik.as_deref()
    }

    /// Goals of the rig, to be set by number in every frame.
    pub fn ik_mut(&mut self) -> Option<&mut IkState> {
        self.ik.as_deref_mut()
    }

    /// Gives what the rig calls `name` a goal: `actor.reach("left hand", IkGoal::at(handle))`. It takes hold within its fade.
    ///
    /// # Errors
    /// When there is no rig, or nothing of that name in it.
    pub fn reach(&mut self, name: &str, goal: IkGoal) -> Result<(), ActorError> {
        self.set_goal(name, Some(goal))
    }

    /// Lets what the rig calls `name` go back to what it is animated.
    ///
    /// # Errors
    /// As [`Actor::reach`].
    pub fn let_go(&mut self, name: &str) -> Result<(), ActorError> {
        self.set_goal(name, None)
    }

    fn set_goal(&mut self, name: &str, goal: Option<IkGoal>) -> Result<(), ActorError> {
        let ik = self.ik.as_deref_mut().ok_or(ActorError::NoRig)?;
        let Some(slot) = ik.rig().effector(name) else {
            let known = ik.rig().effectors().map(|(_, name)| format!("{name:?}")).collect::<Vec<_>>();
            return Err(ActorError::UnknownIkSlot { name: name.to_owned(), known: known.join(", ") });
        };
        ik.set_goal(slot, goal);
        Ok(())
    }

    /// Has the pose as it is animated, whether or not it has been resolved before.
    pub(super) fn begin_ik(&mut self) {
        let is_new = std::mem::take(&mut self.is_advanced);
        if let Some(ik) = &mut self.ik {
            ik.begin(self.pose.local.as_mut_slice(), is_new);
        }
    }

    /// Local pose → local and model pose that stand on the ground and reach their goals.
    pub(super) fn solve_ik(&mut self, ground: Option<&dyn Ground>) {
        // A frame that is resolved again takes no more time.
        let dt = std::mem::take(&mut self.dt);
        let Self { ik: Some(ik), character, world_from_model, pose, model, .. } = self else { return };
        ik.solve_on(character.skeleton(), ground, world_from_model, dt, &mut pose.local, model);
    }
}
