use crate::clone_from::impl_clone_from;
use crate::ik::{ChainGoal, LimbSettings};
use crate::math::Transform;
use crate::rig::limb::LimbPart;
use crate::skeleton::{JointId, Skeleton};
use glam::{Quat, Vec3A};

/// Limbs that were solved in this frame, and their joints before that.
#[derive(Debug, Default)]
pub(crate) struct SolvedLimbs {
    pub(super) limbs: Vec<SolvedLimb>,
    pub(super) before: Vec<Transform>,
}

impl_clone_from!(SolvedLimbs {}, buffers { limbs, before });

/// Solved limb.
#[derive(Clone, Copy, Debug)]
pub(super) struct SolvedLimb {
    /// Index of the part of the rig.
    pub(super) part: usize,
    pub(super) goal: ChainGoal,
    pub(super) settings: LimbSettings,
    /// Start of its joints in `before`, from the tip on.
    pub(super) begins: usize,
    /// Largest allowed distance from the limb's root to its goal, metres of the model.
    pub(super) max: f32,
    /// Largest distance from the root to the goal since the spine bends for others.
    pub(super) far: f32,
    /// Pose of its tip after it was solved, in model space.
    pub(super) tip: (Vec3A, Quat),
}

impl SolvedLimbs {
    /// Memory for so many limbs with so many joints in total.
    pub(crate) fn with_capacity(limbs: usize, joints: usize) -> Self {
        // Twice, for limbs that blend between two solutions.
        Self { limbs: Vec::with_capacity(limbs), before: Vec::with_capacity(2 * joints) }
    }

    pub(crate) fn clear(&mut self) {
        self.limbs.clear();
        self.before.clear();
    }

    /// Records a limb before it is solved.
    pub(crate) fn record(
        &mut self,
        skeleton: &Skeleton,
        part: usize,
        limb: &LimbPart,
        (goal, settings): (ChainGoal, LimbSettings),
        local: &[Transform],
    ) {
        let begins = self.before.len();
        self.before.extend(path(skeleton, limb).map(|joint| local[joint.index()]));
        self.limbs.push(SolvedLimb {
            part,
            goal,
            settings,
            begins,
            max: 0.0,
            far: 0.0,
            tip: (Vec3A::ZERO, Quat::IDENTITY),
        });
    }
}

/// Joints of a limb and those between, from the tip on.
pub(super) fn path(skeleton: &Skeleton, limb: &LimbPart) -> impl Iterator<Item = JointId> {
    let (root, tip) = (limb.limb.chain().root(), limb.limb.chain().tip());
    let above = std::iter::successors(Some(tip), move |&joint| skeleton.parent(joint));
    above.take_while(move |joint| joint.index() >= root.index())
}
