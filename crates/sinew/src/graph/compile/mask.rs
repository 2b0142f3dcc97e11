//! Compilation of masks: weights of joints, face and root motion.

use super::compiler::Compiler;
use crate::graph::description::MaskDescription;
use crate::graph::error::{GraphError, GraphProblem};
use crate::humanoid::HumanBone;
use crate::playback::PoseMask;
use crate::skeleton::{JointId, JointMask};

impl Compiler<'_> {
    pub(in crate::graph) fn mask(&self, description: &MaskDescription) -> Result<PoseMask, GraphError> {
        let skeleton = self.character.skeleton();
        let mut joints = JointMask::uniform(skeleton, 0.0);
        for (name, weight) in &description.branches {
            joints.set_branch(skeleton, self.joint(name)?, self.mask_weight(name, *weight)?);
        }
        for (name, weight) in &description.joints {
            joints.set(self.joint(name)?, self.mask_weight(name, *weight)?);
        }
        let bone = |bone| self.character.humanoid().and_then(|humanoid| humanoid.joint(bone));
        let head = bone(HumanBone::Head).map_or(0.0, |head| joints.weight(head));
        // Root motion has the weight of the hips, or else of the first joint.
        let hips = bone(HumanBone::Hips).or_else(|| skeleton.joints().next());
        let root_motion = hips.map_or(0.0, |hips| joints.weight(hips));
        let face = description.face.map_or(Ok(head), |face| self.mask_weight("face", face))?;
        Ok(PoseMask { joints, face, root_motion })
    }

    fn mask_weight(&self, name: &str, weight: f32) -> Result<f32, GraphError> {
        if (0.0..=1.0).contains(&weight) {
            return Ok(weight);
        }
        let message = format!("the weight of {name:?} is {weight}; expected 0 to 1");
        Err(self.error(GraphProblem::Invalid(message)))
    }

    fn joint(&self, name: &str) -> Result<JointId, GraphError> {
        self.character.find_joint(name).ok_or_else(|| {
            self.error(GraphProblem::unknown("joint or human bone", name, self.character.joint_names()))
        })
    }
}
