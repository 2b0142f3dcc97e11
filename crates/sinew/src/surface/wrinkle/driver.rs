//! Drivers of wrinkles: the inputs that they read, and the strength that follows from them.

use super::WrinkleCurve;
use crate::math::Transform;
use crate::math::ops;
use crate::morph::{ExpressionId, MorphTargetId, MorphWeights};
use crate::skeleton::JointId;
use glam::{Quat, Vec3};

/// Input of wrinkles in a frame, beside the [`StageInput`](crate::stage::StageInput): values of the resolved
/// pose that drivers read.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct WrinkleInput<'a> {
    /// Weights of all expressions; missing ones count as 0.
    pub expressions: &'a [f32],
    /// Weights of all morph targets.
    pub morphs: &'a MorphWeights,
    /// Local transforms of all joints.
    pub local: &'a [Transform],
}

impl<'a> WrinkleInput<'a> {
    /// Input of a resolved pose.
    #[must_use]
    pub fn new(expressions: &'a [f32], morphs: &'a MorphWeights, local: &'a [Transform]) -> Self {
        Self { expressions, morphs, local }
    }
}

/// Driver of a region, resolved for a character.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct WrinkleDriver {
    /// Index of the strength that it drives: layer · number of regions + region.
    pub(super) target: usize,
    pub(super) inputs: Vec<DriverInput>,
    pub(super) threshold: f32,
    pub(super) gain: f32,
    pub(super) curve: WrinkleCurve,
}

/// Input of a driver, resolved for a character.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum DriverInput {
    Expression(ExpressionId),
    /// The largest weight counts.
    Morphs(Vec<MorphTargetId>),
    Joint {
        joint: JointId,
        /// Unit axis.
        axis: Vec3,
        rest: Quat,
        from: f32,
        to: f32,
    },
}

impl WrinkleDriver {
    /// Strength, 0 to 1.
    pub(super) fn strength(&self, inputs: &WrinkleInput<'_>) -> f32 {
        let product = self.inputs.iter().map(|input| input.value(inputs).max(0.0)).product::<f32>();
        self.curve.at((product - self.threshold) * self.gain)
    }
}

impl DriverInput {
    fn value(&self, inputs: &WrinkleInput<'_>) -> f32 {
        match self {
            Self::Expression(id) => inputs.expressions.get(id.index()).copied().unwrap_or(0.0),
            Self::Morphs(ids) => {
                let weight = |id: &MorphTargetId| {
                    inputs.morphs.position(*id).map_or(0.0, |at| inputs.morphs.as_slice()[at])
                };
                ids.iter().map(weight).fold(0.0, f32::max)
            }
            Self::Joint { joint, axis, rest, from, to } => {
                let Some(local) = inputs.local.get(joint.index()) else { return 0.0 };
                let turn = rest.inverse() * local.rotation;
                // Twist around the axis, −π to π.
                let along = Vec3::new(turn.x, turn.y, turn.z).dot(*axis);
                let angle = 2.0 * ops::atan2(along * turn.w.signum(), turn.w.abs());
                (angle - from) / (to - from)
            }
        }
    }
}
