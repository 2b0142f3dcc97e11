use super::channel::{Target, Value};
use super::settings::CompressionSettings;
use crate::pose::local_to_model;
use crate::skeleton::{JointIndex, Skeleton};
use glam::Affine3A;

/// How far a joint's errors reach.
#[derive(Clone, Copy, Debug, Default)]
struct Lever {
    /// From the joint to the farthest point of all that hangs from it, metres in model space.
    reach: f32,
    /// How much longer a metre of its parent is in model space.
    scale: f32,
    /// The smallest factor that it is scaled by at rest.
    unit: f32,
}

/// What differences of values come to in the posed skeleton.
pub(super) struct Levers {
    levers: Vec<Lever>,
    error: f32,
    weight_error: f32,
}

impl Levers {
    /// In the longest of some poses (model from joint, a pose after the other).
    pub(super) fn of<'a>(
        skeleton: &Skeleton,
        poses: impl Iterator<Item = &'a [Affine3A]>,
        settings: &CompressionSettings,
    ) -> Self {
        let unit = |scale: f32| if scale > 1e-6 { scale } else { 1.0 };
        let rest = skeleton.rest().iter();
        let mut levers: Vec<Lever> = rest
            .map(|own| Lever { reach: settings.shell, scale: 1.0, unit: unit(own.scale.abs().min_element()) })
            .collect();
        for pose in poses {
            for joint in skeleton.joints() {
                let mut above = skeleton.parent(joint);
                if let Some(parent) = above {
                    let m = pose[parent.index()].matrix3;
                    let scale = m.x_axis.length().max(m.y_axis.length()).max(m.z_axis.length());
                    let lever = &mut levers[joint.index()];
                    lever.scale = lever.scale.max(scale);
                }
                let place = pose[joint.index()].translation;
                while let Some(parent) = above {
                    let reach = (place - pose[parent.index()].translation).length() + settings.shell;
                    let lever = &mut levers[parent.index()];
                    lever.reach = lever.reach.max(reach);
                    above = skeleton.parent(parent);
                }
            }
        }
        Self { levers, error: settings.error, weight_error: settings.weight_error }
    }

    pub(super) fn at_rest(skeleton: &Skeleton, settings: &CompressionSettings) -> Self {
        let mut model = vec![Affine3A::IDENTITY; skeleton.len()];
        local_to_model(skeleton, skeleton.rest(), &mut model);
        Self::of(skeleton, std::iter::once(model.as_slice()), settings)
    }

    /// Metres that a difference of 1 comes to, and how many are allowed; for weights, differences themselves.
    pub(super) fn weight(&self, target: Target) -> (f32, f32) {
        let nothing = Lever { reach: 1.0, scale: 1.0, unit: 1.0 };
        let lever = |joint: JointIndex| self.levers.get(joint.index()).copied().unwrap_or(nothing);
        match target {
            Target::Translation(joint) => (lever(joint).scale, self.error),
            Target::Rotation(joint) => (lever(joint).reach, self.error),
            Target::Scale(joint) => (lever(joint).reach / lever(joint).unit, self.error),
            Target::Nothing { .. } => (0.0, self.error),
            _ => (1.0, self.weight_error),
        }
    }

    /// How much of what is allowed the way from one value to another is.
    pub(super) fn share(&self, target: Target, a: Value, b: Value) -> f32 {
        let (factor, allowed) = self.weight(target);
        a.distance(b) * factor / allowed
    }
}
