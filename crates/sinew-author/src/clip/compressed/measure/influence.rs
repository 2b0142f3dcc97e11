use crate::clip::compressed::settings::CompressionSettings;
use glam::Affine3A;
use sinew::internal::clip_format::channel::{Target, Value};
use sinew::pose::local_to_model;
use sinew::skeleton::{JointId, Skeleton};

/// Influence of one joint's errors on the posed skeleton.
#[derive(Clone, Copy, Debug, Default)]
struct JointInfluence {
    /// Distance from the joint to the farthest point below it, metres in model space.
    reach: f32,
    /// Length in model space of a metre in the parent's space.
    scale: f32,
    /// Smallest component of the rest scale.
    unit: f32,
}

/// Influence of channel errors on the posed skeleton, per joint.
pub(crate) struct ErrorInfluence {
    influence: Vec<JointInfluence>,
    error: f32,
    weight_error: f32,
}

impl ErrorInfluence {
    /// Largest influence over some poses (model from joint).
    pub(crate) fn of<'a>(
        skeleton: &Skeleton,
        poses: impl Iterator<Item = &'a [Affine3A]>,
        settings: &CompressionSettings,
    ) -> Self {
        let unit = |scale: f32| if scale > 1e-6 { scale } else { 1.0 };
        let rest = skeleton.rest().iter();
        let mut influence: Vec<JointInfluence> = rest
            .map(|joint| JointInfluence {
                reach: settings.shell_distance,
                scale: 1.0,
                unit: unit(joint.scale.abs().min_element()),
            })
            .collect();
        for pose in poses {
            for joint in skeleton.joints() {
                let mut above = skeleton.parent(joint);
                if let Some(parent) = above {
                    let m = pose[parent.index()].matrix3;
                    let scale = m.x_axis.length().max(m.y_axis.length()).max(m.z_axis.length());
                    let joint_influence = &mut influence[joint.index()];
                    joint_influence.scale = joint_influence.scale.max(scale);
                }
                let position = pose[joint.index()].translation;
                while let Some(parent) = above {
                    let reach =
                        (position - pose[parent.index()].translation).length() + settings.shell_distance;
                    let joint_influence = &mut influence[parent.index()];
                    joint_influence.reach = joint_influence.reach.max(reach);
                    above = skeleton.parent(parent);
                }
            }
        }
        Self { influence, error: settings.max_error, weight_error: settings.max_weight_error }
    }

    pub(crate) fn at_rest(skeleton: &Skeleton, settings: &CompressionSettings) -> Self {
        let mut model = vec![Affine3A::IDENTITY; skeleton.len()];
        local_to_model(skeleton, skeleton.rest(), &mut model);
        Self::of(skeleton, std::iter::once(model.as_slice()), settings)
    }

    /// Metres in model space per unit of difference, and the allowed metres. Weights and gaze: 1, and the
    /// allowed difference.
    pub(crate) fn weight(&self, target: Target) -> (f32, f32) {
        let nothing = JointInfluence { reach: 1.0, scale: 1.0, unit: 1.0 };
        let joint_influence = |joint: JointId| self.influence.get(joint.index()).copied().unwrap_or(nothing);
        match target {
            Target::Translation(joint) => (joint_influence(joint).scale, self.error),
            Target::Rotation(joint) => (joint_influence(joint).reach, self.error),
            Target::Scale(joint) => (joint_influence(joint).reach / joint_influence(joint).unit, self.error),
            Target::Unbound { .. } => (0.0, self.error),
            _ => (1.0, self.weight_error),
        }
    }

    /// Distance between two values, as a share of the allowed error.
    pub(crate) fn share(&self, target: Target, a: Value, b: Value) -> f32 {
        let (factor, allowed) = self.weight(target);
        a.distance(b) * factor / allowed
    }
}
