use crate::math::Transform;
use crate::skeleton::Skeleton;
use glam::Affine3A;

/// Pose that an IK solver reads and writes.
///
/// Both slices hold the animated pose, one transform per joint of the skeleton, and agree: `model` is `local`
/// in model space. Solvers write their result to `local` alone, so `model` has to be updated
/// ([`local_to_model`](crate::pose::local_to_model)) before the next solver that depends on it.
///
/// ```
/// use sinew::glam::Vec3;
/// use sinew::ik::{Chain, ChainGoal, ChainScratch, ChainSolver, IkPose};
/// use sinew::{LocalPose, ModelPose, Skeleton};
///
/// fn solve(skeleton: &Skeleton, chain: &Chain, local: &mut LocalPose, scratch: &mut ChainScratch) {
///     let mut model = ModelPose::rest(skeleton);
///     model.update(skeleton, local);
///     let mut pose = IkPose::new(skeleton, local.as_mut_slice(), model.as_slice());
///     ChainSolver::default().solve(chain, &ChainGoal::at(Vec3::Y), &mut pose, scratch);
/// }
/// ```
#[derive(Debug)]
pub struct IkPose<'a> {
    /// Skeleton of the pose; that for which chains, limbs and bodies were made.
    pub skeleton: &'a Skeleton,
    /// Local transforms of the joints; solvers write here.
    pub local: &'a mut [Transform],
    /// Model-space transforms of the joints; solvers read these.
    pub model: &'a [Affine3A],
}

impl<'a> IkPose<'a> {
    /// Pose in local and in model space.
    ///
    /// # Panics
    /// When a slice is shorter than the skeleton.
    #[inline]
    #[must_use]
    pub fn new(skeleton: &'a Skeleton, local: &'a mut [Transform], model: &'a [Affine3A]) -> Self {
        let joints = skeleton.len();
        assert!(local.len() >= joints && model.len() >= joints, "the pose is shorter than the skeleton");
        Self { skeleton, local, model }
    }
}
