//! Requests of `sinew ik` that pull at a whole body.

use super::request::Request;
use super::solve::Body;
use sinew::humanoid::HumanBone::{Hips, LeftFoot, RightFoot};
use sinew::ik::{BodyGoal, Chain, ChainError, FullBody, FullBodyScratch, FullBodySolver, RootBehaviour};
use sinew::{JointIndex, Skeleton, Transform};

impl Body<'_> {
    /// Pulls the body at `tip`. A person hangs on the hips, which go along, and stands where it stands: feet that are not
    /// pulled at themselves are held, if that leaves the tip where it is to be. Anything else hangs on the chain's `root`.
    /// Gives what bends within limits: a chain to the tip, and one to each foot that is held.
    pub(super) fn pull(
        &self,
        request: &Request,
        (root, tip): (JointIndex, JointIndex),
        local: &mut [Transform],
    ) -> Result<Vec<Chain>, ChainError> {
        let skeleton = self.character.skeleton();
        let usual = FullBodySolver::default();
        let mut goals = vec![BodyGoal { rotation: request.rotation, ..BodyGoal::at(0, request.target) }];
        let person = self.character.humanoid().and_then(|body| Some((body, body.map.joint(Hips)?)));
        let mut bends = Vec::new();
        let (body, behaviour) = match person.filter(|(_, hips)| skeleton.is_descendant_of(tip, *hips)) {
            None => (FullBody::new(skeleton, root, &[tip])?, RootBehaviour::Turns),
            Some((humanoid, hips)) => {
                let mut effectors = vec![tip];
                let feet = [LeftFoot, RightFoot].into_iter().filter_map(|foot| humanoid.map.joint(foot));
                let apart = |foot: &JointIndex| {
                    !skeleton.is_descendant_of(tip, *foot) && !skeleton.is_descendant_of(*foot, tip)
                };
                for foot in feet.filter(apart) {
                    let rest = Transform::from_affine(self.rest.get(foot));
                    let held = BodyGoal::at(effectors.len(), rest.translation).with_rotation(rest.rotation);
                    goals.push(BodyGoal { priority: 1, ..held });
                    effectors.push(foot);
                }
                let body = FullBody::new(skeleton, hips, &effectors)?;
                let body = match &self.limits {
                    Some(limits) => {
                        for effector in &effectors {
                            let chain = Chain::new(skeleton, &way(skeleton, hips, *effector))?;
                            bends.push(chain.with_limits(limits));
                        }
                        body.with_limits(limits)
                    }
                    None => body,
                };
                (body.with_human_masses(humanoid), usual.root)
            }
        };
        let solver = FullBodySolver {
            root: behaviour,
            iterations: request.iterations.unwrap_or(usual.iterations),
            tolerance: request.tolerance.unwrap_or(usual.tolerance),
            restarts: request.tries.unwrap_or(Request::MAX_TRIES),
            ..usual
        };
        let mut scratch = FullBodyScratch::new(&body);
        solver.solve(skeleton, &body, &goals, request.weight, local, self.rest.as_slice(), &mut scratch);
        Ok(bends)
    }
}

/// The joints from one down to another that hangs below it.
fn way(skeleton: &Skeleton, from: JointIndex, to: JointIndex) -> Vec<JointIndex> {
    let up = std::iter::successors(Some(to), |&j| skeleton.parent(j).filter(|_| j != from));
    let mut way: Vec<_> = up.collect();
    way.reverse();
    way
}
