use crate::clip::compressed::format::channel::{Target, Value};
use crate::math::Transform;
use crate::morph::{MeshInstanceId, MorphWeights};
use crate::skeleton::{JointId, JointMask};
use glam::{Quat, Vec4};

/// Receiver of sampled values.
pub(crate) trait SampleOutput {
    /// Whether the receiver uses any channel of a joint.
    #[inline(always)]
    fn wants(&self, _: JointId) -> bool {
        true
    }

    fn take(&mut self, target: Target, value: Value);

    /// Receives rotations of several joints, xyzw.
    #[inline(always)]
    fn turn(&mut self, joints: &[JointId], rotations: &[Vec4]) {
        for (joint, rotation) in joints.iter().zip(rotations) {
            self.take(Target::Rotation(*joint), Value::Rotation(Quat::from_vec4(*rotation)));
        }
    }
}

impl<F: FnMut(Target, Value)> SampleOutput for F {
    #[inline(always)]
    fn take(&mut self, target: Target, value: Value) {
        self(target, value);
    }
}

/// Requested parts of a pose, as a receiver of samples.
#[derive(Default)]
pub(crate) struct PoseOutput<'a> {
    pub(crate) joints: Option<&'a mut [Transform]>,
    /// Joints to sample; all where `None`.
    pub(crate) mask: Option<&'a JointMask>,
    pub(crate) morphs: Option<&'a mut MorphWeights>,
    pub(crate) expressions: Option<&'a mut [f32]>,
    /// Sampled gaze; `None` where the clip has none.
    pub(crate) gaze: Option<Quat>,
}

impl PoseOutput<'_> {
    #[inline(always)]
    fn joint(&mut self, joint: JointId) -> Option<&mut Transform> {
        let is_wanted = self.wants(joint);
        self.joints.as_mut().filter(|_| is_wanted).map(|joints| &mut joints[joint.index()])
    }
}

impl SampleOutput for PoseOutput<'_> {
    #[inline(always)]
    fn wants(&self, joint: JointId) -> bool {
        self.joints.is_some() && self.mask.is_none_or(|mask| mask.reaches(joint))
    }

    #[inline(always)]
    fn take(&mut self, target: Target, value: Value) {
        match (target, value) {
            (Target::Translation(joint), Value::Vector(v)) => {
                self.joint(joint).into_iter().for_each(|t| t.translation = v);
            }
            (Target::Rotation(joint), Value::Rotation(q)) => {
                self.joint(joint).into_iter().for_each(|t| t.rotation = q);
            }
            (Target::Scale(joint), Value::Vector(v)) => {
                self.joint(joint).into_iter().for_each(|t| t.scale = v);
            }
            (Target::Morph { instance, target }, Value::Vector(v)) => {
                if let Some(morphs) = &mut self.morphs {
                    morphs.row_mut(MeshInstanceId(instance))[target as usize] = v.x;
                }
            }
            (Target::Expression(expression), Value::Vector(v)) => {
                if let Some(expressions) = &mut self.expressions {
                    expressions[expression as usize] = v.x;
                }
            }
            (Target::Gaze, Value::Rotation(q)) => self.gaze = Some(q),
            _ => {}
        }
    }

    #[inline(always)]
    fn turn(&mut self, joints: &[JointId], rotations: &[Vec4]) {
        let Some(local) = &mut self.joints else { return };
        for (joint, rotation) in joints.iter().zip(rotations) {
            if self.mask.is_none_or(|mask| mask.reaches(*joint)) {
                local[joint.index()].rotation = Quat::from_vec4(*rotation);
            }
        }
    }
}
