//! A segment while it is worked on: every channel's values as differences from a reference.

use crate::clip::compressed::format::channel::{Channel, Value};
use crate::clip::compressed::format::rotation::parameters;
use crate::clip::compressed::source::sampled_clip::SampledClip;
use glam::Vec4;

/// Parameters beyond which a segment is cut in two: a turn of about 225° from its middle.
const FARTHEST: f32 = 1.5;

/// Between jumps lie so many samples at least if the clip is cut there; where more jumps than that, samples are stored as
/// they are.
const CLOSEST: usize = 8;

/// A channel's values in a segment.
#[derive(Debug, Default)]
pub(crate) struct SegmentValues {
    /// The reference, packed.
    pub(crate) reference: u64,
    /// What is to be added to it, or what it is to be turned by, at each time.
    pub(crate) residuals: Vec<Vec4>,
    /// Those that count, and what squares of their differences are worth.
    pub(crate) counted: Vec<Vec4>,
    pub(crate) worths: Vec<f32>,
    /// Whether that is all of them.
    pub(crate) all_counts: bool,
}

/// The first and last sample of each segment. One segment's last is the next one's first, but where values jump at once:
/// there the next one begins with the sample after.
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

/// Stretches of even lengths.
fn even(from: usize, to: usize, length: usize, cut: &mut Vec<[usize; 2]>) {
    let count = to.saturating_sub(from);
    let parts = count.div_ceil(length.max(1)).max(1);
    cut.extend((0..parts).map(|n| [from + n * count / parts, from + (n + 1) * count / parts]));
}

/// Whether rotations turn too far to be counted from one of them.
pub(crate) fn exceeds_rotation_range(values: &[Value]) -> bool {
    let Some(Value::Rotation(middle)) = values.get(values.len() / 2) else { return false };
    values.iter().any(
        |value| matches!(value, Value::Rotation(q) if parameters(middle.inverse() * *q).length() > FARTHEST),
    )
}

/// A channel's values as differences from the reference that stands in their midst. Those of joints do not count
/// `midway` between frames.
pub(crate) fn segment_values(channel: &Channel, values: &[Value], midway: &[bool]) -> SegmentValues {
    let (reference, middle) = (channel.reference(values), values[values.len() / 2]);
    let all_counts = channel.target.joint().is_none() || !midway.contains(&true);
    let mut segment_values = SegmentValues { reference, all_counts, ..SegmentValues::default() };
    for (value, midway) in values.iter().zip(midway) {
        let residual = channel.residual(reference, *value, middle);
        segment_values.residuals.push(residual.extend(0.0));
        if all_counts || !midway {
            segment_values.counted.push(residual.extend(0.0));
            segment_values.worths.push(channel.shrink(reference, residual).powi(-2));
        }
    }
    segment_values
}
