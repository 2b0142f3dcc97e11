//! Tests that sampling eight channels at a time gives the bits of one after the other.

use super::*;
use crate::JointId;
use crate::clip::compressed::format::bits::PADDING;
use crate::clip::compressed::format::channel::{Cube, Space, Target};
use crate::clip::compressed::format::layout;
use crate::math::simd::each_level;
use glam::Vec3;
use test_needs::cases;

#[test]
fn eight_channels_at_a_time_give_the_same_bits() {
    each_level!(simd => agrees(simd));
}

fn agrees(simd: impl Simd) {
    for mut random in cases(3000) {
        let (count, samples) = (random.usize(1..40), random.usize(1..60));
        let channels: Vec<Channel> = (0..count).map(|_| channel(&mut random)).collect();
        let heads: Vec<_> = (0..count).map(|_| (head(&mut random), random.u64(..1 << 48))).collect();
        let mut data = Vec::new();
        layout::write(&heads, &mut data);
        let mut bits = 0;
        for (head, _) in &heads {
            bits += Rows { numbers: &[], at: 0, head: *head }.bits(samples);
        }
        data.extend((0..bits.div_ceil(8)).map(|_| random.u8(..)));
        data.extend([0; PADDING]);
        let layout = Layout::of(&data, 0, count).unwrap();
        let moment = SegmentTime { layout, samples, phase: random.f32(), time: 0.0 };
        let mut plain = Vec::new();
        moment.read(&channels, &mut |target, value| plain.push((target, numbers(value))));
        let channels: ChannelList = channels.into();
        let mut wide = Vec::new();
        read(simd, &channels, &moment, &mut |target, value| wide.push((target, numbers(value))));
        assert_eq!(plain, wide);
        // Some joints alone, by either way.
        let [mut one_by_one, mut eight_by_eight] = [(); 2].map(|()| Few(Vec::new()));
        moment.read(&channels, &mut one_by_one);
        read(simd, &channels, &moment, &mut eight_by_eight);
        plain.retain(|(target, _)| target.joint().is_none_or(|joint| eight_by_eight.wants(joint)));
        eight_by_eight.0.retain(|(target, _)| target.joint().is_none_or(|joint| one_by_one.wants(joint)));
        assert_eq!((&plain, &plain), (&one_by_one.0, &eight_by_eight.0));
    }
}

/// Wants few joints, so that most eights are of no use.
struct Few(Vec<(Target, [u32; 4])>);

impl SampleOutput for Few {
    fn wants(&self, joint: JointId) -> bool {
        joint.index() < 10
    }

    fn take(&mut self, target: Target, value: Value) {
        self.0.push((target, numbers(value)));
    }
}

fn head(random: &mut fastrand::Rng) -> Head {
    let widest = [8, 12, 24][random.usize(..3)];
    let bits = std::array::from_fn(|_| random.u32(0..=widest));
    let step = if random.u32(..30) == 0 { UNCOMPRESSED } else { random.u32(..UNCOMPRESSED) };
    Head::new(random.usize(..32), step, bits)
}

fn channel(random: &mut fastrand::Rng) -> Channel {
    let mut number = || random.f32() - 0.5;
    let cube = Cube { low: Vec3::new(number(), number(), number()), level: number().abs() / 65535.0 };
    let joint = JointId(random.u32(..100));
    let (target, space) = match random.u32(..12) {
        0 => (Target::Gaze, Space::Spin),
        1 | 2 => (Target::Translation(joint), Space::Cube(cube)),
        _ => (Target::Rotation(joint), Space::Cube(cube)),
    };
    Channel { target, space }
}

fn numbers(value: Value) -> [u32; 4] {
    let numbers = match value {
        Value::Rotation(q) => q.to_array(),
        Value::Vector(v) => v.extend(0.0).to_array(),
    };
    numbers.map(|number| if number.is_nan() { 0 } else { number.to_bits() })
}
