use crate::ik::IkPose;
use crate::math::Transform;
use crate::pose::{LocalPose, ModelPose};
use crate::rig::IkRig;
use crate::rig::goal_space::GoalSpace;
use crate::rig::solved_limbs::SolvedLimbs;
use crate::skeleton::{JointId, Skeleton};

/// Context of a part of a rig in one frame.
pub(crate) struct PartWork<'a> {
    pub(crate) rig: &'a IkRig,
    /// Index of the part.
    pub(crate) part: usize,
    pub(crate) skeleton: &'a Skeleton,
    pub(crate) space: &'a GoalSpace,
    pub(crate) dt: f32,
    /// First joint that may be stale in `model` after the part is solved.
    pub(crate) first: usize,
    /// Local transforms before a part that is solved in several steps.
    pub(crate) before: &'a mut Vec<Transform>,
    pub(crate) solved: &'a mut SolvedLimbs,
    /// Topmost joint of a spine that bent after limbs on it were solved.
    pub(crate) bent_spine: Option<JointId>,
    pub(crate) local: &'a mut LocalPose,
    pub(crate) model: &'a mut ModelPose,
}

impl PartWork<'_> {
    /// Pose for a solver.
    #[inline]
    pub(crate) fn pose(&mut self) -> IkPose<'_> {
        IkPose::new(self.skeleton, self.local.as_mut_slice(), self.model.as_slice())
    }
}
