use crate::body::EyePair;
use crate::humanoid::{Humanoid, forward};
use crate::ik::{Chain, ChainScratch, IkPose, LookAt};
use crate::limit::{AngleRange, HumanLimits};
use crate::skeleton::{JointId, Skeleton};
use glam::Vec3;

/// Pair of eyes that converge on a target, each within its limits; for a target nearer than they can converge
/// on they look at a point between them and it.
#[derive(Clone, Debug)]
pub struct Eyes {
    left: LookAt,
    right: LookAt,
    /// Smallest distance of convergence, metres of the model.
    nearest: f32,
}

/// Smallest distance of convergence, in distances between the eyes: 15 cm for humans.
const MIN_CONVERGENCE: f32 = 2.4;

impl Eyes {
    /// Eyes of a humanoid, with human limits; none without both eyes.
    #[must_use]
    pub fn human(skeleton: &Skeleton, humanoid: &Humanoid) -> Option<Self> {
        let limits = HumanLimits::new(skeleton, humanoid);
        let pair = EyePair::of(skeleton, humanoid)?;
        let forward = forward(skeleton, humanoid);
        let eye = |joint| {
            let chain = Chain::new(skeleton, &[joint]).ok()?.with_limits(&limits);
            let look = LookAt::new(skeleton, chain).with_forward(skeleton, forward);
            // Up to the limits, without slowing down before them.
            let mut look = look.with_cone(
                skeleton,
                AngleRange::from_degrees(-35.0, 30.0),
                AngleRange::from_degrees(-40.0, 40.0),
            );
            look.settings.softness = 0.0;
            Some(look)
        };
        let [left, right] = pair.joints;
        Some(Self { left: eye(left)?, right: eye(right)?, nearest: pair.distance() * MIN_CONVERGENCE })
    }

    /// Left and right eye.
    #[must_use]
    pub fn pair(&self) -> [&LookAt; 2] {
        [&self.left, &self.right]
    }

    /// Higher index of the two joints.
    pub(crate) fn last_joint(&self) -> JointId {
        self.left.chain().tip().max(self.right.chain().tip())
    }

    /// Turns both eyes to `target` (model space). Returns the larger of both errors, radians. Otherwise as
    /// [`LookAt::solve`].
    ///
    /// # Panics
    /// When the eyes belong to another skeleton.
    pub fn solve(&self, target: Vec3, weight: f32, pose: &mut IkPose<'_>, scratch: &mut ChainScratch) -> f32 {
        let [here, there] =
            self.pair().map(|eye| Vec3::from(pose.model[eye.chain().tip().index()].translation));
        let between = here.midpoint(there);
        let to_target = target - between;
        let target = match to_target.length() < self.nearest {
            true => between + to_target.normalize_or_zero() * self.nearest,
            false => target,
        };
        let mut look = |eye: &LookAt| eye.solve(target, weight, None, pose, scratch).angle_error;
        look(&self.left).max(look(&self.right))
    }
}
