//! A segment while it is worked on: every channel's values as differences from a reference.

use super::channel::{Channel, Value};
use super::rotation::parameters;
use super::source::Source;
use glam::Vec4;

/// Parameters beyond which a segment is cut in two: a turn of about 225° from its middle.
const FARTHEST: f32 = 1.5;

/// Between jumps lie so many samples at least if the clip is cut there; where more jumps than that, samples are stored as
/// they are.
const CLOSEST: usize = 8;

/// A channel's values in a segment.
#[derive(Debug, Default)]
pub(super) struct Stretch {
    /// The reference, packed.
    pub(super) reference: u64,
    /// What is to be added to it, or what it is to be turned by, at each time.
    pub(super) residuals: Vec<Vec4>,
    /// Those that count, and what squares of their differences are worth.
    pub(super) counted: Vec<Vec4>,
    pub(super) worths: Vec<f32>,
    /// Whether that is all of them.
    pub(super) all_counts: bool,
}

/// The first and last sample of each segment. One segment's last is the next one's first, but where values jump at once:
/// there the next one begins with the sample after.
pub(super) fn cut(source: &Source<'_>, length: usize) -> Vec<[usize; 2]> {
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
pub(super) fn turns_far(values: &[Value]) -> bool {
    let Some(Value::Rotation(middle)) = values.get(values.len() / 2) else { return false };
    values.iter().any(
        |value| matches!(value, Value::Rotation(q) if parameters(middle.inverse() * *q).length() > FARTHEST),
    )
}

/// A channel's values as differences from the reference that stands in their midst. Those of joints do not count
/// `midway` between frames.
pub(super) fn stretch(channel: &Channel, values: &[Value], midway: &[bool]) -> Stretch {
    let (reference, middle) = (channel.reference(values), values[values.len() / 2]);
    let all_counts = channel.target.joint().is_none() || !midway.contains(&true);
    let mut stretch = Stretch { reference, all_counts, ..Stretch::default() };
    for (value, midway) in values.iter().zip(midway) {
        let residual = channel.residual(reference, *value, middle);
        stretch.residuals.push(residual.extend(0.0));
        if all_counts || !midway {
            stretch.counted.push(residual.extend(0.0));
            stretch.worths.push(channel.shrink(reference, residual).powi(-2));
        }
    }
    stretch
}
