use crate::math::Transform;
use crate::skeleton::JointIndex;

/// Local transforms of some joints, frame by frame; all others rest.
pub(super) struct Frames {
    joints: Vec<JointIndex>,
    values: Vec<Transform>,
}

impl Frames {
    pub(super) fn new(joints: Vec<JointIndex>, count: usize) -> Self {
        let values = Vec::with_capacity(joints.len() * count);
        Self { joints, values }
    }

    /// How many frames there are.
    pub(super) fn len(&self) -> usize {
        self.values.len().checked_div(self.joints.len()).unwrap_or(0)
    }

    /// Adds a frame.
    pub(super) fn push(&mut self, pose: &[Transform]) {
        self.values.extend(self.joints.iter().map(|joint| pose[joint.index()]));
    }

    /// Writes a frame over a pose.
    pub(super) fn get(&self, frame: usize, pose: &mut [Transform]) {
        let row = &self.values[frame * self.joints.len()..][..self.joints.len()];
        for (joint, value) in self.joints.iter().zip(row) {
            pose[joint.index()] = *value;
        }
    }

    /// Replaces a frame.
    pub(super) fn set(&mut self, frame: usize, pose: &[Transform]) {
        let row = &mut self.values[frame * self.joints.len()..][..self.joints.len()];
        for (joint, value) in self.joints.iter().zip(row) {
            *value = pose[joint.index()];
        }
    }

    /// Every joint with what it does over all frames.
    pub(super) fn joints(
        &self,
    ) -> impl Iterator<Item = (JointIndex, impl Iterator<Item = &Transform> + Clone)> {
        let of = |(n, joint): (usize, &JointIndex)| {
            (*joint, self.values.iter().skip(n).step_by(self.joints.len()))
        };
        self.joints.iter().enumerate().map(of)
    }

    /// What a joint does over all frames; none of a joint that is not there.
    pub(super) fn of(&self, joint: JointIndex) -> Option<impl Iterator<Item = &Transform> + Clone> {
        let n = self.joints.iter().position(|own| *own == joint)?;
        Some(self.values.iter().skip(n).step_by(self.joints.len()))
    }
}
