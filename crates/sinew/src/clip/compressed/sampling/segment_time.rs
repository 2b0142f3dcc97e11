use super::output::SampleOutput;
use crate::clip::compressed::format::basis::{WeightTable, Weights};
use crate::clip::compressed::format::channel::{Channel, Value};
use crate::clip::compressed::format::layout::Layout;
use crate::clip::compressed::format::quantization::UNCOMPRESSED;
use crate::clip::compressed::format::rows::Rows;
use glam::Quat;

/// Time within a segment.
pub(crate) struct SegmentTime<'a> {
    pub(crate) layout: Layout<'a>,
    pub(crate) samples: usize,
    /// Elapsed share of the segment, 0..1.
    pub(crate) phase: f32,
    pub(crate) time: f32,
}

impl SegmentTime<'_> {
    /// Samples one channel after the other.
    pub(crate) fn read(&self, channels: &[Channel], output: &mut impl SampleOutput) {
        let table = WeightTable::new(self.phase, self.samples);
        let mut at = 0;
        for (n, channel) in channels.iter().enumerate() {
            let rows = Rows { numbers: self.layout.numbers, at, head: self.layout.head(n) };
            if channel.target.joint().is_none_or(|joint| output.wants(joint)) {
                output.take(channel.target, self.value(n, channel, &rows, |class| table.get(class)));
            }
            at += rows.bits(self.samples);
        }
    }

    /// Value of channel `n`, stored in `rows`.
    #[inline(always)]
    pub(crate) fn value(
        &self,
        n: usize,
        channel: &Channel,
        rows: &Rows<'_>,
        weights: impl FnOnce(usize) -> Weights,
    ) -> Value {
        if rows.head.step() == UNCOMPRESSED {
            return self.uncompressed(rows, channel);
        }
        channel.value(self.layout.reference(n), rows.residual(&weights(rows.head.class())))
    }

    /// Value between unquantized samples.
    fn uncompressed(&self, rows: &Rows<'_>, channel: &Channel) -> Value {
        let (time, samples) = (self.time, self.samples);
        let after = (0..samples).position(|n| rows.sample(n).0 > time).unwrap_or(samples);
        let (a, b) = (after.saturating_sub(1), after.min(samples - 1));
        let ((from, value), (to, next)) = (rows.sample(a), rows.sample(b));
        let share = if to > from { ((time - from) / (to - from)).clamp(0.0, 1.0) } else { 0.0 };
        // At a sample the value is exact.
        let value = if share == 0.0 { value } else { value.lerp(next, share) };
        match (channel.is_rotation(), share == 0.0) {
            (false, _) => Value::Vector(value.truncate()),
            (true, true) => Value::Rotation(Quat::from_vec4(value)),
            (true, false) => Value::Rotation(Quat::from_vec4(value).normalize()),
        }
    }
}
