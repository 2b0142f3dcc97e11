//! A segment while it is worked on: every channel's samples as differences from a reference.

use super::channel::{Channel, Value};
use super::rotation::parameters;
use super::source::Source;
use glam::Vec3;

/// Parameters beyond which a segment is cut in two: a turn of about 225° from its middle.
const FARTHEST: f32 = 1.5;

/// A channel's samples in a segment.
pub(super) struct Stretch {
    /// The reference, packed.
    pub(super) reference: u64,
    /// What is to be added to it, or what it is to be turned by.
    pub(super) residuals: Vec<[f32; 3]>,
    /// Of each sample, by how much its differences count less.
    pub(super) shrinks: Vec<f32>,
}

/// The first and last sample of each segment; one segment's last is the next one's first.
pub(super) fn cut(source: &Source, length: usize) -> Vec<[usize; 2]> {
    let last = source.times.len().saturating_sub(1);
    let parts = last.div_ceil(length.max(1)).max(1);
    let even = (0..parts).map(|n| [n * last / parts, (n + 1) * last / parts]);
    let mut open: Vec<[usize; 2]> = even.collect();
    open.reverse();
    let mut cut = Vec::with_capacity(parts);
    while let Some([a, b]) = open.pop() {
        if b - a > 1 && turns_far(source, a, b) {
            let middle = a.midpoint(b);
            open.extend([[middle, b], [a, middle]]);
        } else {
            cut.push([a, b]);
        }
    }
    cut
}

fn turns_far(source: &Source, a: usize, b: usize) -> bool {
    source.channels.iter().filter(|(target, _)| target.is_rotation()).any(|(_, values)| {
        let Value::Rotation(middle) = values[a.midpoint(b)] else { return false };
        values[a..=b].iter().any(|value| {
            matches!(value, Value::Rotation(q) if parameters(middle.inverse() * *q).length() > FARTHEST)
        })
    })
}

/// A channel's values as differences from the reference that stands in their midst.
pub(super) fn stretch(channel: &Channel, values: &[Value]) -> Stretch {
    let (reference, middle) = (channel.reference(values), values[values.len() / 2]);
    let residuals: Vec<Vec3> = values.iter().map(|v| channel.residual(reference, *v, middle)).collect();
    let shrinks = residuals.iter().map(|r| channel.shrink(reference, *r)).collect();
    Stretch { reference, residuals: residuals.into_iter().map(|r| r.to_array()).collect(), shrinks }
}
