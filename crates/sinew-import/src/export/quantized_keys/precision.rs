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

/// Precision of rotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RotationPrecision {
    Full,
    /// Normalized integers of 16 bits.
    Short,
    /// As many bits of each component.
    Bits(u32),
}

/// Precision of keys.
pub(super) struct Precision<'a> {
    sensitivity: &'a Sensitivity,
    points: &'a MeasuredPoints,
    /// Error in metres that the tracks of a chain may reach together.
    error: f32,
    filters: bool,
    /// Number of bits that rotations may lack before they are stored as they are; none where they never are.
    spare_bits: Option<u32>,
}

impl<'a> Precision<'a> {
    /// Precision for an error in metres. Without `filters` only rotations and weights have fewer bits.
    pub(super) fn new(
        sensitivity: &'a Sensitivity,
        points: &'a MeasuredPoints,
        error: f32,
        filters: bool,
    ) -> Self {
        Self { sensitivity, points, error, filters, spare_bits: None }
    }

    /// The same where rotations that lack more bits than so many are stored as they are.
    pub(super) fn with_spare_bits(self, spare_bits: u32) -> Self {
        Self { spare_bits: Some(spare_bits), ..self }
    }

    /// Power of two of the steps of a joint's translations.
    pub(super) fn translation(&self, joint: JointId) -> Option<i8> {
        self.step(self.error / self.sensitivity.of_translation(joint))
    }

    /// Power of two of the steps of a joint's scale factors.
    pub(super) fn scale(&self, joint: JointId) -> Option<i8> {
        self.step(self.error / self.sensitivity.of_rotation(joint))
    }

    /// Precision of a joint's rotations.
    pub(super) fn rotation(&self, joint: JointId) -> RotationPrecision {
        let radians = self.error / self.sensitivity.of_rotation(joint);
        let steps = Some(RADIANS_PER_STEP / radians).filter(|steps| steps.is_finite() && self.filters);
        let Some(steps) = steps else { return RotationPrecision::Short };
        let bits = (steps.max(1.0).log2().ceil() as u32).saturating_add(1);
        if self.spare_bits.is_some_and(|spare| bits > ROTATION_BITS.end() + spare) {
            return RotationPrecision::Full;
        }
        RotationPrecision::Bits(bits.clamp(*ROTATION_BITS.start(), *ROTATION_BITS.end()))
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
