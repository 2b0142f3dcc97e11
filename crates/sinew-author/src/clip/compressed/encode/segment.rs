//! Segments of a clip, and a channel's values in a segment as differences from a reference.

use crate::clip::compressed::source::sampled_clip::SampledClip;
use glam::Vec4;
use sinew::internal::clip_format::{
    channel::{Channel, Value},
    rotation::parameters,
};

/// Largest length of rotation parameters before a segment is cut in two: about 225° from the middle of the
/// segment.
const FARTHEST: f32 = 1.5;

/// Smallest number of samples between two cuts at discontinuities. Denser discontinuities are stored as
/// unquantized samples.
const CLOSEST: usize = 8;

/// Values of one channel in a segment.
#[derive(Debug, Default)]
pub(crate) struct SegmentValues {
    /// Packed reference value.
    pub(crate) reference: u64,
    /// Difference from the reference at each time: an offset, or parameters of a rotation.
    pub(crate) residuals: Vec<Vec4>,
    /// Measured residuals, and the weights of their squared errors.
    pub(crate) measured: Vec<Vec4>,
    pub(crate) error_weights: Vec<f32>,
    /// Whether every time is measured.
    pub(crate) all_measured: bool,
}

/// First and last sample of each segment. Neighbouring segments share a sample, except at an instant
/// discontinuity: there the next one begins with the sample after.
pub(crate) fn cut(source: &SampledClip<'_>, length: usize) -> Vec<[usize; 2]> {
    let last = source.samples().saturating_sub(1);
    let (mut cut, mut from) = (Vec::new(), 0);
    for jump in &source.jumps {
        if jump.before >= from + CLOSEST || from == 0 {
            even(from, jump.before, length, &mut cut);
            from = jump.before + 1;
            if !jump.at_once {
                cut.push([jump.before, from]);
            }
        }
    }
    even(from, last, length, &mut cut);
    cut
}

/// Cuts a range of samples into segments of even length.
fn even(from: usize, to: usize, length: usize, cut: &mut Vec<[usize; 2]>) {
    let count = to.saturating_sub(from);
    let parts = count.div_ceil(length.max(1)).max(1);
    cut.extend((0..parts).map(|n| [from + n * count / parts, from + (n + 1) * count / parts]));
}

/// Whether rotations turn too far for parameters relative to the middle one.
pub(crate) fn exceeds_rotation_range(values: &[Value]) -> bool {
    let Some(Value::Rotation(middle)) = values.get(values.len() / 2) else { return false };
    values.iter().any(
        |value| matches!(value, Value::Rotation(q) if parameters(middle.inverse() * *q).length() > FARTHEST),
    )
}

/// Values of a channel as differences from the reference in their middle. Values of joints `midway` between
/// frames are not measured.
pub(crate) fn segment_values(channel: &Channel, values: &[Value], midway: &[bool]) -> SegmentValues {
    let (reference, middle) = (channel.reference(values), values[values.len() / 2]);
    let all_measured = channel.target.joint().is_none() || !midway.contains(&true);
    let mut segment_values = SegmentValues { reference, all_measured, ..SegmentValues::default() };
    for (value, midway) in values.iter().zip(midway) {
        let residual = channel.residual(reference, *value, middle);
        segment_values.residuals.push(residual.extend(0.0));
        if all_measured || !midway {
            segment_values.measured.push(residual.extend(0.0));
            segment_values.error_weights.push(channel.shrink(reference, residual).powi(-2));
        }
    }
    segment_values
}
