//! Precision of keys by what an error of them does to the posed character.

use crate::export::reduce::{MeasuredPoints, Sensitivity};
use sinew::JointId;
use sinew::morph::MeshInstanceId;

/// Bits of a rotation's components.
const ROTATION_BITS: std::ops::RangeInclusive<u32> = 5..=16;
/// Error of most rotations in radians, in steps of their components; the largest is twice that, and the clip is
/// measured.
const RADIANS_PER_STEP: f32 = 1.3;

/// Precision of morph weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WeightPrecision {
    Full,
    /// Normalized integers of 16 bits.
    Short,
    /// Multiples of this power of two.
    Step(i8),
}

/// Precision of keys.
pub(super) struct Precision<'a> {
    sensitivity: &'a Sensitivity,
    points: &'a MeasuredPoints,
    /// Error in metres that the tracks of a chain may reach together.
    error: f32,
    filters: bool,
}

impl<'a> Precision<'a> {
    /// Precision for an error in metres. Without `filters` only rotations and weights have fewer bits.
    pub(super) fn new(
        sensitivity: &'a Sensitivity,
        points: &'a MeasuredPoints,
        error: f32,
        filters: bool,
    ) -> Self {
        Self { sensitivity, points, error, filters }
    }

    /// Power of two of the steps of a joint's translations.
    pub(super) fn translation(&self, joint: JointId) -> Option<i8> {
        self.step(self.error / self.sensitivity.of_translation(joint))
    }

    /// Power of two of the steps of a joint's scale factors.
    pub(super) fn scale(&self, joint: JointId) -> Option<i8> {
        self.step(self.error / self.sensitivity.of_rotation(joint))
    }

    /// Bits of the components of a joint's rotations; none for those that are stored without a filter.
    pub(super) fn rotation_bits(&self, joint: JointId) -> Option<u32> {
        let radians = self.error / self.sensitivity.of_rotation(joint);
        let steps = Some(RADIANS_PER_STEP / radians).filter(|steps| steps.is_finite() && self.filters)?;
        let bits = (steps.max(1.0).log2().ceil() as u32).saturating_add(1);
        Some(bits.clamp(*ROTATION_BITS.start(), *ROTATION_BITS.end()))
    }

    /// Precision of the morph weights of a mesh instance.
    pub(super) fn weights(&self, instance: MeshInstanceId) -> WeightPrecision {
        let offsets =
            self.points.offsets.get(instance.index()).map_or(0.0, |offsets| offsets.iter().sum::<f32>());
        let error = self.error / (offsets * self.sensitivity.of_morphs(instance));
        match self.filters {
            true => {
                self.step(error).map_or(WeightPrecision::Full, |step| WeightPrecision::Step(step.min(-7)))
            }
            false if error >= 1.0 / 65535.0 => WeightPrecision::Short,
            false => WeightPrecision::Full,
        }
    }

    /// Power of two of steps that keep three components within a distance.
    fn step(&self, distance: f32) -> Option<i8> {
        let exponent = (distance * 2.0 / 3.0f32.sqrt()).log2().floor();
        (self.filters && (-100.0..=60.0).contains(&exponent)).then_some(exponent as i8)
    }
}
