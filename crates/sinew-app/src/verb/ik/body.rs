//! Full-body requests of `sinew ik`.

use super::request::Request;
use super::solve::Body;
use sinew::humanoid::HumanBone::{Hips, LeftFoot, RightFoot};
use sinew::ik::{
    BodyGoal, Chain, FullBody, FullBodyScratch, FullBodySolver, IkPose, IkSetupError, RootBehaviour,
};
use sinew::{JointId, Skeleton, Transform};

impl Body<'_> {
    /// Pulls the body at `tip`. The root of a humanoid is its hips, which move along; feet outside of the
    /// pulled limb stay planted, with lower priority than the tip. The root of other characters is the
    /// chain's `root`, which stays. Returns the chains with limits: one to the tip and one to each planted
    /// foot.
    pub(super) fn pull(
        &self,
        request: &Request,
        (root, tip): (JointId, JointId),
        local: &mut [Transform],
    ) -> Result<Vec<Chain>, IkSetupError> {
        let skeleton = self.character.skeleton();
        let defaults = FullBodySolver::default();
        let mut goals = vec![BodyGoal::at(0, request.target).with_rotation(request.rotation)];
        let humanoid_hips = self.character.humanoid().and_then(|body| Some((body, body.joint(Hips)?)));
        let mut bends = Vec::new();
        let (body, behaviour) = match humanoid_hips.filter(|(_, hips)| skeleton.is_descendant_of(tip, *hips))
        {
            None => (FullBody::new(skeleton, root, &[tip])?, RootBehaviour::Turns),
            Some((humanoid, hips)) => {
                let mut effectors = vec![tip];
                let feet =
                    [LeftFoot, RightFoot].into_iter().filter_map(|foot| humanoid.named_bones.joint(foot));
                let apart = |foot: &JointId| {
                    !skeleton.is_descendant_of(tip, *foot) && !skeleton.is_descendant_of(*foot, tip)
                };
                for foot in feet.filter(apart) {
                    let rest = Transform::from_affine(self.rest.get(foot));
                    let held = BodyGoal::at(effectors.len(), rest.translation).with_rotation(rest.rotation);
                    goals.push(held.with_priority(1));
                    effectors.push(foot);
                }
                let body = FullBody::new(skeleton, hips, &effectors)?;
                let body = match &self.limits {
                    Some(limits) => {
                        for effector in &effectors {
                            let chain = Chain::new(skeleton, &path(skeleton, hips, *effector))?;
                            bends.push(chain.with_limits(limits));
                        }
                        body.with_limits(limits)
                    }
                    None => body,
                };
                (body.with_human_masses(humanoid), defaults.root)
            }
        };
        let solver = defaults
            .with_root(behaviour)
            .with_iterations(request.iterations.unwrap_or(defaults.iterations))
            .with_tolerance(request.tolerance.unwrap_or(defaults.tolerance))
            .with_restarts(request.restarts.unwrap_or(Request::MAX_RESTARTS));
        let mut scratch = FullBodyScratch::new(&body);
        solver.solve(
            &body,
            &goals,
            request.weight,
            &mut IkPose::new(skeleton, local, self.rest.as_slice()),
            &mut scratch,
        );
        Ok(bends)
    }
}

/// Joints from `from` down to its descendant `to`.
fn path(skeleton: &Skeleton, from: JointId, to: JointId) -> Vec<JointId> {
    let up = std::iter::successors(Some(to), |&j| skeleton.parent(j).filter(|_| j != from));
    let mut path: Vec<_> = up.collect();
    path.reverse();
    path
}
