//! Validation of compressed clips: a valid clip can be sampled without failure and gives finite numbers
//! alone. Clips made by `compress` of `sinew-author` are valid by construction; clips from outside are
//! checked once, when they are read.

use super::bits::PADDING;
use super::channel::{Channel, Cube, Space, Target, Value};
use super::layout::{HEADER, Layout, MAX_BYTES, MAX_SEGMENT_SAMPLES};
use super::quantization::{MAX_BITS, UNCOMPRESSED};
use super::rows::Rows;
use crate::clip::compressed::clip::Clip;
use glam::{Quat, Vec3, Vec4};
use std::ops::Range;

/// Largest magnitude of a stored number, small enough for sums of a few of them to be finite.
pub(crate) const LARGEST: f32 = 1e37;

/// Largest magnitude of the rotation parameters of a reference.
const FARTHEST_TURN: f32 = 16.0;

/// First invalid part of a clip.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct InvalidData {
    /// Part of the clip, such as `segment 3, channel 12`.
    pub(crate) location: String,
    /// Byte of the clip's data; `None` where the part is not in the data.
    pub(crate) byte: Option<usize>,
    /// Value found, and value expected.
    pub(crate) message: String,
}

fn invalid<T>(location: impl Into<String>, message: impl Into<String>) -> Result<T, InvalidData> {
    Err(InvalidData { location: location.into(), byte: None, message: message.into() })
}

impl Clip {
    /// Checks the whole clip, and stops at the first invalid part.
    pub(crate) fn check(&self) -> Result<(), InvalidData> {
        let is_time = |time: f32| time.abs() <= LARGEST;
        if !(is_time(self.start) && is_time(self.end) && self.start <= self.end) {
            return invalid(
                "clip",
                format!("times from {} s to {} s; expected finite times in this order", self.start, self.end),
            );
        }
        for (n, (target, value)) in self.constants.iter().enumerate() {
            if !is_constant(*target, *value) {
                return invalid(format!("constant {n}"), "expected a finite value of its target's kind");
            }
        }
        for (n, channel) in self.channels.iter().enumerate() {
            if !is_sound(channel) {
                return invalid(
                    format!("channel {n}"),
                    "expected a finite cube, or a rotation reference on a rotation target",
                );
            }
        }
        self.check_segments()
    }

    fn check_segments(&self) -> Result<(), InvalidData> {
        let (segments, data) = (&self.segments, &self.data[..]);
        if self.channels.is_empty() || segments.is_empty() {
            let nothing = self.channels.is_empty() && segments.is_empty() && data.is_empty();
            let counts = (self.channels.len(), segments.len(), data.len());
            let (channels, segments, bytes) = counts;
            let message = format!("{channels} channels, {segments} segments, {bytes} bytes of data");
            return if nothing { Ok(()) } else { invalid("clip", message + "; expected all or none") };
        }
        let Some(end) = data.len().checked_sub(PADDING).filter(|_| data.len() <= MAX_BYTES) else {
            let message = format!("{} bytes of data, expected {PADDING} to {MAX_BYTES}", data.len());
            return invalid("clip", message);
        };
        let mut samples = 1;
        let mut last = self.start;
        for (n, segment) in segments.iter().enumerate() {
            let location = format!("segment {n}");
            if !(segment.start >= last && segment.start <= self.end) {
                let message = format!("start at {} s; expected {last} s to {} s", segment.start, self.end);
                return invalid(location, message);
            }
            last = segment.start;
            let many = usize::from(segment.samples);
            if many == 0 || many > MAX_SEGMENT_SAMPLES + 1 {
                return invalid(
                    location,
                    format!("{many} samples, expected 1 to {}", MAX_SEGMENT_SAMPLES + 1),
                );
            }
            samples += many - 1;
            let from = segment.offset as usize;
            let to = segments.get(n + 1).map_or(end, |next| next.offset as usize);
            if n == 0 && from != 0 || to < from || to > end {
                return invalid(
                    location,
                    format!("data from byte {from} to {to}; expected ranges in order within {end} bytes"),
                );
            }
            let long = self.segment_end(n, from..to, many)? - from;
            if long != to - from {
                let message = format!("{} bytes of data, expected {long}", to - from);
                return Err(InvalidData { location, byte: Some(from), message });
            }
        }
        if samples != self.samples {
            return invalid(
                "clip",
                format!("{} samples; expected {samples}, the sum of its segments", self.samples),
            );
        }
        Ok(())
    }

    /// Checks the segment in `range`, and returns the byte at which its headers say it ends.
    fn segment_end(&self, segment: usize, range: Range<usize>, samples: usize) -> Result<usize, InvalidData> {
        let (data, first, size) = (&self.data[..], range.start, range.len());
        let tables = self.channels.len().saturating_mul(HEADER);
        let layout = Layout::of(data, first, self.channels.len()).filter(|_| size >= tables);
        let Some(layout) = layout else {
            let message = format!("{size} bytes of data, expected {tables} for headers alone");
            return invalid(format!("segment {segment}"), message);
        };
        // Positions in bits.
        let (mut at, end) = (0, (size - tables) * 8);
        for (n, channel) in self.channels.iter().enumerate() {
            let rows = Rows { numbers: layout.numbers, at, head: layout.head(n) };
            let wrong = |byte: usize, message: &str| {
                let location = format!("segment {segment}, channel {n}");
                Err(InvalidData { location, byte: Some(byte), message: message.into() })
            };
            let head_byte = first + n * size_of::<u32>();
            let raw = rows.head.step() == UNCOMPRESSED;
            if !raw && rows.head.bits().into_iter().any(|bits| bits > MAX_BITS) {
                return wrong(head_byte, "expected numbers of at most 24 bits");
            }
            at += rows.bits(samples);
            if at > end {
                return wrong(head_byte, "control values run beyond the end of the segment");
            }
            if raw && !are_samples(&rows, samples, channel) {
                return wrong(
                    first + tables + rows.at / 8,
                    "expected finite samples in the order of their times",
                );
            }
        }
        Ok(first + tables + at.div_ceil(8))
    }
}

fn is_small(v: Vec3) -> bool {
    v.is_finite() && v.abs().max_element() <= LARGEST
}

fn is_unit(q: Quat) -> bool {
    q.is_finite() && (q.length_squared() - 1.0).abs() < 1e-3
}

fn is_constant(target: Target, value: Value) -> bool {
    match value {
        Value::Rotation(q) => target.is_rotation() && is_unit(q),
        Value::Vector(v) => !target.is_rotation() && is_small(v),
    }
}

fn is_sound(channel: &Channel) -> bool {
    match channel.space {
        Space::Cube(cube @ Cube { low, level }) => {
            let farthest = low.abs().max(cube.high().abs()).max_element();
            level >= 0.0 && farthest <= if channel.is_rotation() { FARTHEST_TURN } else { LARGEST }
        }
        Space::Spin => channel.is_rotation(),
    }
}

/// Whether unquantized samples are finite, of their channel's kind, and in the order of their times.
fn are_samples(rows: &Rows<'_>, samples: usize, channel: &Channel) -> bool {
    let mut last: Option<(f32, Vec4)> = None;
    (0..samples).all(|n| {
        let (time, value) = rows.sample(n);
        let sound = if channel.is_rotation() {
            is_unit(Quat::from_vec4(value))
        } else {
            value.is_finite() && is_small(value.truncate())
        };
        // Interpolation between opposite rotations has no shortest path.
        let follows = last.is_none_or(|(before, from)| {
            time >= before && (!channel.is_rotation() || from.dot(value) > -0.5)
        });
        last = Some((time, value));
        time.abs() <= LARGEST && sound && follows
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_beyond_all_bounds_are_flaws() {
        let still = Clip { start: 0.0, end: 1.0, samples: 1, ..Clip::default() };
        assert_eq!(still.check(), Ok(()));
        let invalid = Clip { start: -3e38, end: 3e38, ..still }.check().unwrap_err();
        assert!(invalid.message.contains("times from"), "{invalid:?}");
    }
}
