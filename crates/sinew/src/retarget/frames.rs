use crate::math::Transform;
use crate::skeleton::JointId;

/// Local transforms of some joints, frame by frame; all other joints keep their rest transform.
pub(crate) struct Frames {
    joints: Vec<JointId>,
    values: Vec<Transform>,
}

impl Frames {
    /// No frames yet, with capacity for `count`.
    pub(crate) fn new(joints: Vec<JointId>, count: usize) -> Self {
        let values = Vec::with_capacity(joints.len() * count);
        Self { joints, values }
    }

    /// Number of frames.
    pub(crate) fn len(&self) -> usize {
        self.values.len().checked_div(self.joints.len()).unwrap_or(0)
    }

    /// Appends a frame.
    pub(crate) fn push(&mut self, pose: &[Transform]) {
        self.values.extend(self.joints.iter().map(|joint| pose[joint.index()]));
    }

    /// Writes the joints of a frame into a pose.
    pub(crate) fn get(&self, frame: usize, pose: &mut [Transform]) {
        let row = &self.values[frame * self.joints.len()..][..self.joints.len()];
        for (joint, value) in self.joints.iter().zip(row) {
            pose[joint.index()] = *value;
        }
    }

    /// Replaces a frame.
    pub(crate) fn set(&mut self, frame: usize, pose: &[Transform]) {
        let row = &mut self.values[frame * self.joints.len()..][..self.joints.len()];
        for (joint, value) in self.joints.iter().zip(row) {
            *value = pose[joint.index()];
        }
    }

    /// All joints, each with its transforms over the frames.
    pub(crate) fn joints(&self) -> impl Iterator<Item = (JointId, impl Iterator<Item = &Transform> + Clone)> {
        let of_joint =
            |(n, joint): (usize, &JointId)| (*joint, self.values.iter().skip(n).step_by(self.joints.len()));
        self.joints.iter().enumerate().map(of_joint)
    }

    /// Transforms of a joint over the frames; `None` for a joint that is not included.
    pub(crate) fn of_joint(&self, joint: JointId) -> Option<impl Iterator<Item = &Transform> + Clone> {
        let n = self.joints.iter().position(|known| *known == joint)?;
        Some(self.values.iter().skip(n).step_by(self.joints.len()))
    }
}
